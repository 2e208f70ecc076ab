/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STATS_STATS_H
#define STATS_STATS_H

#include "base/rng.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The statistics of this program: exact or standard, each with its source
 * beside the code, and each compared with R in tests/cases/stats. Rates are
 * from 0 to 1, intervals of 95 % unless said. Pure functions; random ones take
 * a seed and give the same number on every machine.
 */

struct interval {
    double low, high; /* its ends, both included */
};

#define STATS_Z_95 1.95996398454005423552 /* the normal quantile of 0.975 */

/* ---- distributions ---- */

double stats_normal_tail(double z); /* P(Z > z) */
double stats_normal_quantile(double p);

/* Returns the quantile of Student's t: P(T <= x) = p; 0 < p < 1, df >= 1. Ten
 * good digits and more while p and 1 - p are above 1e-100. */
double stats_t_quantile(double p, double df);

/* ---- estimators ---- */

/* The sample's mean and standard deviation (n - 1); NaN of nothing, and the
 * deviation of one. */
double stats_mean(const double *x, size_t n);
double stats_deviation(const double *x, size_t n);

/* Returns the unbiased pass@k of a problem with c right of n (Chen and others
 * 2021): 1 - C(n-c, k)/C(n, k). k <= n. */
double stats_pass_at(uint64_t n, uint64_t c, uint64_t k);

/* Returns the unbiased share of k tries that are all right: C(c, k)/C(n, k). */
double stats_all_of(uint64_t n, uint64_t c, uint64_t k);

/* Returns the mean of the largest of k values drawn without repetition from n:
 * unbiased best-of-k. values are sorted in place. */
double stats_best_of(double *values, size_t n, size_t k);

/*
 * Returns what a cluster adds to the spread of sum(total)/sum(n): the standard
 * deviation of the ratio estimator's residuals total - mean n, in units of the
 * mean cluster (Cochran, "Sampling Techniques", section 6.3). For clusters of
 * one size it is that of their means. NaN of fewer than two clusters.
 */
double stats_ratio_deviation(const double *total, const double *n,
                             size_t clusters, double mean);

/* ---- intervals ---- */

/* Returns Wilson's score interval for k of n; n = 0 gives [0, 1]. */
struct interval stats_wilson(double k, double n);

/*
 * Returns an interval of the mean of values that come in clusters (attempts of
 * one problem, problems of one template): ratio estimator sum(total)/sum(n)
 * with a cluster-robust standard error and its G/(G-1) correction. `total[i]`
 * and `n[i]` are a cluster's sum of values and count. The interval is Wilson's
 * for the number of independent values that would have this standard error,
 * with Student's t of G-1 degrees of freedom: it stays on the scale [low,
 * high], and near its ends covers where mean +- t standard errors does not.
 * Where every cluster has the same mean the standard error is 0 and tells
 * nothing: the interval is then Wilson's for that share of G clusters. Clusters
 * without values are none. One cluster alone gives the whole scale.
 */
struct interval stats_clustered(const double *total, const double *n,
                                size_t clusters, double scale_low,
                                double scale_high);

/* Returns the same on the scale [0, 1] with another chance of missing the mean
 * at each end: 0.025 gives 95 %. */
struct interval stats_clustered_tail(const double *total, const double *n,
                                     size_t clusters, double tail);

/* Returns an interval of the difference y - x of two independent rates with
 * these intervals (Newcombe 1998, method 10, with any intervals for Wilson's).
 */
struct interval stats_newcombe(double x, struct interval of_x, double y,
                               struct interval of_y);

/* Returns Student's interval of the mean of x[0..n); NaN of n < 2. */
struct interval stats_student(const double *x, size_t n);

/* Returns an interval of the mean of n differences from -1 to 1 that all are
 * c: by Wilson's interval a share w of the unseen ones may be others, and each
 * of those anything from -1 to 1. */
struct interval stats_no_spread(double c, size_t n);

/* Returns the 95 % interval of r by Fisher's z; NaN of n < 4. */
struct interval stats_pearson_interval(double r, size_t n);

/* Returns the bootstrap percentile interval of the mean of d[0..n), whole items
 * drawn; rounds > 0. NaN when n = 0. */
struct interval stats_bootstrap(const double *d, size_t n, uint64_t rounds,
                                uint64_t seed);

/* Bootstrap of anything that is made of sums: n items are drawn with
 * repetition from items 0..n-1, `rounds` times, and sums[c][round] is the sum
 * of x[c][item] over the drawn ones. n > 0. */
void stats_resample(const double *const *x, size_t columns, size_t n,
                    size_t rounds, struct rng r, double *const *sums);

/* Returns the percentile interval of sum(sum)/sum(size) over n clusters, drawn
 * whole; n > 0. */
struct interval stats_bootstrap_ratio(const double *sum, const double *size,
                                      size_t n, size_t rounds, struct rng r);

/* Returns the percentile interval of drawn values, which are sorted in place;
 * NaN when n = 0. */
struct interval stats_percentiles(double *drawn, size_t n);

/* Random numbers for one purpose: streams of other names share nothing. */
struct rng stats_stream(const char *name, uint64_t seed);

/* ---- tests ---- */

/* Returns the two-sided p of McNemar's exact test of b and c discordant pairs,
 * by the binomial distribution; 1 when there are none. */
double stats_mcnemar(uint64_t b, uint64_t c);

/*
 * Returns the two-sided p of a mean difference by Fisher's randomisation test:
 * signs of d[0..n) flipped; differences below 1e-12 are rounding, and 0. Exact
 * (every sign pattern) while at most 20 differences are not zero, else
 * `rounds` random ones, with (hits + 1)/(rounds + 1).
 */
double stats_permutation(const double *d, size_t n, uint64_t rounds,
                         uint64_t seed);

/* Returns the smallest true difference of means that n pairs, whose differences
 * have standard deviation sd, show with 80 % power at a two-sided 5 %. n >= 2.
 */
double stats_smallest_difference(double sd, size_t n);

/* Holm's correction of p[0..m): adjusted[i] for each, in the same order. */
void stats_holm(const double *p, size_t m, double *adjusted);

/* Benjamini and Hochberg's adjusted values of p[0..m), in the same order: the
 * least false discovery rate at which each is found. */
void stats_bh(const double *p, size_t m, double *q);

/* ---- correlations ---- */

/* Pearson's r and Spearman's rho of n pairs, n >= 3; NaN when one side does
 * not vary. */
double stats_pearson(const double *x, const double *y, size_t n);
double stats_spearman(const double *x, const double *y, size_t n);

/* Returns the two-sided p of Pearson's r by Student's t with n - 2 degrees of
 * freedom; NaN where r is, and of n < 3. */
double stats_pearson_p(double r, size_t n);

/* Returns the two-sided p of Spearman's rho over orders of y: all of them while
 * n <= 8, else `rounds` random ones, with (hits + 1)/(rounds + 1). NaN where
 * rho is. */
double stats_spearman_p(const double *x, const double *y, size_t n,
                        uint64_t rounds, uint64_t seed);

/* ---- rates ---- */

/* A rate over problems that need not be independent of each other: evolved
 * problems share those they were made from, and attempts share their problem.
 */

/* A rate with its interval; n = 0: there is nothing to say, the value is NaN
 * and the interval the whole scale. */
struct rate {
    double value;
    struct interval interval;
    size_t n;  /* problems it rests on */
    double se; /* standard error, robust to clusters; NaN: of one cluster */
};

/* What one problem brings to a rate. */
struct share {
    size_t cluster; /* numbers are best dense: room is made up to the largest */
    double n, sum;  /* values, and their sum; n = 0: it has no part in it */
};

/* Returns sum / n over all shares with n > 0, with Wilson's interval where each
 * cluster has one value of 0 or 1, else a clustered one. */
struct rate rate_make(const struct share *shares, size_t n);

#endif
