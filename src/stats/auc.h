/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STATS_AUC_H
#define STATS_AUC_H

#include "base/arena.h"
#include "stats/stats.h"

/*
 * The area under the curve of hits against false alarms: the chance that of a
 * hit and a miss, drawn at random, the hit has the higher score; equal scores
 * count half. An item may be both in part: `share[i]`, 0 to 1, of it is a hit.
 * The interval is the normal one of its influence values (DeLong and others,
 * "Comparing the areas under two or more correlated ROC curves", Biometrics 44
 * (1988)), added up within groups: items of one group may depend on each other.
 */

struct auc {
    double area; /* NaN: there are no hits, or nothing else */
    struct interval interval;
    const size_t *order; /* the items by rising score; of equals the first */
};

/* Returns it, with the order in the arena; group[i] < n, NULL: each is its
 * own. */
struct auc stats_auc(struct arena *a, const double *score, const double *share,
                     const uint32_t *group, size_t n);

#endif
