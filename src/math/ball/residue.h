/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_BALL_RESIDUE_H
#define MATH_BALL_RESIDUE_H

#include "math/tree/expr.h"
#include "math/work.h"

#include <stdint.h>

/*
 * Remainders of integers that are never built: 3^{10^{100}}, 2^{2^{2^{50}}},
 * products and sums of such. If remainders differ, the numbers are proved
 * different. Two towers count as equal if their remainders agree modulo several
 * primes and so do their logarithms.
 */

/* Set *out to the remainder of x modulo m (1 < m < 2^31), for numbers built with
 * + - * / and powers; of a fraction, numerator times the inverse of the
 * denominator. Returns false if there is no method, or no inverse. */
bool residue_of(uint64_t *out, const struct expr *x, uint64_t m,
                struct work *w);

#endif
