/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_RESULTS_H
#define FAMILY_RESULTS_H

#include "problem/problem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a family sees that shows more of a run than right and wrong. */

/* The results of models on problems, some of them of the family. */
struct family_result {
    size_t problem, model; /* places in the lists below */
    const char *mark;      /* "correct" ...; "missing": planned, not there */
    const char *more;      /* JSON that the family's own judge left; or NULL */
    bool open; /* it counts as not right, and might be (stats/tally.h) */
};

struct family_results {
    const struct problem *problems;
    size_t n_problems;
    const char *const *models; /* their names */
    size_t n_models;
    uint64_t attempts;                /* asked of each model for each problem */
    const struct family_result *rows; /* the results that count, sorted by
                                         problem, model and attempt */
    size_t n;
};

/* Figures of each model and group of problems, besides right and wrong. */
struct family_figures {
    const char *const *names;
    size_t n;
    const double *values; /* [(model * groups + group) * n + figure]; NaN: not
                             known */
};

#endif
