/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/sort.h"
#include "stats/stats.h"

#include <math.h>
#include <stdlib.h>

/* Estimators: means, and what k tries of n bring. */

double stats_mean(const double *x, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return n ? sum / (double)n : NAN;
}

double stats_deviation(const double *x, size_t n)
{
    double mean = stats_mean(x, n), sum = 0;

    if (n < 2)
        return NAN;
    for (size_t i = 0; i < n; i++)
        sum += (x[i] - mean) * (x[i] - mean);
    return sqrt(sum / (double)(n - 1));
}

/* ---- k tries of n ---- */

/* C(m, k) / C(n, k), m <= n, as a product of fractions of at most 1: nothing
 * can overflow. The shorter of its two forms. */
static double choose_ratio(uint64_t m, uint64_t n, uint64_t k)
{
    uint64_t left = n - m;
    double r = 1;

    if (k > m)
        return 0;
    if (k <= left)
        for (uint64_t i = 0; i < k; i++)
            r *= (double)(m - i) / (double)(n - i);
    else
        for (uint64_t i = 0; i < left; i++)
            r *= (double)(n - k - i) / (double)(n - i);
    return r;
}

double stats_pass_at(uint64_t n, uint64_t c, uint64_t k)
{
    INVARIANT(c <= n && k <= n);
    if (k == 1)
        return (double)c / (double)n;
    return 1 - choose_ratio(n - c, n, k);
}

double stats_all_of(uint64_t n, uint64_t c, uint64_t k)
{
    INVARIANT(c <= n && k <= n);
    return choose_ratio(c, n, k);
}

/* The i-th smallest is the largest of C(i-1, k-1) of the C(n, k) choices. */
double stats_best_of(double *values, size_t n, size_t k)
{
    double weight, sum = 0;

    INVARIANT(k >= 1 && k <= n);
    sort_doubles(values, n);
    weight = (double)k / (double)n;
    for (size_t i = n; i >= k; i--) {
        sum += weight * values[i - 1];
        if (i > 1)
            weight *= (double)(i - k) / (double)(i - 1);
    }
    return sum;
}

/* ---- clusters ---- */

double stats_ratio_deviation(const double *total, const double *n,
                             size_t clusters, double mean)
{
    double squares = 0, count = 0;

    if (clusters < 2)
        return NAN;
    for (size_t i = 0; i < clusters; i++) {
        double off = total[i] - mean * n[i];

        squares += off * off;
        count += n[i];
    }
    return sqrt(squares / (double)(clusters - 1)) * (double)clusters / count;
}

/* Intervals of 95 %. */

static double clip(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* A share of n values, with z standard errors: Wilson, "Probable inference,
 * the law of succession, and statistical inference", JASA 22 (1927). */
static struct interval wilson(double share, double n, double z)
{
    double zz = z * z;
    double middle = (share * n + zz / 2) / (n + zz);
    double half = z / (n + zz) * sqrt(n * share * (1 - share) + zz / 4);
    /* At the ends the formula gives exactly 0 and 1, but for rounding. */
    struct interval out = { share <= 0 ? 0 : clip(middle - half, 0, 1),
                            share >= 1 ? 1 : clip(middle + half, 0, 1) };

    INVARIANT(n > 0 && !(out.low > share) && !(share > out.high));
    return out;
}

struct interval stats_wilson(double k, double n)
{
    if (!(n > 0))
        return (struct interval){ 0, 1 };
    return wilson(clip(k / n, 0, 1), n, STATS_Z_95);
}

/*
 * The standard error is the ratio estimator's of cluster samples: Cochran,
 * "Sampling Techniques" (3rd ed. 1977), section 6.3; for evaluations: Miller,
 * "Adding error bars to evals" (2024). The number of independent values it is
 * worth: Korn and Graubard, "Confidence intervals for proportions with small
 * expected number of positive counts estimated from survey data" (1998);
 * Wilson's interval with it: Dean and Pagano, "Evaluating confidence interval
 * methods for binomial proportions in clustered surveys" (2015).
 */
static double ratio_error(const double *total, const double *n, size_t clusters,
                          double *mean, double *g)
{
    double sum = 0, count = 0, squares = 0;

    *g = 0;
    for (size_t i = 0; i < clusters; i++) {
        sum += total[i];
        count += n[i];
        *g += n[i] > 0;
    }
    if (*g < 2)
        return NAN;
    *mean = sum / count;
    for (size_t i = 0; i < clusters; i++) {
        double off = total[i] - *mean * n[i];

        squares += off * off;
    }
    return sqrt(squares * *g / (*g - 1)) / count;
}

/* Returns the standard error of sum(total)/sum(n), as stats_clustered() takes
 * it; NaN of fewer than two clusters with values. */
static double stats_clustered_error(const double *total, const double *n,
                                    size_t clusters)
{
    double mean, g;

    return ratio_error(total, n, clusters, &mean, &g);
}

static struct interval clustered(const double *total, const double *n,
                                 size_t clusters, struct interval scale,
                                 double tail)
{
    double mean = 0, g, width = scale.high - scale.low;
    double error = ratio_error(total, n, clusters, &mean, &g) / width;
    double share, worth, z;
    struct interval w;

    if (g < 2)
        return scale;
    share = clip((mean - scale.low) / width, 0, 1);
    if (error > 1e-12) {
        worth = share * (1 - share) / (error * error);
        z = -stats_t_quantile(tail, g - 1);
    } else { /* without spread: what is not known is not 0 */
        worth = g;
        z = -stats_normal_quantile(tail);
    }
    w = wilson(share, worth, z);
    return (struct interval){ scale.low + w.low * width,
                              scale.low + w.high * width };
}

struct interval stats_clustered(const double *total, const double *n,
                                size_t clusters, double scale_low,
                                double scale_high)
{
    return clustered(total, n, clusters,
                     (struct interval){ scale_low, scale_high }, 0.025);
}

struct interval stats_clustered_tail(const double *total, const double *n,
                                     size_t clusters, double tail)
{
    return clustered(total, n, clusters, (struct interval){ 0, 1 }, tail);
}

/* Newcombe, "Interval estimation for the difference between independent
 * proportions", Statistics in Medicine 17 (1998). */
struct interval stats_newcombe(double x, struct interval of_x, double y,
                               struct interval of_y)
{
    double gap = y - x;

    return (struct interval){ gap - hypot(y - of_y.low, of_x.high - x),
                              gap + hypot(of_y.high - y, x - of_x.low) };
}

struct interval stats_student(const double *x, size_t n)
{
    double mean = stats_mean(x, n), half;

    if (n < 2)
        return (struct interval){ NAN, NAN };
    half = stats_deviation(x, n) / sqrt((double)n) *
           stats_t_quantile(0.975, (double)n - 1);
    return (struct interval){ mean - half, mean + half };
}

struct interval stats_no_spread(double c, size_t n)
{
    double w = stats_wilson(0, (double)n).high;

    return (struct interval){ c - (1 + c) * w, c + (1 - c) * w };
}

/* ---- bootstrap ---- */

struct rng stats_stream(const char *name, uint64_t seed)
{
    struct hasher h;
    struct rng r;

    hasher_open(&h);
    hasher_text(&h, name);
    hasher_u64(&h, seed);
    rng_init(&r, hasher_close(&h));
    return r;
}

/* Uniform on 0..n-1, two draws from each number of the generator: Lemire,
 * "Fast random integer generation in an interval", ACM TOMACS 29 (2019). */
struct draws {
    struct rng rng;
    uint64_t spare;
    bool has_spare;
};

static uint32_t draw_32(struct draws *d)
{
    uint64_t x;

    if (d->has_spare) {
        d->has_spare = false;
        return (uint32_t)d->spare;
    }
    x = rng_u64(&d->rng);
    d->spare = x & UINT32_MAX;
    d->has_spare = true;
    return (uint32_t)(x >> 32);
}

static size_t draw_below(struct draws *d, uint32_t n)
{
    uint32_t floor = -n % n; /* 2^32 mod n */
    uint64_t m;

    do
        m = (uint64_t)draw_32(d) * n;
    while ((uint32_t)m < floor);
    return (size_t)(m >> 32);
}

/* Efron and Tibshirani, "An Introduction to the Bootstrap" (1993), chapter
 * 13: the k-th smallest and k-th largest, k = floor(0.025 (rounds + 1)). */
struct interval stats_percentiles(double *drawn, size_t n)
{
    size_t k = (n + 1) / 40;

    if (n == 0)
        return (struct interval){ NAN, NAN };
    sort_doubles(drawn, n);
    k = k ? k - 1 : 0;
    INVARIANT(k <= n - 1 - k);
    return (struct interval){ drawn[k], drawn[n - 1 - k] };
}

struct interval stats_bootstrap(const double *d, size_t n, uint64_t rounds,
                                uint64_t seed)
{
    struct draws draws = { .rng = stats_stream("bootstrap", seed) };
    struct interval out = { NAN, NAN };
    double *means;

    INVARIANT(rounds > 0 && n <= UINT32_MAX);
    if (n == 0)
        return out;
    means = alloc_new((size_t)rounds, sizeof(*means));
    for (size_t i = 0; i < rounds; i++) {
        double sum = 0;

        for (size_t j = 0; j < n; j++)
            sum += d[draw_below(&draws, (uint32_t)n)];
        means[i] = sum / (double)n;
    }
    out = stats_percentiles(means, (size_t)rounds);
    free(means);
    return out;
}

/* Where the mean over clusters of unequal size is asked for, or a share of it:
 * Davison and Hinkley, "Bootstrap Methods and their Application" (1997),
 * sections 2.4, 3.8 and 5.3.1. */
void stats_resample(const double *const *x, size_t columns, size_t n,
                    size_t rounds, struct rng r, double *const *sums)
{
    for (size_t i = 0; i < rounds; i++) {
        for (size_t c = 0; c < columns; c++)
            sums[c][i] = 0;
        for (size_t j = 0; j < n; j++) {
            size_t drawn = (size_t)rng_below(&r, n);

            for (size_t c = 0; c < columns; c++)
                sums[c][i] += x[c][drawn];
        }
    }
}

struct interval stats_bootstrap_ratio(const double *sum, const double *size,
                                      size_t n, size_t rounds, struct rng r)
{
    const double *columns[] = { sum, size };
    double *drawn[] = { alloc_new(rounds, sizeof(double)),
                        alloc_new(rounds, sizeof(double)) };
    struct interval out;

    stats_resample(columns, 2, n, rounds, r, drawn);
    for (size_t i = 0; i < rounds; i++)
        drawn[0][i] /= drawn[1][i];
    out = stats_percentiles(drawn[0], rounds);
    free(drawn[0]);
    free(drawn[1]);
    return out;
}

static size_t count_clusters(const struct share *s, size_t n)
{
    size_t most = 0;

    for (size_t i = 0; i < n; i++)
        if (s[i].cluster >= most)
            most = s[i].cluster + 1;
    return most;
}

struct rate rate_make(const struct share *s, size_t n)
{
    struct rate out = { NAN, { 0, 1 }, 0, NAN };
    size_t clusters = count_clusters(s, n);
    double *total = alloc_new(2 * clusters + 1, sizeof(double));
    double *size = total + clusters, sum = 0, weight = 0;
    bool plain = true; /* one value of 0 or 1 in each cluster */

    for (size_t i = 0; i < n; i++) {
        size_t k = s[i].cluster;

        if (!(s[i].n > 0))
            continue;
        total[k] += s[i].sum;
        size[k] += s[i].n;
        plain = plain && size[k] == 1 && (s[i].sum == 0 || s[i].sum == 1);
        sum += s[i].sum;
        weight += s[i].n;
        out.n++;
    }
    if (out.n) {
        out.value = sum / weight;
        out.interval = plain ? stats_wilson(sum, weight)
                             : stats_clustered(total, size, clusters, 0, 1);
        out.se = stats_clustered_error(total, size, clusters);
    }
    free(total);
    return out;
}
