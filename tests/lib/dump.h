/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_DUMP_H
#define TESTS_LIB_DUMP_H

#include "base/arena.h"
#include "math/tree/expr.h"

/*
 * A tree as an s-expression, one spelling for each tree: (mul 2 x). It shows
 * everything in the tree except columns, so that cases of the reader do not
 * depend on the printer.
 *
 *   12  0.50  2500:e-2  11:base2  1/3:repeating     numbers
 *   x  \pi  \e  \i  \infty                          symbols, constants
 *   (add a (neg b))  (div a b)  (pow a b)  (fact n) (fact2 n)
 *   (sin x)  (logb 2 8)                             known functions
 *   (apply "f" x)                                   unknown ones
 *   (quantity "cm" 5)  (text "even")
 *   (interval [ 0 1 ))  (rel a < b <= c)
 */
char *dump_expr(struct arena *a, const struct expr *x);

#endif
