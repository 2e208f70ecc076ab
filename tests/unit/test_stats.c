/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Distributions and intervals, each by a second method: numerical integration,
 * ball arithmetic, sums over all outcomes, or a simulation whose counts must
 * fall into bands many standard deviations wide.
 */
#include "../lib/draw.h"
#include "base/rng.h"
#include "math/arb.h"
#include "stats/ratio.h"

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

/* ---- distributions ---- */

/* Simpson's rule for cos(x)^power from 0 to end. */
static double cosine_integral(double power, double end)
{
    const int n = 20000;
    double h = end / n, sum = 0;

    for (int i = 0; i <= n; i++)
        sum += pow(cos(i * h), power) * (i == 0 || i == n ? 1 : i % 2 ? 4 : 2);
    return sum * h / 3;
}

/* P(T <= t): with t = sqrt(df) tan(x) the density is cos(x)^(df-1), whose
 * constant is the whole integral: no gamma function is needed. */
static double t_below(double t, double df)
{
    return 0.5 + cosine_integral(df - 1, atan(t / sqrt(df))) /
                     (2 * cosine_integral(df - 1, PI / 2));
}

static void t_quantile_inverts_integral(void **state)
{
    static const double dfs[] = { 1, 2, 3, 4, 5.5, 7, 10, 29, 99, 999 };
    static const double ps[] = { 0.501, 0.6, 0.8, 0.9, 0.975, 0.995, 0.9999 };

    (void)state;
    for (size_t i = 0; i < 10; i++)
        for (size_t k = 0; k < 7; k++) {
            double t = stats_t_quantile(ps[k], dfs[i]);

            assert_close(1 - t_below(t, dfs[i]), 1 - ps[k], 1e-7);
            assert_close(stats_t_quantile(1 - ps[k], dfs[i]), -t, 1e-9);
        }
}

static void t_quantile_closed_forms(void **state)
{
    (void)state;
    for (int i = 1; i < 200; i++) {
        double p = i / 200.0;

        if (i == 100)
            continue;
        assert_close(stats_t_quantile(p, 1), tan(PI * (p - 0.5)), 1e-12);
        assert_close(stats_t_quantile(p, 2),
                     (2 * p - 1) / sqrt(2 * p * (1 - p)), 1e-12);
    }
    assert_true(stats_t_quantile(0.5, 3) == 0);
    assert_close(stats_t_quantile(1e-12, 1), -1 / (PI * 1e-12), 1e-9);
    assert_close(stats_t_quantile(0.975, 1), 12.706204736174698, 1e-13);
    /* The printed tables. */
    assert_true(fabs(stats_t_quantile(0.975, 10) - 2.228139) < 6e-7);
    assert_true(fabs(stats_t_quantile(0.995, 30) - 2.749996) < 6e-7);
}

/* Half of I_x(df/2, 1/2) in ball arithmetic. */
static double t_tail_in_balls(double t, ulong df)
{
    arb_t a, b, x, p;
    double out;

    arb_init(a);
    arb_init(b);
    arb_init(x);
    arb_init(p);
    arb_set_d(a, (double)df / 2);
    arb_set_d(b, 0.5);
    arb_set_d(x, t);
    arb_mul(x, x, x, 256);
    arb_add_ui(x, x, df, 256);
    arb_ui_div(x, df, x, 256);
    arb_hypgeom_beta_lower(p, a, b, x, 1, 256);
    out = mag_cmp_2exp_si(arb_radref(p), -60) < 0
              ? arf_get_d(arb_midref(p), ARF_RND_NEAR) / 2
              : NAN;
    arb_clear(a);
    arb_clear(b);
    arb_clear(x);
    arb_clear(p);
    return out;
}

static void t_quantile_in_balls(void **state)
{
    static const ulong dfs[] = { 1,     3,      10,      50,       1000,
                                 99999, 100001, 1000000, 100000000 };

    (void)state;
    for (size_t i = 0; i < 9; i++)
        for (double q = 0.4; q > 1e-5; q /= 4) {
            double t = -stats_t_quantile(q, (double)dfs[i]);

            assert_close(t_tail_in_balls(t, dfs[i]), q, 2e-11);
        }
    assert_close(stats_t_quantile(0.975, 1e15), 1.959963984540054, 1e-14);
}

static void normal_by_integral(void **state)
{
    (void)state;
    for (int i = -30; i <= 30; i++) {
        double z = i / 8.0, sum = 0, h = z / 2000;

        for (int k = 0; k <= 2000; k++)
            sum += exp(-k * h * k * h / 2) * (k == 0 || k == 2000 ? 1
                                              : k % 2             ? 4
                                                                  : 2);
        sum *= h / 3 / sqrt(2 * PI);
        assert_true(fabs(stats_normal_tail(z) - (0.5 - sum)) < 1e-12);
        assert_true(fabs(stats_normal_quantile(1 - stats_normal_tail(z)) - z) <
                    1e-9);
    }
    assert_close(stats_normal_quantile(0.975), 1.959963984540054, 1e-15);
    assert_true(stats_normal_quantile(0.5) == 0);
    for (double p = 1e-300; p < 0.4; p *= 1e10)
        assert_close(stats_normal_tail(-stats_normal_quantile(p)), p, 1e-11);
}

/* ---- intervals ---- */

/* The ends solve (k/n - p)^2 = z^2 p(1-p)/n. */
static void wilson_solves_its_equation(void **state)
{
    const double zz = 1.959963984540054 * 1.959963984540054;

    (void)state;
    for (double n = 1; n < 2000; n = floor(n * 1.5) + 1)
        for (double k = 0; k <= n; k += floor(n / 7) + 1) {
            struct interval w = stats_wilson(k, n);
            double ends[] = { w.low, w.high };

            assert_true(0 <= w.low && w.low <= k / n && k / n <= w.high &&
                        w.high <= 1 && w.low < w.high);
            for (int i = 0; i < 2; i++) {
                double off = k / n - ends[i];

                assert_true(fabs(off * off - zz * ends[i] * (1 - ends[i]) / n) <
                            1e-14);
            }
        }
    assert_true(stats_wilson(0, 0).low == 0 && stats_wilson(0, 0).high == 1);
    assert_true(stats_wilson(0, 9).low == 0 && stats_wilson(9, 9).high == 1);
}

static double binomial(int n, int k, double p)
{
    return exp(lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0) +
               k * log(p) + (n - k) * log1p(-p));
}

/* Exact coverage, by summing over all outcomes: near 95 % on the average, and
 * nowhere far below. */
static void wilson_covers(void **state)
{
    static const int sizes[] = { 10, 30, 100, 400 };

    (void)state;
    for (size_t s = 0; s < 4; s++) {
        int n = sizes[s];
        double mean = 0, least = 1;

        for (int i = 1; i < 200; i++) {
            double p = i / 200.0, covered = 0;

            for (int k = 0; k <= n; k++) {
                struct interval w = stats_wilson(k, n);

                if (w.low <= p && p <= w.high)
                    covered += binomial(n, k, p);
            }
            mean += covered / 199;
            least = fmin(least, covered);
        }
        assert_true(mean > 0.945 && mean < 0.96);
        assert_true(least > 0.82);
    }
}

/* With clusters of one and a small spread it is the text book's interval of a
 * mean; its ends solve Wilson's equation with the estimated error; on any scale
 * the same picture; empty clusters are none. */
static void clustered_plain(void **state)
{
    struct rng r = stream("clustered_plain");
    double x[40], n[40], big[40], mean, half;
    struct interval c, scaled;

    (void)state;
    for (size_t i = 0; i < 30; i++) {
        x[i] = 0.4 + 0.2 * uniform(&r);
        big[i] = 18 * x[i];
        n[i] = 1;
    }
    for (size_t i = 30; i < 40; i++)
        x[i] = big[i] = n[i] = 0;
    mean = stats_mean(x, 30);
    half = stats_t_quantile(0.975, 29) * stats_deviation(x, 30) / sqrt(30);
    c = stats_clustered(x, n, 40, 0, 1);
    assert_true(fabs(c.low - mean + half) < 0.01 * half);
    assert_true(fabs(c.high - mean - half) < 0.01 * half);
    for (int i = 0; i < 2; i++) {
        double p = i ? c.high : c.low;

        assert_close(fabs(mean - p),
                     half * sqrt(p * (1 - p) / (mean * (1 - mean))), 1e-9);
    }
    scaled = stats_clustered(big, n, 40, 0, 18);
    assert_close(scaled.low, 18 * c.low, 1e-12);
    assert_close(scaled.high, 18 * c.high, 1e-12);
    assert_true(stats_clustered(x, n, 1, 0, 1).low == 0);
    assert_true(stats_clustered(x, n, 1, 0, 1).high == 1);
    assert_true(stats_clustered(x, n, 0, -1, 1).low == -1);
}

/* Unequal clusters: the error again, by leaving out one cluster after the
 * other. */
static void clustered_as_jackknife(void **state)
{
    struct rng r = stream("jackknife");
    double total[200], n[200], sum = 0, all = 0, squares = 0, p, half;
    struct interval c;

    (void)state;
    for (size_t i = 0; i < 200; i++) {
        n[i] = (double)(1 + rng_below(&r, 8));
        total[i] = floor(uniform(&r) * (n[i] + 1));
        sum += total[i];
        all += n[i];
    }
    p = sum / all;
    for (size_t i = 0; i < 200; i++)
        squares += pow((sum - total[i]) / (all - n[i]) - p, 2);
    half = stats_t_quantile(0.975, 199) * sqrt(squares * 199 / 200);
    c = stats_clustered(total, n, 200, 0, 1);
    assert_true(fabs((c.high - c.low) / 2 - half) < 0.03 * half);
    assert_true(c.low < p && p < c.high);
}

static void clustered_without_spread(void **state)
{
    double none[5] = { 0 }, n[5] = { 3, 3, 3, 3, 3 },
           third[5] = { 1, 1, 1, 1, 1 };
    struct interval c = stats_clustered(none, n, 5, 0, 1);
    struct interval w = stats_wilson(0, 5);

    (void)state;
    assert_true(c.low == 0 && c.high == w.high);
    c = stats_clustered(n, n, 5, 0, 1);
    assert_true(c.high == 1 && fabs(c.low - (1 - w.high)) < 1e-15);
    c = stats_clustered(third, n, 5, 0, 1);
    w = stats_wilson(5.0 / 3, 5);
    assert_close(c.low, w.low, 1e-12);
    assert_close(c.high, w.high, 1e-12);
    c = stats_clustered(none, n, 5, -1, 1); /* in the middle of the scale */
    w = stats_wilson(2.5, 5);
    assert_close(c.low, 2 * w.low - 1, 1e-12);
}

/*
 * Problems of very different difficulty, unequal numbers of attempts: the
 * clustered interval covers the true mean 1/2 about as often as it says;
 * Wilson's, which takes attempts for independent, does so far too seldom.
 */
static void clustered_covers(void **state)
{
    struct rng r = stream("clustered_covers");
    int clustered = 0, naive = 0;

    (void)state;
    for (int round = 0; round < 2000; round++) {
        double total[40], n[40], k = 0, all = 0;
        struct interval c, w;

        for (size_t i = 0; i < 40; i++) {
            double p = uniform(&r);

            total[i] = 0;
            n[i] = (double)(4 + rng_below(&r, 9));
            for (double j = 0; j < n[i]; j++)
                total[i] += uniform(&r) < p;
            k += total[i];
            all += n[i];
        }
        c = stats_clustered(total, n, 40, 0, 1);
        w = stats_wilson(k, all);
        clustered += c.low <= 0.5 && 0.5 <= c.high;
        naive += w.low <= 0.5 && 0.5 <= w.high;
    }
    assert_in_range(clustered, 1860, 1940);
    assert_true(naive < 1700);
}

/* One of twenty wrong: near the end of the scale it still covers, for one
 * attempt and for several. p = u^(1/19) has the mean 0.95. */
static void clustered_covers_near_the_end(void **state)
{
    struct rng r = stream("clustered_end");

    (void)state;
    for (int k = 1; k <= 8; k *= 2) {
        int covered = 0;

        for (int round = 0; round < 1000; round++) {
            double total[100], n[100];
            struct interval c;

            for (size_t i = 0; i < 100; i++) {
                double p = pow(uniform(&r), 1.0 / 19);

                total[i] = 0;
                n[i] = k;
                for (int j = 0; j < k; j++)
                    total[i] += uniform(&r) < p;
            }
            c = stats_clustered(total, n, 100, 0, 1);
            covered += c.low <= 0.95 && 0.95 <= c.high;
        }
        assert_in_range(covered, 925, 985);
    }
}

/* ---- bootstrap ---- */

/* Of 20 ones among 50 the bootstrap's mean is binomial: its quantiles are
 * known, to one step. */
static void bootstrap_of_a_share(void **state)
{
    double d[50] = { 0 }, below = 0;
    struct interval b;
    int low = 0, high;

    (void)state;
    for (size_t i = 0; i < 20; i++)
        d[i] = 1;
    for (; below + binomial(50, low, 0.4) < 0.025; low++)
        below += binomial(50, low, 0.4);
    for (high = low; below < 0.975; high++)
        below += binomial(50, high, 0.4);
    b = stats_bootstrap(d, 50, 20000, 1);
    assert_true(fabs(b.low - low / 50.0) < 0.021);
    assert_true(fabs(b.high - (high - 1) / 50.0) < 0.021);
    assert_true(b.low < 0.4 && b.high > 0.4);
}

static void bootstrap_plain(void **state)
{
    struct rng r = stream("bootstrap");
    double d[300], half;
    struct interval b, again, other;

    (void)state;
    for (size_t i = 0; i < 300; i++)
        d[i] = normal(&r);
    half = 1.96 * stats_deviation(d, 300) / sqrt(300);
    b = stats_bootstrap(d, 300, 10000, 7);
    assert_true(fabs(b.high - b.low - 2 * half) < 0.1 * half);
    assert_true(fabs((b.high + b.low) / 2 - stats_mean(d, 300)) < 0.1 * half);
    again = stats_bootstrap(d, 300, 10000, 7);
    assert_true(again.low == b.low && again.high == b.high);
    other = stats_bootstrap(d, 300, 10000, 8);
    assert_true(other.low != b.low);
    assert_true(isnan(stats_bootstrap(d, 0, 10, 1).low));
    b = stats_bootstrap(d, 1, 3, 1);
    assert_true(b.low == d[0] && b.high == d[0]);
}

/* The closed form of Donner and Zou where there is no correlation; and what can
 * be seen without it. */
static void ratios(void **state)
{
    static const double x[][6] = { /* mean and interval of each */
                                   { 0.3, 0.2, 0.45, 0.8, 0.7, 0.88 },
                                   { 0.02, 0.005, 0.08, 0.05, 0.02, 0.12 },
                                   { 0, 0, 0.06, 0.02, 0.003, 0.09 },
                                   { 1, 0.9, 1, 1, 0.9, 1 }
    };
    struct interval i;

    (void)state;
    for (size_t k = 0; k < sizeof x / sizeof *x; k++) {
        double a = x[k][0], l1 = x[k][1], u1 = x[k][2];
        double b = x[k][3], l2 = x[k][4], u2 = x[k][5];
        double low = (a * b - sqrt(a * a * b * b -
                                   l1 * u2 * (2 * a - l1) * (2 * b - u2))) /
                     (u2 * (2 * b - u2));
        double high = (a * b + sqrt(a * a * b * b -
                                    u1 * l2 * (2 * a - u1) * (2 * b - l2))) /
                      (l2 * (2 * b - l2));

        i = stats_ratio(a, (struct interval){ l1, u1 }, b,
                        (struct interval){ l2, u2 }, 0);
        assert_true(fabs(i.low - low) < 1e-9 && fabs(i.high - high) < 1e-9);
    }
    /* What goes together errs together: a narrower interval. */
    i = stats_ratio(0.3, (struct interval){ 0.2, 0.4 }, 0.6,
                    (struct interval){ 0.4, 0.8 }, 1);
    assert_true(fabs(i.low - 0.5) < 1e-6 && fabs(i.high - 0.5) < 1e-6);
    i = stats_ratio(0.3, (struct interval){ 0.2, 0.4 }, 0.6,
                    (struct interval){ 0, 0.8 }, 0);
    assert_true(isinf(i.high));
    assert_true(fabs(stats_ratio_correlation((double[]){ 1, 2, 3 },
                                             (double[]){ 2, 4, 6 },
                                             (double[]){ 1, 1, 1 }, 3) -
                     1) < 1e-12);
    assert_true(stats_ratio_correlation((double[]){ 1, 2 }, (double[]){ 1, 1 },
                                        (double[]){ 1, 1 }, 2) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ratios),
        cmocka_unit_test(t_quantile_inverts_integral),
        cmocka_unit_test(t_quantile_closed_forms),
        cmocka_unit_test(t_quantile_in_balls),
        cmocka_unit_test(normal_by_integral),
        cmocka_unit_test(wilson_solves_its_equation),
        cmocka_unit_test(wilson_covers),
        cmocka_unit_test(clustered_plain),
        cmocka_unit_test(clustered_as_jackknife),
        cmocka_unit_test(clustered_without_spread),
        cmocka_unit_test(clustered_covers),
        cmocka_unit_test(clustered_covers_near_the_end),
        cmocka_unit_test(bootstrap_of_a_share),
        cmocka_unit_test(bootstrap_plain),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
