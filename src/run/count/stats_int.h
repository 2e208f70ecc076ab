/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COUNT_STATS_INT_H
#define RUN_COUNT_STATS_INT_H

#include "base/rng.h"

#include <stddef.h>
#include <stdint.h>

/* Between the files of stats.h: stats.c (estimators), stats_special.c (the
 * normal and Student's distribution), stats_interval.c, stats_test.c and
 * stats_many.c (several tests, and rank correlation). */

/* Random numbers for one purpose: streams of other names share nothing. */
struct rng stats_stream(const char *name, uint64_t seed);

/* Values in rising order with their places; to be freed. */
struct ordered {
    double value;
    size_t at;
};

struct ordered *stats_order(const double *x, size_t n);

/* Ranks from 1; equal values share the mean of theirs. */
void stats_ranks(const double *x, size_t n, double *out);

#endif
