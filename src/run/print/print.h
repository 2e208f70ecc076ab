/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PRINT_PRINT_H
#define RUN_PRINT_PRINT_H

#include "base/str.h"
#include "run/compare/compare.h"
#include "run/play/play.h"
#include "run/view.h"

#include <stdio.h>

/*
 * A run and a comparison as text: for people, and for programs. Names of
 * models and groups come from outside; what goes to a terminal has no control
 * characters left in it.
 */

/* Plain tables, at most `width` characters wide (0: 100). `play` adds what a
 * Mathador run shows; NULL: nothing. */
void print_table(struct str *out, const struct view *v, const struct play *play,
                 size_t width);

/* One JSON object, with newline; docs/runs.md says what is in it. */
void print_json(struct str *out, const struct view *v, const struct play *play);

/* A row for each model and group (the first row of a model: all). */
void print_csv(struct str *out, const struct view *v);

/* A testsuite for each model, a testcase for each problem and attempt. With a
 * file the text goes there, piece by piece; NULL: it is left in `out`. */
void print_junit(struct str *out, FILE *file, const struct view *v);

void print_compare(struct str *out, const struct compare *c, size_t width);
void print_compare_json(struct str *out, const struct compare *c);

#endif
