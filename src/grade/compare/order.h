/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_COMPARE_ORDER_H
#define GRADE_COMPARE_ORDER_H

#include "grade/compare/judge.h"

/* The order of real constants: ends of intervals, roots, coefficients. */

/* Returns -1, 0 or 1 if x is below, equal to or above y, and 2 if that is not
 * known. */
int order_of(struct judge *j, const struct expr *x, const struct expr *y);

#endif
