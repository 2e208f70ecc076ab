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

/* Read a polynomial in one letter, as latex_poly() writes
 * it: every power once, falling, no zero terms. */
bool key_poly(const char *text, const char *x, fmpq_poly_t p);

/* Read a matrix of rationals; m is initialised with the size that it must have.
 */
bool key_matrix(struct arena *a, const char *text, fmpq_mat_t m);

#endif
