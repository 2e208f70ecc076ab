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

#endif
