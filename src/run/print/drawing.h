/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PRINT_DRAWING_H
#define RUN_PRINT_DRAWING_H

#include "report/document.h"
#include "report/figure.h"
#include "run/compare/compare.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What the figures of runs share (run_figures.c, group_figures.c): the sides
 * that are drawn, and how a dot is made of a rate and leads to its items.
 */

struct drawing {
    struct document *d;
    struct arena *a;
    const struct compare_side *sides;
    const char *const *labels; /* of the sides */
    size_t n;
    const char *what; /* a side is: "model", "run" */
    bool one_run;
};

/* Returns an empty figure whose values are accuracies. */
struct figure *drawing_figure(const struct drawing *x, enum figure_kind kind,
                              const char *name, const char *title);

/* Adds a rate with its interval, which rests on n. */
struct dot *drawing_rate(struct figure *f, size_t row, size_t series,
                         const struct rate *r, uint64_t n);

/* Returns the query of a side's results, of that mark and that value of a
 * facet; either may be NULL. */
const char *drawing_query(const struct drawing *x, size_t side,
                          const char *facet, const char *value,
                          const char *mark);

/* Adds the figures by group: of one run by all its groups, of several by what
 * all their problems have. */
void drawing_groups(const struct drawing *x);

#endif
