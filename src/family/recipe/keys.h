/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_RECIPE_KEYS_H
#define FAMILY_RECIPE_KEYS_H

#include "base/arena.h"
#include "math/flint.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Reading the text of a key, for check(). The readers take exactly what latex.h
 * writes, so that a spoilt key never passes by accident. All return false for
 * any other text. The caller initialises FLINT objects.
 */

bool key_int(const char *text, int64_t *x);    /* below 10^18 in size */
bool key_integer(const char *text, fmpz_t x);  /* of any size */
bool key_rational(const char *text, fmpq_t x); /* 7, -\frac{3}{4}; in lowest
                                                   terms, or it is no key */
bool key_ratio(const char *text, int64_t *p, int64_t *q); /* the same, small */
bool key_decimal(const char *text, fmpq_t x); /* 3.25, -0.5, 12; no trailing
                                                   zeros behind the point */

/* Split the text between `open` and `close` ("\\{" and "\\}", "(" and ")", ""
 * and "") at commas outside of all brackets, without spaces around the items.
 */
bool key_items(struct arena *a, const char *text, const char *open,
               const char *close, const char ***items, size_t *n);

/* The same for small integers; at most `most`. */
bool key_ints(const char *text, const char *open, const char *close,
              int64_t *out, size_t most, size_t *n);

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

/* The same for complex values: 3 + 2i, e^{i\pi/3}. */
bool key_complex(struct arena *a, const char *text, slong bits, acb_t z);

#endif
