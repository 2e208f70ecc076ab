/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_AUDIT_AUDIT_H
#define VERIFY_AUDIT_AUDIT_H

#include "base/arena.h"
#include "base/json.h"
#include "base/truth.h"
#include "math/work.h"
#include "verify/verify.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The audit of a published set: each row states a problem in prose and has a
 * key. What the prompt states becomes claims (verify/prompt/prompt.h), which are
 * verified; problems with several regimes, and polynomials, have checks of
 * their own. Where a key fails and its right formula is easy to find, the
 * formula is given, and the verifier has said that it holds.
 */

struct audit_row {
    const char *id;
    const char *topic;    /* "boundary_layers"; "": the set says none */
    const char *prompt;   /* also called question */
    const char *solution; /* the worked text with the boxed key */
    const char *answer;   /* the key alone; NULL: the box has it */
};

struct audit_finding {
    bool read; /* the prompt was read */
    enum truth holds;
    const char *why;    /* one sentence */
    const char *reason; /* a word: those of struct finding, and "mistyped
                           prompt", "unread prompt", "no limit", "regime" */
    const struct finding_row *rows; /* the evidence */
    size_t rows_n;
    const char *right; /* the right formula, if the key fails; or NULL */
};

/* Read a row from its JSON, whose fields are called as in HARDMath or
 * HARDMath2; `number` is its id if it has none. Fails, naming the field, if it
 * has no prompt or no solution. */
bool audit_row_read(struct arena *a, const struct json *j, size_t number,
                    struct audit_row *out, struct err *e) MUST_USE;

/* Audit one row; each of its claims may take so many units of work. */
void audit_row(struct arena *a, const struct audit_row *row, uint64_t limit,
               struct audit_finding *out);

#endif
