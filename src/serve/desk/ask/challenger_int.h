/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_ASK_CHALLENGER_INT_H
#define SERVE_DESK_ASK_CHALLENGER_INT_H

#include "base/arena.h"
#include "run/engine/ask.h"
#include "serve/desk/ask/challenger.h"

#include <pthread.h>
#include <stdatomic.h>

/*
 * What the parts of the challenger share: challenger.c has the queue, the threads
 * and what people do with them, challenge_run.c the work on one challenge,
 * challenge_budget.c what challenges under way may spend together.
 */

#define CHALLENGER_WHY 256 /* bytes: a name has at most 60 characters */

/* What a challenge spends, while it is under way. */
struct spender {
    bool open;
    int64_t person;
    struct ask_cost written; /* as the store has it */
    struct ask_cost claim;   /* when the calls that were sent are back */
};

/* What replies of a model cost since the program began. */
struct priced {
    uint64_t replies;
    struct ask_cost sum;
};

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
    bool told; /* that what was spent cannot be written */

    struct spender spender; /* under the lock of purses */
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
    pthread_mutex_t purses;
    struct priced *known; /* [model] under the lock of purses */
    struct worker workers[CHALLENGER_THREADS];
    unsigned n_threads; /* that work: each has its part of what a model's server
                           may be asked at once */
};

/* Returns whether there is any budget. */
bool purse_bounds(const struct serve_options *o);

/* The worker's challenge begins, and ends, to spend. */
void purse_open(struct worker *w);
void purse_close(struct worker *w);

/* ask_options.affords; ctx is the worker. */
bool purse_affords(void *worker, double tokens, double money);

/* Writes what the challenge has spent so far. */
MUST_USE bool purse_write(struct worker *w, double tokens, double money,
                          struct err *e);

/* Learns what calls cost from the run of the challenge; tells what is known of
 * its models, 0 where nothing is, in the worker's arena. */
MUST_USE bool purse_learn(struct worker *w, struct err *e);
const struct ask_cost *purse_guess(struct worker *w);

/* Works on w->row until it has another state. */
void challenge_run(struct worker *w);

/* Tells the owner what could not be done. */
void challenger_tell(const struct challenger *c, const char *what,
                     const struct err *e);

#endif
