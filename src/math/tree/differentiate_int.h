/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_TREE_DIFFERENTIATE_INT_H
#define MATH_TREE_DIFFERENTIATE_INT_H

#include "math/tree/differentiate.h"

/* Shared by the rules for operators and those for functions. The makers tidy
 * products with 0 and 1, and return NULL if an operand is NULL. */

const struct expr *make_add(struct arena *a, const struct expr *x,
                            const struct expr *y);
const struct expr *make_sub(struct arena *a, const struct expr *x,
                            const struct expr *y);
const struct expr *make_mul(struct arena *a, const struct expr *x,
                            const struct expr *y);
const struct expr *make_div(struct arena *a, const struct expr *x,
                            const struct expr *y);
const struct expr *make_pow(struct arena *a, const struct expr *x,
                            const struct expr *y);
const struct expr *make_neg(struct arena *a, const struct expr *x);
const struct expr *make_integer(struct arena *a, long n);
const struct expr *make_call(struct arena *a, enum function_id id,
                             const struct expr *x);
const struct expr *make_call2(struct arena *a, enum function_id id,
                              const struct expr *x, const struct expr *y);

/* Returns the derivative of a function in its main argument, at that argument,
 * or NULL if there is none in the table. */
const struct expr *differentiate_function(struct arena *a,
                                          const struct expr *call);

#endif
