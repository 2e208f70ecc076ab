/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_JUDGE_H
#define VERIFY_JUDGE_H

#include "base/arena.h"
#include "math/tree/expr.h"
#include "math/work.h"
#include "verify/finding.h"
#include "verify/object.h"

#include <stdbool.h>

/*
 * Judges a printed formula by values of its object. "equals" compares both at
 * drawn points: a certified gap proves that it fails. "asymptotic" goes along a
 * geometric sequence towards the limit and looks where the scaled error tends
 * to (verify/trend.h).
 */

/* Is x a decimal that may be a rounded number? */
bool judge_is_rounded(const struct expr *x);

/* Judge the formula against the object. */
void judge_values(struct arena *a, struct object *o, const struct expr *formula,
                  struct work *w, struct finding *out);

#endif
