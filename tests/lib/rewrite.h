/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_REWRITE_H
#define TESTS_LIB_REWRITE_H

#include "base/arena.h"
#include "base/rng.h"
#include "math/tree/expr.h"

#include <stdbool.h>

/*
 * Formulas changed at a random place: rewritten into an equal one by a rule of
 * mathematics, or mutated into another one by a slip of the pen. Rules that are
 * true only for positive numbers are used where the sign is obvious, or if
 * `positive` is set.
 */

struct rewrite {
    struct arena *arena;
    struct rng *rng;
    bool positive;    /* the symbols are positive */
    const char *rule; /* the name of the rule that was used last */
};

/* Returns an equal formula, or NULL if no rule fits (which is rare). */
const struct expr *rewrite_once(struct rewrite *w, const struct expr *x);

/* `steps` in a row, ended early when the formula grows too large. */
const struct expr *rewrite_often(struct rewrite *w, const struct expr *x,
                                 unsigned steps);

/* One token changed: a number, a sign, an operator, an exponent, a function,
 * a symbol, a term or factor dropped. By accident the value may be the same. */
const struct expr *mutate_once(struct rewrite *w, const struct expr *x);

#endif
