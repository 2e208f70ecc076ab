/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_RANDOM_EXPR_H
#define TESTS_LIB_RANDOM_EXPR_H

#include "base/arena.h"
#include "base/rng.h"
#include "math/tree/expr.h"

/*
 * Random formulas in x, y, n and a, of the shape in which the reader makes
 * them: whole numbers without a sign, fractions as divisions, differences as
 * sums with negated terms. Roots, logarithms and divisors are of things that
 * are positive for positive symbols, so that most points have a value; and
 * exponentials do not nest, so that no value is out of reach.
 */

/* The stream of random numbers of one test case. */
struct rng random_stream(const char *test, uint64_t index);

/* Returns a formula with at most `depth` nested operators. */
const struct expr *random_expr(struct arena *a, struct rng *r, unsigned depth);

/* The same without symbols. */
const struct expr *random_constant(struct arena *a, struct rng *r,
                                   unsigned depth);

/* units / 10^places, written as a decimal. */
const struct expr *random_decimal(struct arena *a, long units, int places);

#endif
