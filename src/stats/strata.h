/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STATS_STRATA_H
#define STATS_STRATA_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Units with few different values, in strata, some of them inside a set: could
 * a set that is drawn from each stratum independently of the values have a sum
 * that large?
 *
 * strata_chance() is the chance itself, for units that are independent:
 * by convolution where that is quick, else by a saddlepoint approximation, of
 * which tests show that it is within 3 % of the chance while that is above
 * 1e-10. strata_tail() is Chernoff's bound for draws without replacement, which
 * is never too small, however skewed the values are and however small the set.
 */

#define STRATA_LEVELS 65 /* most different values */

/* How many units of each value, in each stratum. */
struct strata {
    size_t n, levels;          /* strata in use; different values */
    const double *values;      /* [level] rising */
    double steps;              /* all values are multiples of 1/steps */
    uint32_t *all, *inside;    /* [stratum x level] */
    double more;               /* is added to what the values inside sum to */
    struct strata_draw *draws; /* [stratum] room for the bound */
};

/* Returns room for `most` strata without a unit; n is left 0, steps 1. */
struct strata strata_new(struct arena *a, const double *values, size_t levels,
                         size_t most);

/* Returns the logarithm of a bound on the chance that the values inside sum to
 * so much; 0 when they are no more than to be expected. */
double strata_tail(const struct strata *s);

/* Returns the logarithm of the chance. Where the bound is above 0.3 it is
 * returned instead: nobody needs to know such a chance better. */
double strata_chance(const struct strata *s);

/* The two methods to it: NaN where it would take too long, or where an
 * approximation makes no sense. The sum is no less than to be expected. */
double strata_exact(const struct strata *s);
double strata_saddle(const struct strata *s);

/* Returns the least sum of the values inside of which the chance, or with
 * `bound` the bound, is at most exp(log_p), for a set of as many units of each
 * stratum; NaN if even the largest is likelier. */
double strata_needed(const struct strata *s, double log_p, bool bound);

/* Returns the gain in log-likelihood when inside and outside each have a rate
 * of their own; 0 when the values inside are no larger. */
double strata_gain(const struct strata *s);

#endif
