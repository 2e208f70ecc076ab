/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PRINT_PRINT_H
#define RUN_PRINT_PRINT_H

#include "report/document.h"
#include "run/compare/compare.h"
#include "run/play/play.h"
#include "run/view.h"

#include <stdio.h>

/*
 * Runs and comparisons as documents (report/document.h): what people see and
 * what programs read, made at once. JUnit's XML is a format of its own.
 */

/* `play` adds what a Mathador run tells programs; NULL: nothing. */
void run_document(struct document *d, const struct view *v,
                  const struct play *play);

/* Two sides in sentences with the problems that changed, several as a table of
 * pairs. */
void compare_document(struct document *d, const struct compare *c);

/* What a Mathador run shows people besides, in lines of at most `width`
 * characters. */
void print_play(struct str *out, const struct view *v, const struct play *play,
                size_t width);

/* A testsuite for each model, a testcase for each problem and attempt. With a
 * file the text goes there, piece by piece; NULL: it is left in `out`. */
void print_junit(struct str *out, FILE *file, const struct view *v);

/* What the accuracy is a share of, in words. */
extern const char run_denominator[];

static inline struct datum rate_datum(const struct rate *r)
{
    return datum_estimate(r->value, r->interval.low, r->interval.high, r->n);
}

#endif
