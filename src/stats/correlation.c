/* SPDX-License-Identifier: Apache-2.0 */
/* Correlations of values and of ranks, and whether they could be chance. */
#include "base/alloc.h"
#include "stats/stats.h"

#include <math.h>
#include <stdlib.h>

/* ---- Pearson's r ---- */

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

/* Fisher, "On the probable error of a coefficient of correlation", Metron 1
 * (1921): atanh(r) is nearly normal with variance 1/(n - 3). */
struct interval stats_pearson_interval(double r, size_t n)
{
    double z = atanh(r), half;

    if (n < 4 || isnan(r))
        return (struct interval){ NAN, NAN };
    half = STATS_Z_95 / sqrt((double)n - 3);
    return (struct interval){ tanh(z - half), tanh(z + half) };
}

/*
 * With t = r sqrt(df / (1 - r^2)) the angle of Abramowitz and Stegun 26.7.3
 * and 26.7.4, theta = atan(t / sqrt(df)), has sine r: their finite sums for
 * P(|T| <= t) are sums in r alone.
 */
static double within(double r, size_t df)
{
    double square = (1 - r) * (1 + r), sum = 0;
    bool odd = df % 2;
    double term = odd ? sqrt(square) : 1;

    for (size_t j = odd; j + 2 <= df; j += 2) {
        sum += term;
        term *= square * (double)(j + 1) / (double)(j + 2);
        if (term < 1e-18 * sum)
            break;
    }
    return odd ? (asin(r) + r * sum) * 2 / acos(-1.0) : r * sum;
}

double stats_pearson_p(double r, size_t n)
{
    if (isnan(r) || n < 3)
        return NAN;
    return fabs(r) < 1 ? fmax(1 - within(fabs(r), n - 2), 0) : 0;
}

/* ---- ranks ---- */

struct ordered {
    double value;
    size_t at;
};

static int by_value(const void *a, const void *b)
{
    const struct ordered *x = a, *y = b;

    return (x->value > y->value) - (x->value < y->value);
}

size_t *stats_order(const double *x, size_t n)
{
    struct ordered *sorted = alloc_new(n, sizeof(*sorted));
    size_t *order = alloc_new(n, sizeof(*order));

    for (size_t i = 0; i < n; i++)
        sorted[i] = (struct ordered){ x[i], i };
    qsort(sorted, n, sizeof(*sorted), by_value);
    for (size_t i = 0; i < n; i++)
        order[i] = sorted[i].at;
    free(sorted);
    return order;
}

/* Ranks from 1; equal values share the mean of theirs. */
static void ranks_of(const double *x, size_t n, double *out)
{
    size_t *order = stats_order(x, n);

    for (size_t i = 0, end; i < n; i = end) {
        end = i + 1;
        while (end < n && x[order[end]] == x[order[i]])
            end++;
        for (size_t k = i; k < end; k++)
            out[order[k]] = (double)(i + 1 + end) / 2;
    }
    free(order);
}

double stats_spearman(const double *x, const double *y, size_t n)
{
    double *ranks = alloc_new(2 * n, sizeof(*ranks)), r;

    ranks_of(x, n, ranks);
    ranks_of(y, n, ranks + n);
    r = stats_pearson(ranks, ranks + n, n);
    free(ranks);
    return r;
}

#define EXACT_MOST 8    /* pairs: 40,320 orders */
#define TIE        1e-9 /* share of the largest sum: rounding is no evidence */

/* Ranks less their mean. */
static void centred_ranks(const double *x, size_t n, double *out)
{
    ranks_of(x, n, out);
    for (size_t i = 0; i < n; i++)
        out[i] -= ((double)n + 1) / 2;
}

static double product(const double *x, const double *y, size_t n)
{
    double sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* All orders of y: Heap, "Permutations by interchanges", Computer Journal 6
 * (1963), without recursion. */
static double orders_all(const double *x, double *y, size_t n, double least)
{
    size_t turn[EXACT_MOST] = { 0 }, i = 1, hits, orders = 1;

    hits = fabs(product(x, y, n)) >= least;
    while (i < n) {
        if (turn[i] < i) {
            size_t k = i % 2 ? turn[i] : 0;
            double swap = y[k];

            y[k] = y[i];
            y[i] = swap;
            hits += fabs(product(x, y, n)) >= least;
            orders++;
            turn[i]++;
            i = 1;
        } else
            turn[i++] = 0;
    }
    return (double)hits / (double)orders;
}

static double orders_some(const double *x, double *y, size_t n, double least,
                          uint64_t rounds, struct rng r)
{
    uint64_t hits = 0;

    for (uint64_t round = 0; round < rounds; round++) {
        rng_shuffle(&r, y, n, sizeof(*y));
        hits += fabs(product(x, y, n)) >= least;
    }
    return ((double)hits + 1) / ((double)rounds + 1);
}

double stats_spearman_p(const double *x, const double *y, size_t n,
                        uint64_t rounds, uint64_t seed)
{
    double *ranks = alloc_new(2 * n, sizeof(*ranks)), *other = ranks + n;
    double most, least, p = NAN;

    centred_ranks(x, n, ranks);
    centred_ranks(y, n, other);
    most = sqrt(product(ranks, ranks, n) * product(other, other, n));
    least = fabs(product(ranks, other, n)) - TIE * most;
    if (n >= 3 && most > 0)
        p = n <= EXACT_MOST ? orders_all(ranks, other, n, least)
                            : orders_some(ranks, other, n, least, rounds,
                                          stats_stream("spearman", seed));
    free(ranks);
    return p;
}
