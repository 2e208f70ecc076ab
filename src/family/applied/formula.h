/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_APPLIED_FORMULA_H
#define FAMILY_APPLIED_FORMULA_H

#include "base/arena.h"
#include "math/flint.h"
#include "math/flint_poly.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Formulas of applied mathematics as LaTeX, each in one spelling: sums of terms
 * c K x^{p/q}, where c is a rational number and K a constant such as
 * \sqrt{\pi}. recipe/latex.h writes numbers.
 */

/* symbol^{p/q}. */
struct power {
    const char *symbol;
    int64_t p, q;
};

/* Powers for formula_term(), ended by one without a symbol. */
#define POWERS(...) ((const struct power[]){ __VA_ARGS__, { NULL, 0, 1 } })

/* Returns a term: -\frac{3\sqrt{\pi}}{4x^{3/2}}. Negative powers stand in the
 * denominator. `constant` is text of factors without a sign, or ""; powers may
 * be NULL. */
const char *formula_term(struct arena *a, const fmpq_t c, const char *constant,
                         const struct power *powers);
/* The same with c = p/q. */
const char *formula_ratio_term(struct arena *a, int64_t p, int64_t q,
                               const char *constant,
                               const struct power *powers);

/* Returns the terms joined by their signs; "0" and empty ones are left out. */
const char *formula_sum(struct arena *a, const char *const *terms, size_t n);

/* Returns the two texts as factors side by side, with a blank where TeX needs
 * it. */
const char *formula_times(struct arena *a, const char *x, const char *y);

/* Multiply c by what is rational in b^{p/q}, b > 0, and return the rest as
 * text, "" if nothing is left: 8^{2/3} gives 4 and "", 12^{1/2} gives 1 and
 * "\\sqrt{12}". */
const char *formula_power(struct arena *a, fmpq_t c, const fmpq_t b, int64_t p,
                          int64_t q);

/* Multiply c by what is rational in Gamma(p/q), p/q > 0, and return the rest:
 * "", "\\sqrt{\\pi}" or "\\Gamma\\left(\\frac{1}{3}\\right)". */
const char *formula_gamma(struct arena *a, fmpq_t c, int64_t p, int64_t q);

/* Returns (x - h): "x", "(x - 3)", "(x + 3)". */
const char *formula_shifted(struct arena *a, const char *x, int64_t h);

#endif
