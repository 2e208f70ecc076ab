/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_EXACT_SURD_H
#define MATH_EXACT_SURD_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Real quadratic numbers (p + q sqrt(d)) / r with small integers, and their
 * LaTeX: 7, -\frac{3}{4}, 2-\sqrt{5}, \frac{1+3\sqrt{2}}{5}.
 *
 * In normal form r > 0, gcd(p, q, r) = 1, d is square-free and at least 2,
 * or q = d = 0 for a rational number.
 */

struct surd {
    int64_t p, q, d, r;
};

/* Returns (p + q sqrt(d)) / r in normal form; d >= 0, r != 0, all below 2^31.
 */
struct surd surd_new(int64_t p, int64_t q, int64_t d, int64_t r);

/* Returns the LaTeX of a number in normal form. */
char *surd_latex(struct arena *a, struct surd x);

/* Read what surd_latex() writes, also when it is not in normal form. Returns
 * false for any other text, and for integers of ten digits or more. */
bool surd_read(const char *latex, struct surd *out);

#endif
