/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_CONDITIONS_H
#define VERIFY_CONDITIONS_H

#include "base/arena.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "math/tree/expr.h"
#include "math/work.h"
#include "verify/claim.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The conditions of a claim: relations ("\lambda>0, 0\le x\le1"), kinds of
 * numbers ("n positive integer"), and phrases, which the kinds of objects
 * understand ("the root that tends to 1"). With them, values of the parameters
 * are drawn at which the claim must hold.
 */

struct conditions {
    const struct expr *const *relations; /* EXPR_RELATION */
    size_t relations_n;
    const char *const *whole; /* symbols that stand for integers */
    size_t whole_n;
    const char *const *phrases; /* all else, trimmed, as written */
    size_t phrases_n;
};

/* Read the claim's conditions and the range of its limit. What cannot be read
 * is a phrase. */
void conditions_read(struct arena *a, const struct claim *c,
                     struct conditions *out);

/* Add symbols that stand for integers. */
void conditions_add_whole(struct arena *a, struct conditions *c,
                          const char *const *names, size_t n);

/* Is this symbol an integer? */
bool conditions_whole(const struct conditions *c, const char *name);

/* Do all relations whose symbols the point has hold there? TRUTH_UNKNOWN counts
 * as no. */
bool conditions_hold(const struct conditions *c, const struct ball_point *at,
                     struct work *w);

/* Draw values for the first n names of the point, at which the relations hold.
 * `round` numbers the assignments: each gives other values, the same on every
 * machine. Positive values are tried first. Returns false if none is found. */
bool conditions_draw(const struct conditions *c, struct ball_point *at,
                     acb_ptr values, size_t n, unsigned round, struct work *w);

#endif
