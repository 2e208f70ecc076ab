/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PRINT_PRINT_H
#define RUN_PRINT_PRINT_H

#include "report/document.h"
#include "run/compare/compare.h"
#include "run/summary.h"

#include <stdio.h>

/*
 * Runs and comparisons as documents (report/document.h), which serve people and
 * programs. JUnit's XML is a format of its own.
 */

/* Adds a run to the document, with the tables of its own that a family may
 * have. `facts` is the path of the user's file about the models, or NULL. Fails
 * when that file cannot be read. */
MUST_USE bool run_document(struct document *d, const struct summary *v,
                           const char *facts, struct err *e);

/* Adds a comparison: two sides as sentences with the problems that changed,
 * more sides as a table of pairs. */
void compare_document(struct document *d, const struct compare *c);

/* Writes a testsuite for each model with a testcase for each problem and
 * attempt. If `file` is not NULL the text goes there piece by piece, else it is
 * left in `out`. */
void print_junit(struct str *out, FILE *file, const struct summary *v);

/* What the accuracy is a share of, in words. */
extern const char run_denominator[];

#endif
