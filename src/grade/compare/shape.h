/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_COMPARE_SHAPE_H
#define GRADE_COMPARE_SHAPE_H

#include "math/tree/expr.h"

/* What a statement says about its subject, and other shapes of trees. */

/* The value that "x = 5", "f(x) = x^2", "m+n = 256+37 = 293" or
 * "x = 1/3 \approx 0.33" gives; x itself when it is no such statement. */
const struct expr *shape_value(const struct expr *x);
/* The name on the left of an assignment x = ...; NULL when there is none. */
const char *shape_name(const struct expr *x);
/* An equation (one = sign) whose left side is no lone name. */
bool shape_is_equation(const struct expr *x);
/* Do two equations speak of different things: f and f', f(2) and f(3), a_n and
 * a_{n+1}? Both are named (shape_value differs from them). */
bool shape_subjects_differ(const struct expr *key, const struct expr *answer);
/* Has x free symbols? Is it a number as written, perhaps with a minus? */
bool shape_has_symbols(struct arena *a, const struct expr *x);
bool shape_is_literal(const struct expr *x);
/* Does a \pm stand in x? And x with every \pm read as + (upper) or -. */
bool shape_has_sign(const struct expr *x);
const struct expr *shape_choose_sign(struct arena *a, const struct expr *x,
                                     bool upper);
/* x with those symbols at fixed fractions, others for each shift. */
const struct expr *shape_at_fixed(struct arena *a, const struct expr *x,
                                  const char *const *names, size_t n,
                                  unsigned shift);

#endif
