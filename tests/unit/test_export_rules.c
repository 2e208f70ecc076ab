/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Exports of problems that a family's own rules judge, with points. In
 * tests/cases/export/rules.jsonl two of them stand before an ordinary one.
 * tests/cli/export.sh runs what is written here with the real judge.
 */
#include "../lib/files.h"
#include "problem/export.h"
#include "problem/export/ask.h"
#include "problem/folder.h"
#include "problem/source.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define SET_SIZE 3
#define GAMES    2

static const char *const answers[SET_SIZE] = {
    "{\"family\": \"mathador\", \"params\": {\"numbers\": [2, 2, 8, 2, 14], "
    "\"target\": 6, \"difficulty\": 0.00463558357227188}}",
    "{\"family\": \"mathador\", \"params\": {\"numbers\": [2, 1, 7, 7, 19], "
    "\"target\": 19, \"difficulty\": 0.00463558357227188}}",
    "17",
};

struct set {
    struct arena arena;
    struct problem problems[SET_SIZE];
};

static void load(struct set *s)
{
    const char *tests = getenv("ASSAY_TESTS");
    struct source in;
    struct err e = { 0 };
    size_t line;

    *s = (struct set){ 0 };
    if (!source_open(&in,
                     arena_printf(&s->arena, "%s/cases/export/rules.jsonl",
                                  tests ? tests : "tests"),
                     NULL, &e))
        fail_msg("%s", e.msg);
    for (size_t i = 0; i < SET_SIZE; i++)
        assert_int_equal(
            source_next(&in, &s->arena, &s->problems[i], &line, &e),
            LINES_LINE);
    source_close(&in);
}

/* ---- exporting ---- */

static void export_some(const char *format, const struct problem *p, size_t n,
                        struct files *out)
{
    struct export_options o = { .name = "quiz" };
    struct err e = { 0 };

    if (!files_export(out, format, &o, p, n, &e))
        fail_msg("%s: %s", format, e.msg);
}

/* The i-th line as JSON. */
static struct json *row_of(struct arena *a, const char *text, size_t i)
{
    struct json *row;
    struct err e;
    const char *end;

    assert_non_null(text);
    for (; i > 0; i--)
        text = strchr(text, '\n') + 1;
    end = strchr(text, '\n');
    assert_non_null(end);
    assert_true(json_read(a, text, (size_t)(end - text), 1, &row, &e));
    return row;
}

static const char *at(const struct json *v, const char *name)
{
    const char *s = json_string(json_get(v, name));

    assert_non_null(s);
    return s;
}

/* ---- how they are asked ---- */

static void asked_and_answered(void **state)
{
    struct set s;
    struct problem plain;

    (void)state;
    load(&s);
    for (size_t i = 0; i < SET_SIZE; i++) {
        const struct problem *p = &s.problems[i];

        assert_int_equal(ask_is_judged(p), i < GAMES);
        assert_string_equal(ask_answer(&s.arena, p), answers[i]);
        assert_string_equal(ask_kind(&s.arena, p),
                            i < GAMES ? "rules" : "integer");
        assert_int_equal(*ask_instruction(&s.arena, p) == '\0', i < GAMES);
        if (i < GAMES)
            assert_string_equal(ask_prompt(&s.arena, p), p->statement);
        else
            assert_non_null(strstr(ask_prompt(&s.arena, p), "\n\nWork it out"));
    }
    /* somebody's note in a key is no rule, nor is another family's name */
    plain = s.problems[0];
    plain.family = "concept/crt";
    assert_false(ask_is_judged(&plain));
    /* a key of a public set with a field more is a key */
    plain = s.problems[0];
    plain.family = NULL;
    assert_string_equal(ask_answer(&s.arena, &plain), "18");
    arena_clear(&s.arena);
}

/* ---- rows ---- */

static void training_rows(void **state)
{
    struct set s;
    struct files verl, trl;

    (void)state;
    load(&s);
    export_some("verl", s.problems, SET_SIZE, &verl);
    export_some("trl", s.problems, SET_SIZE, &trl);
    for (size_t i = 0; i < SET_SIZE; i++) {
        struct json *v = row_of(&s.arena, files_text(&verl, "quiz.json"), i);
        struct json *t = row_of(&s.arena, files_text(&trl, "quiz.jsonl"), i);
        const char *prompt = ask_prompt(&s.arena, &s.problems[i]);

        assert_string_equal(at(json_get(v, "reward_model"), "ground_truth"),
                            answers[i]);
        assert_string_equal(at(json_get(v, "prompt")->first, "content"),
                            prompt);
        assert_string_equal(at(t, "ground_truth"), answers[i]);
        assert_string_equal(at(json_get(t, "prompt")->first, "content"),
                            prompt);
        assert_string_equal(at(t, "solution"), i < GAMES ? "" : "\\boxed{17}");
    }
    assert_string_equal(files_text(&verl, "reward.py"),
                        files_text(&trl, "reward.py"));
    files_clear(&verl);
    files_clear(&trl);
    arena_clear(&s.arena);
}

static void other_rows(void **state)
{
    static const char *const formats[][2] = { { "inspect", "target" },
                                              { "hf", "answer" } };
    struct set s;
    struct files out;

    (void)state;
    load(&s);
    for (size_t f = 0; f < 2; f++) {
        export_some(formats[f][0], s.problems, SET_SIZE, &out);
        for (size_t i = 0; i < SET_SIZE; i++)
            assert_string_equal(
                at(row_of(&s.arena, files_text(&out, "quiz.jsonl"), i),
                   formats[f][1]),
                answers[i]);
        files_clear(&out);
    }
    export_some("csv", s.problems, 1, &out);
    assert_non_null(strstr(files_text(&out, "quiz.csv"),
                           ",\"{\"\"family\"\": \"\"mathador\"\", "
                           "\"\"params\"\": {\"\"numbers\"\": [2, 2, 8, 2, 14]"
                           ", \"\"target\"\": 6, \"\"difficulty\"\": "
                           "0.00463558357227188}}\",rules,"));
    files_clear(&out);
    arena_clear(&s.arena);
}

/* The card says how to judge, if there is something of that sort to judge. */
static void hf_card(void **state)
{
    struct set s;
    struct files out;

    (void)state;
    load(&s);
    export_some("hf", s.problems, SET_SIZE, &out);
    assert_non_null(strstr(files_text(&out, "README.md"), "`kind` is `rules`"));
    files_clear(&out);
    export_some("hf", s.problems + GAMES, 1, &out);
    assert_null(strstr(files_text(&out, "README.md"), "`kind` is `rules`"));
    files_clear(&out);
    arena_clear(&s.arena);
}

/* ---- lm-eval ---- */

static void lm_eval_task(void **state)
{
    struct set s;
    struct files out;
    const char *task;

    (void)state;
    load(&s);
    export_some("lm-eval", s.problems, SET_SIZE, &out);
    for (size_t i = 0; i < SET_SIZE; i++) {
        struct json *row =
            row_of(&s.arena, files_text(&out, "problems.jsonl"), i);

        assert_string_equal(at(row, "answer"), answers[i]);
        assert_int_equal(*at(row, "instruction") == '\0', i < GAMES);
    }
    task = files_text(&out, "quiz.yaml");
    assert_non_null(
        strstr(task, "\nprocess_results: !function reward.process_results\n"));
    assert_null(strstr(task, "boxed"));
    assert_null(strstr(task, "exact_match"));
    assert_non_null(
        strstr(files_text(&out, "reward.py"), "def process_results"));
    files_clear(&out);
    export_some("lm-eval", s.problems + GAMES, 1, &out);
    task = files_text(&out, "quiz.yaml");
    assert_non_null(
        strstr(task, "\nprocess_results: !function reward.process_results\n"));
    assert_null(strstr(task, "exact_match"));
    assert_non_null(files_text(&out, "reward.py"));
    files_clear(&out);
    arena_clear(&s.arena);
}

/* reward.py is made for every set, and one may be there. */
static void lm_eval_folder(void **state)
{
    char top[] = "/tmp/assay-rules-XXXXXX";
    struct export_options o = { .name = "quiz" };
    const struct export_format *f = export_find("lm-eval");
    struct set s;
    struct err e = { 0 };

    (void)state;
    load(&s);
    assert_non_null(mkdtemp(top));
    for (size_t round = 0; round < 2; round++) {
        struct folder d;
        struct export_sink sink = { &d, folder_write, NULL };
        struct export_state *x;
        struct stat st;
        const char *reward = arena_printf(&s.arena, "%s/reward.py", top);

        assert_true(folder_open(&d, top, f, "quiz", round > 0, &e));
        x = export_open(f, &o, &sink, &e);
        assert_true(export_add(x, &s.problems[round ? 0 : GAMES], &e));
        assert_true(export_finish(x, &e));
        if (!folder_commit(&d, &e))
            fail_msg("%s", e.msg);
        assert_true(d.files[2].written);
        assert_int_equal(stat(reward, &st), 0);
        export_close(x);
        folder_close(&d);
        if (round > 0)
            assert_int_equal(unlink(reward), 0);
    }
    assert_int_equal(unlink(arena_printf(&s.arena, "%s/quiz.yaml", top)), 0);
    assert_int_equal(unlink(arena_printf(&s.arena, "%s/problems.jsonl", top)),
                     0);
    assert_int_equal(rmdir(top), 0);
    arena_clear(&s.arena);
}

/* ---- class sheets ---- */

static void markdown_sheet(void **state)
{
    struct set s;
    struct files out;
    const char *text;

    (void)state;
    load(&s);
    export_some("markdown", s.problems, SET_SIZE, &out);
    text = files_text(&out, "quiz.md");
    assert_non_null(strstr(text, "\n1. A game with \\*, - and /.\n\n"
                                 "   Rules:  \n"
                                 "   \\- A step joins two numbers.  \n"
                                 "   \\- Each is used once.\n\n"
                                 "   Write it like this:  \n"
                                 "   9 - 5 = 4\n\n"
                                 "   Target: 6  \n"
                                 "   Numbers: 2, 2, 8, 2, 14\n\n"
                                 "2. "));
    assert_non_null(strstr(text, ": key\n\n"
                                 "1. $18$ points: 14 / 2 = 7; 8 - 7 = 1; "
                                 "2 + 1 = 3; 3 \\* 2 = 6 (mathador@1:1:s:0)\n"
                                 "\n2. $18$ points: 7 - 7 = 0; "));
    assert_non_null(strstr(text, "\n3. $17$ (concept"));
    files_clear(&out);
    arena_clear(&s.arena);
}

static void latex_sheet(void **state)
{
    struct set s;
    struct files out;
    const char *text;

    (void)state;
    load(&s);
    export_some("latex", s.problems, SET_SIZE, &out);
    text = files_text(&out, "quiz.tex");
    assert_non_null(strstr(text,
                           "{}A game with *, $-$ and /.\\par\\smallskip\n"
                           "Rules:\\par\n"
                           "$\\bullet$ A step joins two numbers.\\par\n"
                           "$\\bullet$ Each is used once.\\par\\smallskip\n"
                           "Write it like this:\\par\n"
                           "9 $-$ 5 = 4\\par\\smallskip\n"
                           "Target: 6\\par\n"));
    assert_non_null(strstr(text, "{}$18$ points: $14 / 2 = 7$; $8 - 7 = 1$; "
                                 "$2 + 1 = 3$; $3 * 2 = 6$\\hfill"));
    assert_non_null(strstr(text, "{}$17$\\hfill"));
    files_clear(&out);
    arena_clear(&s.arena);
}

/* What a file has in the place of steps must not stop or break a sheet. */
static void odd_keys(void **state)
{
    static const char *const keys[] = {
        "{\"best_solution\": 1}",
        "{\"best_solution\": []}",
        "{\"best_solution\": [1, null, \"}$\\\\input{x}\", \"\"]}",
        "{\"note\": \"x\"}",
    };
    struct set s;
    struct files out;

    (void)state;
    load(&s);
    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
        struct json *more;
        struct err e;

        assert_true(
            json_read(&s.arena, keys[i], strlen(keys[i]), 1, &more, &e));
        s.problems[0].keys[0].more = more;
        export_some("latex", s.problems, 1, &out);
        assert_null(strstr(files_text(&out, "quiz.tex"), "\\input"));
        assert_int_equal(
            strstr(files_text(&out, "quiz.tex"), " points:") != NULL, i == 2);
        files_clear(&out);
        export_some("markdown", s.problems, 1, &out);
        assert_non_null(strstr(files_text(&out, "quiz.md"), "$18$"));
        files_clear(&out);
    }
    arena_clear(&s.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(asked_and_answered), cmocka_unit_test(training_rows),
        cmocka_unit_test(other_rows),         cmocka_unit_test(hf_card),
        cmocka_unit_test(lm_eval_task),       cmocka_unit_test(lm_eval_folder),
        cmocka_unit_test(markdown_sheet),     cmocka_unit_test(latex_sheet),
        cmocka_unit_test(odd_keys),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
