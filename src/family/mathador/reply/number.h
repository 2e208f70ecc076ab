/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_REPLY_NUMBER_H
#define FAMILY_MATHADOR_REPLY_NUMBER_H

#include "family/mathador/game.h"

/*
 * Numbers as people write them in a reply: fractions of 64-bit integers.
 * What does not fit has no value, and nothing is equal to it.
 */

/* n/d in lowest terms with d > 0. d == 0: no number that we can hold (a
 * division by zero, too many digits). */
struct reply_number {
    int64_t n, d;
};

struct reply_number reply_number_make(int64_t n, int64_t d);
struct reply_number reply_number_apply(enum mathador_op op,
                                       struct reply_number a,
                                       struct reply_number b);
bool reply_number_eq(struct reply_number a,
                     struct reply_number b); /* both must have a value */

#endif
