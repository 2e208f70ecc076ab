/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STATS_STRATA_H
#define STATS_STRATA_H

#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Units with few different values, in strata, some of them inside a set: could
 * a set that is drawn from each stratum independently of the values have a sum
 * that large? The bound is Chernoff's for draws without replacement, so that it
 * is never too small, however skewed the values are and however small the set.
 */

#define STRATA_LEVELS 65 /* most different values */

/* How many units of each value, in each stratum. */
struct strata {
    size_t n, levels;          /* strata in use; different values */
    const double *values;      /* [level] */
    uint32_t *all, *inside;    /* [stratum x level] */
    struct strata_draw *draws; /* [stratum] room for the bound */
};

/* Returns room for `most` strata without a unit; n is left 0. */
struct strata strata_new(struct arena *a, const double *values, size_t levels,
                         size_t most);

/* Returns the logarithm of a bound on the chance that the values inside sum to
 * so much; 0 when they are no more than to be expected. */
double strata_tail(const struct strata *s);

/* Returns the gain in log-likelihood when inside and outside each have a rate
 * of their own; 0 when the values inside are no larger. */
double strata_gain(const struct strata *s);

#endif
