/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_LOOK_ACCESS_H
#define SERVE_LOOK_ACCESS_H

#include "base/map.h"
#include "serve/route.h"
#include "store/challenges.h"
#include "store/runs.h"
#include "store/studies.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Who may look at what. A run has keys and replies in it. A run of a challenge
 * is for those who may see the key of its entry (DEAL_KEY of desk/entry.h). What
 * the command line made is for reviewers and the owner; but evolutions and
 * climbs, with their runs, are for all, since authors begin with their problems.
 */

/* The runs of challenges, and what is known of the visitor's rights. */
struct look_access {
    struct visit *visit;
    struct challenge *challenges;
    size_t n;
    size_t *before;    /* [challenge] an earlier one of its run; SIZE_MAX */
    struct map runs;   /* id -> its last challenge */
    struct map shared; /* ids of runs of evolutions and climbs */
    struct map rights; /* id of an entry -> 1: the key may be seen; 2: not */
};

MUST_USE bool look_access_open(struct visit *v, struct look_access *out,
                               struct err *e);
void look_access_close(struct look_access *a);

/* Returns the last challenge of a run, or NULL if it is of none. */
const struct challenge *look_challenge(const struct look_access *a,
                                       int64_t run);

/* Sets *may to whether the visitor may look at a run. Fails when the store
 * cannot be read. */
MUST_USE bool look_may_run(struct look_access *a, int64_t run, bool *may,
                           struct err *e);

/* Finds the challenge that a run is of; *out is NULL if it is of none. */
MUST_USE bool look_find_challenge(struct visit *v, int64_t run,
                                  const struct challenge **out, struct err *e);

/* Finds the run "r3", or the study "h3". Fails with ERR_SPENT (404) if there is
 * none, and with ERR_OUTSIDE (403) if it is not for the visitor. */
MUST_USE bool look_find_run(struct visit *v, const char *name,
                            struct run_info *out, struct err *e);
MUST_USE bool look_find_study(struct visit *v, const char *name,
                              struct study *out, struct err *e);

/* Returns whether the visitor may look at a study. */
bool look_may_study(const struct visit *v, const struct study *study);

/* Fails unless the visitor may hear of a topic: with ERR_DOMAIN (400) if there
 * can be none of that name. */
MUST_USE bool look_must_hear(struct visit *v, const char *topic, struct err *e);

#endif
