/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_SELECT_SELECT_H
#define EVOLVE_SELECT_SELECT_H

#include "evolve/fitness/fitness.h"

/*
 * Selection: a problem is kept unless its score is below the threshold, or one
 * of its features is among the easiest 1 % of the population (the lowest where
 * more is harder, the highest where less is harder; percentiles by linear
 * interpolation between ranks). A feature rejects nothing if its weight is 0,
 * if the problem lacks it, or if all problems are equal in it.
 */

struct selection {
    bool kept;
    bool low_score;
    bool deficient[FEATURES];
    bool high[FEATURES]; /* deficient, and too high: less of it is harder */
};

struct select_options {
    double threshold;  /* -0.5 */
    double percentile; /* 0.01; 0: no such rule */
};

void select_split(const struct features *f, const struct fitness *score,
                  size_t n, const struct weights *w,
                  const struct select_options *o, struct selection *out);

/* "score -1.20 below -0.50; Word entropy 2.1 in the lowest 1 %"; or "kept". */
const char *select_reason(struct arena *a, const struct selection *s,
                          const struct features *f, const struct fitness *score,
                          const struct select_options *o);

/* The q-quantile (0..1) of x[0..n), linear interpolation; sorts x. NaN of
 * nothing. */
double select_quantile(double *x, size_t n, double q);

#endif
