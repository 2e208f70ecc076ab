/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_MEASURE_H
#define GRADE_MEASURE_H

#include "base/arena.h"
#include "problem/answer.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * What an answer looks like, read from its key as the judge reads it. The word
 * for it is of the value: units, degrees and the "x =" before it do not count,
 * \frac{6}{3} is a fraction, and 2\frac{1}{3} too.
 */

/* The words, NULL-ended: "integer", "fraction", "decimal", "percentage",
 * "ratio", "radical", "closed form", "complex", "expression", "equation",
 * "inequality", "set", "list", "tuple", "interval", "matrix", "choice", "yes or
 * no", "text"; and what a caller may call keys that differ in it. */
extern const char *const measure_words[];
#define MEASURE_SEVERAL "several"

struct key_measure {
    const char *word; /* of measure_words */
    const char *sign; /* "negative", "zero" or "positive", of a real number, or
                         of each part; NULL: it has none, or they differ */
    double digits;    /* of the number that has most; NaN: no number */
    double denominator; /* the largest; 1 of what is no quotient, NaN of words,
                           decimals and quotients by what is no whole number */
    size_t parts; /* elements, entries, solutions, intervals of a union; 1 */
};

/* Measures one key. Returns false if it cannot be read. */
bool grade_measure(struct arena *a, const char *latex, enum answer_kind kind,
                   struct key_measure *out);

#endif
