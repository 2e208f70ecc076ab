/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_EXACT_EXACT_INT_H
#define MATH_EXACT_EXACT_INT_H

#include "math/exact/exact.h"

/*
 * The inside of exact rationals: the evaluator of trees (rational.c), and the
 * functions it calls (call.c).
 *
 * All of them write *out only if they return EXACT_VALUE, and check the size of
 * a result with exact_fits() before they build it.
 */

/* A bound variable of a sum or product and its value now. */
struct exact_binding {
    const struct exact_binding *outer;
    const char *name;
    const fmpz *value;
};

struct exact_env {
    struct work *w;
    const struct exact_binding *bound;
};

#endif
