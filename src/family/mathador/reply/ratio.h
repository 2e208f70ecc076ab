/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_REPLY_RATIO_H
#define FAMILY_MATHADOR_REPLY_RATIO_H

#include "family/mathador/game.h"

/*
 * Numbers as people write them in a reply: fractions of 64-bit integers.
 * What does not fit has no value, and nothing is equal to it.
 */

/* n/d in lowest terms with d > 0. d == 0: no number that we can hold (a
 * division by zero, too many digits). */
struct ratio {
    int64_t n, d;
};

struct ratio ratio_make(int64_t n, int64_t d);
struct ratio ratio_apply(enum mathador_op op, struct ratio a, struct ratio b);
bool ratio_eq(struct ratio a, struct ratio b); /* both must have a value */

#endif
