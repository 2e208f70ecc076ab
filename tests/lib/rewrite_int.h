/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_REWRITE_INT_H
#define TESTS_LIB_REWRITE_INT_H

#include "rewrite.h"

/* Between the files of rewrite: rewrite.c walks trees and mutates,
 * rewrite_algebra.c and rewrite_function.c have the rules. */

/* A rule rewrites a node, or returns NULL when it does not fit. */
struct rewrite_rule {
    const char *name;
    const struct expr *(*apply)(struct rewrite *w, const struct expr *x);
};

extern const struct rewrite_rule rewrite_algebra[];
extern const size_t rewrite_algebra_n;
extern const struct rewrite_rule rewrite_function[];
extern const size_t rewrite_function_n;

/* ---- short names for making ---- */
uint64_t rewrite_draw(struct rewrite *w, uint64_t n);
const struct expr *rw_int(struct rewrite *w, long k); /* NEG when k < 0 */
const struct expr *rw_neg(struct rewrite *w, const struct expr *u);
const struct expr *rw_add(struct rewrite *w, const struct expr *u,
                          const struct expr *v);
const struct expr *rw_sub(struct rewrite *w, const struct expr *u,
                          const struct expr *v);
const struct expr *rw_mul(struct rewrite *w, const struct expr *u,
                          const struct expr *v);
const struct expr *rw_div(struct rewrite *w, const struct expr *u,
                          const struct expr *v);
const struct expr *rw_pow(struct rewrite *w, const struct expr *u, long k);
const struct expr *rw_call(struct rewrite *w, enum function_id id,
                           const struct expr *u);
const struct expr *rw_exp(struct rewrite *w, const struct expr *u); /* e^u */

/* ---- looking ---- */

/* A whole number without a point, of at most six digits. */
bool whole_of(const struct expr *x, long *k);
bool calls(const struct expr *x, enum function_id id);
/* Returns u of e^u or \exp u, or NULL if x is neither. */
const struct expr *exponent_of(const struct expr *x);
/* Return whether, by its shape alone, it is positive (real) wherever its
 * symbols are real, or positive if w->positive is set. */
bool surely_positive(const struct rewrite *w, const struct expr *x);
bool surely_real(const struct rewrite *w, const struct expr *x);

#endif
