/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_ASK_FAILURE_H
#define SERVE_DESK_ASK_FAILURE_H

#include "base/arena.h"
#include "grade/grade.h"
#include "problem/problem.h"
#include "store/runs.h"
#include "verify/claim.h"

#include <stdbool.h>

/*
 * The kind of failure of a result: a word to count by and a sentence for the
 * author. It follows from the outcome, from the judge's reason (grade/reason.c),
 * and for the rest from facts that are decided here: that the key stands
 * elsewhere in the reply, that the answer is the key with another sign, that it
 * meets the equation of the claim but not its conditions. What nothing is known
 * of is a wrong value; nothing is guessed.
 */

enum failure_kind {
    FAILURE_NONE, /* it is correct */
    FAILURE_ERROR,
    FAILURE_TRUNCATED,
    FAILURE_REFUSED,
    FAILURE_OVERFLOW,
    FAILURE_MALFORMED,
    FAILURE_BAD_KEY,
    FAILURE_NO_ANSWER,
    FAILURE_ABSTAINED,
    FAILURE_EXTRACTION, /* the key stands in the reply; something else was
                           taken */
    FAILURE_FORMATTING, /* unreadable, or equal but for its form */
    FAILURE_UNFINISHED, /* dots, or a term O(...) */
    FAILURE_NEW_CONSTANTS,
    FAILURE_WRONG_LIMIT,
    FAILURE_WRONG_ORDER,
    FAILURE_WRONG_CONDITION,
    FAILURE_ROUNDED,
    FAILURE_UNDECIDED,
    FAILURE_SIGN,
    FAILURE_FACTOR,
    FAILURE_UPSIDE_DOWN,
    FAILURE_SHIFTED, /* off by a constant that is added */
    FAILURE_WRONG_VALUE,
    FAILURES
};

struct failure {
    enum failure_kind kind;
    const char *says; /* one sentence, in the arena; "" of FAILURE_NONE */
};

/* What a failure is found from. */
struct failed_reply {
    const struct problem *problem;
    const struct result *result;
    const char *text;                 /* of the reply; NULL: there is none */
    const struct grade_result *grade; /* of the text; NULL: it was not judged */
    const struct claim *claims;       /* by which the key can be checked */
    size_t n_claims;
};

const char *failure_word(enum failure_kind k); /* "new constants" */

/* Returns the kind of failure. Its cost is bounded, as that of a judgement is.
 */
struct failure failure_of(struct arena *a, const struct failed_reply *x);

#endif
