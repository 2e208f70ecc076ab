/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_EXACT_CONSTANT_INT_H
#define MATH_EXACT_CONSTANT_INT_H

#include "math/exact/exact.h"

/*
 * The inside of constants by Calcium: survey.c looks at the trees first,
 * constant.c evaluates them.
 */

/* May Calcium be asked whether x and y are equal? *nodes: their size. */
bool constant_survey(const struct expr *x, const struct expr *y, struct work *w,
                     unsigned *nodes);

/* Find the value of x if it is rational, for little work. */
enum exact constant_rational(fmpq_t q, const struct expr *x, struct work *w);

/* Is the number small enough for Calcium? */
bool constant_small(const fmpq_t q);

#endif
