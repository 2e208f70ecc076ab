/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_BALL_POINTS_H
#define MATH_BALL_POINTS_H

#include "math/flint.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The points at which two formulas are compared. The value of a symbol at the
 * k-th point depends on the seed, its name, its rank among the names in their
 * order, and k: both sides, in either order, meet the same points on every
 * machine. Values are dyadic rationals with 40 random bits: exact as balls,
 * and in no relation that a formula could satisfy by accident.
 */

#define POINTS_REAL 96 /* points 0..95: spread over the real line */
#define POINTS_INTEGER \
 20 /* points 96..115: whole numbers for the
                             names of such; others stay real */
#define POINTS_ALL (POINTS_REAL + POINTS_INTEGER)

struct points_symbol {
    const char *name;
    unsigned
        rank; /* where signs are mixed, so that any two symbols have opposite
                 signs at some point */
};

/* Is this a name that usually stands for whole numbers: n, m, k ...? */
bool points_whole(const char *name);

/* Set out to the value of the symbol at point k < POINTS_ALL. Positive: no
 * negative values are taken. */
void points_value(fmpq_t out, struct points_symbol symbol, unsigned k,
                  uint64_t seed, bool positive);

#endif
