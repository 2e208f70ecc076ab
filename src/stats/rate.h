/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STATS_RATE_H
#define STATS_RATE_H

#include "stats/stats.h"

#include <stddef.h>

/* A rate over problems that need not be independent of each other: evolved
 * problems share those they were made from, and attempts share their problem.
 */

/* A rate with its interval; n = 0: there is nothing to say, the value is NaN
 * and the interval the whole scale. */
struct rate {
    double value;
    struct interval interval;
    size_t n; /* problems it rests on */
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
