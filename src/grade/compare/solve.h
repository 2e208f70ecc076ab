/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_COMPARE_SOLVE_H
#define GRADE_COMPARE_SOLVE_H

#include "grade/compare/judge.h"

/*
 * Roots of expressions in one symbol that are linear or quadratic in it:
 * equations and inequalities of everyday answers need no more. Roots are exact
 * trees; nothing is simplified.
 */

struct solved {
    int count;                  /* 0, 1 or 2 real roots; -1: not known */
    const struct expr *root[2]; /* the smaller first, when both are known */
    int leading;                /* the sign of the leading coefficient */
    bool quadratic;
};

/* The real roots of f in the symbol of that name; f has no other symbol. */
struct solved solve_real(struct comparer *j, const struct expr *f,
                         const char *name);

/*
 * Do f = 0 and g = 0 have the same real solutions? Solving each for one symbol
 * at fixed values of the others gives points, which are put into the other
 * equation. NO is proved by a point (*witness); YES is agreement at eight
 * points of each, or at all solutions in one unknown.
 */
enum truth solve_same(struct comparer *j, const struct expr *f,
                      const struct expr *g, const char **witness);

/* The order of real constants: ends of intervals, roots, coefficients. */

/* -1, 0, 1: x is below, equal to, above y; 2: not known. */
int solve_order_of(struct comparer *j, const struct expr *x,
                   const struct expr *y);

#endif
