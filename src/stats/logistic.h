/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STATS_LOGISTIC_H
#define STATS_LOGISTIC_H

#include "base/arena.h"
#include "stats/stats.h"

#include <stddef.h>

/*
 * A logistic curve that is learnt from successes and failures. The chance of a
 * success at x is
 *
 *     1 / (1 + exp(-slope (threshold - x))),
 *
 * which falls as x grows (a rising one is learnt at -x) and is one half at the
 * threshold. What is known of the two parameters is a distribution over a grid
 * of them (Kontsevich and Tyler, "Bayesian adaptive estimation of psychometric
 * slope and threshold", Vision Research 39 (1999)): no fit can fail to
 * converge, and successes alone, or failures alone, are fine. Beforehand every
 * threshold from `low` to `high` is as likely as any other, and log2 of the
 * slope is normal around 0 with deviation 3/4: x is to be measured in units in
 * which a slope of about 1 is expected.
 */

#define LOGISTIC_SLOPES 11 /* 2^-2.5, 2^-2 ... 2^2.5 */

struct logistic {
    double low;     /* the least threshold of the grid; the next are a quarter
                       apart */
    size_t n;       /* thresholds */
    double *weight; /* [slope * n + threshold]; they sum to 1 */
};

/* Returns the curve of which nothing is known; its weights are in the arena. */
struct logistic logistic_open(struct arena *a, double low, double high);

/* Makes *to, which was opened with the same bounds, equal to *from. */
void logistic_copy(struct logistic *to, const struct logistic *from);

/* Learns from so many successes and failures at x; they need not be whole
 * numbers. */
void logistic_add(struct logistic *c, double x, double successes,
                  double failures);

/* Returns the chance of a success at x, averaged over what is known. */
double logistic_rate(const struct logistic *c, double x);

/* Returns how much one more reply at x is expected to tell of the threshold:
 * by how much its variance falls on average. */
double logistic_gain(const struct logistic *c, double x);

/* Returns the probability that the threshold lies above x. */
double logistic_above(const struct logistic *c, double x);

/* Return the quantile of the threshold, and of the slope: p = 0.5 gives the
 * estimate, 0.025 and 0.975 the ends of the 95 % interval. */
double logistic_threshold(const struct logistic *c, double p);
double logistic_slope(const struct logistic *c, double p);

#endif
