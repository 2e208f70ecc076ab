/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_EXACT_SERIES_H
#define MATH_EXACT_SERIES_H

#include "math/tree/expr.h"
#include "math/work.h"

/*
 * Infinite sums whose value is known in closed form: geometric ones, those of c
 * / (an + b)^s, with alternating signs or without, and those of c q^n / n!. The kind of a sum is decided as an equality
 * of formulas in n; no value is ever guessed from a few terms.
 */

/* Returns x with every such sum replaced by its value, or x itself if it has
 * none. */
const struct expr *series_close(struct arena *a, const struct expr *x,
                                struct work *w);

#endif
