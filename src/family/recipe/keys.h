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

#endif
