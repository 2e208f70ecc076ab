/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_COMPARE_SHAPE_H
#define GRADE_COMPARE_SHAPE_H

#include "math/tree/expr.h"

/* The subject and the value of a statement, and other shapes of trees. */

/* Returns the value that "x = 5", "f(x) = x^2", "m+n = 256+37 = 293" or "x =
 * 1/3 \approx 0.33" gives, or x itself if it is no such statement. */
const struct expr *shape_value(const struct expr *x);
/* Returns the name on the left of an assignment x = ..., or NULL if there is
 * none. */
const char *shape_name(const struct expr *x);
/* Is it an equation (one = sign) whose left side is no lone name? */
bool shape_is_equation(const struct expr *x);
/* Is it x = y, of two sides? And: x in a domain of that name, R or Z? */
bool shape_is_equal(const struct expr *x);
bool shape_is_in(const struct expr *x, const char *domain);
/* Is it x in something, of two sides? */
bool shape_is_member(const struct expr *x);
/* Is it that domain? */
bool shape_is_domain(const struct expr *x, const char *name);
/* Is it a whole number as written, perhaps with a minus? A quotient of two? A
 * range, [1, 2] or (1, \infty)? */
bool shape_is_whole(const struct expr *x);
bool shape_is_quotient(const struct expr *x);
bool shape_is_range(const struct expr *x);
/* Is the name one of the free symbols of x? */
bool shape_holds(struct arena *a, const struct expr *x, const char *name);
/* Are both sides of an equation values? */
bool shape_sides_are_values(const struct expr *x);
/* Is it a number that was written with a decimal point? */
bool shape_is_decimal(const struct expr *x);
/* The whole number that x is as written, if it is no larger than a million. */
bool shape_small(const struct expr *x, long *out);
/* Returns x where the name at `one` is 1 and the others are 0; n: all are. */
const struct expr *shape_at_one(struct arena *a, const struct expr *x,
                                const char *const *names, size_t n, size_t one);
/* Have two equations different subjects: f and f', f(2) and f(3), a_n and
 * a_{n+1}? Both are named (shape_value differs from them). */
bool shape_subjects_differ(const struct expr *key, const struct expr *answer);
/* Has x free symbols? Is it a number as written, perhaps with a minus? */
bool shape_has_symbols(struct arena *a, const struct expr *x);
bool shape_is_literal(const struct expr *x);
/* Is it dy/dx or d^2 y/dt^2, of a name? */
bool shape_is_derivative(const struct expr *x);
/* Returns x with y', y'' for those by the variable, of six primes at most. */
const struct expr *shape_primed(struct arena *a, const struct expr *x,
                                const char *by);
/* Returns x with those symbols replaced by fixed fractions, other ones for each
 * shift. */
const struct expr *shape_at_fixed(struct arena *a, const struct expr *x,
                                  const char *const *names, size_t n,
                                  unsigned shift);

#endif
