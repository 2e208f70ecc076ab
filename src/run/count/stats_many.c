/* SPDX-License-Identifier: Apache-2.0 */
/* Many tests at once, and the test of a rank correlation. */
#include "base/alloc.h"
#include "run/count/stats.h"
#include "run/count/stats_int.h"

#include <math.h>
#include <stdlib.h>

/* ---- several p ---- */

/* Holm, "A simple sequentially rejective multiple test procedure",
 * Scandinavian Journal of Statistics 6 (1979). */
void stats_holm(const double *p, size_t m, double *adjusted)
{
    struct ordered *sorted = stats_order(p, m);
    double so_far = 0;

    for (size_t i = 0; i < m; i++) {
        so_far = fmax(so_far, fmin(1, (double)(m - i) * sorted[i].value));
        adjusted[sorted[i].at] = so_far;
    }
    free(sorted);
}

/* Benjamini and Hochberg, "Controlling the false discovery rate", JRSS B 57
 * (1995): q of the k-th smallest p is the least m p / j of all j >= k. */
void stats_bh(const double *p, size_t m, double *q)
{
    struct ordered *sorted = stats_order(p, m);
    double least = 1;

    for (size_t k = m; k > 0; k--) {
        least = fmin(least, sorted[k - 1].value * ((double)m / (double)k));
        q[sorted[k - 1].at] = least;
    }
    free(sorted);
}

/* ---- rank correlation ---- */

#define EXACT_MOST 8    /* pairs: 40,320 orders */
#define TIE        1e-9 /* share of the largest sum: rounding is no evidence */

/* Ranks less their mean. */
static void centred_ranks(const double *x, size_t n, double *out)
{
    stats_ranks(x, n, out);
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
