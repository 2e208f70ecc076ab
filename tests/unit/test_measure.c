/* SPDX-License-Identifier: Apache-2.0 */
/* Solve rates, gaps and causes. */
#include "hunt/cause/cause.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define NEAR(x, y, by) assert_true(fabs((x) - (y)) < (by))

/* n problems tried `tries` times, right[i % m] of them right. */
static struct tried set(size_t n, uint32_t tries, const uint32_t *right,
                        size_t m)
{
    static uint32_t store[16][2][512];
    static size_t next;
    uint32_t(*s)[512] = store[next++ % 16];

    assert_true(n <= 512);
    for (size_t i = 0; i < n; i++) {
        s[0][i] = tries;
        s[1][i] = right[i % m];
    }
    return (struct tried){ s[0], s[1], n };
}

/* 100 problems, one try each, 80 right: Wilson's interval, from a book. */
static void test_solve_single(void **state)
{
    static const uint32_t right[5] = { 1, 1, 1, 1, 0 };
    struct tried t = set(100, 1, right, 5);
    struct solve s = solve_of(&t);

    (void)state;
    assert_int_equal(s.n, 100);
    NEAR(s.rate, 0.8, 1e-12);
    NEAR(s.lo, 0.711, 0.005);
    NEAR(s.hi, 0.867, 0.005);
}

/* Attempts of one problem are no evidence of their own: 4 tries that always
 * go the same way give the interval of single ones. */
static void test_solve_clustered(void **state)
{
    static const uint32_t once[2] = { 1, 0 }, often[2] = { 4, 0 };
    static const uint32_t mixed[2] = { 2, 2 };
    struct tried a = set(60, 1, once, 2), b = set(60, 4, often, 2);
    struct tried c = set(60, 4, mixed, 2);
    struct solve x = solve_of(&a), y = solve_of(&b), z = solve_of(&c);

    (void)state;
    NEAR(x.rate, 0.5, 1e-12);
    NEAR(y.rate, 0.5, 1e-12);
    NEAR(x.hi - x.lo, y.hi - y.lo, 0.02);
    assert_true(z.hi - z.lo < 1.01 * (y.hi - y.lo));
}

/* Problems without any counted attempt are in no figure. */
static void test_untried(void **state)
{
    uint32_t tries[4] = { 2, 0, 2, 0 }, right[4] = { 2, 0, 0, 0 };
    struct solve s = solve_of(&(struct tried){ tries, right, 4 });
    struct solve none = solve_of(&(struct tried){ tries + 1, right + 1, 1 });

    (void)state;
    assert_int_equal(s.n, 2);
    NEAR(s.rate, 0.5, 1e-12);
    assert_int_equal(none.n, 0);
    assert_true(isnan(none.rate));
}

/* Newcombe's own example: 56/70 against 48/80, 95 % 0.0524 to 0.3339. */
static void test_gap(void **state)
{
    struct solve a = { 80, 0.6, 0.4905, 0.7004 };
    struct solve b = { 70, 0.8, 0.6918, 0.8768 };
    double gap, lo, hi;

    (void)state;
    gap_of(&a, &b, &gap, &lo, &hi);
    NEAR(gap, 0.2, 1e-9);
    NEAR(lo, 0.0524, 0.001);
    NEAR(hi, 0.3339, 0.001);
}

/* Pairs that always differ by the same leave no doubt; unpaired ones do. */
static void test_gap_paired(void **state)
{
    static const uint32_t low[2] = { 0, 2 }, high[2] = { 2, 4 };
    struct tried a = set(40, 4, low, 2), b = set(40, 4, high, 2);
    struct solve x = solve_of(&a), y = solve_of(&b);
    double gap, lo, hi, gap2, lo2, hi2;

    (void)state;
    gap_paired(&a, &b, &gap, &lo, &hi);
    gap_of(&x, &y, &gap2, &lo2, &hi2);
    NEAR(gap, 0.5, 1e-12);
    NEAR(gap2, 0.5, 1e-12);
    assert_true(lo > 0.15 && lo < 0.5 && hi > 0.5 && hi < 0.8);
    gap_paired(&b, &a, &gap2, &lo2, &hi2);
    NEAR(gap2, -0.5, 1e-12);
    NEAR(lo2, -hi, 1e-9);
}

/* Half the width needs four times the problems. */
static void test_needed(void **state)
{
    static const uint32_t right[2] = { 1, 0 };
    struct tried pilot = set(24, 1, right, 2);
    struct solve s = solve_of(&pilot);
    double width = s.hi - s.lo;

    (void)state;
    assert_int_equal(measure_needed(&pilot, width * 1.01, 400), 24);
    assert_int_equal(measure_needed(&pilot, width / 2, 400), 96);
    assert_int_equal(measure_needed(&pilot, width / 100, 400), 400);
    pilot.n = 0;
    assert_int_equal(measure_needed(&pilot, 0.1, 400), 400);
}

/* ---- causes ---- */

#define SOLVED(r)                \
 {                               \
  100, (r), (r)-0.09, (r) + 0.09 \
 }

static struct hypothesis suspicion(double targeted, double control)
{
    static const char *const names[] = { "Euler's totient" };
    struct hypothesis h = { .suspicion = { .vocabulary = "high",
                                           .concepts = names,
                                           .n_concepts = 1 },
                            .targeted = SOLVED(targeted),
                            .control = SOLVED(control) };

    return h;
}

/* `end`: how the sentence ends; NULL: anyhow. */
static void cause_says(struct hypothesis *h, const struct contrast *c, size_t n,
                       const char *cause, const char *end)
{
    struct arena a = { 0 };

    h->contrasts = c;
    h->n_contrasts = n;
    cause_find(&a, h);
    if (!cause) {
        assert_null(h->cause);
    } else {
        assert_string_equal(h->cause, cause);
        assert_true(strlen(h->cause_why) > 20);
        if (end)
            assert_string_equal(
                h->cause_why + strlen(h->cause_why) - strlen(end), end);
    }
    arena_clear(&a);
}

static void cause_is(struct hypothesis *h, const struct contrast *c, size_t n,
                     const char *cause)
{
    cause_says(h, c, n, cause, NULL);
}

static struct contrast trait(const char *what, double with, double without)
{
    struct contrast c = { .what = what,
                          .which = "it",
                          .with = SOLVED(with),
                          .without = SOLVED(without) };

    gap_of(&c.with, &c.without, &c.gap, &c.lo, &c.hi);
    return c;
}

static void test_cause(void **state)
{
    struct hypothesis h = suspicion(0.3, 0.95);
    struct contrast flat[3] = { trait("wording", 0.3, 0.32),
                                trait("length", 0.28, 0.35),
                                trait("auxiliary", 0.3, 0.93) };
    struct contrast wording[2] = { trait("length", 0.2, 0.6),
                                   trait("wording", 0.1, 0.92) };
    struct contrast skill[2] = { trait("wording", 0.1, 0.92),
                                 trait("auxiliary", 0.3, 0.33) };
    struct contrast partly[1] = { trait("steps", 0.2, 0.6) };

    (void)state;
    cause_says(&h, flat, 3, "concept", "explains that");
    h = suspicion(0.3, 0.95);
    cause_is(&h, wording, 2, "wording");
    h = suspicion(0.3, 0.95);
    cause_is(&h, skill, 2, "auxiliary skill: it");
    h = suspicion(0.3, 0.95);
    cause_is(&h, partly, 1, "concept"); /* still harder than the control */
    h = suspicion(0.9, 0.88);
    h.targeted.lo = 0.89, h.targeted.hi = 0.91;
    h.control.lo = 0.87, h.control.hi = 0.89;
    cause_is(&h, NULL, 0, "not the concept");
    h = suspicion(0.6, 0.7);
    cause_is(&h, flat, 3, "not told");
    h = suspicion(0.3, 0.95);
    h.control.n = 0;
    cause_is(&h, NULL, 0, NULL);
}

/* Who fails whatever is long fails long controls as well (half of these: 0.5).
 * Short problems of the suspicion, at 0.45, are then solved like the control,
 * and yet less than short problems of others. */
static void test_cause_of_two(void **state)
{
    struct hypothesis h = suspicion(0.2, 0.5);
    struct contrast c = trait("length", 0.1, 0.45);

    (void)state;
    h.contrasts = &c;
    h.n_contrasts = 1;
    assert_true(cause_doubts(&h, &c));
    c.others = (struct solve)SOLVED(0.9);
    cause_says(&h, &c, 1, "concept",
               "; they are harder still with it (10 %, without 45 %)");
    c.others = (struct solve)SOLVED(0.52);
    cause_says(&h, &c, 1, "length", "others (52 %)");
    c.others.n = 0; /* not asked: the control has to do */
    cause_is(&h, &c, 1, "length");
}

/* What is not worth a doubt: a gap that may be none, auxiliary skills, bounds,
 * and sets that are no harder than the control. */
static void test_doubts(void **state)
{
    struct hypothesis h = suspicion(0.2, 0.9);
    struct contrast flat = trait("length", 0.2, 0.25);
    struct contrast skill = trait("auxiliary", 0.2, 0.9);
    struct contrast steps = trait("steps", 0.1, 0.9);

    (void)state;
    assert_false(cause_doubts(&h, &flat));
    assert_false(cause_doubts(&h, &skill));
    assert_true(cause_doubts(&h, &steps));
    h.control = h.targeted;
    assert_false(cause_doubts(&h, &steps));
    h = suspicion(0.2, 0.9);
    h.suspicion =
        (struct suspicion){ .bound = { BOUND_ABOVE, "words", 3, NULL, 0 } };
    assert_false(cause_doubts(&h, &steps));
}

/* A gap of 0.25 of 0.5 that wide intervals cannot see is left all the same. */
static void test_cause_half_gone(void **state)
{
    struct hypothesis h = suspicion(0.4, 0.9);
    struct contrast c = trait("size", 0.3, 0.64);

    (void)state;
    c.without.lo = 0.3;
    c.without.hi = 0.9;
    c.lo = 0.1;
    cause_is(&h, &c, 1, "concept");
    c.without.rate = 0.66;
    cause_is(&h, &c, 1, "size");
}

/* Half of the targeted problems need a skill that is hard: if the other half
 * is hard as well it is not that skill. */
static void test_cause_of_part(void **state)
{
    struct hypothesis h = suspicion(0.25, 0.95);
    struct contrast c = trait("auxiliary", 0.25, 0.1);

    (void)state;
    c.others = (struct solve)SOLVED(0.4);
    cause_is(&h, &c, 1, "concept");
    c.others = (struct solve)SOLVED(0.93);
    cause_is(&h, &c, 1, "auxiliary skill: it");
    c.others.n = 0; /* all of them need it */
    cause_is(&h, &c, 1, "auxiliary skill: it");
}

static void test_cause_of_bounds(void **state)
{
    static const char *const traits[][2] = {
        { "words", "length" },
        { "digits", "size" },
        { "steps", "steps" },
        { "wording", "wording" },
        { "distractors", "distractors" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof(traits) / sizeof(traits[0]); i++) {
        struct hypothesis h = suspicion(0.3, 0.95);

        h.suspicion = (struct suspicion){ .bound = { BOUND_ABOVE, traits[i][0],
                                                     3, NULL, 0 } };
        cause_is(&h, NULL, 0, traits[i][1]);
        h = suspicion(0.9, 0.9);
        h.targeted.lo = h.control.lo = 0.89;
        h.targeted.hi = h.control.hi = 0.91;
        h.suspicion = (struct suspicion){ .bound = { BOUND_ABOVE, traits[i][0],
                                                     3, NULL, 0 } };
        cause_is(&h, NULL, 0, "not the factor");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solve_single),
        cmocka_unit_test(test_solve_clustered),
        cmocka_unit_test(test_untried),
        cmocka_unit_test(test_gap),
        cmocka_unit_test(test_gap_paired),
        cmocka_unit_test(test_needed),
        cmocka_unit_test(test_cause),
        cmocka_unit_test(test_cause_of_two),
        cmocka_unit_test(test_doubts),
        cmocka_unit_test(test_cause_half_gone),
        cmocka_unit_test(test_cause_of_part),
        cmocka_unit_test(test_cause_of_bounds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
