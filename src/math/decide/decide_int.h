/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_DECIDE_DECIDE_INT_H
#define MATH_DECIDE_DECIDE_INT_H

#include "math/arb.h"
#include "math/decide/decide.h"

/* Shared by the files of decide: the methods, each of which settles the question
 * and fills in the decision, or leaves it TRUTH_UNKNOWN. */

struct decide_question {
    struct arena *arena;
    const struct expr *x, *y;
    const struct decide_options *opt;
    struct work *work;
};

/* Decide by balls at points, for sides with symbols. names are those of both,
 * in order; alien: some are missing on one side. */
struct decision decide_at_points(const struct decide_question *q,
                                 const char *const *names, size_t n,
                                 bool alien);

/* Does x change with that symbol, all others being fixed? Returns true only
 * with a proof. */
bool decide_depends(const struct decide_question *q, const struct expr *x,
                    const char *const *names, size_t n, const char *symbol);

/* For two formulas that are equal: compare the points where each is real. */
enum decide_domain decide_domains(const struct decide_question *q,
                                  const char *const *names, size_t n);

/* Returns a decision with its reason. */
struct decision decided(enum truth equal, const char *by, const char *why);

/* Returns a few digits of a ball's value for people: "0.3679", "1.5 + 2i". */
const char *decide_shown(struct arena *a, const acb_t z);

#endif
