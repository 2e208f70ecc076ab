/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_EXTRACT_CONFIDENCE_INT_H
#define GRADE_EXTRACT_CONFIDENCE_INT_H

#include "text/span.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * What the files of confidence share: confidence_value reads a number,
 * confidence_statement finds what speaks of confidence, confidence takes it
 * out of a reply.
 */

struct confidence_number {
    double value; /* from 0 to 1; NaN: a range, or none that means a share */
    size_t end;   /* behind it */
    bool clear;   /* it says of what it is: "%", "/100" */
};

/* Does a number begin at `at`? */
bool confidence_number_at(struct span t, size_t at);

/* The number at `at`. `scale`: what the statement counts up to, 0: unknown. */
struct confidence_number confidence_read(struct span t, size_t at,
                                         double scale);

/* Behind blanks of any kind in a line. */
size_t confidence_blanks(struct span t, size_t at);

/* Where the line ends in which `at` stands, or where looking on costs much. */
size_t confidence_line_end(struct span t, size_t at);

/* How plain it is that a statement speaks of the reply's own answer. */
enum confidence_rank {
    CONFIDENCE_NONE,
    CONFIDENCE_WEAK,  /* "the confidence level is 95%": of the reply, if nothing
                         else is */
    CONFIDENCE_PLAIN, /* "Confidence: 73%" */
    CONFIDENCE_OWN    /* "my confidence", "I am 73% sure" */
};

struct confidence_statement {
    enum confidence_rank rank;
    size_t from, to; /* where it stands */
    double value;    /* NaN: none that can be read */
    bool number;     /* it has one, read or not */
};

/* The statement whose word for confidence, or whose number, begins at `at`. */
bool confidence_statement(struct span t, size_t at,
                          struct confidence_statement *out);

#endif
