/* SPDX-License-Identifier: Apache-2.0 */
/* Estimators: means, and what k tries of n bring. */
#include "stats/stats.h"

#include "base/err.h"
#include "base/sort.h"

#include <math.h>

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
