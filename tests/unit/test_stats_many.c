/* SPDX-License-Identifier: Apache-2.0 */

/* Many tests at once against the definition; rank correlations against all
 * orders, walked another way. */
#include "../lib/draw.h"
#include "base/rng.h"
#include "stats/stats.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* ---- Benjamini and Hochberg ---- */

/* The procedure itself: at level q the k smallest are found, k the largest
 * with p(k) <= k q / m. Is p[at] among them? */
static bool is_found(const double *p, size_t m, size_t at, double q)
{
    double cut = -1;

    for (size_t i = 0; i < m; i++) {
        size_t rank = 0;

        for (size_t k = 0; k < m; k++)
            rank += p[k] <= p[i];
        if (p[i] <= (double)rank * q / (double)m && p[i] > cut)
            cut = p[i];
    }
    return p[at] <= cut;
}

static void bh_is_its_procedure(void **state)
{
    struct rng r = stream("bh");

    (void)state;
    for (int n = 0; n < 300; n++) {
        double p[12], q[12];
        size_t m = 1 + (size_t)rng_below(&r, 12);

        for (size_t i = 0; i < m; i++)
            p[i] = (double)rng_below(&r, 40) / 40; /* with ties */
        stats_bh(p, m, q);
        for (size_t i = 0; i < m; i++) {
            assert_true(q[i] >= p[i] && q[i] <= 1);
            assert_true(is_found(p, m, i, q[i] * (1 + 1e-9)));
            assert_false(q[i] > 0 && is_found(p, m, i, q[i] * (1 - 1e-9)));
        }
    }
}

/* 0.01 * 4 / 1, 0.02 * 4 / 2, 0.03 * 4 / 3 are all 0.04; 0.8 is the last. */
static void bh_by_hand(void **state)
{
    const double p[4] = { 0.8, 0.02, 0.01, 0.03 };
    double q[4];

    (void)state;
    stats_bh(p, 4, q);
    assert_true(q[0] == 0.8);
    for (size_t i = 1; i < 4; i++)
        assert_true(fabs(q[i] - 0.04) < 1e-12);
    stats_bh(p, 0, q);
}

/* ---- Spearman ---- */

/* All orders by recursion, rho of each by stats_spearman(). */
static void walk(const double *x, double *y, size_t n, size_t at, double rho,
                 size_t counts[2])
{
    if (at == n) {
        counts[0]++;
        counts[1] += fabs(stats_spearman(x, y, n)) >= fabs(rho) - 1e-9;
        return;
    }
    for (size_t i = at; i < n; i++) {
        double swap = y[at];

        y[at] = y[i];
        y[i] = swap;
        walk(x, y, n, at + 1, rho, counts);
        y[i] = y[at];
        y[at] = swap;
    }
}

static void small_samples_are_exact(void **state)
{
    struct rng r = stream("spearman");

    (void)state;
    for (int k = 0; k < 40; k++) {
        double x[6], y[6], p;
        size_t n = 3 + (size_t)rng_below(&r, 4), counts[2] = { 0 };

        for (size_t i = 0; i < n; i++) {
            x[i] = (double)rng_below(&r, 6);
            y[i] = x[i] + (double)rng_below(&r, 5);
        }
        p = stats_spearman_p(x, y, n, 0, 1);
        if (isnan(stats_spearman(x, y, n))) {
            assert_true(isnan(p));
            continue;
        }
        walk(x, y, n, 0, stats_spearman(x, y, n), counts);
        assert_true(fabs(p - (double)counts[1] / (double)counts[0]) < 1e-12);
    }
}

/* Eight in one order: two of 8! orders are as extreme. */
static void eight_in_order(void **state)
{
    double x[8], y[8];

    (void)state;
    for (size_t i = 0; i < 8; i++) {
        x[i] = (double)i;
        y[i] = exp((double)i);
    }
    assert_true(fabs(stats_spearman_p(x, y, 8, 0, 1) - 2.0 / 40320) < 1e-12);
}

static void large_samples_are_drawn(void **state)
{
    struct rng r = stream("large");
    double x[30], y[30], p;

    (void)state;
    for (size_t i = 0; i < 30; i++) {
        x[i] = (double)i;
        y[i] = (double)rng_below(&r, 1000);
    }
    p = stats_spearman_p(x, y, 30, 2000, 7);
    assert_true(p == stats_spearman_p(x, y, 30, 2000, 7));
    /* The normal form of rho is near for 30 pairs. */
    assert_true(fabs(p - 2 * stats_normal_tail(fabs(stats_spearman(x, y, 30)) *
                                               sqrt(29))) < 0.04);
    assert_true(stats_spearman_p(x, x, 30, 999, 7) == 0.001);
    for (size_t i = 0; i < 30; i++)
        y[i] = -x[i];
    assert_true(stats_spearman_p(x, y, 30, 999, 7) == 0.001);
    memset(y, 0, sizeof(y));
    assert_true(isnan(stats_spearman_p(x, y, 30, 99, 7)));
    assert_true(isnan(stats_spearman_p(x, x, 2, 99, 7)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bh_is_its_procedure),
        cmocka_unit_test(bh_by_hand),
        cmocka_unit_test(small_samples_are_exact),
        cmocka_unit_test(eight_in_order),
        cmocka_unit_test(large_samples_are_drawn),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
