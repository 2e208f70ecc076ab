/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Ladders of families, and staircases on simulated models whose thresholds are
 * known: how often the interval covers them, and how many calls it takes.
 */
#include "../lib/draw.h"
#include "../lib/rounds.h"
#include "base/arena.h"
#include "base/rng.h"
#include "climb/ladder.h"
#include "climb/staircase.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- simulated models ---- */

#define RUNGS 20
#define CALLS 60

struct simulated {
    double threshold, slope, lapse;
};

struct outcome {
    enum stair_end end;
    uint64_t calls;
    struct interval interval;
    double estimate;
};

static double uniform(struct rng *r)
{
    return (double)(rng_u64(r) >> 11) * 0x1p-53;
}

static bool solves(const struct simulated *m, size_t rung, struct rng *r)
{
    double x = m->slope * (m->threshold - (double)rung);

    return uniform(r) < (1 - m->lapse) / (1 + exp(-x));
}

static struct outcome climb(const struct simulated *m, struct rng *r)
{
    struct arena a = { 0 };
    struct staircase s = staircase_open(&a, RUNGS, RUNGS / 2);
    struct outcome out = { .end = STAIR_OPEN };
    size_t rungs[4];

    while ((out.end = staircase_end(&s, out.calls, CALLS, 1)) == STAIR_OPEN) {
        assert_int_equal(staircase_next(&s, 4, rungs), 4);
        for (size_t i = 0; i < 4; i++)
            staircase_add(&s, rungs[i], solves(m, rungs[i], r));
        out.calls += 4;
    }
    out.interval = staircase_interval(&s);
    out.estimate = logistic_threshold(&s.curve, 0.5);
    arena_clear(&a);
    return out;
}

/* Counts of many climbs at one slope. */
struct counts {
    uint64_t n, covered, narrow, calls[CALLS + 1];
};

static struct counts simulate(double slope, double lapse, uint64_t n)
{
    struct rng r = stream("staircases");
    struct counts c = { .n = n };

    for (uint64_t i = 0; i < n; i++) {
        struct simulated m = { uniform(&r) * (RUNGS - 1), slope, lapse };
        struct outcome o = climb(&m, &r);

        c.covered +=
            o.interval.low <= m.threshold && m.threshold <= o.interval.high;
        c.narrow += o.end != STAIR_CALLS;
        c.calls[o.calls]++;
    }
    return c;
}

static uint64_t calls_at(const struct counts *c, double share)
{
    uint64_t k = 0, sum = c->calls[0];

    while ((double)sum < share * (double)c->n)
        sum += c->calls[++k];
    return k;
}

static void tell(const char *what, double slope, const struct counts *c)
{
    print_message("# figure: climb: slope %.1f%s: covers %.1f %%, narrow "
                  "%.1f %%, calls %d at the median, %d at 95 %%\n",
                  slope, what, 100 * (double)c->covered / (double)c->n,
                  100 * (double)c->narrow / (double)c->n, (int)calls_at(c, 0.5),
                  (int)calls_at(c, 0.95));
}

/* Four standard deviations below a share. */
static double at_least(double share, uint64_t n)
{
    return share - 4 * sqrt(share * (1 - share) / (double)n);
}

/* ---- the tests ---- */

/* Over slopes of half to twice the expected one the interval covers 95 %; at
 * the shallowest alone, where calls run out, somewhat less. */
static void intervals_cover(void **state)
{
    static const double slopes[] = { 0.5, 0.7, 1, 1.4, 2 };
    uint64_t n = rounds_of(80, 1000), all = 0, covered = 0;

    (void)state;
    for (size_t i = 0; i < 5; i++) {
        struct counts c = simulate(slopes[i], 0, n);

        tell("", slopes[i], &c);
        assert_true((double)c.covered / (double)n > at_least(0.87, n));
        all += n;
        covered += c.covered;
    }
    assert_true((double)covered / (double)all > at_least(0.945, all));
}

/* One rung to either side at slope 1, in at most 60 calls. */
static void slope_one_takes_sixty_calls(void **state)
{
    uint64_t n = rounds_of(120, 1000);
    struct counts c = simulate(1, 0, n);

    (void)state;
    assert_true((double)c.narrow / (double)n > at_least(0.96, n));
    assert_true(calls_at(&c, 0.5) <= 36);
}

/* A model that errs once in fifty where it could solve. */
static void lapses_do_little(void **state)
{
    uint64_t n = rounds_of(80, 1000);
    struct counts c = simulate(1, 0.02, n);

    (void)state;
    tell(", 2 % lapses", 1, &c);
    assert_true((double)c.covered / (double)n > at_least(0.93, n));
}

static void ends_are_honest(void **state)
{
    struct rng r = stream("ends");
    struct simulated god = { 1e6, 1, 0 }, fool = { -1e6, 1, 0 };

    (void)state;
    assert_int_equal(climb(&god, &r).end, STAIR_BEYOND);
    assert_int_equal(climb(&fool, &r).end, STAIR_BELOW);
    assert_true(climb(&god, &r).calls <= 32);
    assert_true(climb(&fool, &r).calls <= 32);
}

/* Nothing far above what was solved is asked. */
static void reach_grows_by_leaps(void **state)
{
    struct arena a = { 0 };
    struct staircase s = staircase_open(&a, 60, 5);
    size_t rungs[8], highest = 5;

    (void)state;
    for (int k = 0; k < 12; k++) {
        assert_int_equal(staircase_next(&s, 8, rungs), 8);
        for (size_t i = 0; i < 8; i++)
            assert_true(rungs[i] <= highest);
        for (size_t i = 0; i < 8; i++) {
            staircase_add(&s, rungs[i], true);
            if (rungs[i] + 4 > highest)
                highest = rungs[i] + 4;
        }
    }
    assert_true(highest > 30);
    arena_clear(&a);
}

static void closed_rungs_are_not_asked(void **state)
{
    struct arena a = { 0 };
    struct staircase s = staircase_open(&a, 10, 10);
    size_t rungs[4];

    (void)state;
    staircase_close(&s, 3, false);
    staircase_close(&s, 6, true);
    assert_int_equal(staircase_top(&s), 5);
    for (int k = 0; k < 8; k++) {
        assert_int_equal(staircase_next(&s, 4, rungs), 4);
        for (size_t i = 0; i < 4; i++) {
            assert_true(rungs[i] < 6 && rungs[i] != 3);
            staircase_add(&s, rungs[i], true);
        }
    }
    assert_int_equal(staircase_end(&s, 32, 60, 1), STAIR_BEYOND);
    staircase_close(&s, 0, true);
    assert_int_equal(staircase_next(&s, 4, rungs), 0);
    arena_clear(&a);
}

/* ---- ladders ---- */

static void depths_step_by_quarters(void **state)
{
    struct arena a = { 0 };
    struct ladder_options o = { OVER_AUTO, 0, 0 };
    struct ladder l;
    struct err e;

    (void)state;
    assert_true(ladder_make(&a, "hard/towers", &o, &l, &e));
    assert_int_equal(l.over, OVER_DEPTH);
    for (size_t i = 0; i + 1 < l.n; i++) {
        double by = (double)l.rungs[i + 1].depth / (double)l.rungs[i].depth;

        assert_true(by > 1 && (by < 1.6 || l.rungs[i].depth < 8));
        assert_true(ladder_value(&l, (double)i) == (double)l.rungs[i].depth);
        assert_true(ladder_place(&l, l.rungs[i].depth) == (double)i);
    }
    for (int level = 1; level <= 5; level++) { /* stated depths are rungs */
        double place = ladder_level(&l, level);

        assert_true(place == floor(place));
        assert_true(l.rungs[(size_t)place].depth ==
                    l.rungs[0].family->depth->levels[level - 1]);
    }
    assert_true(isnan(ladder_value(&l, -0.5)));
    o.to = 9;
    assert_true(ladder_make(&a, "hard/towers", &o, &l, &e));
    assert_int_equal(l.rungs[l.n - 1].depth, 9);
    arena_clear(&a);
}

static void check_labels(const char *name, struct ladder_options o,
                         const char *want)
{
    struct arena a = { 0 };
    struct str got = str_in(&a);
    struct ladder l;
    struct err e;

    if (!ladder_make(&a, name, &o, &l, &e))
        fail_msg("%s: %s", name, e.msg);
    for (size_t i = 0; i < l.n && i < 8; i++)
        str_addf(&got, "%s%s", i ? "; " : "", l.rungs[i].label);
    assert_string_equal(str_get(&got), want);
    arena_clear(&a);
}

static void ladders_of_cards(void **state)
{
    struct arena a = { 0 };
    struct ladder l;
    struct err e;

    (void)state;
    check_labels("concept/crt", (struct ladder_options){ OVER_AUTO, 0, 0 },
                 "level 1; level 2; level 3; level 3, digits 1; level 3, "
                 "digits 2; level 3, digits 2, steps 1; level 3, digits 2, "
                 "steps 2; level 3, digits 2, steps 3");
    check_labels("concept/crt", (struct ladder_options){ OVER_LEVELS, 0, 0 },
                 "level 1; level 2; level 3");
    check_labels("concept/crt", (struct ladder_options){ OVER_STEPS, 2, 0 },
                 "level 2; level 2, steps 1; level 2, steps 2; level 2, "
                 "steps 3");
    check_labels("concept/crt+concept/phi+concept/crt",
                 (struct ladder_options){ OVER_AUTO, 0, 0 },
                 "1 part; 2 parts; 3 parts");
    assert_false(ladder_make(&a, "concept/crt",
                             &(struct ladder_options){ OVER_DEPTH, 0, 0 }, &l,
                             &e));
    assert_false(ladder_make(&a, "concept/crt",
                             &(struct ladder_options){ OVER_STEPS, 9, 0 }, &l,
                             &e));
    assert_false(ladder_make(&a, "concept/none",
                             &(struct ladder_options){ OVER_AUTO, 0, 0 }, &l,
                             &e));
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_cover),
        cmocka_unit_test(slope_one_takes_sixty_calls),
        cmocka_unit_test(lapses_do_little),
        cmocka_unit_test(ends_are_honest),
        cmocka_unit_test(reach_grows_by_leaps),
        cmocka_unit_test(closed_rungs_are_not_asked),
        cmocka_unit_test(depths_step_by_quarters),
        cmocka_unit_test(ladders_of_cards),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
