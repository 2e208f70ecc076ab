/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_COMPARE_ORDER_H
#define GRADE_COMPARE_ORDER_H

#include "grade/compare/judge.h"

/* The order of real constants: ends of intervals, roots, coefficients. */

/* -1, 0, 1: x is below, equal to, above y; 2: not known. */
int order_of(struct comparer *j, const struct expr *x, const struct expr *y);

#endif
