/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_RECIPE_ALGEBRA_H
#define FAMILY_RECIPE_ALGEBRA_H

#include "base/arena.h"
#include "math/arb.h"
#include "math/flint_poly.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Keys that are polynomials, matrices, closed forms: what keys.h and latex.h
 * are for numbers. They stand apart because their types need long headers.
 */

/* Write a polynomial in x, a matrix. */
char *latex_fmpq_poly(struct arena *a, const fmpq_poly_t p, const char *x);
char *latex_fmpq_mat(struct arena *a, const fmpq_mat_t m);

/* Read a polynomial in one letter, as latex_poly() and latex_fmpq_poly() write
 * it: every power once, falling, no zero terms. */
bool key_poly(const char *text, const char *x, fmpq_poly_t p);

/* Read a matrix of rationals; m is initialised with the size that it must have.
 */
bool key_matrix(struct arena *a, const char *text, fmpq_mat_t m);

/*
 * Read any closed form by the judge's own reader and evaluate it in balls of
 * `bits`: \frac{3\pi}{4}, 2\sqrt{3}, e^2 - 1. Letters in `names` (n of them)
 * have the given values. Also returns false if the value is not real or not
 * finite. Refused are digits right behind a bracket or a letter, which would
 * multiply it, idle zeros, and signs that the judge reads but no key has. Costs
 * some microseconds.
 */
bool key_ball(struct arena *a, const char *text, slong bits, arb_t x);
bool key_ball_at(struct arena *a, const char *text, const char *const *names,
                 const fmpq *values, size_t n, slong bits, arb_t x);

/* Do the balls x and y meet, and is each so small that the numbers in them agree
 * to 60 binary places, beside 1 or their own size? That is no proof that they
 * are equal: a check that accepts because of it says "certified to 60 bits". */
bool key_agrees(const arb_t x, const arb_t y);

/* key_ball() for complex values: 3 + 2i, e^{i\pi/3}. */
bool key_complex(struct arena *a, const char *text, slong bits, acb_t z);

#endif
