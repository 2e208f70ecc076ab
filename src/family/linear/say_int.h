/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LINEAR_SAY_INT_H
#define FAMILY_LINEAR_SAY_INT_H

#include "family/linear/say.h"

/*
 * An equation sorted for writing: left side = right side + constant, with terms
 * and constant positive, and templates filled with its parts.
 */

enum say_shape {
    SAY_ONE,      /* one term is the constant */
    SAY_MANY,     /* the sum of some terms is the constant */
    SAY_MORE,     /* left is the constant more than right */
    SAY_SAME,     /* left is right */
    SAY_ZERO,     /* the left terms make 0 */
    SAY_NEGATIVE, /* the left terms and the constant make 0 */
    SAY_EMPTY,    /* no terms at all */
    SAY_SHAPES
};

struct say_side {
    size_t var[LINEAR_VARIABLES];
    size_t n;
};

struct telling {
    struct str *out;
    const struct equation *eq;
    const struct say_options *o;
    enum say_shape shape;
    struct say_side left, right;
    struct ratio constant; /* positive, or 0 */
    unsigned wording;      /* the wording of coefficients */
    size_t printed;        /* numbers printed so far */
    size_t hidden;         /* the slot that the letter stands for */
    struct slots *slots;   /* or NULL */
};

/* Sort the equation into shape, sides and constant. */
void linear_say_sort(struct telling *t, const struct equation *eq,
                     const struct say_options *o);

/*
 * Append a template up to a "|", capitalised, with a full stop. In it stand
 *   %L %R  a side as a noun: "twice A", "the sum of A and B"
 *   %l %r  a side with plus: "A plus B"
 *   %A     the left terms as a list: "A, B and C"
 *   %1 %2  the first term of the left side, and the rest as a noun
 *   %K     the constant with its unit; %U the unit alone, of many
 *   %X     the left side with all that would not be positive on the right
 *   %I     what %X is, behind "is": "14 dollars more than B"
 *   %Q     the same as a noun: "the sum of B and 14 dollars"
 *   %q     the same with plus: "14 dollars plus B"
 */
void linear_say_fill(struct telling *t, const char *template);

#endif
