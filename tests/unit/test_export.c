/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Every format of export.h, read back. tests/cases/export/set.jsonl is
 * written to each and read with a strict reader that is driven by the
 * format's field table: a field that the table lacks, a missing one and one
 * of another type all fail. Then the values are compared with the problems'.
 */
#include "../lib/files.h"
#include "base/csv.h"
#include "base/yaml.h"
#include "problem/export.h"
#include "problem/export/ask.h"
#include "problem/folder.h"
#include "problem/prose/markdown.h"
#include "problem/prose/tex.h"
#include "problem/source.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define SET      "export/set.jsonl"
#define SET_SIZE 8

/* ---- the set, and files in memory ---- */

struct set {
    struct arena arena;
    struct problem problems[SET_SIZE];
    size_t n;
};

static const char *case_path(struct arena *a, const char *name)
{
    const char *tests = getenv("ASSAY_TESTS");

    return arena_printf(a, "%s/cases/%s", tests ? tests : "tests", name);
}

static void load(struct set *s)
{
    struct source in;
    struct err e = { 0 };
    size_t line;

    *s = (struct set){ 0 };
    if (!source_open(&in, case_path(&s->arena, SET), NULL, &e))
        fail_msg("%s", e.msg);
    while (source_next(&in, &s->arena, &s->problems[s->n], &line, &e) ==
           LINES_LINE) {
        if (++s->n == SET_SIZE)
            break;
    }
    source_close(&in);
    assert_int_equal(s->n, SET_SIZE);
}

static const char *text_of(const struct files *f, const char *name)
{
    const char *text = files_text(f, name);

    if (!text)
        fail_msg("no file %s", name);
    return text;
}

static void export_set(const char *format, const struct set *s,
                       struct files *out)
{
    struct export_options o = { .name = "quiz", .title = "A \"quiz\": 1 & 2" };
    struct err e;

    if (!files_export(out, format, &o, s->problems, s->n, &e))
        fail_msg("%s: %s", format, e.msg);
}

/* ---- the strict reader ---- */

struct field {
    const char *name; /* NULL ends a table */
    enum json_type type;
    enum json_need need;
    const struct field *inside; /* of an object, or of an array's items */
};

static void check(const struct json *v, const struct field *table,
                  const char *where)
{
    for (const struct json *m = v->first; m; m = m->next) {
        const struct field *f = table;

        while (f->name && !str_eq(f->name, m->name))
            f++;
        if (!f->name)
            fail_msg("%s: the field \"%s\" is not in the table", where,
                     m->name);
        if (m->type != f->type)
            fail_msg("%s: \"%s\" is %s", where, m->name,
                     json_type_name(m->type));
        if (f->inside && m->type == JSON_OBJECT)
            check(m, f->inside, m->name);
        for (const struct json *i = m->first;
             f->inside && m->type == JSON_ARRAY && i; i = i->next) {
            assert_int_equal(i->type, JSON_OBJECT);
            check(i, f->inside, m->name);
        }
    }
    for (const struct field *f = table; f->name; f++)
        if (f->need == JSON_REQUIRED && !json_get(v, f->name))
            fail_msg("%s: the field \"%s\" is missing", where, f->name);
}

/* Read JSON lines, one for each problem, and check their fields. */
static void read_rows(struct arena *a, const char *text,
                      const struct field *table, size_t n, struct json **rows)
{
    size_t i = 0;
    struct err e;

    while (*text) {
        const char *end = strchr(text, '\n');

        assert_non_null(end); /* every line is ended */
        assert_true(i < n);
        if (!json_read(a, text, (size_t)(end - text), i + 1, &rows[i], &e))
            fail_msg("line %zu: %s", i + 1, e.msg);
        assert_int_equal(rows[i]->type, JSON_OBJECT);
        check(rows[i], table, "row");
        i++;
        text = end + 1;
    }
    assert_int_equal(i, n);
}

static const char *at(const struct json *v, const char *name)
{
    const char *s = json_string(json_get(v, name));

    assert_non_null(s);
    return s;
}

static int64_t number_at(const struct json *v, const char *name)
{
    int64_t n = -1;

    assert_true(json_int64(json_get(v, name), &n));
    return n;
}

/* What the set's answers are in one text. */
static const char *const answers[SET_SIZE] = {
    "17",
    "19",
    "\\left\\{-\\frac{3}{2}, 5\\right\\}",
    "-3",
    "x: 2; y: \\frac{3}{2}",
    "yes",
    "10.50",
    "[0, 1)",
};

static const char *const kinds[SET_SIZE] = {
    "integer",           "integer", "set",     "integer",
    "integer; rational", "text",    "decimal", "interval",
};

/* ---- the table of formats ---- */

static void formats_are_found(void **state)
{
    static const char *const names[] = { "lm-eval",  "inspect", "verl",
                                         "trl",      "hf",      "csv",
                                         "markdown", "latex" };

    (void)state;
    assert_int_equal(n_export_formats, 8);
    for (size_t i = 0; i < 8; i++)
        assert_non_null(export_find(names[i]));
    assert_null(export_find("parquet"));
}

static void names_are_safe(void **state)
{
    static const char *const bad[] = { "",  "../x", "a/b", ".x",
                                       "-", "a b",  "\n",  "\xC3\xA9" };
    struct err e;

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
        assert_false(export_check_name(bad[i], &e));
    assert_true(export_check_name("Quiz_3.b-2", &e));
}

static void an_empty_set_fails(void **state)
{
    struct export_options o = { 0 };
    struct files out;
    struct err e;

    (void)state;
    for (size_t i = 0; i < n_export_formats; i++) {
        assert_false(
            files_export(&out, export_formats[i]->name, &o, NULL, 0, &e));
        assert_string_equal(e.msg, "there are no problems to export");
        files_clear(&out);
    }
}

/* ---- lm-eval ---- */

static void lm_eval_rows(void **state)
{
    static const struct field table[] = {
        { "id", JSON_STRING, JSON_REQUIRED, NULL },
        { "question", JSON_STRING, JSON_REQUIRED, NULL },
        { "instruction", JSON_STRING, JSON_REQUIRED, NULL },
        { "answer", JSON_STRING, JSON_REQUIRED, NULL },
        { "kind", JSON_STRING, JSON_REQUIRED, NULL },
        { "family", JSON_STRING, JSON_REQUIRED, NULL },
        { "level", JSON_NUMBER, JSON_REQUIRED, NULL },
        { 0 },
    };
    struct set s;
    struct files out;
    struct json *rows[SET_SIZE];

    (void)state;
    load(&s);
    export_set("lm-eval", &s, &out);
    read_rows(&s.arena, text_of(&out, "problems.jsonl"), table, s.n, rows);
    for (size_t i = 0; i < s.n; i++) {
        const struct problem *p = &s.problems[i];

        assert_string_equal(at(rows[i], "id"), p->id);
        assert_string_equal(at(rows[i], "question"), p->statement);
        assert_string_equal(at(rows[i], "answer"), answers[i]);
        assert_string_equal(at(rows[i], "kind"), kinds[i]);
        assert_non_null(strstr(at(rows[i], "instruction"), "\\boxed{"));
        assert_string_equal(at(rows[i], "family"), p->family ? p->family : "");
        assert_int_equal(number_at(rows[i], "level"), p->family ? p->level : 0);
    }
    assert_non_null(
        strstr(at(rows[4], "instruction"), "\\boxed{x: ...; y: ...}"));
    files_clear(&out);
    arena_clear(&s.arena);
}

/* The task as YAML, its function as the text of its name. */
static struct json *read_task(struct arena *a, const char *text)
{
    static const char tag[] = "!function ";
    const char *at = strstr(text, tag);
    struct json *task;
    struct err e;

    assert_non_null(at);
    text =
        arena_printf(a, "%.*s%s", (int)(at - text), text, at + sizeof tag - 1);
    if (!yaml_read(a, text, strlen(text), &task, &e))
        fail_msg("%zu: %s", e.line, e.msg);
    return task;
}

static void lm_eval_task(void **state)
{
    static const struct field file[] = {
        { "test", JSON_STRING, JSON_REQUIRED, NULL }, { 0 }
    };
    static const struct field data[] = {
        { "data_files", JSON_OBJECT, JSON_REQUIRED, file }, { 0 }
    };
    static const struct field generation[] = {
        { "until", JSON_ARRAY, JSON_REQUIRED, NULL },
        { "do_sample", JSON_BOOL, JSON_REQUIRED, NULL },
        { "temperature", JSON_NUMBER, JSON_OPTIONAL, NULL },
        { "max_gen_toks", JSON_NUMBER, JSON_REQUIRED, NULL },
        { 0 }
    };
    static const struct field metric[] = {
        { "metric", JSON_STRING, JSON_REQUIRED, NULL },
        { "aggregation", JSON_STRING, JSON_REQUIRED, NULL },
        { "higher_is_better", JSON_BOOL, JSON_REQUIRED, NULL },
        { 0 }
    };
    static const struct field meta[] = {
        { "version", JSON_NUMBER, JSON_REQUIRED, NULL }, { 0 }
    };
    static const struct field table[] = {
        { "task", JSON_STRING, JSON_REQUIRED, NULL },
        { "dataset_path", JSON_STRING, JSON_REQUIRED, NULL },
        { "dataset_kwargs", JSON_OBJECT, JSON_REQUIRED, data },
        { "test_split", JSON_STRING, JSON_REQUIRED, NULL },
        { "output_type", JSON_STRING, JSON_REQUIRED, NULL },
        { "doc_to_text", JSON_STRING, JSON_REQUIRED, NULL },
        { "doc_to_target", JSON_STRING, JSON_REQUIRED, NULL },
        { "generation_kwargs", JSON_OBJECT, JSON_REQUIRED, generation },
        { "process_results", JSON_STRING, JSON_REQUIRED, NULL },
        { "metric_list", JSON_ARRAY, JSON_REQUIRED, metric },
        { "metadata", JSON_OBJECT, JSON_REQUIRED, meta },
        { 0 }
    };
    struct set s;
    struct files out;
    struct json *task;
    const char *text;

    (void)state;
    load(&s);
    export_set("lm-eval", &s, &out);
    text = text_of(&out, "quiz.yaml");
    task = read_task(&s.arena, text);
    check(task, table, "task");
    assert_string_equal(at(task, "task"), "quiz");
    assert_string_equal(at(task, "dataset_path"), "json");
    assert_string_equal(at(task, "output_type"), "generate_until");
    assert_string_equal(at(task, "doc_to_text"),
                        "{{question}}{{'\n\n' + instruction if instruction "
                        "else ''}}");
    assert_string_equal(at(task, "process_results"), "reward.process_results");
    assert_string_equal(at(task, "doc_to_target"), "answer");
    assert_string_equal(
        at(json_get(json_get(task, "dataset_kwargs"), "data_files"), "test"),
        "problems.jsonl");
    assert_non_null(strstr(text, "lm-eval run --model MODEL --include_path . "
                                 "--tasks quiz\n"));
    files_clear(&out);
    arena_clear(&s.arena);
}

/* A task named like a number is a string all the same. */
static void lm_eval_numeric_name(void **state)
{
    struct set s;
    struct files out;
    struct json *task;
    struct err e;
    struct export_options o = { .name = "2024" };
    const char *text;

    (void)state;
    load(&s);
    assert_true(files_export(&out, "lm-eval", &o, s.problems, 1, &e));
    text = text_of(&out, "2024.yaml");
    task = read_task(&s.arena, text);
    assert_string_equal(at(task, "task"), "2024");
    files_clear(&out);
    arena_clear(&s.arena);
}

/* ---- Inspect ---- */

static void inspect_samples(void **state)
{
    static const struct field key[] = {
        { "name", JSON_STRING, JSON_OPTIONAL, NULL },
        { "kind", JSON_STRING, JSON_REQUIRED, NULL },
        { "latex", JSON_STRING, JSON_REQUIRED, NULL },
        { 0 }
    };
    static const struct field meta[] = {
        { "kind", JSON_STRING, JSON_REQUIRED, NULL },
        { "instruction", JSON_STRING, JSON_REQUIRED, NULL },
        { "keys", JSON_ARRAY, JSON_OPTIONAL, key },
        { "family", JSON_STRING, JSON_OPTIONAL, NULL },
        { "version", JSON_NUMBER, JSON_OPTIONAL, NULL },
        { "level", JSON_NUMBER, JSON_OPTIONAL, NULL },
        { "seed", JSON_STRING, JSON_OPTIONAL, NULL },
        { "index", JSON_NUMBER, JSON_OPTIONAL, NULL },
        { "knobs", JSON_OBJECT, JSON_OPTIONAL, NULL },
        { "source", JSON_STRING, JSON_OPTIONAL, NULL },
        { "concepts", JSON_ARRAY, JSON_OPTIONAL, NULL },
        { "solution", JSON_STRING, JSON_OPTIONAL, NULL },
        { 0 }
    };
    static const struct field table[] = {
        { "input", JSON_STRING, JSON_REQUIRED, NULL },
        { "target", JSON_STRING, JSON_REQUIRED, NULL },
        { "id", JSON_STRING, JSON_REQUIRED, NULL },
        { "metadata", JSON_OBJECT, JSON_REQUIRED, meta },
        { 0 }
    };
    struct set s;
    struct files out;
    struct json *rows[SET_SIZE];

    (void)state;
    load(&s);
    export_set("inspect", &s, &out);
    read_rows(&s.arena, text_of(&out, "quiz.jsonl"), table, s.n, rows);
    for (size_t i = 0; i < s.n; i++) {
        const struct problem *p = &s.problems[i];
        const struct json *m = json_get(rows[i], "metadata");

        assert_string_equal(at(rows[i], "input"), p->statement);
        assert_string_equal(at(rows[i], "target"), answers[i]);
        assert_string_equal(at(rows[i], "id"), p->id);
        assert_string_equal(at(m, "kind"), kinds[i]);
        assert_int_equal(json_get(m, "keys") != NULL, p->n_keys > 1);
        assert_int_equal(json_get(m, "solution") != NULL, *p->solution != 0);
        assert_int_equal(json_get(m, "source") != NULL, !p->family);
        assert_int_equal(json_get(m, "family") != NULL, p->family != NULL);
        if (!p->family)
            continue;
        assert_string_equal(at(m, "family"), p->family);
        assert_int_equal(number_at(m, "version"), p->version);
        assert_int_equal(number_at(m, "level"), p->level);
        assert_string_equal(at(m, "seed"), p->seed);
        assert_int_equal(number_at(m, "index"), p->index);
        assert_int_equal(json_get(m, "concepts")->count, p->n_concepts);
    }
    files_clear(&out);
    arena_clear(&s.arena);
}

/* ---- verl and TRL ---- */

static const struct field message[] = {
    { "role", JSON_STRING, JSON_REQUIRED, NULL },
    { "content", JSON_STRING, JSON_REQUIRED, NULL },
    { 0 }
};

/* The prompt is one message of the user: statement, then instruction. */
static void check_prompt(struct arena *a, const struct json *row,
                         const struct problem *p)
{
    const struct json *chat = json_get(row, "prompt");

    assert_int_equal(chat->count, 1);
    assert_string_equal(at(chat->first, "role"), "user");
    assert_string_equal(
        at(chat->first, "content"),
        arena_printf(a, "%s\n\n%s", p->statement, ask_instruction(a, p)));
}

static void verl_rows(void **state)
{
    static const struct field model[] = {
        { "style", JSON_STRING, JSON_REQUIRED, NULL },
        { "ground_truth", JSON_STRING, JSON_REQUIRED, NULL },
        { 0 }
    };
    static const struct field extra[] = {
        { "split", JSON_STRING, JSON_REQUIRED, NULL },
        { "index", JSON_NUMBER, JSON_REQUIRED, NULL },
        { "id", JSON_STRING, JSON_REQUIRED, NULL },
        { 0 }
    };
    static const struct field table[] = {
        { "data_source", JSON_STRING, JSON_REQUIRED, NULL },
        { "prompt", JSON_ARRAY, JSON_REQUIRED, message },
        { "ability", JSON_STRING, JSON_REQUIRED, NULL },
        { "reward_model", JSON_OBJECT, JSON_REQUIRED, model },
        { "extra_info", JSON_OBJECT, JSON_REQUIRED, extra },
        { 0 }
    };
    struct set s;
    struct files out;
    struct json *rows[SET_SIZE];

    (void)state;
    load(&s);
    export_set("verl", &s, &out);
    /* verl refuses JSON lines in a file of another name. */
    read_rows(&s.arena, text_of(&out, "quiz.json"), table, s.n, rows);
    for (size_t i = 0; i < s.n; i++) {
        const struct json *extra_info = json_get(rows[i], "extra_info");
        const struct json *reward = json_get(rows[i], "reward_model");

        check_prompt(&s.arena, rows[i], &s.problems[i]);
        assert_string_equal(at(rows[i], "data_source"), "assay/quiz");
        assert_string_equal(at(rows[i], "ability"), "math");
        assert_string_equal(at(reward, "style"), "rule");
        assert_string_equal(at(reward, "ground_truth"), answers[i]);
        assert_string_equal(at(extra_info, "split"), "quiz");
        assert_int_equal(number_at(extra_info, "index"), i);
        assert_string_equal(at(extra_info, "id"), s.problems[i].id);
    }
    text_of(&out, "reward.py");
    files_clear(&out);
    arena_clear(&s.arena);
}

static void trl_rows(void **state)
{
    static const struct field table[] = {
        { "prompt", JSON_ARRAY, JSON_REQUIRED, message },
        { "solution", JSON_STRING, JSON_REQUIRED, NULL },
        { "ground_truth", JSON_STRING, JSON_REQUIRED, NULL },
        { "id", JSON_STRING, JSON_REQUIRED, NULL },
        { 0 }
    };
    struct set s;
    struct files out;
    struct json *rows[SET_SIZE];

    (void)state;
    load(&s);
    export_set("trl", &s, &out);
    read_rows(&s.arena, text_of(&out, "quiz.jsonl"), table, s.n, rows);
    for (size_t i = 0; i < s.n; i++) {
        check_prompt(&s.arena, rows[i], &s.problems[i]);
        assert_string_equal(at(rows[i], "ground_truth"), answers[i]);
        assert_string_equal(at(rows[i], "solution"),
                            arena_printf(&s.arena, "\\boxed{%s}", answers[i]));
        assert_string_equal(at(rows[i], "id"), s.problems[i].id);
    }
    files_clear(&out);
    arena_clear(&s.arena);
}

/* ---- Hugging Face ---- */

static const struct field hf_meta[] = {
    { "family", JSON_STRING, JSON_REQUIRED, NULL },
    { "version", JSON_NUMBER, JSON_REQUIRED, NULL },
    { "level", JSON_NUMBER, JSON_REQUIRED, NULL },
    { "seed", JSON_STRING, JSON_REQUIRED, NULL },
    { "index", JSON_NUMBER, JSON_REQUIRED, NULL },
    { "knobs", JSON_STRING, JSON_REQUIRED, NULL },
    { "source", JSON_STRING, JSON_REQUIRED, NULL },
    { "canary", JSON_STRING, JSON_REQUIRED, NULL },
    { 0 }
};

static const struct field hf_table[] = {
    { "id", JSON_STRING, JSON_REQUIRED, NULL },
    { "problem", JSON_STRING, JSON_REQUIRED, NULL },
    { "answer", JSON_STRING, JSON_REQUIRED, NULL },
    { "kind", JSON_STRING, JSON_REQUIRED, NULL },
    { "solution", JSON_STRING, JSON_REQUIRED, NULL },
    { "concepts", JSON_ARRAY, JSON_REQUIRED, NULL },
    { "metadata", JSON_OBJECT, JSON_REQUIRED, hf_meta },
    { 0 }
};

static void hf_rows(void **state)
{
    struct set s;
    struct files out;
    struct json *rows[SET_SIZE];
    const char *canary = NULL;

    (void)state;
    load(&s);
    export_set("hf", &s, &out);
    read_rows(&s.arena, text_of(&out, "quiz.jsonl"), hf_table, s.n, rows);
    for (size_t i = 0; i < s.n; i++) {
        const struct problem *p = &s.problems[i];
        const struct json *m = json_get(rows[i], "metadata");
        bool made = p->family != NULL;

        assert_string_equal(at(rows[i], "id"), p->id);
        assert_string_equal(at(rows[i], "problem"), p->statement);
        assert_string_equal(at(rows[i], "answer"), answers[i]);
        assert_string_equal(at(rows[i], "kind"), kinds[i]);
        assert_string_equal(at(rows[i], "solution"), p->solution);
        assert_int_equal(json_get(rows[i], "concepts")->count, p->n_concepts);
        assert_string_equal(at(m, "family"), made ? p->family : "");
        assert_int_equal(number_at(m, "version"), made ? p->version : 0);
        assert_int_equal(number_at(m, "level"), made ? p->level : 0);
        assert_string_equal(at(m, "seed"), made ? p->seed : "");
        assert_int_equal(number_at(m, "index"), made ? p->index : 0);
        assert_string_equal(at(m, "knobs"), i == 3 ? "wording=plain" : "");
        assert_string_equal(at(m, "source"), made ? "" : "course");
        if (canary)
            assert_string_equal(at(m, "canary"), canary);
        canary = at(m, "canary");
    }
    assert_int_equal(strlen(canary), 36);
    assert_int_equal(strspn(canary, "0123456789abcdef-"), 36);
    assert_non_null(
        strstr(text_of(&out, "README.md"),
               arena_printf(&s.arena, "assay canary GUID %s\n", canary)));
    files_clear(&out);
    arena_clear(&s.arena);
}

static void hf_card(void **state)
{
    static const struct field file[] = {
        { "split", JSON_STRING, JSON_REQUIRED, NULL },
        { "path", JSON_STRING, JSON_REQUIRED, NULL },
        { 0 }
    };
    static const struct field config[] = {
        { "config_name", JSON_STRING, JSON_REQUIRED, NULL },
        { "data_files", JSON_ARRAY, JSON_REQUIRED, file },
        { 0 }
    };
    static const struct field table[] = {
        { "pretty_name", JSON_STRING, JSON_REQUIRED, NULL },
        { "license", JSON_STRING, JSON_REQUIRED, NULL },
        { "language", JSON_ARRAY, JSON_REQUIRED, NULL },
        { "task_categories", JSON_ARRAY, JSON_REQUIRED, NULL },
        { "size_categories", JSON_ARRAY, JSON_REQUIRED, NULL },
        { "tags", JSON_ARRAY, JSON_REQUIRED, NULL },
        { "configs", JSON_ARRAY, JSON_REQUIRED, config },
        { 0 }
    };
    struct set s;
    struct files out;
    struct json *front;
    struct err e;
    const char *card, *end;

    (void)state;
    load(&s);
    export_set("hf", &s, &out);
    card = text_of(&out, "README.md");
    assert_true(str_starts(card, "---\n"));
    end = strstr(card + 4, "\n---\n");
    assert_non_null(end);
    if (!yaml_read(&s.arena, card + 4, (size_t)(end - card - 3), &front, &e))
        fail_msg("%zu: %s", e.line, e.msg);
    check(front, table, "card");
    assert_string_equal(at(front, "pretty_name"), "A \"quiz\": 1 & 2");
    assert_string_equal(json_get(front, "size_categories")->first->text,
                        "n<1K");
    assert_string_equal(
        at(json_get(json_get(front, "configs")->first, "data_files")->first,
           "path"),
        "quiz.jsonl");
    /* where the problems are from */
    assert_non_null(strstr(card, "\n8 mathematics problems with their keys"));
    assert_non_null(strstr(card, "| concept/crt | 1 | 1 | a1 |  | 0 to "
                                 "9007199254740993 | 2 |\n"));
    assert_non_null(strstr(card, "| concept/quadratic-roots | 1 | 2 | a, b |  "
                                 "| 3 to 3 | 1 |\n"));
    assert_non_null(strstr(card, "| concept/quadratic-roots | 1 | 2 | a, b | "
                                 "wording=plain | 4 to 4 | 1 |\n"));
    assert_non_null(strstr(card, "| course | week1.jsonl | 2 |\n"));
    assert_non_null(strstr(card, "| course | week2.jsonl | 2 |\n"));
    files_clear(&out);
    arena_clear(&s.arena);
}

static const char *canary_of(const struct problem *p, size_t n)
{
    static char canary[40];
    struct export_options o = { 0 };
    struct files out;
    struct err e;
    const char *at_card;

    assert_true(files_export(&out, "hf", &o, p, n, &e));
    at_card = strstr(text_of(&out, "README.md"), "canary GUID ");
    assert_non_null(at_card);
    snprintf(canary, sizeof(canary), "%.36s", at_card + 12);
    files_clear(&out);
    return canary;
}

/* The canary belongs to the set, not to the order of its rows. */
static void hf_canary(void **state)
{
    struct set s;
    struct problem swapped[2];
    char first[40];

    (void)state;
    load(&s);
    snprintf(first, sizeof(first), "%s", canary_of(s.problems, 2));
    swapped[0] = s.problems[1];
    swapped[1] = s.problems[0];
    assert_string_equal(canary_of(swapped, 2), first);
    assert_string_not_equal(canary_of(s.problems, 3), first);
    assert_string_not_equal(canary_of(s.problems + 1, 2), first);
    arena_clear(&s.arena);
}

/* ---- a folder of our own ---- */

struct place {
    struct arena arena;
    char path[64];
};

static void place_open(struct place *p)
{
    *p = (struct place){ 0 };
    snprintf(p->path, sizeof(p->path), "/tmp/assay-export-XXXXXX");
    assert_non_null(mkdtemp(p->path));
}

static const char *in(struct place *p, const char *name)
{
    return arena_printf(&p->arena, "%s/%s", p->path, name);
}

static void write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

/* Run a program without a shell; -1 when it is not there. */
static int run(const char *dir, char *const argv[])
{
    pid_t pid = fork();
    int status;

    assert_true(pid >= 0);
    if (pid == 0) {
        if ((dir && chdir(dir) != 0) || !freopen("/dev/null", "r", stdin) ||
            (dir && !freopen("out", "w", stdout)))
            _exit(126);
        execvp(argv[0], argv);
        _exit(127);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 255;
}

static void place_close(struct place *p)
{
    char rm[] = "rm", rf[] = "-rf";

    assert_int_equal(run(NULL, (char *[]){ rm, rf, p->path, NULL }), 0);
    arena_clear(&p->arena);
}

/* Export to the folder, as the command does. */
static bool export_to(struct place *place, const char *sub, const char *format,
                      const char *name, const struct set *s, size_t n,
                      bool force, struct err *e)
{
    struct export_options o = { .name = name };
    struct folder d;
    struct export_sink sink = { &d, folder_write, NULL };
    struct export_state *x;
    bool ok = true;

    if (!folder_open(&d, in(place, sub), export_find(format), name, force, e))
        return false;
    x = export_open(export_find(format), &o, &sink, e);
    for (size_t i = 0; x && ok && i < n; i++)
        ok = export_add(x, &s->problems[i], e);
    ok = x && ok && export_finish(x, e) && folder_commit(&d, e);
    export_close(x);
    folder_close(&d);
    return ok;
}

/* ---- CSV ---- */

static void csv_table(void **state)
{
    static const char *const columns[] = { "id",      "statement", "key",
                                           "kind",    "solution",  "family",
                                           "level",   "seed",      "index",
                                           "concepts" };
    struct set s;
    struct place place;
    struct lines l;
    struct csv c;
    struct json *row;
    struct err e;
    size_t i = 0;

    (void)state;
    load(&s);
    place_open(&place);
    assert_true(export_to(&place, "d", "csv", "quiz", &s, s.n, false, &e));
    assert_true(lines_open(&l, in(&place, "d/quiz.csv"), 0, &e));
    assert_true(csv_open(&c, &l, &e));
    assert_int_equal(c.separator, ',');
    assert_int_equal(c.n_names, 10);
    for (size_t k = 0; k < 10; k++)
        assert_string_equal(c.names[k], columns[k]);
    while (csv_next(&c, &s.arena, &row, &e) == LINES_LINE) {
        const struct problem *p = &s.problems[i];

        assert_true(i < s.n);
        assert_string_equal(at(row, "id"), p->id);
        assert_string_equal(at(row, "statement"), p->statement);
        assert_string_equal(at(row, "key"), answers[i]);
        assert_string_equal(at(row, "kind"), kinds[i]);
        assert_string_equal(at(row, "solution"), p->solution);
        assert_string_equal(at(row, "family"), p->family ? p->family : "");
        assert_string_equal(at(row, "level"),
                            p->family ? arena_printf(&s.arena, "%d", p->level)
                                      : "");
        assert_string_equal(at(row, "seed"), p->family ? p->seed : "");
        assert_string_equal(at(row, "index"),
                            i == 1 ? "9007199254740993"
                            : p->family
                                ? arena_printf(&s.arena, "%d", (int)p->index)
                                : "");
        assert_string_equal(at(row, "concepts"),
                            i == 1 ? "Chinese remainder theorem; Solving "
                                     "linear congruences"
                            : p->n_concepts ? p->concepts[0]
                                            : "");
        i++;
    }
    assert_int_equal(i, s.n);
    csv_close(&c);
    lines_close(&l);
    place_close(&place);
    arena_clear(&s.arena);
}

/* Lines end in \r\n, and only those of the table itself. */
static void csv_line_ends(void **state)
{
    struct set s;
    struct files out;
    const char *p;
    size_t n = 0;

    (void)state;
    load(&s);
    export_set("csv", &s, &out);
    for (p = text_of(&out, "quiz.csv"); (p = strchr(p, '\r')); p++) {
        assert_int_equal(p[1], '\n');
        n++;
    }
    assert_int_equal(n, 1 + s.n);
    files_clear(&out);
    arena_clear(&s.arena);
}

/* ---- folders ---- */

static bool is_there(const char *path)
{
    struct stat st;

    return lstat(path, &st) == 0;
}

static size_t count_lines(const char *path)
{
    FILE *f = fopen(path, "r");
    size_t n = 0;
    int c;

    assert_non_null(f);
    while ((c = getc(f)) != EOF)
        n += c == '\n';
    fclose(f);
    return n;
}

static void folders_are_made_and_files_refused(void **state)
{
    struct set s;
    struct place p;
    struct folder d;
    struct err e;

    (void)state;
    load(&s);
    place_open(&p);
    assert_true(export_to(&p, "a/b/c", "inspect", "x", &s, 2, false, &e));
    assert_int_equal(count_lines(in(&p, "a/b/c/x.jsonl")), 2);
    assert_false(export_to(&p, "a/b/c", "inspect", "x", &s, 3, false, &e));
    assert_non_null(strstr(e.msg, "x.jsonl\" already exists"));
    assert_non_null(strstr(e.msg, "--force"));
    assert_int_equal(count_lines(in(&p, "a/b/c/x.jsonl")), 2);
    /* at once, before any problem is read */
    assert_false(folder_open(&d, in(&p, "a/b/c"), export_find("inspect"), "x",
                             false, &e));
    assert_true(export_to(&p, "a/b/c", "inspect", "x", &s, 3, true, &e));
    assert_int_equal(count_lines(in(&p, "a/b/c/x.jsonl")), 3);
    write_text(in(&p, "file"), "x");
    assert_false(export_to(&p, "file/d", "inspect", "x", &s, 1, false, &e));
    place_close(&p);
    arena_clear(&s.arena);
}

/* Two sets for verl share reward.py; one that was changed is not lost. */
static void shared_files(void **state)
{
    struct set s;
    struct place p;
    struct err e;

    (void)state;
    load(&s);
    place_open(&p);
    assert_true(export_to(&p, "d", "verl", "train", &s, 4, false, &e));
    assert_true(export_to(&p, "d", "verl", "test", &s, 2, false, &e));
    assert_int_equal(count_lines(in(&p, "d/train.json")), 4);
    assert_int_equal(count_lines(in(&p, "d/test.json")), 2);
    write_text(in(&p, "d/reward.py"), "# mine\n");
    assert_false(export_to(&p, "d", "verl", "more", &s, 2, false, &e));
    assert_non_null(strstr(e.msg, "reward.py\" already exists"));
    assert_false(is_there(in(&p, "d/more.json")));
    assert_int_equal(count_lines(in(&p, "d/reward.py")), 1);
    place_close(&p);
    arena_clear(&s.arena);
}

/* An export that does not come to its end leaves nothing, and what was there
 * as it was. */
static void an_abandoned_export_leaves_nothing(void **state)
{
    struct set s;
    struct place p;
    struct folder d;
    struct export_sink sink = { &d, folder_write, NULL };
    struct export_options o = { .name = "x" };
    struct export_state *x;
    struct err e;

    (void)state;
    load(&s);
    place_open(&p);
    write_text(in(&p, "x.jsonl"), "old\n");
    assert_true(folder_open(&d, p.path, export_find("trl"), "x", true, &e));
    x = export_open(export_find("trl"), &o, &sink, &e);
    assert_true(export_add(x, &s.problems[0], &e));
    export_close(x);
    folder_close(&d);
    assert_int_equal(count_lines(in(&p, "x.jsonl")), 1);
    assert_false(is_there(in(&p, "reward.py")));
    unlink(in(&p, "x.jsonl"));
    assert_int_equal(rmdir(p.path), 0); /* not even a hidden file */
    arena_clear(&p.arena);
    arena_clear(&s.arena);
}

/* ---- class sheets ---- */

static size_t count(const char *text, const char *what)
{
    size_t n = 0;

    for (; (text = strstr(text, what)); text += strlen(what))
        n++;
    return n;
}

/* The n-th part (from 0) of a sheet that is divided by `divider`. */
static char *part(struct arena *a, const char *text, const char *divider,
                  size_t n)
{
    const char *end;

    for (; n > 0; n--) {
        text = strstr(text, divider);
        assert_non_null(text);
        text += strlen(divider);
    }
    end = strstr(text, divider);
    return arena_strndup(a, text, end ? (size_t)(end - text) : strlen(text));
}

#define LATEX_PAGE    "\\clearpage\n"
#define MARKDOWN_PAGE "<div style=\"page-break-after: always\"></div>\n"

static void latex_sheet(void **state)
{
    struct set s;
    struct files out;
    const char *text;
    char *sheet, *key, *steps;

    (void)state;
    load(&s);
    export_set("latex", &s, &out);
    text = text_of(&out, "quiz.tex");
    assert_int_equal(count(text, LATEX_PAGE), 2);
    sheet = part(&s.arena, text, LATEX_PAGE, 0);
    key = part(&s.arena, text, LATEX_PAGE, 1);
    steps = part(&s.arena, text, LATEX_PAGE, 2);
    assert_non_null(strstr(sheet, "\\begin{document}"));
    assert_non_null(strstr(sheet, "A ``quiz'': 1 \\& 2\\par"));
    assert_non_null(strstr(sheet, "Name: \\hrulefill"));
    assert_non_null(strstr(key, "\\markright{A ``quiz'': 1 \\& 2: key}"));
    assert_true(str_ends(steps, "\\end{document}\n"));
    assert_int_equal(count(sheet, "\\item"), s.n);
    assert_int_equal(count(key, "\\item"), s.n);
    assert_int_equal(count(steps, "\\item"), s.n);
    assert_int_equal(count(text, "\\begin{"), count(text, "\\end{"));
    for (size_t i = 0; i < s.n; i++) {
        struct str want = str_in(&s.arena);

        tex_prose(&want, s.problems[i].statement);
        assert_non_null(strstr(sheet, str_get(&want)));
        assert_null(strstr(sheet, s.problems[i].id));
        str_reset(&want);
        if (*s.problems[i].solution)
            tex_prose(&want, s.problems[i].solution);
        else
            str_add(&want, "(the source gives none)");
        assert_non_null(strstr(steps, str_get(&want)));
    }
    assert_non_null(strstr(key, "{}$-3$\\hfill"));
    assert_non_null(strstr(key, "{}x: $2$; y: $\\frac{3}{2}$\\hfill"));
    assert_non_null(strstr(key, "{}yes\\hfill"));
    assert_null(strstr(sheet, "\\frac{3}{2}"));
    files_clear(&out);
    arena_clear(&s.arena);
}

static void markdown_sheet(void **state)
{
    struct set s;
    struct files out;
    const char *text;
    char *sheet, *key, *steps;

    (void)state;
    load(&s);
    export_set("markdown", &s, &out);
    text = text_of(&out, "quiz.md");
    assert_int_equal(count(text, "---\n\n" MARKDOWN_PAGE), 2);
    sheet = part(&s.arena, text, MARKDOWN_PAGE, 0);
    key = part(&s.arena, text, MARKDOWN_PAGE, 1);
    steps = part(&s.arena, text, MARKDOWN_PAGE, 2);
    assert_true(str_starts(sheet, "# A \"quiz\": 1 & 2\n\n**Name:** "));
    assert_true(str_starts(key, "\n# A \"quiz\": 1 & 2: key\n\n1. $17$ ("));
    assert_true(str_starts(steps, "\n# A \"quiz\": 1 & 2: worked steps\n\n"));
    for (size_t i = 0; i < s.n; i++) {
        struct str want = str_in(&s.arena);

        str_addf(&want, "\n%zu. ", i + 1);
        markdown_prose(&want, s.problems[i].statement, 3);
        str_add(&want, "\n\n");
        assert_non_null(strstr(sheet, str_get(&want)));
        assert_non_null(strstr(key, s.problems[i].id));
    }
    assert_non_null(strstr(key, "\n4. $-3$ ("));
    assert_non_null(strstr(key, "\n5. x: $2$; y: $\\frac{3}{2}$ ("));
    assert_null(strstr(sheet, "\\frac{3}{2}"));
    files_clear(&out);
    arena_clear(&s.arena);
}

/* Two versions: every problem on exactly one, as many of each family. */
static void versions_share_nothing(void **state)
{
    struct set s;
    struct files out, again;
    struct export_options o = { .name = "quiz", .versions = 2 };
    struct err e;
    char *keys[2];

    (void)state;
    load(&s);
    assert_true(files_export(&out, "latex", &o, s.problems, s.n, &e));
    assert_true(files_export(&again, "latex", &o, s.problems, s.n, &e));
    assert_string_equal(text_of(&out, "quiz.tex"), text_of(&again, "quiz.tex"));
    assert_string_equal(str_get(&out.notes), "");
    assert_int_equal(count(text_of(&out, "quiz.tex"), LATEX_PAGE), 5);
    /* sheets A and B, then keys A and B, then steps A and B */
    for (size_t v = 0; v < 2; v++) {
        keys[v] = part(&s.arena, text_of(&out, "quiz.tex"), LATEX_PAGE, 2 + v);
        assert_non_null(strstr(keys[v], v ? "{quiz, version B: key}"
                                          : "{quiz, version A: key}"));
        assert_int_equal(count(keys[v], "\\item"), 4);
        assert_int_equal(count(keys[v], "concept/crt@"), 1);
        assert_int_equal(count(keys[v], "concept/quadratic-roots@"), 1);
        assert_int_equal(count(keys[v], "course:"), 2);
    }
    for (size_t i = 0; i < s.n; i++) {
        struct str id = str_in(&s.arena);

        tex_line(&id, s.problems[i].id);
        str_addc(&id, '}');
        assert_int_equal(
            count(keys[0], str_get(&id)) + count(keys[1], str_get(&id)), 1);
    }
    files_clear(&out);
    files_clear(&again);
    arena_clear(&s.arena);
}

/* The order of a version comes from the sheet's name. */
static void versions_are_shuffled(void **state)
{
    struct set s;
    struct problem many[40];
    struct files one, two;
    struct export_options o = { .name = "a", .versions = 2 };
    struct err e;

    (void)state;
    load(&s);
    for (size_t i = 0; i < 40; i++) {
        many[i] = s.problems[i % 2];
        many[i].statement = arena_printf(&s.arena, "Number %zu.", i);
    }
    assert_true(files_export(&one, "markdown", &o, many, 40, &e));
    o.name = "b";
    assert_true(files_export(&two, "markdown", &o, many, 40, &e));
    for (size_t i = 0; i < 40; i++) {
        const char *want = arena_printf(&s.arena, "Number %zu.\n", i);

        assert_int_equal(count(text_of(&one, "a.md"), want), 1);
        assert_int_equal(count(text_of(&two, "b.md"), want), 1);
    }
    assert_null(strstr(text_of(&one, "a.md"),
                       "1. Number 0.\n\n2. Number 2.\n\n3. Number 4.\n"));
    assert_string_not_equal(strstr(text_of(&one, "a.md"), "1. Number"),
                            strstr(text_of(&two, "b.md"), "1. Number"));
    files_clear(&one);
    files_clear(&two);
    arena_clear(&s.arena);
}

static void leftovers_are_told(void **state)
{
    struct set s;
    struct files out;
    struct export_options o = { .name = "quiz", .versions = 2 };
    struct err e;

    (void)state;
    load(&s);
    assert_true(files_export(&out, "markdown", &o, s.problems, 7, &e));
    assert_string_equal(
        str_get(&out.notes),
        "left out 1 of 3 imported problems: 2 versions get 1 each\n");
    assert_int_equal(count(text_of(&out, "quiz.md"), "\n3. "), 6);
    assert_int_equal(count(text_of(&out, "quiz.md"), "\n4. "), 0);
    files_clear(&out);
    arena_clear(&s.arena);
}

static void too_few_for_the_versions(void **state)
{
    struct set s;
    struct files out;
    struct export_options o = { .name = "quiz", .versions = 3 };
    struct err e;

    (void)state;
    load(&s);
    assert_false(files_export(&out, "latex", &o, s.problems, s.n, &e));
    assert_string_equal(
        e.msg, "3 versions need at least 3 problems of \"concept/crt\" at "
               "level 1, the file has 2; make them with: assay new "
               "concept/crt --level 1 --seed a1 --count 3");
    files_clear(&out);
    assert_false(files_export(&out, "latex", &o, s.problems + 6, 2, &e));
    assert_string_equal(e.msg, "3 versions need at least 3 imported problems, "
                               "the file has 2");
    files_clear(&out);
    arena_clear(&s.arena);
}

/* The real thing, where it is installed. */
static void latex_compiles(void **state)
{
    char tex[] = "pdflatex", stop[] = "-halt-on-error", name[] = "quiz.tex";
    struct set s;
    struct place p;
    struct err e;
    int status;

    (void)state;
    load(&s);
    place_open(&p);
    assert_true(export_to(&p, "d", "latex", "quiz", &s, s.n, false, &e));
    status = run(in(&p, "d"), (char *[]){ tex, stop, name, NULL });
    place_close(&p);
    arena_clear(&s.arena);
    if (status == -1)
        skip();
    assert_int_equal(status, 0);
}

/* ---- reward.py ---- */

static void reward_is_plain(void **state)
{
    static const char *const words[] = { "eval(", "exec(", "shell=True",
                                         "os.system", "\t" };
    struct set s;
    struct files trl, verl;
    const char *text;

    (void)state;
    load(&s);
    export_set("trl", &s, &trl);
    export_set("verl", &s, &verl);
    text = text_of(&trl, "reward.py");
    assert_string_equal(text_of(&verl, "reward.py"), text);
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
        assert_null(strstr(text, words[i]));
    files_clear(&trl);
    files_clear(&verl);
    arena_clear(&s.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_are_found),
        cmocka_unit_test(names_are_safe),
        cmocka_unit_test(an_empty_set_fails),
        cmocka_unit_test(lm_eval_rows),
        cmocka_unit_test(lm_eval_task),
        cmocka_unit_test(lm_eval_numeric_name),
        cmocka_unit_test(inspect_samples),
        cmocka_unit_test(verl_rows),
        cmocka_unit_test(trl_rows),
        cmocka_unit_test(hf_rows),
        cmocka_unit_test(hf_card),
        cmocka_unit_test(hf_canary),
        cmocka_unit_test(csv_table),
        cmocka_unit_test(csv_line_ends),
        cmocka_unit_test(folders_are_made_and_files_refused),
        cmocka_unit_test(shared_files),
        cmocka_unit_test(an_abandoned_export_leaves_nothing),
        cmocka_unit_test(latex_sheet),
        cmocka_unit_test(markdown_sheet),
        cmocka_unit_test(versions_share_nothing),
        cmocka_unit_test(versions_are_shuffled),
        cmocka_unit_test(leftovers_are_told),
        cmocka_unit_test(too_few_for_the_versions),
        cmocka_unit_test(latex_compiles),
        cmocka_unit_test(reward_is_plain),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
