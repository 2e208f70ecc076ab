/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The functions of assay.h as a program meets them: options that make no
 * sense, ownership, many threads at once.
 */
#include "assay.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

static void test_one(void **state)
{
    struct assay_verdict *v =
        assay_grade("42", "Six times seven is \\boxed{42}.", NULL);

    (void)state;
    assert_non_null(v);
    assert_int_equal(v->verdict, ASSAY_CORRECT);
    assert_int_equal(v->strict, ASSAY_CORRECT);
    assert_int_equal(v->lenient, ASSAY_CORRECT);
    assert_string_equal(v->rule, "boxed");
    assert_string_equal(v->extracted, "42");
    assert_string_equal(v->key, "42");
    assert_string_equal(v->answer, "42");
    assert_null(v->witness);
    assert_true(v->by && *v->by && v->why && *v->why);
    assay_verdict_free(v);
    assay_verdict_free(NULL);
}

static void test_parts(void **state)
{
    struct assay_verdict *v = assay_grade(
        "question 1: 14; final: 5", "question 1 = 14 and final = 6", NULL);

    (void)state;
    assert_int_equal(v->verdict, ASSAY_WRONG);
    assert_string_equal(v->extracted, "question 1: 14; final: 6");
    assert_int_equal(v->parts_n, 2);
    assert_string_equal(v->parts[0].name, "question 1");
    assert_int_equal(v->parts[0].strict, ASSAY_CORRECT);
    assert_string_equal(v->parts[0].value, "14");
    assert_string_equal(v->parts[1].name, "final");
    assert_int_equal(v->parts[1].lenient, ASSAY_WRONG);
    assert_string_equal(v->parts[1].extracted, "6");
    assay_verdict_free(v);
    v = assay_grade("42", "42", NULL);
    assert_true(v->parts == NULL && v->parts_n == 0);
    assay_verdict_free(v);
}

/* The verdict keeps nothing of what it was given. */
static void test_owns(void **state)
{
    char gold[] = "42", reply[] = "\\boxed{43}";
    struct assay_verdict *v = assay_grade(gold, reply, NULL);

    (void)state;
    memset(gold, 'x', strlen(gold));
    memset(reply, 'x', strlen(reply));
    assert_int_equal(v->verdict, ASSAY_WRONG);
    assert_string_equal(v->extracted, "43");
    assert_string_equal(v->key, "42");
    assay_verdict_free(v);
}

static void expect(const char *gold, const char *reply,
                   const struct assay_options *o, enum assay_outcome want)
{
    struct assay_verdict *v = assay_grade(gold, reply, o);

    assert_non_null(v);
    if (v->verdict != want)
        fail_msg("%s, %s: %s (%s)", gold, reply ? reply : "NULL",
                 assay_outcome_name(v->verdict), v->why);
    assert_true(v->verdict == (o && o->strict ? v->strict : v->lenient));
    assay_verdict_free(v);
}

static void test_options(void **state)
{
    const char *params[] = { "x", "\\epsilon" };
    const char *choices[] = { "red", "blue" };
    struct assay_options o = { .extracted = 1,
                               .kind = "integer",
                               .params = params,
                               .params_n = 2,
                               .tolerance = "1e-3",
                               .digits = 8 };
    struct assay_options strict = { .strict = 1 };
    struct assay_options choice = { .choices = choices, .choices_n = 2 };

    (void)state;
    expect("42", "42", &o, ASSAY_CORRECT);
    expect("42", NULL, &o, ASSAY_NO_ANSWER);
    expect("42", NULL, NULL, ASSAY_NO_ANSWER);
    expect("42", "", NULL, ASSAY_NO_ANSWER);
    expect("", "42", NULL, ASSAY_BAD_KEY);
    expect("42", "\\boxed{42}", &strict, ASSAY_CORRECT);
    expect("B", "\\boxed{B}", &choice, ASSAY_CORRECT);
}

static void test_no_sense(void **state)
{
    const char *hole[] = { "x", NULL };
    const char *many[27];
    const struct assay_options bad[] = {
        { .kind = "integral" },
        { .kind = "" },
        { .tolerance = "some" },
        { .tolerance = "-1" },
        { .digits = -1 },
        { .digits = 101 },
        { .params = NULL, .params_n = 1 },
        { .params = hole, .params_n = 2 },
        { .choices = hole, .choices_n = 2 },
        { .choices = many, .choices_n = 27 },
        { .profile = "gsm" },
        { .profile = "/nowhere/x.yaml" },
    };
    const char *one[] = { "1" };

    (void)state;
    for (size_t i = 0; i < 27; i++)
        many[i] = "a";
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        struct assay_verdict *v = (struct assay_verdict *)(uintptr_t)&bad;

        if (assay_grade("1", "1", &bad[i]))
            fail_msg("option %zu was taken", i);
        assert_int_equal(assay_grade_many(one, one, 1, &bad[i], 1, &v), 0);
        assert_null(v);
    }
    assert_null(assay_grade(NULL, "1", NULL));
}

/* Which bytes of the reply hold the extract, and by which law it was judged. */
static void test_place(void **state)
{
    const char *reply = "caf\xc3\xa9: \\boxed{42}.";
    struct assay_options o = { .profile = "math" };
    struct assay_verdict *v = assay_grade("42", reply, NULL);

    (void)state;
    assert_int_equal(v->to - v->from, 2);
    assert_memory_equal(reply + v->from, "42", 2);
    assert_null(v->profile);
    assay_verdict_free(v);
    v = assay_grade("42", "It is 42.", &o);
    assert_int_equal(v->verdict, ASSAY_NO_ANSWER);
    assert_string_equal(v->profile, "math");
    assert_true(v->from == 0 && v->to == 0);
    assay_verdict_free(v);
}

/* Options for each pair; bad ones cost their own pair alone. */
static void test_each(void **state)
{
    const struct assay_options near = { .tolerance = "1%" };
    const struct assay_options bad = { .kind = "integral" };
    const struct assay_options strict = { .strict = 1 };
    const struct assay_options *each[] = { &near, NULL, &bad, &strict };
    const char *gold[] = { "100", "100", "100", "1/3" };
    const char *reply[] = { "101", "101", "100", "0.333333" };
    struct assay_verdict *v[4];

    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        assert_int_equal(assay_grade_each(gold, reply, 4, each, threads, v), 1);
        assert_int_equal(v[0]->verdict, ASSAY_CORRECT);
        assert_int_equal(v[1]->verdict, ASSAY_WRONG);
        assert_null(v[2]);
        assert_int_equal(v[3]->verdict, ASSAY_WRONG);
        assert_int_equal(v[3]->lenient, ASSAY_CORRECT);
        for (size_t i = 0; i < 4; i++)
            assay_verdict_free(v[i]);
    }
    assert_int_equal(assay_grade_each(gold, NULL, 1, NULL, 1, v), 1);
    assert_int_equal(v[0]->verdict, ASSAY_NO_ANSWER);
    assay_verdict_free(v[0]);
    assert_int_equal(assay_grade_each(NULL, reply, 1, NULL, 1, v), 0);
    assert_null(v[0]);
}

static void test_names(void **state)
{
    (void)state;
    assert_string_equal(assay_outcome_name(ASSAY_CORRECT), "correct");
    assert_string_equal(assay_outcome_name(ASSAY_WRONG), "wrong");
    assert_string_equal(assay_outcome_name(ASSAY_UNDECIDED), "undecided");
    assert_string_equal(assay_outcome_name(ASSAY_NO_ANSWER), "no_answer");
    assert_string_equal(assay_outcome_name(ASSAY_UNREADABLE), "unreadable");
    assert_string_equal(assay_outcome_name(ASSAY_BAD_KEY), "bad_key");
    assert_string_equal(assay_outcome_name((enum assay_outcome)77), "unknown");
    assert_string_equal(assay_outcome_name((enum assay_outcome)(-1)),
                        "unknown");
}

static void test_line(void **state)
{
    const char *line = "{\"id\": 3, \"gold\": \"42\", \"answer\": \"42\"}";
    char *said = assay_grade_line(line, strlen(line), 1);

    (void)state;
    assert_non_null(strstr(said, "{\"id\": 3, \"verdict\": \"correct\", "));
    assay_line_free(said);
    said = assay_grade_line("{\0", 2, 0);
    assert_non_null(strstr(said, "{\"id\": 1, \"error\": \""));
    assay_line_free(said);
    said = assay_grade_line(NULL, 5, 0);
    assert_non_null(strstr(said, "\"error\": \""));
    assay_line_free(said);
    assay_line_free(NULL);
}

/* ---- many ---- */

#define PAIRS 500

struct set {
    char text[PAIRS][2][32];
    const char *gold[PAIRS], *reply[PAIRS];
};

static struct set *set_new(void)
{
    struct set *s = calloc(1, sizeof(*s));

    assert_non_null(s);
    for (int i = 0; i < PAIRS; i++) {
        snprintf(s->text[i][0], 32, "\\frac{%d}{7}", i % 11 + 1);
        snprintf(s->text[i][1], 32, "\\boxed{\\frac{%d}{7}}", i % 5 + 1);
        s->gold[i] = s->text[i][0];
        s->reply[i] = i % 97 ? s->text[i][1] : NULL;
    }
    s->gold[13] = NULL;
    return s;
}

static bool same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static void check_same(const struct assay_verdict *a,
                       const struct assay_verdict *b, int i)
{
    assert_int_equal(a == NULL, b == NULL);
    if (!a)
        return;
    if (a->verdict != b->verdict || a->strict != b->strict ||
        a->work != b->work || !same_text(a->why, b->why) ||
        !same_text(a->extracted, b->extracted) || !same_text(a->key, b->key) ||
        !same_text(a->answer, b->answer) || !same_text(a->witness, b->witness))
        fail_msg("pair %d: %s and %s", i, a->why, b->why);
}

/* Any number of threads gives what one call for each pair gives. */
static void test_many(void **state)
{
    static const int threads[] = { 1, 2, 3, 0, 1000 };
    struct set *s = set_new();
    struct assay_verdict *v[PAIRS], *alone;

    (void)state;
    for (size_t t = 0; t < COUNT_OF(threads); t++) {
        assert_int_equal(
            assay_grade_many(s->gold, s->reply, PAIRS, NULL, threads[t], v), 1);
        for (int i = 0; i < PAIRS; i++) {
            alone = assay_grade(s->gold[i], s->reply[i], NULL);
            check_same(alone, v[i], i);
            assay_verdict_free(alone);
            assay_verdict_free(v[i]);
        }
    }
    assert_int_equal(assay_grade_many(s->gold, NULL, 2, NULL, 1, v), 1);
    assert_int_equal(v[0]->verdict, ASSAY_NO_ANSWER);
    assay_verdict_free(v[0]);
    assay_verdict_free(v[1]);
    assert_int_equal(assay_grade_many(s->gold, s->reply, 0, NULL, 0, v), 1);
    free(s);
}

/* Callers with threads of their own. */
static void *judge_all(void *arg)
{
    struct set *s = arg;
    size_t correct = 0;

    for (int i = 0; i < PAIRS; i++) {
        struct assay_verdict *v = assay_grade(s->gold[i], s->reply[i], NULL);

        correct += v && v->verdict == ASSAY_CORRECT;
        assay_verdict_free(v);
        if (i == PAIRS / 2)
            assay_thread_end(); /* and on */
    }
    assay_thread_end();
    return (void *)(uintptr_t)correct;
}

static void test_threads(void **state)
{
    struct set *s = set_new();
    pthread_t threads[4];
    size_t want = 0;
    void *got;

    (void)state;
    for (int i = 0; i < PAIRS; i++)
        want += s->gold[i] && s->reply[i] && i % 11 == i % 5;
    assert_true(want > 20);
    for (size_t t = 0; t < COUNT_OF(threads); t++)
        assert_int_equal(pthread_create(&threads[t], NULL, judge_all, s), 0);
    for (size_t t = 0; t < COUNT_OF(threads); t++) {
        pthread_join(threads[t], &got);
        assert_int_equal((uintptr_t)got, want);
    }
    free(s);
}

/* A family's own judge: the gold is the game. */
static void games_are_judged(void **state)
{
    const char *gold = "{\"family\": \"mathador\", \"params\": "
                       "{\"numbers\": [2, 6, 3, 1, 11], \"target\": 11}}";
    const char *bad = "{\"family\": \"mathador\", \"numbers\": [2]}";
    struct assay_verdict *v;
    char *line;

    (void)state;
    v = assay_grade(gold, "6 * 2 = 12\n12 - 1 = 11", NULL);
    assert_int_equal(v->verdict, ASSAY_CORRECT);
    assert_int_equal(v->strict, ASSAY_WRONG); /* 18 would be best */
    assert_string_equal(v->answer, "8");
    assay_verdict_free(v);
    v = assay_grade(gold, "11 + 0 = 11", NULL);
    assert_int_equal(v->verdict, ASSAY_WRONG);
    assay_verdict_free(v);
    v = assay_grade(bad, "11", NULL);
    assert_int_equal(v->verdict, ASSAY_BAD_KEY);
    assay_verdict_free(v);
    v = assay_grade("\\{1, 2\\}", "{2, 1}", NULL); /* still a set */
    assert_int_equal(v->verdict, ASSAY_CORRECT);
    assay_verdict_free(v);
    line = assay_grade_line(gold, strlen(gold), 0);
    assert_non_null(strstr(line, "\"response\\\" is missing"));
    assay_line_free(line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one),      cmocka_unit_test(test_parts),
        cmocka_unit_test(test_owns),     cmocka_unit_test(test_options),
        cmocka_unit_test(test_no_sense), cmocka_unit_test(test_names),
        cmocka_unit_test(test_place),    cmocka_unit_test(test_each),
        cmocka_unit_test(test_line),     cmocka_unit_test(test_many),
        cmocka_unit_test(test_threads),  cmocka_unit_test(games_are_judged),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
