/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_DECIDE_DECIDE_H
#define MATH_DECIDE_DECIDE_H

#include "base/truth.h"
#include "math/tree/expr.h"
#include "math/work.h"

#include <stdint.h>

/*
 * Are two value expressions equal? The cheapest road that settles it is
 * taken: same tree, exact rationals, rational functions, exact constants,
 * ball arithmetic at seeded points. "No" is always a proof; "yes" is a proof
 * by the exact roads, and agreement to at least DECIDE_DIGITS digits at
 * DECIDE_POINTS points by balls.
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
    const char *by;      /* the road: "same", "rational", "rational function",
                            "constants", "balls", "logarithms", "residues" */
    const char *why;     /* one clause for people, in the arena */
    const char *witness; /* a point and both values that prove a "no" */
    enum decide_domain domain;
    bool agreement; /* a "yes" by digits that agree, not by proof */
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

/* Has x a value that can be computed, at one point if it has symbols? On false,
 * w->ceiling says whether a ceiling is the reason. */
bool decide_has_value(struct arena *a, const struct expr *x, struct work *w);

/* Is x < y, for real constants? TRUTH_YES only if that is certain. For ends of
 * intervals. */
enum truth decide_less(const struct expr *x, const struct expr *y,
                       struct work *w);

#endif
