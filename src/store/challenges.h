/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_CHALLENGES_H
#define STORE_CHALLENGES_H

#include "base/arena.h"
#include "base/err.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Challenges: a version of an entry, put to models a number of times. They are
 * a queue that survives any end of the program: one that was at work when it
 * ended is queued again at the next start, and finds its replies in the
 * journal. What came of a challenge is a run like any other.
 */

enum challenge_state {
    CHALLENGE_QUEUED,
    CHALLENGE_ASKING,
    CHALLENGE_DONE,
    CHALLENGE_STOPPED, /* by a person */
    CHALLENGE_FAILED,  /* no call can succeed, or the budget is spent: `why` */
    CHALLENGE_STATES
};

const char *challenge_state_name(enum challenge_state s);

struct challenge {
    int64_t id;
    int64_t entry, version, person;
    const char *const *models; /* as the server was started with */
    size_t n_models;
    uint64_t attempts; /* of each model */
    uint64_t after;    /* attempts at this entry before it, which are not
                          counted again: replies are fresh */
    enum challenge_state state;
    const char *why; /* "": nothing to say */
    int64_t run;     /* 0: not yet */
    int64_t made_ms, started_ms, ended_ms;
    double money; /* spent; 0 if there are no prices */
    double tokens;
};

/* Puts it into the queue; id and `after` are set. */
MUST_USE bool challenges_add(struct store *s, struct challenge *in,
                             struct err *e);
MUST_USE bool challenges_find(struct store *s, struct arena *a, int64_t id,
                              struct challenge *out, bool *found,
                              struct err *e);
/* Lists those of an entry (0: all), oldest first. */
MUST_USE bool challenges_list(struct store *s, struct arena *a, int64_t entry,
                              struct challenge **out, size_t *n, struct err *e);
/* Takes the oldest queued one and marks it as asking, in one transaction. */
MUST_USE bool challenges_take(struct store *s, struct arena *a, int64_t now_ms,
                              struct challenge *out, bool *found,
                              struct err *e);
/* Writes state, why, run, money, tokens and times. */
MUST_USE bool challenges_set(struct store *s, const struct challenge *c,
                             struct err *e);
/* Queues again what was asking when the program ended; *n is how many. */
MUST_USE bool challenges_again(struct store *s, size_t *n, struct err *e);

/* Sums what was spent by a person (0: by all). */
MUST_USE bool challenges_spent(struct store *s, int64_t person, double *money,
                               double *tokens, struct err *e);

#endif
