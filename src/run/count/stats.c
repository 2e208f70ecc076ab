/* SPDX-License-Identifier: Apache-2.0 */
/* Estimators: means, what k tries bring, correlations. */
#include "run/count/stats.h"

#include "base/alloc.h"
#include "base/err.h"
#include "base/hash.h"
#include "base/sort.h"
#include "run/count/stats_int.h"

#include <math.h>
#include <stdlib.h>

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

/* ---- correlation ---- */

double stats_pearson(const double *x, const double *y, size_t n)
{
    double mx = stats_mean(x, n), my = stats_mean(y, n);
    double xx = 0, yy = 0, xy = 0, r;

    for (size_t i = 0; i < n; i++) {
        xx += (x[i] - mx) * (x[i] - mx);
        yy += (y[i] - my) * (y[i] - my);
        xy += (x[i] - mx) * (y[i] - my);
    }
    if (n < 2 || !(xx > 0) || !(yy > 0))
        return NAN;
    r = xy / (sqrt(xx) * sqrt(yy));
    return r > 1 ? 1 : r < -1 ? -1 : r;
}

static int by_value(const void *a, const void *b)
{
    const struct ordered *x = a, *y = b;

    return (x->value > y->value) - (x->value < y->value);
}

struct ordered *stats_order(const double *x, size_t n)
{
    struct ordered *sorted = alloc_new(n, sizeof(*sorted));

    for (size_t i = 0; i < n; i++)
        sorted[i] = (struct ordered){ x[i], i };
    qsort(sorted, n, sizeof(*sorted), by_value);
    return sorted;
}

void stats_ranks(const double *x, size_t n, double *out)
{
    struct ordered *sorted = stats_order(x, n);

    for (size_t i = 0, end; i < n; i = end) {
        end = i + 1;
        while (end < n && sorted[end].value == sorted[i].value)
            end++;
        for (size_t k = i; k < end; k++)
            out[sorted[k].at] = (double)(i + 1 + end) / 2;
    }
    free(sorted);
}

double stats_spearman(const double *x, const double *y, size_t n)
{
    double *ranks = alloc_new(2 * n, sizeof(*ranks)), r;

    stats_ranks(x, n, ranks);
    stats_ranks(y, n, ranks + n);
    r = stats_pearson(ranks, ranks + n, n);
    free(ranks);
    return r;
}
