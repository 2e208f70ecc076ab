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
 * of word problems, where p and q of every step fit into 64 bits; an operation
 * whose result does not, or a division by zero, says false and leaves *out
 * alone. Always in lowest terms with q > 0; RATIO(n) is the whole number n.
 */

struct ratio {
    int64_t p, q;
};

#define RATIO(n) ((struct ratio){ (n), 1 })

/* p/q in lowest terms; false where q is 0 or the result does not fit. */
MUST_USE bool ratio_make(struct ratio *out, int64_t p, int64_t q);

MUST_USE bool ratio_add(struct ratio *out, struct ratio x, struct ratio y);
MUST_USE bool ratio_sub(struct ratio *out, struct ratio x, struct ratio y);
MUST_USE bool ratio_mul(struct ratio *out, struct ratio x, struct ratio y);
MUST_USE bool ratio_div(struct ratio *out, struct ratio x, struct ratio y);
struct ratio ratio_neg(struct ratio x); /* of INT64_MIN there is none made */

bool ratio_equal(struct ratio x, struct ratio y);
int ratio_compare(struct ratio x, struct ratio y); /* -1, 0, 1 */
int ratio_sign(struct ratio x);
bool ratio_whole(struct ratio x);
double ratio_double(struct ratio x);

/* "12", "-5/12": in the arena. */
const char *ratio_text(struct arena *a, struct ratio x);
/* "12", "-\frac{5}{12}" */
const char *ratio_latex(struct arena *a, struct ratio x);
/* "2.5" where that ends within `places` digits behind the point; else NULL. */
const char *ratio_decimal(struct arena *a, struct ratio x, int places);

/* The whole of text[0..n) is "12", "-3", "5/12", "2.50" or ".5" (a comma
 * between thousands is allowed: "1,200"); else false. */
MUST_USE bool ratio_read(struct ratio *out, const char *text, size_t n);

#endif
