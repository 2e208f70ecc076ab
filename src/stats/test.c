/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "base/err.h"
#include "stats/stats.h"

#include <math.h>
#include <stdlib.h>

/* Correlations of values and of ranks, and whether they could be chance. */

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
static double test_within(double r, size_t df)
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
    return fabs(r) < 1 ? fmax(1 - test_within(fabs(r), n - 2), 0) : 0;
}

/* ---- ranks ---- */

struct ordered {
    double value;
    size_t at;
};

static int test_by_value(const void *a, const void *b)
{
    const struct ordered *x = a, *y = b;

    return (x->value > y->value) - (x->value < y->value);
}

/* Returns the places of x[0..n) in rising order of the values; to be freed. */
static size_t *stats_order(const double *x, size_t n)
{
    struct ordered *sorted = alloc_new(n, sizeof(*sorted));
    size_t *order = alloc_new(n, sizeof(*order));

    for (size_t i = 0; i < n; i++)
        sorted[i] = (struct ordered){ x[i], i };
    qsort(sorted, n, sizeof(*sorted), test_by_value);
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

static double test_product(const double *x, const double *y, size_t n)
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

    hits = fabs(test_product(x, y, n)) >= least;
    while (i < n) {
        if (turn[i] < i) {
            size_t k = i % 2 ? turn[i] : 0;
            double swap = y[k];

            y[k] = y[i];
            y[i] = swap;
            hits += fabs(test_product(x, y, n)) >= least;
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
        hits += fabs(test_product(x, y, n)) >= least;
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
    most = sqrt(test_product(ranks, ranks, n) * test_product(other, other, n));
    least = fabs(test_product(ranks, other, n)) - TIE * most;
    if (n >= 3 && most > 0)
        p = n <= EXACT_MOST ? orders_all(ranks, other, n, least)
                            : orders_some(ranks, other, n, least, rounds,
                                          stats_stream("spearman", seed));
    free(ranks);
    return p;
}

/* Tests of paired differences, and corrections for many tests. */

#define TWO_PI 6.28318530717958647693

/* ---- McNemar ---- */

/* log(n!) less Stirling's formula, n >= 1. */
static double stirling_rest(double n)
{
    double nn = n * n, factorial = 1;

    if (n > 15)
        return (1.0 / 12 -
                (1.0 / 360 -
                 (1.0 / 1260 - (1.0 / 1680 - 1.0 / 1188 / nn) / nn) / nn) /
                    nn) /
               n;
    for (double i = 2; i <= n; i += 1)
        factorial *= i;
    return log(factorial) - (n + 0.5) * log(n) + n - 0.5 * log(TWO_PI);
}

/*
 * C(n, x) / 2^n, 1 <= x <= n/2, without loss for large n: Loader, "Fast and
 * accurate computation of binomial probabilities" (2000). The two deviances
 * together are n/2 ((1-u) log(1-u) + (1+u) log(1+u)), u = 1 - 2x/n.
 */
static double half_binomial(double x, double n)
{
    double y = n - x, u = (y - x) / n;
    double deviance = n / 2 * ((1 - u) * log1p(-u) + (1 + u) * log1p(u));
    double rest = stirling_rest(n) - stirling_rest(x) - stirling_rest(y);

    return sqrt(n / (TWO_PI * x * y)) * exp(rest - deviance);
}

double stats_mcnemar(uint64_t b, uint64_t c)
{
    double n = (double)b + (double)c, least = (double)(b < c ? b : c);
    double term, sum = 0;

    if (b == c)
        return 1;
    term = least > 0 ? half_binomial(least, n) : exp2(-n);
    /* Downwards from the largest term; the rest soon adds nothing. */
    for (double i = least; i >= 0 && term > sum * 1e-18; i -= 1) {
        sum += term;
        term *= i / (n - i + 1);
    }
    return fmin(1, 2 * sum);
}

/* ---- permutation ---- */

/* Sums within this share of the largest possible one are ties: rounding must
 * not decide whether a pattern is as extreme as what was seen. */
#define TEST_TIE        1e-9
#define ROUNDING        1e-12 /* of a difference that is 0 */
#define TEST_EXACT_MOST 20    /* differences: a million sign patterns */

/* All sums of +-d[0..n), by the bits of the index. */
static void sign_sums(const double *d, size_t n, double *out)
{
    out[0] = 0;
    for (size_t i = 0; i < n; i++)
        out[0] -= d[i];
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < (size_t)1 << i; k++)
            out[((size_t)1 << i) + k] = out[k] + 2 * d[i];
}

/* Every pattern: a sum of the first half's and one of the second half's. */
static double permute_all(const double *d, size_t n, double least)
{
    double first[1 << (TEST_EXACT_MOST / 2)],
        second[1 << (TEST_EXACT_MOST / 2)];
    size_t half = n / 2, rows = (size_t)1 << half;
    size_t columns = (size_t)1 << (n - half), hits = 0;

    sign_sums(d, half, first);
    sign_sums(d + half, n - half, second);
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < columns; k++)
            hits += fabs(first[i] + second[k]) >= least;
    return (double)hits / (double)(rows * columns);
}

/* Random patterns; four differences share a table of their 16 sums. */
static double permute_some(const double *d, size_t n, double least,
                           uint64_t rounds, struct rng r)
{
    size_t fours = (n + 3) / 4;
    double *sums = alloc_new(fours * 16, sizeof(*sums));
    uint64_t hits = 0;

    for (size_t i = 0; i < fours; i++) {
        double part[4] = { 0 };

        for (size_t k = 0; k < 4 && 4 * i + k < n; k++)
            part[k] = d[4 * i + k];
        sign_sums(part, 4, sums + 16 * i);
    }
    for (uint64_t round = 0; round < rounds; round++) {
        double sum = 0;
        uint64_t bits = 0;

        for (size_t i = 0; i < fours; i++) {
            bits = i % 16 ? bits >> 4 : rng_u64(&r);
            sum += sums[16 * i + (bits & 15)];
        }
        hits += fabs(sum) >= least;
    }
    free(sums);
    return ((double)hits + 1) / ((double)rounds + 1);
}

/* Fisher's randomisation test for pairs ("The Design of Experiments", 1935,
 * section 21). A zero difference has no sign to flip. The random form counts
 * the pattern that was seen among its own, so that p is never 0 and never too
 * small: Phipson and Smyth, "Permutation P-values should never be zero"
 * (2010). */
double stats_permutation(const double *d, size_t n, uint64_t rounds,
                         uint64_t seed)
{
    double *kept = alloc_new(n, sizeof(*kept)), seen = 0, most = 0, p;
    size_t m = 0;

    for (size_t i = 0; i < n; i++) {
        seen += d[i];
        most += fabs(d[i]);
        if (fabs(d[i]) >= ROUNDING)
            kept[m++] = d[i];
    }
    if (m <= TEST_EXACT_MOST)
        p = permute_all(kept, m, fabs(seen) - TEST_TIE * most);
    else
        p = permute_some(kept, m, fabs(seen) - TEST_TIE * most, rounds,
                         stats_stream("permutation", seed));
    free(kept);
    return p;
}

/* ---- power ---- */

/* Bloom, "Minimum detectable effects", Evaluation Review 19 (1995): the sum
 * of the quantiles of significance and of power, in standard errors. */
double stats_smallest_difference(double sd, size_t n)
{
    double df = (double)n - 1;

    INVARIANT(n >= 2);
    return (stats_t_quantile(0.975, df) + stats_t_quantile(0.8, df)) * sd /
           sqrt((double)n);
}

/* ---- several p ---- */

/* Holm, "A simple sequentially rejective multiple test procedure",
 * Scandinavian Journal of Statistics 6 (1979). */
void stats_holm(const double *p, size_t m, double *adjusted)
{
    size_t *order = stats_order(p, m);
    double so_far = 0;

    for (size_t i = 0; i < m; i++) {
        so_far = fmax(so_far, fmin(1, (double)(m - i) * p[order[i]]));
        adjusted[order[i]] = so_far;
    }
    free(order);
}

/* Benjamini and Hochberg, "Controlling the false discovery rate", JRSS B 57
 * (1995): q of the k-th smallest p is the least m p / j of all j >= k. */
void stats_bh(const double *p, size_t m, double *q)
{
    size_t *order = stats_order(p, m);
    double least = 1;

    for (size_t k = m; k > 0; k--) {
        least = fmin(least, p[order[k - 1]] * ((double)m / (double)k));
        q[order[k - 1]] = least;
    }
    free(order);
}
