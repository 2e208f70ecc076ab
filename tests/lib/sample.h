/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_SAMPLE_H
#define TESTS_LIB_SAMPLE_H

#include "base/truth.h"
#include "math/tree/expr.h"

#include <stdbool.h>

/*
 * Values of formulas at a few positive points, computed by Arb over the reals
 * and without src/, so that tests can decide by themselves whether two formulas
 * differ. The judge uses none of these points.
 */

#define SAMPLE_POINTS 5

/* Returns whether x has a finite real value at the k-th point. */
bool sample_has_value(const struct expr *x, unsigned k);

/* Returns at how many points x has a value. */
unsigned sample_values(const struct expr *x);

/* Returns whether |x| is between 10^-9 and 10^9 wherever it has a value. */
bool sample_is_modest(const struct expr *x);

/* YES: at some point both have values that differ by more than a millionth;
 * NO: at every point where both have values these cannot be told apart;
 * UNKNOWN: there is no such point, or they are close. */
enum truth sample_differ(const struct expr *x, const struct expr *y);

#endif
