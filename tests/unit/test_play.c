/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a Mathador run shows: points, best of k, errors, splits and stability,
 * from results made by hand.
 */
#include "../lib/bench.h"
#include "../lib/printed.h"
#include "family/mathador/points/points.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void check_interval(struct interval got, struct interval want)
{
    bench_check(got.low, want.low);
    bench_check(got.high, want.high);
}

static uint64_t errors_named(const struct points *p, size_t model,
                             const char *name)
{
    for (size_t i = 0; i < p->errors.n; i++)
        if (str_eq(p->errors.names[i], name))
            return p->errors.count[model * p->errors.n + i];
    fail_msg("no class %s", name);
    return 0;
}

/* ---- points ---- */

static void points(void **state)
{
    static const double of_18[] = { 1.5, 0, 1, 0 }, n[] = { 2, 2, 2, 2 };
    struct bench b;
    struct points *p;

    (void)state;
    bench_small(&b);
    p = bench_play(&b, NULL);
    assert_int_equal(p->whole[0].problems, 4);
    assert_int_equal(p->whole[0].results, 8);
    assert_int_equal(p->whole[0].open, 1); /* a call failed */
    bench_check(p->whole[0].solved.value, 4.0 / 8);
    bench_check(p->whole[0].optimal.value, 2.0 / 8);
    bench_check(p->whole[0].of_18.value, 2.5 / 8);
    bench_check(p->whole[0].of_best.value, 3.0 / 8);
    assert_int_equal(p->whole[0].of_18.n, 4);
    check_interval(p->whole[0].of_18.interval,
                   stats_clustered(of_18, n, 4, 0, 1));
    assert_int_equal(errors_named(p, 0, "formatting"), 1);
    assert_int_equal(errors_named(p, 0, "truncated"), 1);
    assert_int_equal(errors_named(p, 0, "refused"), 1);
    assert_int_equal(errors_named(p, 0, "missed_target"), 0);
    assert_int_equal(errors_named(p, 0, "no_answer"), 0);
    assert_int_equal(p->n_splits, 0);
    arena_clear(&b.a);
}

static void best_of(void **state)
{
    struct bench b;
    struct points *p;

    (void)state;
    bench_small(&b);
    p = bench_play(&b, NULL);
    assert_int_equal(p->most, 2);
    bench_check(p->best_of[0].value, (0.75 + 0 + 0.5 + 0) / 4);
    assert_int_equal(p->best_of[0].n, 4);
    bench_check(p->best_of[1].value, (1 + 0 + 2.0 / 3 + 0) / 4);
    assert_int_equal(p->best_of[1].n, 4); /* a failed call scores 0 */
    arena_clear(&b.a);
}

/* Twelve attempts: best of k up to ten, without repetition. */
static void best_of_ten(void **state)
{
    struct bench b;
    struct points *p;

    (void)state;
    bench_begin(&b, 1, 1, 12);
    for (uint64_t k = 1; k <= 12; k++)
        bench_score(&b, 0, 0, k, k == 5 ? 18 : 0, 18);
    p = bench_play(&b, NULL);
    assert_int_equal(p->most, 10);
    for (size_t k = 1; k <= 10; k++)
        bench_check(p->best_of[k - 1].value, (double)k / 12);
    arena_clear(&b.a);
}

/* One attempt at each game is Wilson's; the same game twice is a cluster. */
static void intervals(void **state)
{
    static const double two[] = { 1, 2, 0 }, n[] = { 1, 2, 1 };
    struct bench b;
    struct points *p;

    (void)state;
    bench_begin(&b, 4, 1, 1);
    for (size_t i = 0; i < 4; i++)
        bench_score(&b, i, 0, 1, i == 3 ? 0 : 18, 18);
    p = bench_play(&b, NULL);
    check_interval(p->whole[0].solved.interval, stats_wilson(3, 4));
    b.problems[2].params = b.problems[1].params;
    p = bench_play(&b, NULL);
    check_interval(p->whole[0].solved.interval,
                   stats_clustered(two, n, 3, 0, 1));
    assert_int_equal(p->whole[0].solved.n, 4);
    arena_clear(&b.a);
}

/* Whatever stands in a store. */
static void hostile_fields(void **state)
{
    static const char *const more[] = {
        NULL,
        "",
        "no JSON",
        "[]",
        "{\"score\": \"18\"}",
        "{\"score\": -5, \"best\": 18}",
        "{\"score\": 1e300, \"best\": 18}",
        "{\"score\": 99999999999999999999, \"best\": 18}",
        "{\"score\": 0, \"best\": null, \"error\": {}}",
        "{\"score\": 0, \"error\": \"a new class\"}",
        "{\"score\": 20, \"best\": 14, \"error\": null}", /* padded */
    };
    size_t n = sizeof(more) / sizeof(more[0]);
    struct bench b;
    struct points *p;

    (void)state;
    bench_begin(&b, n + 4, 1, 1);
    for (size_t i = 0; i < n; i++)
        bench_add(&b, i, 0, 1, more[i])->lenient =
            i ? VERDICT_WRONG : VERDICT_NO_ANSWER;
    bench_add(&b, n, 0, 1, NULL)->lenient = VERDICT_BAD_KEY;
    bench_add(&b, n + 1, 0, 1, NULL)->lenient = VERDICT_UNDECIDED;
    bench_add(&b, 1000, 0, 1, NULL);
    bench_add(&b, 0, 1000, 1, NULL);
    p = bench_play(&b, NULL);
    assert_int_equal(p->whole[0].results, n + 1);
    assert_int_equal(p->whole[0].open, 1);
    bench_check(p->whole[0].of_18.value, 1.0 / (double)(n + 1));
    bench_check(p->whole[0].of_best.value, 1.0 / (double)(n + 1));
    bench_check(p->whole[0].optimal.value, 1.0 / (double)(n + 1));
    assert_int_equal(errors_named(p, 0, "no_answer"), 1);
    assert_int_equal(errors_named(p, 0, "other"), n - 2);
    arena_clear(&b.a);
}

/* Six calls of ten fail, or never came: no mistakes of the model's, and it has
 * solved four games of ten. */
static void open_games(void **state)
{
    struct bench b;
    struct points *p;

    (void)state;
    for (int missing = 0; missing < 2; missing++) {
        bench_begin(&b, 10, 1, 1);
        for (size_t i = 0; i < 4; i++)
            bench_score(&b, i, 0, 1, 18, 18);
        for (size_t i = 4; i < 10 && !missing; i++)
            bench_add(&b, i, 0, 1, NULL)->outcome = OUTCOME_ERROR;
        b.v.count.n_problems = 10;
        b.v.count.n_models = 1;
        b.v.count.planned = 1;
        p = bench_play(&b, NULL);
        assert_int_equal(p->whole[0].results, 10);
        assert_int_equal(p->whole[0].problems, 10);
        assert_int_equal(p->whole[0].open, 6);
        bench_check(p->whole[0].solved.value, 0.4);
        bench_check(p->whole[0].of_18.value, 0.4);
        for (size_t i = 0; i < p->errors.n; i++)
            assert_int_equal(p->errors.count[i], 0);
        arena_clear(&b.a);
    }
}

static void nothing_to_play(void **state)
{
    struct bench b;

    (void)state;
    bench_begin(&b, 2, 1, 1);
    b.problems[0].family = "concept/crt";
    b.problems[1].family = NULL;
    bench_score(&b, 0, 0, 1, 18, 18);
    assert_null(bench_play(&b, NULL));
    arena_clear(&b.a);
    bench_begin(&b, 0, 1, 1);
    assert_null(bench_play(&b, NULL));
    arena_clear(&b.a);
}

/* Asked, but nothing has come yet. */
static void no_results(void **state)
{
    struct bench b;
    struct points *p;

    (void)state;
    bench_begin(&b, 2, 2, 3);
    b.problems[1].level = 2;
    p = bench_play(&b, NULL);
    assert_non_null(p);
    assert_int_equal(p->whole[1].solved.n, 0);
    assert_true(isnan(p->whole[1].of_18.value));
    assert_int_equal(p->best_of[5].n, 0);
    assert_int_equal(bench_split(p, "level")->cells[3].results, 0);
    arena_clear(&b.a);
}

/* ---- splits ---- */

/* The rows differ in the one knob alone. */
static void split_by_knobs(void **state)
{
    const struct points_split *s;
    struct bench b;
    struct points *p;

    (void)state;
    bench_knobs(&b);
    p = bench_play(&b, NULL);
    s = bench_split(p, "shots");
    assert_int_equal(s->n, 3);
    assert_string_equal(s->values[0], "0"); /* the card's default */
    assert_string_equal(s->values[1], "5"); /* by size, not by spelling */
    assert_string_equal(s->values[2], "20");
    assert_string_equal(s->held, "prompt = full");
    assert_int_equal(s->same_games, 3);
    for (size_t c = 0; c < 6; c++)
        assert_int_equal(s->cells[c].problems, 3);
    bench_check(s->cells[0].of_18.value, 2.0 / 18);
    bench_check(s->cells[5].of_18.value, 4.0 / 18);
    assert_null(s->spread);
    assert_int_equal(s->difference[0].n, 0);
    bench_check(s->difference[1].value, 0);
    bench_check(s->difference[4].value, 1.0 / 18);
    bench_check(s->difference[5].value, 2.0 / 18);
    assert_int_equal(s->difference[5].n, 3);
    assert_true(isnan(s->difference[5].interval.low)); /* all the same */
    s = bench_split(p, "prompt");
    assert_int_equal(s->n, 2);
    assert_string_equal(s->values[0], "brief");
    assert_string_equal(s->values[1], "full");
    assert_string_equal(s->held, "shots = 0");
    assert_int_equal(s->same_games, 2);
    assert_int_equal(s->cells[1].problems, 2);
    bench_check(s->difference[1].value, 1.5 / 18);
    bench_check(s->difference[1].interval.low,
                1.5 / 18 - stats_t_quantile(0.975, 1) * 0.5 / 18);
    assert_null(bench_split(p, "level"));
    assert_null(bench_split(p, "seed"));
    assert_null(bench_split(p, "difficulty"));
    arena_clear(&b.a);
}

/* Without common games rows are of one level; with two knobs that always go
 * together there is nothing to compare. */
static void knobs_of_other_games(void **state)
{
    const struct points_split *s;
    struct bench b;
    struct points *p;

    (void)state;
    bench_begin(&b, 6, 1, 1);
    for (size_t i = 0; i < 6; i++) {
        b.problems[i].knobs =
            i % 2 ? bench_tree(&b.a, "{\"shots\": \"2\"}") : NULL;
        b.problems[i].level = i < 2 ? 1 : 2;
        bench_score(&b, i, 0, 1, (int)i, 18);
    }
    p = bench_play(&b, NULL);
    s = bench_split(p, "shots");
    assert_int_equal(s->n, 2);
    assert_string_equal(s->held, "level = 2");
    assert_int_equal(s->same_games, 0);
    assert_int_equal(s->difference[1].n, 0);
    bench_check(s->cells[0].of_18.value, 3.0 / 18);
    bench_check(s->cells[1].of_18.value, 4.0 / 18);
    s = bench_split(p, "level");
    assert_int_equal(s->n, 2);
    bench_check(s->cells[1].of_18.value, 3.5 / 18);
    for (size_t i = 0; i < 6; i++)
        if (i % 2)
            b.problems[i].knobs =
                bench_tree(&b.a, "{\"shots\": \"2\", \"prompt\": \"brief\"}");
    p = bench_play(&b, NULL);
    assert_null(bench_split(p, "shots"));
    assert_null(bench_split(p, "prompt"));
    arena_clear(&b.a);
}

/* Sixty problems make three bands of twenty; equal ones stay together. */
static void split_by_difficulty(void **state)
{
    const struct points_split *s;
    struct bench b;
    struct points *p;

    (void)state;
    bench_begin(&b, 61, 1, 1);
    for (size_t i = 0; i < 60; i++) {
        size_t rank = i < 18 || i > 22 ? i : 18; /* a tie over the border */

        b.problems[59 - i].params =
            bench_tree(&b.a, arena_printf(&b.a,
                                          "{\"numbers\": [%zu], \"target\": 1, "
                                          "\"difficulty\": %.17g}",
                                          i, 0.25 + 0.25 * (double)rank));
    }
    for (size_t i = 0; i < 61; i++)
        bench_score(&b, i, 0, 1, i < 20 ? 18 : 0, 18);
    p = bench_play(&b, NULL);
    s = bench_split(p, "difficulty");
    assert_int_equal(s->n, 3);
    assert_string_equal(s->values[0], "1: 0.25 .. 4.75");
    assert_string_equal(s->values[1], "2: 6 .. 10");
    assert_string_equal(s->values[2], "3: 10.2 .. 15");
    assert_int_equal(s->cells[0].problems, 23);
    assert_int_equal(s->cells[1].problems, 17);
    assert_int_equal(s->cells[2].problems, 20);
    bench_check(s->cells[0].of_18.value, 0);
    bench_check(s->cells[2].of_18.value, 1);
    arena_clear(&b.a);
}

/* Three sets of two games: means 1/2, 1 and 0. */
static void split_by_seed(void **state)
{
    static const char *const seeds[] = { "a", "a", "b", "b", "c", "c" };
    static const int scores[] = { 18, 0, 18, 18, 0, 0 };
    const struct points_split *s;
    struct bench b;
    struct points *p;

    (void)state;
    bench_begin(&b, 6, 1, 1);
    for (size_t i = 0; i < 6; i++) {
        b.problems[i].seed = seeds[i];
        bench_score(&b, i, 0, 1, scores[i], 18);
    }
    p = bench_play(&b, NULL);
    s = bench_split(p, "seed");
    assert_int_equal(s->n, 3);
    assert_string_equal(s->values[2], "c");
    bench_check(s->cells[1].of_18.value, 1);
    bench_check(s->spread[0].value, 0.5);
    bench_check(s->spread[0].expected,
                sqrt(0.25 / 3)); /* only the first varies */
    assert_int_equal(s->spread[0].sets, 3);
    assert_int_equal(s->spread[0].kinds, 1);
    /* Three right ones of six: 12 of the 20 ways to deal them out leave a
     * set with both wrong and one with both right. */
    assert_true(fabs(s->spread[0].p - 12 / 20.0) < 0.03);
    arena_clear(&b.a);
}

/* Two levels have two sets each: only sets of one level are compared. */
static void split_by_seed_and_level(void **state)
{
    const struct points_split *s;
    struct bench b;
    struct points *p;

    (void)state;
    bench_begin(&b, 8, 1, 1);
    for (size_t i = 0; i < 8; i++) {
        b.problems[i].seed = i % 2 ? "x" : "y";
        b.problems[i].level = i < 4 ? 1 : 2;
        bench_score(&b, i, 0, 1, i < 4 ? 18 : (i % 2 ? 9 : 0), 18);
    }
    p = bench_play(&b, NULL);
    s = bench_split(p, "seed");
    assert_int_equal(s->n, 4);
    assert_string_equal(s->values[3], "level 2, y");
    bench_check(s->spread[0].value, sqrt(2 * 0.25 * 0.25 / 2));
    bench_check(s->spread[0].expected, 0);
    assert_int_equal(s->spread[0].sets, 4);
    assert_int_equal(s->spread[0].kinds, 2);
    assert_true(s->spread[0].p < 0.4); /* 2 of the 6 ways: a third */
    arena_clear(&b.a);
}

/* A level with one set has no part in the spread; a game that is asked with
 * two prompts is dealt as one. */
static void sets_that_count(void **state)
{
    const struct points_split *s;
    struct bench b;
    struct points *p;
    double once;
    struct str out = { 0 };

    (void)state;
    bench_begin(&b, 20, 1, 1);
    for (size_t i = 0; i < 20; i++) {
        b.problems[i].seed = i % 2 ? "x" : "y";
        b.problems[i].params = b.problems[i % 10].params;
        b.problems[i].knobs =
            i < 10 ? NULL : bench_tree(&b.a, "{\"prompt\": \"brief\"}");
        bench_score(&b, i, 0, 1, i % 2 ? 18 : i % 10 == 0 ? 18 : 0, 18);
    }
    p = bench_play(&b, NULL);
    once = bench_split(p, "seed")->spread[0].p;
    /* All four wrong ones in one set: 2 C(5, 4) of C(10, 4) ways. */
    assert_true(fabs(once - 10 / 210.0) < 0.01);
    b.v.info.n_problems = b.v.n_results = 10;
    p = bench_play(&b, NULL);
    bench_check(bench_split(p, "seed")->spread[0].p, once);
    b.problems[0].level = b.problems[2].level = 3;
    bench_tallies(&b);
    p = bench_play(&b, NULL);
    s = bench_split(p, "seed");
    assert_int_equal(s->n, 3);
    assert_int_equal(s->spread[0].sets, 2);
    assert_int_equal(s->spread[0].kinds, 1);
    print_table(&out, &b.v, NULL, 200);
    bench_has(str_get(&out), "between 2 sets; the draw of the games alone "
                             "gives about 0.00; p = ");
    str_clear(&out);
    arena_clear(&b.a);
}

/* A seed for each problem makes no sets. */
static void seeds_that_split_nothing(void **state)
{
    struct bench b;

    (void)state;
    bench_begin(&b, 6, 1, 1);
    for (size_t i = 0; i < 6; i++) {
        b.problems[i].seed = arena_printf(&b.a, "%zu", i);
        bench_score(&b, i, 0, 1, 18, 18);
    }
    assert_null(bench_split(bench_play(&b, NULL), "seed"));
    arena_clear(&b.a);
}

/* Points by groups, of which a problem may be in several. */
static void by_groups(void **state)
{
    uint32_t both[] = { 0, 1, UINT32_MAX }, one[] = { 1, UINT32_MAX };
    uint32_t none[] = { UINT32_MAX }, *of[] = { both, one, none };
    struct family_results r;
    struct points_scores *p;
    struct bench b;

    (void)state;
    bench_begin(&b, 3, 2, 1);
    for (size_t i = 0; i < 3; i++)
        for (size_t m = 0; m < 2; m++)
            bench_score(&b, i, m, 1, (int)(9 * m + i), 18);
    r = summary_rows(&b.a, &b.v);
    p = points_by(&b.a, &r, of, 2);
    bench_check(p[0].of_18.value, 0);
    bench_check(p[1].of_18.value, 0.5 / 18);
    bench_check(p[2].of_18.value, 9.0 / 18);
    bench_check(p[3].of_18.value, 9.5 / 18);
    assert_int_equal(p[3].problems, 2);
    bench_check(points_by(&b.a, &r, NULL, 0)[1].of_18.value, 10.0 / 18);
    arena_clear(&b.a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points),
        cmocka_unit_test(best_of),
        cmocka_unit_test(best_of_ten),
        cmocka_unit_test(intervals),
        cmocka_unit_test(hostile_fields),
        cmocka_unit_test(open_games),
        cmocka_unit_test(nothing_to_play),
        cmocka_unit_test(no_results),
        cmocka_unit_test(split_by_knobs),
        cmocka_unit_test(knobs_of_other_games),
        cmocka_unit_test(split_by_difficulty),
        cmocka_unit_test(split_by_seed),
        cmocka_unit_test(split_by_seed_and_level),
        cmocka_unit_test(sets_that_count),
        cmocka_unit_test(seeds_that_split_nothing),
        cmocka_unit_test(by_groups),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
