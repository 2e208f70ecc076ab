/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_LOOK_H
#define GRADE_LOOK_H

#include "base/limits.h"
#include "grade/grade.h"
#include "math/tree/expr.h"

/*
 * What the judge understands of a key before there is any reply: the values
 * that it takes from the text, each with its reading or with the place that it
 * stumbles at. For people who write keys.
 */

#define LOOK_NOWHERE SIZE_MAX

struct key_look {
    const char *name; /* of one value among several; else NULL */
    const char *text; /* that is read, without dollars or a box around it */
    size_t from; /* where it stands in the gold, in bytes; LOOK_NOWHERE: it was
                    put together from pieces */
    const struct expr *tree; /* NULL: it cannot be read */
    bool loose;              /* it was read as words with mathematics in them */
    struct err err; /* if there is no tree; its column counts in text */
};

/* Reads the gold of a request, with its kind and symbols, as grade_pair() does.
 * The gold is NUL-terminated. Returns how many values there are, 0 if it is
 * empty. */
size_t grade_look(struct arena *a, const struct grade_request *r,
                  struct key_look out[LIMIT_KEYS]);

/* Returns the kind that a value has by its reading: commas and signs of equality
 * that the tree has inside a sum or not at all say nothing. Of a text that
 * cannot be read it is a guess by its spelling (problem/answer.h). */
enum answer_kind grade_look_kind(struct arena *a, const struct key_look *look);

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
