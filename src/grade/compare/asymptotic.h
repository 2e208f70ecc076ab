/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_COMPARE_ASYMPTOTIC_H
#define GRADE_COMPARE_ASYMPTOTIC_H

#include "grade/compare/judge.h"
#include "problem/limit.h"

#include <stddef.h>

/*
 * Does a formula that is not the key agree with it in a limit, as well as was
 * asked? Both are evaluated in ball arithmetic at e = 2^-4 ... 2^-20, and the
 * error is divided by the envelope of the key: its largest size around the
 * point, which has no zeros where the key oscillates.
 *
 *   order p   the largest error over envelope * e^p stays below four times its
 *             median on the way to the limit, and the error itself vanishes;
 *   terms n   the largest error over the envelope of the key's last term
 *             tends to 0: by a trend over the last octaves, which is followed
 *             to 2^-160 where it is slow (logarithms).
 *
 * TRUTH_YES is supported by these numbers and no proof; TRUTH_NO rests on a
 * trend that does not vanish; TRUTH_UNKNOWN has its reason.
 */

/* One row of the table behind a verdict. Logarithms to base 2. */
struct asymptotic_row {
    double k;          /* e is 2^-k */
    const char *worst; /* where the error is largest: "x = 0.31"; "" */
    double error;      /* the largest error over the envelope */
    double scaled;     /* that over e^order; the same if terms are asked */
};

#define ASYMPTOTIC_ROWS 24

struct asymptotic {
    enum truth agrees;
    const char *why;    /* one sentence for people */
    const char *reason; /* of a NO, a word for counting: "wrong_order",
                   "wrong_limit", "wrong_condition", "rounded_constant",
                   "no_value", "wrong_value"; else NULL */
    bool exceeds;       /* the answer meets ceilings that the key does not */
    struct asymptotic_row rows[ASYMPTOTIC_ROWS];
    size_t rows_n;
};

/* Compare two values (no statements) in the limit. */
void asymptotic_compare(struct comparer *j, const struct expr *key,
                        const struct expr *answer,
                        const struct answer_limit *limit,
                        struct asymptotic *out);

#endif
