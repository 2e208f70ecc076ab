/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The judge on real keys and replies, where the machine has them: the folder
 * that $ASSAY_DATA names. Labels there were mostly made by machines; where
 * the judge disagrees, the row stands with its reason in
 * tests/cases/data/disagreements.test. Skipped without the folder; a file
 * that it does not hold is passed over.
 */
#include "../lib/cases.h"
#include "base/json.h"
#include "base/map.h"
#include "base/vec.h"
#include "grade/grade.h"
#include "grade/request.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

/* ---- the listed disagreements ---- */

struct listed {
    struct arena arena;
    struct map ids; /* id -> index in verdicts */
    struct vec verdicts;
};

static void listed_read(struct listed *l)
{
    struct cases c;
    const char *lines[3];
    bool added;

    *l = (struct listed){ 0 };
    l->verdicts = vec_in(&l->arena, sizeof(const char *));
    cases_open(&c, "data/disagreements.test");
    while (cases_next(&c, lines, 3)) {
        *map_put(&l->ids, lines[0], strlen(lines[0]), &added) = l->verdicts.n;
        *(const char **)vec_push(&l->verdicts) =
            arena_strdup(&l->arena, lines[1]);
        if (!added)
            cases_fail(&c, "\"%s\" is listed twice", lines[0]);
    }
    c.count++; /* the list may be empty */
    assert_int_equal(cases_close(&c), 0);
}

/* The verdict that is listed for a row, NULL when none is. */
static const char *listed_get(const struct listed *l, const char *id)
{
    size_t *i = map_get(&l->ids, id, strlen(id));

    return i ? *vec_get(&l->verdicts, const char *, *i) : NULL;
}

static void listed_clear(struct listed *l)
{
    map_clear(&l->ids);
    arena_clear(&l->arena);
}

/* ---- files of pairs ---- */

struct file {
    const char *name;
    const char *gold, *reply, *label, *params; /* fields of a row */
    bool extracted;
};

static const struct file files[] = {
    { "grade-cases", "gold", "response", "equal", NULL, false },
    { "math-replies", "gold", "response", "label", NULL, false },
    { "math100x8-replies", "gold", "response", "label", NULL, false },
    { "hardmath2-model-answers", "solution_latex", "model_latex",
      "is_equivalent", "parameters", true },
};

struct tally {
    size_t rows, agree, listed, unlisted;
    size_t verdicts[VERDICTS];
};

/* A text, or the texts of an array with ";" between. */
static const char *text_of(struct arena *a, const struct json *v)
{
    struct str out = str_in(a);

    if (!v || v->type != JSON_ARRAY)
        return json_string(v);
    for (const struct json *c = v->first; c; c = c->next)
        str_addf(&out, "%s%s", c == v->first ? "" : "; ",
                 json_string(c) ? json_string(c) : "");
    return str_get(&out);
}

static const char *id_of(struct arena *a, const struct json *row,
                         const char *file, size_t line)
{
    const char *id = json_string(json_get(row, "id"));

    return id ? id : arena_printf(a, "%s:%zu", file, line);
}

static struct grade_result judge_one(struct arena *a, const struct file *f,
                                     const struct json *row,
                                     const struct json *key)
{
    const char *gold = text_of(a, key);
    const char *reply = text_of(a, json_get(row, f->reply));
    const char *params =
        f->params ? json_string(json_get(row, f->params)) : NULL;
    struct grade_request r = { .gold = gold ? gold : "",
                               .reply = reply ? reply : "",
                               .extracted = f->extracted };

    r.gold_n = strlen(r.gold);
    r.reply_n = strlen(r.reply);
    if (params)
        request_set_symbols(a, &r, params);
    return grade_pair(a, &r);
}

/* A list of keys in a file of replies: each of them is right. */
static struct grade_result judge_row(struct arena *a, const struct file *f,
                                     const struct json *row)
{
    const struct json *gold = json_get(row, f->gold);
    struct grade_result r;

    if (!gold || gold->type != JSON_ARRAY || f->extracted)
        return judge_one(a, f, row, gold);
    for (const struct json *k = gold->first; k; k = k->next) {
        r = judge_one(a, f, row, k);
        if (r.lenient.verdict == VERDICT_CORRECT || !k->next)
            return r;
    }
    return judge_one(a, f, row, NULL);
}

/* Does the verdict say what the label says? Undecided says nothing. */
static bool agrees(enum verdict v, bool label)
{
    if (v == VERDICT_UNDECIDED || v == VERDICT_BAD_KEY)
        return false;
    return (v == VERDICT_CORRECT) == label;
}

static void check_row(struct arena *a, const struct file *f,
                      const struct json *row, size_t line,
                      const struct listed *l, struct tally *t)
{
    const struct json *label = json_get(row, f->label);
    const char *id = id_of(a, row, f->name, line);
    const char *want = listed_get(l, id), *got;
    struct grade_result r;
    bool agree;

    if (!label || label->type != JSON_BOOL)
        return;
    r = judge_row(a, f, row);
    agree = agrees(r.lenient.verdict, label->truth);
    got = verdict_name(r.lenient.verdict);
    t->rows++;
    t->verdicts[r.lenient.verdict]++;
    t->agree += agree;
    if (agree ? !want : want && str_eq(want, got)) {
        t->listed += !agree;
        return;
    }
    t->unlisted++;
    fprintf(stderr, "%s.jsonl:%zu: %s: label %s, verdict %s (%s)%s%s\n",
            f->name, line, id, label->truth ? "true" : "false", got,
            r.lenient.why, want ? "; the list says " : "", want ? want : "");
}

static void print_tally(const char *name, const struct tally *t)
{
    printf("# figure: %s: %zu rows, agrees with %zu (%zu.%02zu %%), listed "
           "disagreements %zu, not listed %zu;",
           name, t->rows, t->agree, 100 * t->agree / t->rows,
           10000 * t->agree / t->rows % 100, t->listed, t->unlisted);
    for (int v = 0; v < VERDICTS; v++)
        printf(" %s %zu", verdict_name((enum verdict)v), t->verdicts[v]);
    printf("\n");
}

/* True when the file is there. */
static bool open_file(struct lines *l, const char *name)
{
    const char *folder = getenv("ASSAY_DATA");
    struct arena a = { 0 };
    struct err e;
    bool ok;

    if (!folder || !*folder)
        return false;
    ok = lines_open(l, arena_printf(&a, "%s/%s.jsonl", folder, name), 0, &e);
    l->name = name;
    arena_clear(&a);
    return ok;
}

static void run_file(const struct file *f)
{
    struct arena a = { 0 };
    struct tally t = { 0 };
    struct listed listed;
    struct lines l;
    struct json *row;
    struct err e;

    if (!open_file(&l, f->name))
        skip();
    listed_read(&listed);
    while (lines_next_json(&l, &a, &row, &e) == LINES_LINE) {
        check_row(&a, f, row, l.number, &listed, &t);
        arena_reset(&a);
    }
    lines_close(&l);
    listed_clear(&listed);
    arena_clear(&a);
    assert_true(t.rows > 0);
    print_tally(f->name, &t);
    assert_int_equal(t.unlisted, 0);
}

static void test_cases(void **state)
{
    (void)state;
    run_file(&files[0]);
}

static void test_replies(void **state)
{
    (void)state;
    run_file(&files[1]);
}

static void test_samples(void **state)
{
    (void)state;
    run_file(&files[2]);
}

static void test_model_answers(void **state)
{
    (void)state;
    run_file(&files[3]);
}

/* ---- keys ---- */

static const struct file keys[] = {
    { "math500", "answer", "answer", NULL, NULL, true },
    { "math-test-skills", "answer", "answer", NULL, NULL, true },
    { "hardmath2", "solution", "solution", NULL, "parameters", false },
};

/* Every key is read, and is its own answer. */
static size_t run_keys(const struct file *f, const struct listed *listed)
{
    struct arena a = { 0 };
    struct lines l;
    struct json *row;
    struct err e;
    size_t rows = 0, read = 0, correct = 0, bad = 0;

    if (!open_file(&l, f->name))
        return 0;
    while (lines_next_json(&l, &a, &row, &e) == LINES_LINE) {
        struct grade_result r = judge_row(&a, f, row);
        const char *id = arena_printf(&a, "%s:%zu", f->name, l.number);
        const char *want = listed_get(listed, id);
        const char *got = verdict_name(r.lenient.verdict);

        rows++;
        read += r.lenient.verdict != VERDICT_BAD_KEY;
        correct += r.lenient.verdict == VERDICT_CORRECT;
        if (!str_eq(want ? want : "correct", got)) {
            fprintf(stderr, "%s: %s (%s)\n", id, got, r.lenient.why);
            bad++;
        }
        arena_reset(&a);
    }
    lines_close(&l);
    arena_clear(&a);
    assert_true(rows > 0);
    printf("# figure: %s: %zu keys, %zu read, %zu their own answer\n", f->name,
           rows, read, correct);
    return bad;
}

static void test_keys(void **state)
{
    struct listed listed;
    size_t bad = 0;

    (void)state;
    if (!getenv("ASSAY_DATA") || !*getenv("ASSAY_DATA"))
        skip();
    listed_read(&listed);
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        bad += run_keys(&keys[i], &listed);
    listed_clear(&listed);
    assert_int_equal(bad, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),   cmocka_unit_test(test_replies),
        cmocka_unit_test(test_samples), cmocka_unit_test(test_model_answers),
        cmocka_unit_test(test_keys),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
