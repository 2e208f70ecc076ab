/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_CHALLENGER_INT_H
#define SERVE_DESK_CHALLENGER_INT_H

#include "base/arena.h"
#include "serve/desk/challenger.h"

#include <pthread.h>
#include <stdatomic.h>

/*
 * What the two halves of the challenger share: challenger.c has the queue, the
 * threads and what people do with them, challenge_run.c the work on one
 * challenge.
 */

#define CHALLENGER_WHY 256 /* bytes: a name has at most 60 characters */

/* One thread and what it works on. */
struct worker {
    struct challenger *challenger;
    pthread_t thread;
    struct store *store;         /* its own */
    int64_t challenge;           /* under way; 0: none. Under the lock */
    char halted[CHALLENGER_WHY]; /* why a person stopped it; "": nobody did.
                                    Likewise */

    /* Of the challenge under way, the thread's own. */
    struct arena arena;
    struct challenge row;
    int64_t said_ms, wrote_ms;
    uint64_t said_done;
    bool told;         /* that what was spent cannot be written */
    const char *spent; /* the budget that ran out; NULL: none did */
};

struct challenger {
    struct serve *serve;
    struct arena arena;   /* of the models */
    struct model *models; /* of the options, in their order */
    size_t n_models;
    pthread_mutex_t lock; /* of the queue: whoever takes, halts or waits */
    pthread_cond_t wake;
    atomic_bool stopping;
    bool told; /* that the queue cannot be read. Under the lock */
    struct worker workers[CHALLENGER_THREADS];
};

/* Works on w->row until it has another state. */
void challenge_run(struct worker *w);

/* Tells the owner what could not be done. */
void challenger_tell(const struct challenger *c, const char *what,
                     const struct err *e);

#endif
