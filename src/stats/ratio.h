/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STATS_RATIO_H
#define STATS_RATIO_H

#include "stats/stats.h"

/* Ratios of two means of the same problems. */

/* Returns the interval of the ratio x / y of two means >= 0, y > 0, from theirs
 * and their correlation, by the method of variance estimates recovery (Donner and
 * Zou, Statistical Methods in Medical Research 21, 2012). It stays honest where a
 * mean is near 0, as intervals of x and y are. high: INFINITY where y may be
 * 0. */
struct interval stats_ratio(double x, struct interval of_x, double y,
                            struct interval of_y, double correlation);

/* Returns the correlation of two ratio estimates sum(x)/sum(n) and sum(y)/sum(n)
 * over n clusters; 0 where one of them does not vary. */
double stats_ratio_correlation(const double *x, const double *y,
                               const double *size, size_t n);

#endif
