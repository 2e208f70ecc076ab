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

#endif
