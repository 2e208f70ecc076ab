/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_EXACT_INTEGER_H
#define MATH_EXACT_INTEGER_H

#include "base/arena.h"
#include "math/flint.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Whole numbers as text, and the little arithmetic on int64_t that families
 * share.
 */

/* Returns the decimal digits of x. */
char *integer_text(struct arena *a, const fmpz_t x);

/* Read an optional minus sign and at most LIMIT_DIGITS digits. Returns false
 * for any other text. */
bool integer_read(fmpz_t x, const char *text);

int64_t integer_gcd(int64_t a, int64_t b); /* >= 0 */

/* Returns the remainder of a modulo m > 0, in 0..m-1 also for negative a. */
int64_t integer_mod(int64_t a, int64_t m);

/* Returns the inverse of a modulo m > 0, in 0..m-1; gcd(a, m) must be 1. By the
 * extended Euclidean algorithm. */
int64_t integer_inverse(int64_t a, int64_t m);

/* Returns the largest k whose square divides n > 0: sqrt(n) = k sqrt(n / k^2).
 * Takes about the cube root of n steps. */
int64_t integer_square_part(int64_t n);

#endif
