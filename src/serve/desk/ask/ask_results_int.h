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

bool asked_is_going(const struct challenge *c);

#endif
