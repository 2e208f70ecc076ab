/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_EXACT_RATIO_H
#define MATH_EXACT_RATIO_H

#include "base/arena.h"
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Small exact fractions, as plain values: no memory, no FLINT. For the numbers
 * of word problems, where p and q of every step fit into 64 bits. An operation
 * whose result does not fit, or a division by zero, returns false and leaves
 * *out alone. Always in lowest terms with q > 0; RATIO(n) is the whole number
 * n.
 */

struct ratio {
    int64_t p, q;
};

#define RATIO(n) ((struct ratio){ (n), 1 })

/* Set *out to p/q in lowest terms. Returns false if q is 0 or the result does
 * not fit. */
MUST_USE bool ratio_make(struct ratio *out, int64_t p, int64_t q);

MUST_USE bool ratio_add(struct ratio *out, struct ratio x, struct ratio y);
MUST_USE bool ratio_sub(struct ratio *out, struct ratio x, struct ratio y);
MUST_USE bool ratio_mul(struct ratio *out, struct ratio x, struct ratio y);
MUST_USE bool ratio_div(struct ratio *out, struct ratio x, struct ratio y);
struct ratio ratio_neg(struct ratio x); /* no ratio is INT64_MIN */

bool ratio_equal(struct ratio x, struct ratio y);
int ratio_compare(struct ratio x, struct ratio y); /* -1, 0, 1 */
int ratio_sign(struct ratio x);
bool ratio_whole(struct ratio x);
double ratio_double(struct ratio x);

/* Returns "12" or "-5/12", in the arena. */
const char *ratio_text(struct arena *a, struct ratio x);
/* Returns "12" or "-\frac{5}{12}", in the arena. */
const char *ratio_latex(struct arena *a, struct ratio x);
/* Returns "2.5" if that ends within `places` digits behind the point, else
 * NULL. */
const char *ratio_decimal(struct arena *a, struct ratio x, int places);

/* Read text[0..n), which must be "12", "-3", "5/12", "2.50" or ".5" (commas
 * between thousands are allowed: "1,200"). Returns false for any other text. */
MUST_USE bool ratio_read(struct ratio *out, const char *text, size_t n);

/* Read the longest number in prose that begins text[0..n); text/numeral.h has
 * the options. Returns its length, or 0 if there is none. */
MUST_USE size_t ratio_numeral(struct ratio *out, const char *text, size_t n,
                              unsigned allow);

#endif
