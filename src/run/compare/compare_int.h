/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COMPARE_COMPARE_INT_H
#define RUN_COMPARE_COMPARE_INT_H

#include "run/compare/compare.h"

/* Between the files of compare.h. */

struct match {
    size_t a, b; /* places of one problem in its runs */
};

/* compare_match.c: the problems that both have, in the order of a, into *out,
 * which has room for all of a's; what is left out is counted in *p. */
size_t compare_match(struct arena *a, const struct view *x,
                     const struct view *y, struct match *out,
                     struct compare_pair *p);

/* The differences of a cluster's problems: their sum, and how many. */
struct cluster {
    double sum, n;
};

/* compare_cluster.c: d[0..n) by the clusters of the problems m[0..n); says how
 * many in *p. */
struct cluster *compare_cluster(struct arena *a, const struct view *x,
                                const struct view *y, const struct match *m,
                                const double *d, size_t n,
                                struct compare_pair *p);

/* Percentile interval of sum(sum)/sum(n), whole clusters drawn. */
struct interval compare_bootstrap(const struct cluster *c, size_t n,
                                  uint64_t rounds, uint64_t seed);

/* compare_settings.c: fill settings and judged_apart. */
void compare_settings(struct arena *a, struct compare *c);

#endif
