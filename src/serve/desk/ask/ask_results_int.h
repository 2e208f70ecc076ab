/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_ASK_ASK_RESULTS_INT_H
#define SERVE_DESK_ASK_ASK_RESULTS_INT_H

#include "serve/desk/ask/ask_results.h"
#include "verify/claim.h"

/*
 * What the files of results share: ask_score.c counts, ask_reply.c shows one
 * reply, ask_results.c the whole of a challenge.
 */

/* What all replies of a challenge are looked at with. */
struct looking {
    struct visit *visit;
    struct str *out;
    const struct asked *asked;
    struct problem problem;
    struct claim *claims; /* by which the key can be checked */
    size_t n_claims;
};

/* Reads what else it needs than visit, out and asked. */
MUST_USE bool looking_open(struct looking *l, struct err *e);

/* Adds a reply with its text, verdict and kind of failure. Fails when the store
 * cannot be read. */
MUST_USE bool looking_reply(struct looking *l, const struct result *r,
                            struct err *e);

bool asked_is_decided(const struct result *r); /* by a person */
bool asked_is_going(const struct challenge *c);
const char *asked_words(enum mark m); /* for people */

#endif
