/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_ASK_PUT_H
#define RUN_ASK_PUT_H

#include "run/ask/ask.h"
#include "run/consult/consult.h"

/*
 * A set of problems put to models, for those who want its answers and not the
 * run: a run of the store like any other, which goes on where an earlier time
 * left it. Calls that failed are asked again a few times: errors are never
 * answers.
 */

struct put {
    struct store *store;
    struct ask_options ask; /* progress, stop and ctx are the caller's; a budget
                               is the purse's to say */
    struct purse *purse;    /* shared; NULL: no limit */
    uint64_t attempts;
    struct decoding decoding;
    struct prompt prompt;

    /* What came of it, over all sets. */
    uint64_t asked, journalled, failed;
    const char *error; /* of the first that failed; in the arena of that set */
};

/*
 * `what` is the name of the set, as a run has that of its file. *run is the
 * run, whose results runs_results() has: those of *failed_now calls are errors
 * (NULL: not asked for). Fails when the store cannot be written, when no call
 * can succeed, when the purse is empty, or when it was stopped (ERR_IO,
 * "interrupted"): what was answered is in the journal.
 */
MUST_USE bool put_set(struct arena *a, struct put *p, const char *what,
                      const struct model *models, size_t n_models,
                      const struct problem *problems, size_t n,
                      struct run_info *run, uint64_t *failed_now,
                      struct err *e);

#endif
