/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PRINT_PRINT_H
#define RUN_PRINT_PRINT_H

#include "report/document.h"
#include "run/compare/compare.h"
#include "run/summary.h"

#include <stdio.h>

/*
 * Runs and comparisons as documents (report/document.h): what people see and
 * what programs read, made at once. JUnit's XML is a format of its own.
 */

/* With what a family of the run shows besides; `facts` is the path of the
 * user's file about the models, or NULL. Fails when that cannot be read. */
MUST_USE bool run_document(struct document *d, const struct summary *v,
                           const char *facts, struct err *e);

/* Two sides in sentences with the problems that changed, several as a table of
 * pairs. */
void compare_document(struct document *d, const struct compare *c);

/* A testsuite for each model, a testcase for each problem and attempt. With a
 * file the text goes there, piece by piece; NULL: it is left in `out`. */
void print_junit(struct str *out, FILE *file, const struct summary *v);

/* What the accuracy is a share of, in words. */
extern const char run_denominator[];

static inline struct datum rate_datum(const struct rate *r)
{
    return datum_estimate(r->value, r->interval.low, r->interval.high, r->n);
}

#endif
