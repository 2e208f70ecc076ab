/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_BALL_RESIDUE_H
#define MATH_BALL_RESIDUE_H

#include "math/tree/expr.h"
#include "math/work.h"

#include <stdint.h>

/*
 * Remainders of integers that are never built: 3^{10^{100}}, 2^{2^{2^{50}}},
 * products and sums of such. Two numbers whose remainders differ are proved
 * different; the same remainders modulo several primes, with the same
 * logarithm, is how two towers are found equal.
 */

/* The remainder of the value of x modulo m (1 < m < 2^31), for integers built
 * with + - * and powers; false where there is no method. */
bool residue_of(uint64_t *out, const struct expr *x, uint64_t m,
                struct work *w);

#endif
