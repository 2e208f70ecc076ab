/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_ANSWER_H
#define PROBLEM_ANSWER_H

#include <stdbool.h>

/*
 * The kinds of mathematical answers. A kind decides how an answer is read and
 * compared; it is a property of the question, not of one spelling.
 */

enum answer_kind {
    ANSWER_INTEGER,        /* 42 */
    ANSWER_RATIONAL,       /* \frac{3}{4} */
    ANSWER_DECIMAL,        /* 3.25, an exact or rounded decimal */
    ANSWER_NUMBER,         /* a closed form: 2\sqrt{3}, \pi/4, e^2 */
    ANSWER_EXPRESSION,     /* has variables: x^2+1 */
    ANSWER_EQUATION,       /* y = 2x+1, x^2+y^2=4 */
    ANSWER_TUPLE,          /* order counts: (3, \pi/2) */
    ANSWER_SET,            /* order and repetition do not count: \{1, 2\} */
    ANSWER_LIST,           /* order does not count, repetition does: 1, 2, 2 */
    ANSWER_INTERVAL,       /* [0, 1) \cup (2, 3] */
    ANSWER_MATRIX,         /* also vectors written as columns */
    ANSWER_CHOICE,         /* a letter of a multiple choice */
    ANSWER_TEXT,           /* a word or a sentence: "even", "Monday" */
    ANSWER_ANTIDERIVATIVE, /* x^2/2 + C: right up to a constant */
    ANSWER_KINDS           /* how many there are */
};

/* Returns the name in a problem's JSON: "integer", "rational" ... */
const char *answer_name(enum answer_kind kind);

/* Find the kind of that name. Returns false if there is none. */
bool answer_find(const char *name, enum answer_kind *kind);

/*
 * Returns the kind that a key from a public set seems to have, judged by its
 * spelling alone (surrounding $ and white space do not count). It is a guess
 * for people and for defaults: no verdict may rest on it.
 */
enum answer_kind answer_guess(const char *latex);

#endif
