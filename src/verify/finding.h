/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_FINDING_H
#define VERIFY_FINDING_H

#include "base/str.h"
#include "base/truth.h"

#include <stdbool.h>
#include <stddef.h>

/* What was found about a claim, with the numbers behind it. */

/* `why` of what ended at a limit begins so: more work may settle it. */
#define FINDING_LIMIT "the limit on "

/* One row of the table behind a verdict. */
struct finding_row {
    const char *at;     /* "epsilon = 2^-8, x = 0.31" */
    const char *object; /* the object's value there, in digits */
    const char *claim;  /* the formula's value */
    double error;       /* |object - claim| */
    double scaled;      /* error over its envelope: what is judged */
};

struct finding {
    enum truth holds;
    const char *why;    /* one sentence for people */
    const char *reason; /* a word for counting: "value", "residual",
                           "condition", "trend", "rounded constant",
                           "complex value", "unread object", "unread claim",
                           "undeclared symbol", "no method", "ceiling", ... */
    bool exact;         /* proved: an exact residual, a certified gap */
    const struct finding_row *rows;
    size_t rows_n;
};

/* Returns "holds", "fails" or "undecided". */
const char *finding_verdict_name(enum truth holds);

/* Set the verdict with its reason; finding_print() formats `why` in the arena.
 * Both return false, for who gives up then. */
bool finding_say(struct finding *f, enum truth holds, const char *reason,
                 const char *why);
bool finding_print(struct finding *f, struct arena *a, enum truth holds,
                   const char *reason, const char *fmt, ...) PRINTF(5, 6);

/* Appends the members of the finding as JSON, without braces around them:
 * "verdict", "why", "reason", "exact" and "table". */
void finding_write(struct str *out, const struct finding *f);

#endif
