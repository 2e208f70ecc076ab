/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_BENCH_H
#define TESTS_LIB_BENCH_H

#include "family/mathador/points/points.h"
#include "run/summary.h"

#include <stddef.h>
#include <stdint.h>

/* Runs of Mathador made by hand, and checks of their points, which fail the
 * test. */

struct bench {
    struct arena a;
    struct summary v;
    struct problem *problems;
    struct result *results;
    const char **models;
};

struct json *bench_tree(struct arena *a, const char *text);

/* Problems of different games, all of level 1 and one seed; no results. */
void bench_begin(struct bench *b, size_t problems, size_t models,
                 uint64_t attempts);

/* Adds the next result, in the order of the summary's. */
struct result *bench_add(struct bench *b, size_t problem, size_t model,
                         uint64_t attempt, const char *more);

/* A reply worth `score` of `best`; 0 is a missed target. */
void bench_score(struct bench *b, size_t problem, size_t model,
                 uint64_t attempt, int score, int best);

/* Returns the points; `facts` is the path of a file, or NULL. */
struct points *bench_play(struct bench *b, const char *facts);

/* Fails unless both are equal to twelve digits. */
void bench_check(double got, double want);

/* Returns the split of that name, or NULL if there is none. */
const struct points_split *bench_split(const struct points *p,
                                       const char *name);

/* Runs: four problems with every kind of result; and games with several
 * knobs. */
void bench_small(struct bench *b);
void bench_knobs(struct bench *b);

/* Fills in the cells of the summary, for printing. */
void bench_tallies(struct bench *b);

/* Fails unless the text contains the part. */
void bench_has(const char *text, const char *part);

#endif
