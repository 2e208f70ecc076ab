/* SPDX-License-Identifier: Apache-2.0 */
/* Solve rates and gaps. */
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
    gap_paired(&a, &a, &gap, &lo, &hi); /* no pair differs */
    assert_true(gap == 0 && lo < 0 && lo == -hi);
    assert_true(fabs(hi - 3.841459 / ((double)a.n + 3.841459)) < 1e-6);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solve_single),
        cmocka_unit_test(test_solve_clustered),
        cmocka_unit_test(test_untried),
        cmocka_unit_test(test_gap),
        cmocka_unit_test(test_gap_paired),
        cmocka_unit_test(test_needed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
