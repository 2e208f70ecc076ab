/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_EXPRESSION_H
#define VERIFY_EXPRESSION_H

#include "base/arena.h"
#include "math/ball/ball.h"
#include "math/tree/expr.h"
#include "verify/claim.h"

#include <stdbool.h>

/*
 * Objects that are one expression: integrals and sums, and formulas that have
 * such inside.
 */

/* Read the text of a formula: what stands behind its last = or \sim, without
 * O(...) and dots. Lone gamma is Euler's constant unless it is declared.
 * Returns false, with *why and *reason, if it cannot be read or has a symbol
 * that is nowhere declared. */
bool expression_formula(struct arena *a, const struct claim *c,
                        const char *text, const struct expr **out,
                        const char **why, const char **reason);

/* Read the object's text: what stands on the right of a name and an equals
 * sign. Returns NULL, with *why, if it is not read, or has a symbol that is
 * nowhere declared. */
const struct expr *expression_read(struct arena *a, const struct claim *c,
                                   const char **why);

/* Has it no imaginary unit? */
bool expression_is_real(const struct expr *x);

/* Add the free symbols of x, which may be NULL, to a vector of names. */
void expression_add_names(struct arena *a, struct vec *names,
                          const struct expr *x);

/* Returns a free symbol of x that is not among the names, or NULL. */
const char *expression_undeclared(struct arena *a, const struct vec *names,
                                  const struct expr *x);

/* Returns the value at the point (NULL: of a constant), to 64 bits; NAN if it
 * has none that is real. */
double expression_number(const struct expr *x, const struct ball_point *at,
                         struct work *w);

/* The same of an end of a range, which may be infinite. */
double expression_end(const struct expr *x, const struct ball_point *at,
                      struct work *w);

/* Set out to the middle of the value. Returns false if there is none that is
 * real. */
bool expression_middle(arb_t out, const struct expr *x,
                       const struct ball_point *at, slong bits, struct work *w);

/* Returns the exponent of e^{...}, or NULL if x is no such power. */
const struct expr *expression_exponent(const struct expr *x);

/* Make *at a copy of itself with n more names, whose values are 0 as yet. Both
 * are the arena's. Returns the first new value. */
acb_ptr expression_extend(struct arena *a, struct ball_point *at,
                          const char *const *names, size_t n);

/* Returns how many octaves the symbol must go until it outweighs the numbers
 * that it is added to: in eps + 8x^9 below an integral up to x = 75 these are
 * 59. Names that are bound nowhere count as 1. */
double expression_reach(struct arena *a, const struct expr *x,
                        const char *symbol);

/* ---- addends ---- */

/*
 * The printed terms of an expansion: what stands between the plus signs once
 * products are distributed over sums in the limit's symbol, so that
 * e^{-x} (1 + 1/x) has two. Parts without the symbol stay together.
 * Logarithms of products may be taken for the sums that they are, up to signs:
 * terms serve as sizes.
 */

#define ADDENDS_MAX 48

/* Set out to at most ADDENDS_MAX terms. Returns how many. */
size_t addends_of(struct arena *a, const struct expr *x, const char *symbol,
                  bool logs, const struct expr **out);
/* The same where a quotient by a sum is taken apart as well, for terms that
 * are integrated one by one. */
size_t addends_expanded(struct arena *a, const struct expr *x,
                        const char *symbol, const struct expr **out);

/* Does x have this free symbol? */
bool addends_depends(const struct expr *x, const char *symbol);

#endif
