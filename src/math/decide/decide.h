/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_DECIDE_DECIDE_H
#define MATH_DECIDE_DECIDE_H

#include "base/truth.h"
#include "math/tree/expr.h"
#include "math/work.h"

#include <stdint.h>

/*
 * Decides whether two value expressions are equal, by the cheapest method that
 * can: same tree, exact rationals, rational functions, exact constants, ball
 * arithmetic at seeded points. "No" is always a proof. "Yes" is a proof with the
 * exact methods; with balls it means agreement to at least DECIDE_DIGITS digits
 * at DECIDE_POINTS points.
 */

#define DECIDE_DIGITS 30 /* decimal digits that must agree at a point */
#define DECIDE_POINTS 8  /* points that must agree */

enum decide_domain {
    DOMAIN_SAME,      /* both have real values at the same points */
    DOMAIN_SMALLER_Y, /* y has fewer: sqrt(x)^2 for x */
    DOMAIN_SMALLER_X,
    DOMAIN_BOTH /* each has points the other lacks */
};

struct decision {
    enum truth equal;
    const char *by;      /* the method: "same", "rational", "rational function",
                            "constants", "balls", "logarithms", "residues" */
    const char *why;     /* the reason, in one clause, in the arena */
    const char *witness; /* a point and both values that prove a "no" */
    enum decide_domain domain;
    bool agreement; /* "yes" because digits agree, without a proof */
    bool log_base; /* equal only if a bare \log is read to another base than the
                     natural one; `why` names it */
};

struct decide_options {
    uint64_t seed; /* of the points; 0 is a good value */
    bool log10;    /* read a bare \log as base 10 */
    bool positive; /* points in the positive half-line only: symbols that
                          stand for counts and lengths */
};

struct decision decide_equal(struct arena *a, const struct expr *x,
                             const struct expr *y,
                             const struct decide_options *opt, struct work *w);

/* Returns whether x has a value that can be computed, at one point if it has
 * symbols. If not, w->ceiling says whether a limit on work is the reason. */
bool decide_has_value(struct arena *a, const struct expr *x, struct work *w);

/* Returns whether x < y, for real constants; TRUTH_YES only if it is certain.
 * For the endpoints of intervals. */
enum truth decide_less(const struct expr *x, const struct expr *y,
                       struct work *w);

#endif
