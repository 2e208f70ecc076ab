/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_TREE_DIFFERENTIATE_H
#define MATH_TREE_DIFFERENTIATE_H

#include "math/tree/expr.h"
#include "math/work.h"

/*
 * Symbolic derivatives, to be evaluated rather than read: only products with 0
 * and 1 are tidied. A function that jumps (floor, sign), or whose derivative is
 * not in the table of functions, has none here.
 */

/* Returns the derivative of x in the symbol, or NULL if there is no rule or a
 * ceiling was met. The result shares subtrees with x. */
const struct expr *differentiate(struct arena *a, const struct expr *x,
                                 const char *name, struct work *w);

/* The same, `times` times over; at most 12. */
const struct expr *differentiate_times(struct arena *a, const struct expr *x,
                                       const char *name, unsigned times,
                                       struct work *w);

#endif
