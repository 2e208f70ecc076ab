/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COUNT_STATS_H
#define RUN_COUNT_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The statistics of runs: exact or standard, each with its source beside the
 * code. Rates are from 0 to 1, intervals of 95 % unless said. Pure functions;
 * random ones take a seed and give the same number on every machine.
 */

struct interval {
    double low, high;
};

/* Wilson's score interval for k of n; n = 0 gives [0, 1]. */
struct interval stats_wilson(double k, double n);

/*
 * The mean of values that come in clusters (attempts of one problem, problems
 * of one template): ratio estimator sum(total)/sum(n) with a cluster-robust
 * standard error and its G/(G-1) correction. `total[i]` and `n[i]` are a
 * cluster's sum of values and count. The interval is Wilson's for the number
 * of independent values that would have this standard error, with Student's t
 * of G-1 degrees of freedom: it stays on the scale [low, high], and near its
 * ends covers where mean +- t standard errors does not. Where every cluster has
 * the same mean the standard error is 0 and tells nothing: the interval is then
 * Wilson's for that share of G clusters. Clusters without values are none. One
 * cluster alone gives the whole scale.
 */
struct interval stats_clustered(const double *total, const double *n,
                                size_t clusters, double scale_low,
                                double scale_high);

/* The quantile of Student's t: P(T <= x) = p; 0 < p < 1, df >= 1. Ten good
 * digits and more while p and 1 - p are above 1e-100. */
double stats_t_quantile(double p, double df);
double stats_normal_quantile(double p);
double stats_normal_tail(double z); /* P(Z > z) */

/* Unbiased pass@k of a problem with c right of n (Chen and others 2021):
 * 1 - C(n-c, k)/C(n, k). k <= n. */
double stats_pass_at(uint64_t n, uint64_t c, uint64_t k);

/* All k of k tries right, unbiased: C(c, k)/C(n, k). */
double stats_all_of(uint64_t n, uint64_t c, uint64_t k);

/* The mean of the largest of k values drawn without repetition from n:
 * unbiased best-of-k. values are sorted in place. */
double stats_best_of(double *values, size_t n, size_t k);

/* McNemar's exact test: b and c discordant pairs; two-sided p, by the
 * binomial distribution; 1 when there are none. */
double stats_mcnemar(uint64_t b, uint64_t c);

/*
 * Paired permutation test of a mean difference: signs of d[0..n) flipped;
 * two-sided p. Exact (every sign pattern) while at most 20 differences are
 * not zero, else `rounds` random ones, with (hits + 1)/(rounds + 1).
 */
double stats_permutation(const double *d, size_t n, uint64_t rounds,
                         uint64_t seed);

/* Bootstrap percentile interval of the mean of d[0..n), whole items drawn;
 * rounds > 0. NaN when n = 0. */
struct interval stats_bootstrap(const double *d, size_t n, uint64_t rounds,
                                uint64_t seed);

/* Holm's correction of p[0..m): adjusted[i] for each, in the same order. */
void stats_holm(const double *p, size_t m, double *adjusted);

/* Benjamini and Hochberg's adjusted values of p[0..m), in the same order: the
 * least false discovery rate at which each is found. */
void stats_bh(const double *p, size_t m, double *q);

/*
 * The smallest true difference of means that n pairs, whose differences have
 * standard deviation sd, show with 80 % power at a two-sided 5 %. n >= 2.
 */
double stats_smallest_difference(double sd, size_t n);

/* The sample's mean and standard deviation (n - 1); NaN of nothing, and the
 * deviation of one. */
double stats_mean(const double *x, size_t n);
double stats_deviation(const double *x, size_t n);

/* Pearson's r and Spearman's rho of n pairs, n >= 3; NaN when one side does
 * not vary. */
double stats_pearson(const double *x, const double *y, size_t n);
double stats_spearman(const double *x, const double *y, size_t n);

/* Could that rho be chance? Two-sided p over orders of y: all of them while
 * n <= 8, else `rounds` random ones, with (hits + 1)/(rounds + 1). NaN where
 * rho is. */
double stats_spearman_p(const double *x, const double *y, size_t n,
                        uint64_t rounds, uint64_t seed);

/* A 95 % interval of r by Fisher's z; n >= 4, else NaN. */
struct interval stats_pearson_interval(double r, size_t n);

#endif
