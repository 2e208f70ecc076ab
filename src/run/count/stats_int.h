/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COUNT_STATS_INT_H
#define RUN_COUNT_STATS_INT_H

#include "base/rng.h"

#include <stdint.h>

/* Between the files of stats.h: stats.c (estimators), stats_special.c (the
 * normal and Student's distribution), stats_interval.c and stats_test.c. */

/* Random numbers for one purpose: streams of other names share nothing. */
struct rng stats_stream(const char *name, uint64_t seed);

#endif
