/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_EXACT_CONSTANT_INT_H
#define MATH_EXACT_CONSTANT_INT_H

#include "math/exact/exact.h"

/*
 * Constants by Calcium, inside: exact_survey.c looks at the trees before,
 * exact_constant.c evaluates them.
 */

/* May Calcium be asked whether x and y are equal? *nodes: their size. */
bool constant_survey(const struct expr *x, const struct expr *y, struct work *w,
                     unsigned *nodes);

/* The value of x when it is rational; a little work is spent. */
enum exact constant_rational(fmpq_t q, const struct expr *x, struct work *w);

/* A number that is small enough to be handed to Calcium. */
bool constant_small(const fmpq_t q);

#endif
