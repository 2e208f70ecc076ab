/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_EXACT_EXACT_H
#define MATH_EXACT_EXACT_H

#include "base/truth.h"
#include "math/tree/expr.h"
#include "math/work.h"

/*
 * The exact methods: rational numbers, rational functions, and the algebraic and
 * elementary constants that Calcium can settle. Each either proves its result
 * or returns that it does not know; none ever guesses. Integers are built only
 * within LIMIT_EXACT_BITS: the size of a power, factorial, binomial or product
 * is bounded from its arguments before it is computed.
 */

enum exact {
    EXACT_VALUE, /* the value was found */
    EXACT_NONE,  /* not by this method: symbols, irrational functions, ... */
    EXACT_UNDEFINED, /* proved to have no value: 1/0, 0^{-1} */
    EXACT_LIMIT      /* a ceiling was met; w->ceiling names it */
};

/* Find the rational value of a constant expression. Knows + - * / integer
 * powers, exact roots of perfect powers (sqrt(9/4)), factorials, binomials,
 * floor, ceil, round, abs, sign, gcd, lcm, mod, max, min of rationals, percent,
 * finite sums and products with integer bounds (LIMIT_TERMS), and simple cases
 * such as log_2 8, ln 1, sin 0, e^0 where the value is plainly rational. */
enum exact exact_rational(fmpq_t out, const struct expr *x, struct work *w);

/*
 * Are x and y equal as rational functions? Anything that is not built with
 * + - * / and integer powers is a generator, equal to another when it prints
 * the same (after the same treatment of its own arguments). YES is a proof as
 * identity of rational functions (also where a removable point is lost); NO
 * is given only when all generators are plain symbols, so that the difference
 * is a non-zero rational function; otherwise UNKNOWN. A denominator that is
 * identically zero gives UNKNOWN.
 */
enum truth exact_rational_functions(struct arena *a, const struct expr *x,
                                    const struct expr *y, struct work *w);

/*
 * Do x = 0 and y = 0 have the same complex solutions, as rational functions?
 * YES when their numerators are the same up to a constant factor (xy - 1 and
 * y - 1/x), each in lowest terms and without repeated factors; NO when they
 * are not and hold plain symbols only; otherwise UNKNOWN.
 */
enum truth exact_same_zeros(struct arena *a, const struct expr *x,
                            const struct expr *y, struct work *w);

/* Are two expressions without symbols the same complex number? Decided by
 * Calcium: algebraic numbers, pi, e, i, exp, log, roots, trigonometric
 * functions and their inverses at such numbers. Degree, size and nesting are
 * bounded before each call. */
enum truth exact_constants(const struct expr *x, const struct expr *y,
                           struct work *w);

#endif
