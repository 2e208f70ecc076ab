/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_TREE_PRINT_H
#define MATH_TREE_PRINT_H

#include "base/arena.h"
#include "math/tree/expr.h"

/*
 * Returns a tree as canonical LaTeX, in the arena: one spelling for each tree,
 * with the brackets it needs and no others, so that people see how a text was
 * understood. Reading the result gives the same tree (expr_same), and printing
 * that gives the same bytes.
 */
char *print_expr(struct arena *a, const struct expr *x);

#endif
