/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Comparisons as text: made by hand, so that what is tested is that the numbers
 * put in come out, whatever the names are.
 */
#include "../lib/printed.h"
#include "run/print/print.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define HOSTILE "=cmd|' /C calc'!A0 <&>\"\x1b[2J\x07\xff\n\r,;\xe2\x82\xac"

/* A side is a model of a run; the name is the run's, or has the model too. */
static struct compare_side side_of(struct arena *a, const char *name,
                                   const char *run, const char *model)
{
    struct summary *v = arena_new(a, struct summary);

    v->info.name = run;
    v->models = arena_array(a, const char *, 1);
    v->models[0] = model;
    return (struct compare_side){ .view = v, .name = name };
}

static struct compare_pair small_pair(struct arena *a)
{
    struct compare_pair p = { .b = 1,
                              .pairs = 100,
                              .only_a = 3,
                              .uncounted = 2,
                              .clusters = 100,
                              .mean_a = 0.724,
                              .mean_b = 0.781,
                              .difference = 0.057,
                              .interval = { -0.01, 0.12 },
                              .spread = true,
                              .single = true,
                              .exact = true,
                              .a_only = 1,
                              .b_only = 24,
                              .p = 0.0312,
                              .p_holm = 0.0624,
                              .smallest = 0.082,
                              .n_flips = 25 };

    p.flips = arena_array(a, struct flip, p.n_flips);
    for (size_t i = 0; i < p.n_flips; i++)
        p.flips[i] = (struct flip){ arena_printf(a, "p%zu", i), i ? 0.0 : 1.0,
                                    i ? 1.0 : 0.0 };
    return p;
}

static void two_sides(void **state)
{
    struct arena a = { 0 };
    struct compare_side sides[] = { side_of(&a, "r3", "r3", "openai:gpt1"),
                                    side_of(&a, "r4", "r4", "m\033[2J") };
    struct str out = { 0 };
    struct compare_pair p = small_pair(&a);
    struct compare c = {
        .sides = sides, .n_sides = 2, .pairs = &p, .n_pairs = 1
    };
    struct json *top;

    (void)state;
    print_compare_json(&out, &c);
    top = read_back(&a, &out);
    check_text(top, "sides.1.name", "r4");
    check_text(top, "sides.0.model", "openai:gpt1");
    check_text(top, "pairs.0.clusters", "problem");
    check_text(top, "pairs.0.interval", "bootstrap");
    check_text(top, "pairs.0.test", "mcnemar");
    check_number(top, "pairs.0.difference", 0.057);
    check_number(top, "pairs.0.low", -0.01);
    check_number(top, "pairs.0.p", 0.0312);
    check_number(top, "pairs.0.a_only_right", 1);
    check_number(top, "pairs.0.smallest_difference", 0.082);
    check_text(top, "pairs.0.flips.24.problem", "p24");
    p.n_flips = 2;
    print_compare(&out, &c, 80);
    expect(&out,
           "2 runs or models compared, problem by problem; lenient verdicts\n"
           "r3 = openai:gpt1\n"
           "r4 = m?[2J\n"
           "left out: 3 only in r3, 2 without a counted attempt in one run\n"
           "\n"
           "run  accuracy  correct only here\n"
           "r3     72.4 %                  1\n"
           "r4     78.1 %                 24\n"
           "\n"
           "r4 - r3: +5.7 points; 95 % interval -1.0 .. +12.0 (bootstrap over "
           "problems)\n"
           "McNemar's exact test: p = 0.031\n"
           "this set of 100 problems can detect differences of 8.2 points or "
           "more with 80 %\n"
           "  power\n"
           "\n"
           "2 problems differ:\n"
           "problem       r3       r4\n"
           "p0       correct    wrong\n"
           "p1         wrong  correct\n");
    arena_clear(&a);
}

/* Few pairs, many flips, several attempts. */
static void two_sides_of_attempts(void **state)
{
    struct arena a = { 0 };
    struct compare_side sides[] = { side_of(&a, HOSTILE, "r3", HOSTILE),
                                    side_of(&a, "r4", "r4", HOSTILE) };
    struct str out = { 0 };
    struct compare_pair p = small_pair(&a);
    struct compare c = {
        .sides = sides, .n_sides = 2, .pairs = &p, .n_pairs = 1
    };
    const char *s;
    size_t rows = 0;

    (void)state;
    p.exact = p.single = false;
    p.smallest = NAN;
    p.p = 0;
    p.pairs = p.clusters = 1;
    print_compare(&out, &c, 80);
    check_lines(str_get(&out), 80);
    s = str_get(&out);
    assert_non_null(strstr(s, "\npaired permutation test: p < 0.0001\n"));
    assert_non_null(strstr(
        s, "\n"
           "1 problem: too few to estimate the detectable difference\n"));
    assert_non_null(strstr(s, "\n25 problems differ; the first 20:\n"));
    assert_non_null(strstr(s, "-100.0\n"));
    for (const char *q = s; (q = strstr(q, "\np")); q++)
        rows += q[2] >= '0' && q[2] <= '9';
    assert_int_equal(rows, 20);
    str_clear(&out);
    arena_clear(&a);
}

/* Templates; runs that differ in their settings; another file's rows. */
static void two_sides_in_clusters(void **state)
{
    struct arena a = { 0 };
    struct compare_side sides[] = { side_of(&a, "r3:gpt1", "r3", "gpt1"),
                                    side_of(&a, "r4", "r4", "gpt1") };
    const struct json *limit[] = { NULL, json_new_int(&a, 500) };
    const struct json *system[] = {
        json_new_string(&a, "be brief"),
        json_new_string(&a, "a text that is much too long for a line such "
                            "as this one")
    };
    const struct json *tolerance[] = { json_new_string(&a, "1%"), NULL };
    struct setting_difference settings[] = {
        { "max_tokens", limit, SETTING_DECODING },
        { "system", system, SETTING_PROMPT },
        { "judge tolerance", tolerance, SETTING_JUDGE }
    };
    struct str out = { 0 };
    struct compare_pair p = small_pair(&a);
    struct compare c = { .sides = sides,
                         .n_sides = 2,
                         .pairs = &p,
                         .n_pairs = 1,
                         .settings = settings,
                         .n_settings = 3,
                         .judged_apart = true };
    struct json *top;
    const char *s;

    (void)state;
    p.exact = false;
    p.clusters = 10;
    p.other_problem = 40;
    p.other_key = 1;
    print_compare_json(&out, &c);
    top = read_back(&a, &out);
    check_text(top, "pairs.0.clusters", "template, parent or game");
    check_number(top, "pairs.0.n_clusters", 10);
    check_number(top, "pairs.0.other_problem", 40);
    check_number(top, "pairs.0.other_key", 1);
    check_text(top, "pairs.0.test", "permutation");
    check_number(top, "sides.1.settings.max_tokens", 500);
    check_text(top, "sides.0.settings.judge tolerance", "1%");
    assert_false(json_get(top, "judged_alike")->truth);
    p.n_flips = 0;
    print_compare(&out, &c, 120);
    s = str_get(&out);
    check_lines(s, 120);
    assert_non_null(strstr(s, "\nr3:gpt1; system \"be brief\", judge tolerance "
                              "1%\n"
                              "r4 = gpt1; max_tokens 500, system ("));
    assert_non_null(strstr(s, ")\n"
                              "the runs were not judged by the same rules: "));
    assert_non_null(
        strstr(s, "left out: 3 only in r3:gpt1, 40 with the same id but "
                  "another statement, 1 with another key, 2 without"));
    assert_non_null(strstr(s, "over 10 clusters by template, parent or game)"));
    assert_non_null(strstr(s, "\npaired permutation test over 10 clusters by "
                              "template, parent or game: p = 0.031\n"));
    assert_non_null(strstr(s, "\n"
                              "this set of 100 problems in 10 clusters can "
                              "detect differences of 8.2 points"));
    str_clear(&out);
    arena_clear(&a);
}

static void sides_without_spread(void **state)
{
    struct arena a = { 0 };
    struct compare_side sides[] = { side_of(&a, "r3", "r3", "gpt1"),
                                    side_of(&a, "r4", "r4", "gpt1") };
    struct str out = { 0 };
    struct compare_pair p = small_pair(&a);
    struct compare c = {
        .sides = sides, .n_sides = 2, .pairs = &p, .n_pairs = 1
    };
    struct json *top;

    (void)state;
    p.spread = false;
    p.smallest = NAN;
    p.n_flips = 0;
    print_compare_json(&out, &c);
    top = read_back(&a, &out);
    check_text(top, "pairs.0.interval", "wilson");
    print_compare(&out, &c, 100);
    assert_non_null(strstr(str_get(&out),
                           " (Wilson interval, because no problem differs)"));
    assert_non_null(
        strstr(str_get(&out),
               "\n"
               "100 problems: the results vary too little to estimate the "
               "detectable difference\n"));
    assert_null(strstr(str_get(&out), "bootstrap"));
    p.n_flips = 25;
    str_reset(&out);
    print_compare(&out, &c, 100);
    assert_non_null(
        strstr(str_get(&out), " (Wilson interval, because all problems"));
    str_clear(&out);
    arena_clear(&a);
}

/* On a screen: ten problems that differ, or ten of many comparisons. */
static void on_a_screen(void **state)
{
    struct arena a = { 0 };
    struct compare_side sides[6];
    struct compare_pair pairs[15];
    struct compare c = {
        .sides = sides, .n_sides = 2, .pairs = pairs, .n_pairs = 1
    };
    struct str out = { 0 };
    size_t n = 0;

    (void)state;
    for (size_t i = 0; i < 6; i++) {
        const char *name = arena_printf(&a, "r%zu", i + 1);

        sides[i] = side_of(&a, name, name, "gpt");
        for (size_t k = 0; k < i; k++) {
            pairs[n] = small_pair(&a);
            pairs[n].a = k;
            pairs[n].b = i;
            pairs[n].p = 0.9 - 0.05 * (double)n;
            n++;
        }
    }
    print_compare_screen(&out, &c, 80);
    assert_non_null(strstr(out.s, "\n25 problems differ; the first 10:\n"));
    assert_non_null(strstr(out.s, "\np9 "));
    assert_null(strstr(out.s, "\np10 "));
    assert_non_null(strstr(out.s, "more: --full; `assay compare r1 r2 --json` "
                                  "lists every problem that differs;"));
    str_reset(&out);
    c.n_sides = 6;
    c.n_pairs = n;
    print_compare_screen(&out, &c, 120);
    check_lines(out.s, 120);
    assert_non_null(strstr(out.s,
                           "\n"
                           "the 10 of 15 comparisons with the smallest p:\n"));
    assert_non_null(strstr(out.s, "\nr5  r6 "));
    assert_null(strstr(out.s, "\nr1  r2 ")); /* its p is the largest */
    assert_true(strstr(out.s, "\nr5  r6 ") < strstr(out.s, "\nr4  r6 "));
    str_clear(&out);
    arena_clear(&a);
}

static void three_sides(void **state)
{
    struct arena a = { 0 };
    struct compare_side sides[] = { side_of(&a, "r3", "r3", "gpt1"),
                                    side_of(&a, "r4", "r4", "gpt2"),
                                    side_of(&a, "r5", "r5", "gpt3") };
    struct str out = { 0 };
    struct compare_pair pairs[3];
    struct compare c = {
        .sides = sides, .n_sides = 3, .pairs = pairs, .n_pairs = 3
    };

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        pairs[i] = small_pair(&a);
        pairs[i].a = i == 2;
        pairs[i].b = i ? 2 : 1;
    }
    c.strict = true;
    pairs[2].smallest = 1.788; /* no difference is that large */
    print_compare(&out, &c, 120);
    expect(&out,
           "3 runs or models compared, problem by problem; strict verdicts\n"
           "r3 = gpt1\n"
           "r4 = gpt2\n"
           "r5 = gpt3\n"
           "\n"
           "a   b   problems  a correct  b correct  b - a           95 %     "
           " p  p (Holm)  detectable  differ  left out\n"
           "r3  r4       100     72.4 %     78.1 %   +5.7  -1.0 .. +12.0  "
           "0.031     0.062         8.2      25         5\n"
           "r3  r5       100     72.4 %     78.1 %   +5.7  -1.0 .. +12.0  "
           "0.031     0.062         8.2      25         5\n"
           "r4  r5       100     72.4 %     78.1 %   +5.7  -1.0 .. +12.0  "
           "0.031     0.062           -      25         5\n"
           "\n"
           "b - a in points, with a bootstrap interval over problems; p "
           "by McNemar's exact test if each run has one attempt,\n"
           "  otherwise by a paired permutation test; p (Holm) is "
           "corrected for the 3 comparisons\n"
           "detectable: the smallest difference that the problems of a "
           "pair can detect with 80 % power\n");
    pairs[1].clusters = 12;
    pairs[1].other_key = 7;
    print_compare(&out, &c, 120);
    assert_non_null(strstr(str_get(&out), "b   problems  clusters  a correct"));
    assert_non_null(strstr(str_get(&out), "left out  other key\n"));
    assert_non_null(strstr(str_get(&out), "r3  r5       100        12"));
    assert_non_null(strstr(str_get(&out), "interval over clusters"));
    str_clear(&out);
    arena_clear(&a);
}

/* The words hold whatever the open results are. */
static void something_is_open(void **state)
{
    struct arena a = { 0 };
    struct compare_side sides[] = { side_of(&a, "r3", "r3", "gpt1"),
                                    side_of(&a, "r4", "r4", "gpt1") };
    struct str out = { 0 };
    struct compare_pair p = small_pair(&a);
    struct compare c = {
        .sides = sides, .n_sides = 2, .pairs = &p, .n_pairs = 1
    };
    struct json *top;

    (void)state;
    p.open = 9;
    p.n_flips = p.a_only = p.b_only = 0;
    p.bracket_a = (struct interval){ 0.724, 0.814 };
    p.bracket_b = (struct interval){ 0.781, 0.781 };
    p.open_a = (struct open_attempts){ 2, 3, 4 };
    p.bracket = (struct interval){ -0.033, 0.057 };
    print_compare_json(&out, &c);
    top = read_back(&a, &out);
    check_number(top, "pairs.0.bracket_a.high", 0.814);
    check_number(top, "pairs.0.open_a.missing", 4);
    check_number(top, "pairs.0.open_b.error", 0);
    print_compare(&out, &c, 100);
    assert_non_null(strstr(out.s,
                           "\n"
                           "run  accuracy       bracket  certainly "
                           "correct only here  undecided  error  missing\n"
                           "r3     72.4 %  72.4 .. 81.4                "
                           "            0          2      3        4\n"));
    assert_non_null(strstr(out.s, "the widest that open results allow"));
    assert_non_null(strstr(out.s, "\nno problem differs for certain: "));
    assert_null(strstr(out.s, "\nno problem differs\n"));
    str_clear(&out);
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_sides),
        cmocka_unit_test(two_sides_of_attempts),
        cmocka_unit_test(two_sides_in_clusters),
        cmocka_unit_test(sides_without_spread),
        cmocka_unit_test(on_a_screen),
        cmocka_unit_test(something_is_open),
        cmocka_unit_test(three_sides),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
