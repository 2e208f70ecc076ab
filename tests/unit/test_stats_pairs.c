/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Estimators and tests of pairs, each by a second method: enumeration of all
 * cases, sums in exact integers, the procedure as its author wrote it, or a
 * simulation.
 */
#include "../lib/draw.h"
#include "base/rng.h"
#include "math/arb.h"
#include "stats/auc.h"
#include "stats/stats.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PI 3.14159265358979323846

static double uniform(struct rng *r)
{
    return ((double)(rng_u64(r) >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(struct rng *r)
{
    double u = uniform(r), v = uniform(r);

    return sqrt(-2 * log(u)) * cos(2 * PI * v);
}

static void assert_close(double got, double want, double relative)
{
    if (!(fabs(got - want) <= relative * fmax(fabs(want), 1e-300)))
        fail_msg("%.17g is not %.17g", got, want);
}

/* ---- k tries ---- */

static int count_bits(unsigned x)
{
    int n = 0;

    for (; x; x &= x - 1)
        n++;
    return n;
}

/* All subsets of k of n attempts, the first c of them right. */
static void pass_at_by_subsets(void **state)
{
    (void)state;
    for (unsigned n = 1; n <= 10; n++)
        for (unsigned c = 0; c <= n; c++)
            for (unsigned k = 1; k <= n; k++) {
                int sets = 0, some = 0, all = 0;

                for (unsigned set = 0; set < 1u << n; set++) {
                    unsigned right = set & ((1u << c) - 1);

                    if (count_bits(set) != (int)k)
                        continue;
                    sets++;
                    some += right != 0;
                    all += right == set;
                }
                assert_true(fabs(stats_pass_at(n, c, k) - (double)some / sets) <
                            1e-14);
                assert_true(fabs(stats_all_of(n, c, k) - (double)all / sets) <
                            1e-14);
            }
}

/* The same in exact integers, for sizes where nothing can be enumerated. */
static void pass_at_large(void **state)
{
    struct rng r = stream("pass_at_large");
    fmpz_t m, all;
    fmpq_t q;

    (void)state;
    fmpz_init(m);
    fmpz_init(all);
    fmpq_init(q);
    for (int i = 0; i < 60; i++) {
        uint64_t n = 1 + rng_below(&r, 10000), k = 1 + rng_below(&r, n);
        uint64_t c = rng_below(&r, n + 1);
        arb_t want;

        if (i % 2) { /* few right, few tries: in the middle of [0, 1] */
            c = rng_below(&r, n / 100 + 1);
            k = 1 + rng_below(&r, n / 100 + 1);
        }
        arb_init(want);
        fmpz_bin_uiui(m, n - c, k);
        fmpz_bin_uiui(all, n, k);
        fmpz_sub(m, all, m);
        fmpq_set_fmpz_frac(q, m, all);
        arb_set_fmpq(want, q, 128);
        assert_true(fabs(stats_pass_at(n, c, k) -
                         arf_get_d(arb_midref(want), ARF_RND_NEAR)) < 1e-12);
        assert_true(fabs(stats_pass_at(n, n - c, k) + stats_all_of(n, c, k) -
                         1) < 1e-12);
        arb_clear(want);
    }
    assert_true(fabs(stats_pass_at(10000, 1, 137) - 0.0137) < 1e-13);
    assert_true(stats_pass_at(10000, 9999, 2) == 1);
    fmpz_clear(m);
    fmpz_clear(all);
    fmpq_clear(q);
}

static void best_of_by_subsets(void **state)
{
    struct rng r = stream("best_of");

    (void)state;
    for (unsigned n = 1; n <= 8; n++)
        for (unsigned k = 1; k <= n; k++) {
            double v[8], sum = 0, sets = 0, got;

            for (unsigned i = 0; i < n; i++)
                v[i] = (double)rng_below(&r, 19);
            for (unsigned set = 0; set < 1u << n; set++) {
                double best = 0;

                if (count_bits(set) != (int)k)
                    continue;
                for (unsigned i = 0; i < n; i++)
                    if (set >> i & 1)
                        best = fmax(best, v[i]);
                sum += best;
                sets++;
            }
            got = stats_best_of(v, n, k);
            assert_true(fabs(got - sum / sets) < 1e-12);
        }
}

/* Of zeros and ones the best of k is pass@k. */
static void best_of_is_pass_at(void **state)
{
    double v[64];

    (void)state;
    for (size_t c = 0; c <= 64; c += 3)
        for (size_t k = 1; k <= 64; k++) {
            for (size_t i = 0; i < 64; i++)
                v[i] = i < c;
            assert_true(fabs(stats_best_of(v, 64, k) -
                             stats_pass_at(64, c, k)) < 1e-12);
        }
}

/* ---- tests of differences ---- */

static double mcnemar_exact(ulong b, ulong c)
{
    ulong n = b + c, least = b < c ? b : c;
    fmpz_t term, sum;
    arb_t p;
    double out;

    fmpz_init(sum);
    fmpz_init(term);
    arb_init(p);
    for (ulong i = 0; i <= least; i++) {
        fmpz_bin_uiui(term, n, i);
        fmpz_add(sum, sum, term);
    }
    arb_set_fmpz(p, sum);
    arb_mul_2exp_si(p, p, 1 - (slong)n);
    out = fmin(1, arf_get_d(arb_midref(p), ARF_RND_NEAR));
    arb_clear(p);
    fmpz_clear(sum);
    fmpz_clear(term);
    return out;
}

static void mcnemar_small(void **state)
{
    (void)state;
    for (ulong b = 0; b <= 45; b++)
        for (ulong c = 0; c <= 45; c++)
            assert_close(stats_mcnemar(b, c), mcnemar_exact(b, c), 1e-12);
    assert_true(stats_mcnemar(0, 0) == 1);
    assert_close(stats_mcnemar(10, 2), 2 * (1 + 12 + 66) / 4096.0, 1e-14);
    assert_close(stats_mcnemar(400, 300), mcnemar_exact(400, 300), 1e-12);
    assert_close(stats_mcnemar(3, 900), mcnemar_exact(3, 900), 1e-12);
}

/* Upwards from 2^-n in ball arithmetic, which has no smallest number. */
static void mcnemar_large(void **state)
{
    static const ulong cases[][2] = { { 497000, 503000 },
                                      { 499900, 500100 },
                                      { 490000, 510000 },
                                      { 0, 1000000 },
                                      { 5, 100000 } };

    (void)state;
    for (size_t k = 0; k < 5; k++) {
        ulong c = cases[k][0], n = c + cases[k][1];
        arb_t term, sum;

        arb_init(term);
        arb_init(sum);
        arb_one(term);
        for (ulong i = 0; i <= c; i++) {
            arb_add(sum, sum, term, 128);
            arb_mul_ui(term, term, n - i, 128);
            arb_div_ui(term, term, i + 1, 128);
        }
        arb_mul_2exp_si(sum, sum, 1 - (slong)n);
        assert_close(stats_mcnemar(c, n - c),
                     arf_get_d(arb_midref(sum), ARF_RND_NEAR), 1e-10);
        arb_clear(term);
        arb_clear(sum);
    }
}

/* Every sign for every difference, zeros too, in whole numbers. */
static double permute_naive(const int *d, size_t n)
{
    int seen = 0;
    double hits = 0;

    for (size_t i = 0; i < n; i++)
        seen += d[i];
    for (unsigned signs = 0; signs < 1u << n; signs++) {
        int sum = 0;

        for (size_t i = 0; i < n; i++)
            sum += signs >> i & 1 ? d[i] : -d[i];
        hits += abs(sum) >= abs(seen);
    }
    return hits / (double)(1u << n);
}

static void permutation_exact(void **state)
{
    struct rng r = stream("permutation");

    (void)state;
    for (int round = 0; round < 300; round++) {
        size_t n = (size_t)rng_below(&r, 13);
        double d[13], back[13];
        int whole[13];

        for (size_t i = 0; i < n; i++) {
            whole[i] = (int)rng_range(&r, -4, 5);
            d[i] = whole[i] / 7.0; /* sums of sevenths: ties are not exact */
            back[n - 1 - i] = -whole[i] * 1e-3;
        }
        assert_close(stats_permutation(d, n, 10, 1), permute_naive(whole, n),
                     1e-14);
        assert_close(stats_permutation(back, n, 10, 1), permute_naive(whole, n),
                     1e-14);
    }
}

/* Of differences of one size it is McNemar's test, exact or not. */
static void permutation_is_mcnemar(void **state)
{
    static const size_t sizes[][2] = { { 3, 0 },  { 14, 6 },   { 10, 10 },
                                       { 20, 0 }, { 40, 20 },  { 65, 60 },
                                       { 35, 5 }, { 210, 170 } };

    (void)state;
    for (size_t i = 0; i < 8; i++) {
        size_t b = sizes[i][0], c = sizes[i][1];
        double d[400] = { 0 }, want = stats_mcnemar(b, c), got;

        for (size_t k = 0; k < b + c; k++)
            d[k] = k < b ? 0.125 : -0.125;
        got = stats_permutation(d, 400, 20000, 3);
        if (b + c <= 20)
            assert_close(got, want, 1e-14);
        else
            assert_true(fabs(got - want) <
                        5 * sqrt(want / 20000) + 1.0 / 20000);
        assert_true(got > 0 && got == stats_permutation(d, 400, 20000, 3));
    }
}

/* Every sign is free, wherever the difference stands: four large ones decide,
 * and lie to one side in 2 of 16 patterns, less those where the small ones
 * turn the scale. */
static void permutation_signs_are_free(void **state)
{
    (void)state;
    for (size_t at = 0; at + 4 <= 260; at += 4) {
        double d[260], p;

        for (size_t i = 0; i < 260; i++)
            d[i] = i >= at && i < at + 4 ? 1 : i % 2 ? 1e-4 : -1e-4;
        p = stats_permutation(d, 260, 1000, 5);
        assert_true(p > 0.02 && p < 0.12);
    }
}

/* Pairs that rise and fall together: the paired test sees a small steady gain
 * that a test of two independent samples cannot. */
static void pairing_matters(void **state)
{
    struct rng r = stream("pairs");
    double a[200], b[200], d[200], z;

    (void)state;
    for (size_t i = 0; i < 200; i++) {
        a[i] = uniform(&r) < 0.5 ? 0.125 : 0.75;
        b[i] = a[i] + (rng_below(&r, 10) < 7 ? 0.125 : -0.125);
        d[i] = b[i] - a[i];
    }
    z = stats_mean(d, 200) / sqrt((pow(stats_deviation(a, 200), 2) +
                                   pow(stats_deviation(b, 200), 2)) /
                                  200);
    assert_true(2 * stats_normal_tail(fabs(z)) > 0.05);
    assert_true(stats_permutation(d, 200, 20000, 1) < 0.001);
}

/* By the procedure itself: at each level, reject from the smallest on while
 * p <= level / (hypotheses left). */
static void holm_by_procedure(void **state)
{
    struct rng r = stream("holm");

    (void)state;
    for (int round = 0; round < 500; round++) {
        size_t m = 1 + (size_t)rng_below(&r, 8);
        double p[8], adjusted[8];

        for (size_t i = 0; i < m; i++)
            p[i] = (double)rng_below(&r, 12) / 64; /* with ties */
        stats_holm(p, m, adjusted);
        for (double level = 0.003; level < 1; level += 0.0171) {
            bool rejected[8] = { false };

            for (size_t left = m; left > 0; left--) {
                size_t least = m;

                for (size_t i = 0; i < m; i++)
                    if (!rejected[i] && (least == m || p[i] < p[least]))
                        least = i;
                if (p[least] * (double)left > level)
                    break;
                rejected[least] = true;
            }
            for (size_t i = 0; i < m; i++)
                assert_true((adjusted[i] <= level) == rejected[i]);
        }
    }
}

/* A true difference of that size is found by the paired t-test four times of
 * five. */
static void smallest_difference_has_power(void **state)
{
    static const size_t sizes[] = { 5, 20, 80 };
    struct rng r = stream("power");

    (void)state;
    for (size_t s = 0; s < 3; s++) {
        size_t n = sizes[s];
        double delta = stats_smallest_difference(1, n);
        double t = stats_t_quantile(0.975, (double)n - 1);
        int found = 0;

        for (int round = 0; round < 2000; round++) {
            double d[80];

            for (size_t i = 0; i < n; i++)
                d[i] = delta + normal(&r);
            found += fabs(stats_mean(d, n)) >
                     t * stats_deviation(d, n) / sqrt((double)n);
        }
        assert_in_range(found, 1500, 1700);
    }
    assert_close(stats_smallest_difference(0.4, 1000000),
                 2.801585218 * 0.4 / 1000, 1e-5);
}

/* ---- correlation ---- */

static void correlations(void **state)
{
    static const double x[] = { 1, 2, 3, 4, 5, 6 };
    static const double y[] = { 2, 1, 4, 3, 7, 5 };
    static const double flat[] = { 1, 1, 1, 1, 1, 1 };
    static const double tied[] = { 1, 1, 1, 2, 3, 3 };
    double curve[6];
    struct interval i;

    (void)state;
    for (size_t k = 0; k < 6; k++)
        curve[k] = exp(x[k]);
    assert_close(stats_pearson(x, x, 6), 1, 1e-15);
    /* Sxy = 16, Sxx = 17.5, Syy = 70/3 */
    assert_close(stats_pearson(x, y, 6), 16 / sqrt(17.5 * 70 / 3), 1e-14);
    assert_close(stats_spearman(x, y, 6), 1 - 6 * 6 / (6.0 * 35), 1e-14);
    assert_close(stats_spearman(x, curve, 6), 1, 1e-14);
    assert_true(stats_pearson(x, curve, 6) < 0.9);
    /* ranks 2 2 2 4 5.5 5.5: Sxy = Syy = 15 */
    assert_close(stats_spearman(x, tied, 6), 15 / sqrt(17.5 * 15), 1e-14);
    assert_true(isnan(stats_pearson(x, flat, 6)));
    assert_true(isnan(stats_spearman(flat, x, 6)));
    i = stats_pearson_interval(0.5, 28);
    assert_close(i.low, tanh(atanh(0.5) - 1.959963984540054 / 5), 1e-14);
    assert_true(i.low > 0.155 && i.low < 0.157 && i.high < 0.736);
    i = stats_pearson_interval(1, 9);
    assert_true(i.low == 1 && i.high == 1);
    assert_true(isnan(stats_pearson_interval(0.5, 3).low));
}

static void moments(void **state)
{
    static const double x[] = { 1, 2, 3, 4 };

    (void)state;
    assert_close(stats_mean(x, 4), 2.5, 1e-15);
    assert_close(stats_deviation(x, 4), sqrt(5.0 / 3), 1e-15);
    assert_true(isnan(stats_mean(x, 0)) && isnan(stats_deviation(x, 1)));
}

/* ---- the area under the curve ---- */

static void area(void **state)
{
    const double score[] = { 1, 2, 2, 3, 4, 5 };
    const double share[] = { 0, 0, 1, 0, 1, 1 };
    const double half[] = { 0.5, 0.5, 0.5, 0.5, 0.5, 0.5 };
    const double none[6] = { 0 };
    const uint32_t pairs[] = { 0, 0, 1, 1, 2, 2 };
    struct arena a = { 0 };
    struct auc x = stats_auc(&a, score, share, NULL, 6);
    struct auc y = stats_auc(&a, score, share, pairs, 6);

    (void)state;
    /* Of nine pairs the hit is higher in seven, and equal in one. */
    assert_close(x.area, 7.5 / 9, 1e-15);
    assert_true(x.order[0] == 0 && x.order[1] == 1 && x.order[5] == 5);
    /* By hand: influences +-1/9 of a hit's misses below and a miss's hits
     * above, less the area over three. */
    {
        const double hits[] = { 1.5, 3, 3 }, misses[] = { 3, 2.5, 2 };
        double square = 0;

        for (int i = 0; i < 3; i++)
            square += pow(hits[i] / 9 - x.area / 3, 2) +
                      pow(misses[i] / 9 - x.area / 3, 2);
        assert_close(x.interval.low, x.area - STATS_Z_95 * sqrt(square), 1e-12);
    }
    assert_true(x.interval.high <= 1);
    assert_close(y.area, x.area, 1e-15);
    assert_true(fabs(y.interval.low - x.interval.low) > 1e-6);
    assert_close(stats_auc(&a, score, half, NULL, 6).area, 0.5, 1e-15);
    assert_true(isnan(stats_auc(&a, score, none, NULL, 6).area));
    assert_true(isnan(stats_auc(&a, NULL, NULL, NULL, 0).area));
    arena_clear(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(area),
        cmocka_unit_test(pass_at_by_subsets),
        cmocka_unit_test(pass_at_large),
        cmocka_unit_test(best_of_by_subsets),
        cmocka_unit_test(best_of_is_pass_at),
        cmocka_unit_test(mcnemar_small),
        cmocka_unit_test(mcnemar_large),
        cmocka_unit_test(permutation_exact),
        cmocka_unit_test(permutation_is_mcnemar),
        cmocka_unit_test(permutation_signs_are_free),
        cmocka_unit_test(pairing_matters),
        cmocka_unit_test(holm_by_procedure),
        cmocka_unit_test(smallest_difference_has_power),
        cmocka_unit_test(correlations),
        cmocka_unit_test(moments),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
