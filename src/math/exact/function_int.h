/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_EXACT_FUNCTION_INT_H
#define MATH_EXACT_FUNCTION_INT_H

#include "math/exact/fraction.h"
#include "math/tree/expr.h"

/*
 * The inside of reading expressions as fractions: function.c reads the tree,
 * power.c roots and powers whose exponents are no whole numbers.
 *
 * All return false, with ring->failed, when a bound is met or x is something
 * that no ring holds.
 */

/* Keys that the question at the end asks for. A symbol's key begins with a
 * dollar sign, so that none is confused with these. */
#define FUNCTION_PI "pi"
#define FUNCTION_E  "e"
#define FUNCTION_I  "i"

enum function_branch {
    FUNCTION_PRINCIPAL, /* x^{1/n} */
    FUNCTION_REAL       /* \sqrt[n]{x}: real for odd n and negative x */
};

bool function_read(struct fraction *out, const struct expr *x,
                   struct ring *r) MUST_USE;

/* A generator of which only the key is known. */
bool function_opaque(struct fraction *out, const char *key,
                     struct ring *r) MUST_USE;
bool function_imaginary(struct fraction *out, struct ring *r) MUST_USE;

/* The n-th root, n > 1. */
bool function_root(struct fraction *out, const struct expr *x, ulong n,
                   enum function_branch branch, struct ring *r) MUST_USE;

/* \sqrt[n]{x} with any n. */
bool function_root_call(struct fraction *out, const struct expr *x,
                        struct ring *r) MUST_USE;

bool function_power(struct fraction *out, const struct expr *base,
                    const struct expr *exponent, struct ring *r) MUST_USE;
bool function_exp(struct fraction *out, const struct expr *x,
                  struct ring *r) MUST_USE;

/* out times sqrt(p), p a prime. */
bool function_times_sqrt(struct fraction *out, ulong p,
                         struct ring *r) MUST_USE;

/* The same for e^{i q pi}. */
bool function_turn(struct fraction *out, const fmpq_t q, bool *found,
                   struct ring *r) MUST_USE;

#endif
