/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_PROMPT_PROMPT_H
#define VERIFY_PROMPT_PROMPT_H

#include "base/arena.h"
#include "verify/claim.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * What a prompt states, as claims. A problem of applied mathematics says in
 * prose and formulas which integral or equation is meant, under which
 * conditions, in which limit, and how many terms are wanted; its key is a boxed
 * formula. Both together are claims that a verifier can check. Rules are about
 * wording and form ("with boundary conditions", \to, \ll), none about a single
 * problem.
 */

struct prompt_row {
    const char *id;
    const char *prompt;
    const char *solution; /* the text with the boxed key */
};

struct prompt_reading {
    const struct claim *claims; /* one for each answer of the key */
    size_t n;                   /* 0: the prompt is not read */
    const char *missing; /* what was not found, if n is 0; or what makes the
                            prompt one that nobody can decide, else NULL */
    const char *reason;  /* a word for it: "unread prompt", "mistyped prompt",
                            "unread key" */
};

/* Read a row. Never fails: what cannot be read is said in `missing`. */
void prompt_to_claims(struct arena *a, const struct prompt_row *row,
                      struct prompt_reading *out);

#endif
