/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_WATCH_H
#define STORE_WATCH_H

#include "base/arena.h"
#include "base/err.h"
#include "store/runs.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * How far a run is that many work on, and who does. All of it is read from the
 * rows of the run, its worker chains (worker chains.h) and the blocks that somebody has
 * (work.h), never from results: a look costs the same whatever was asked.
 */

enum worker_state {
    WORKER_LIVES, /* was seen within its lease */
    WORKER_GONE,  /* was not, and has not said that it ends */
    WORKER_ENDED,
};

/* Chains of one name belong to one worker that was taken for gone and went on. */
struct watched_worker {
    const char *name; /* "node7:4711" */
    enum worker_state state;
    int64_t begun_ms, seen_ms; /* by the database's clock */
    uint64_t blocks;           /* that it has */
    uint64_t results;          /* that it appended */
    int64_t errors;            /* of these, calls that failed and still do */
};

/* Blocks of a model whose owner is not at work any more, or lost the lease. */
struct watched_stuck {
    const char *owner;
    uint64_t model, blocks;
    int64_t until_ms; /* the first end of a lease of theirs */
    bool taken_care;  /* a worker lives that has other blocks of the model */
};

struct watched {
    struct run_info run;
    int64_t now_ms; /* the database's clock */
    bool enqueued;  /* is there work for workers? */
    bool alone;     /* no worker can begin: another command has the run */
    bool left;      /* there is something to ask, or asked by somebody */
    struct watched_worker *workers; /* those that live first, newest first */
    size_t n_workers, n_live;
    struct watched_stuck *stuck;
    size_t n_stuck;
    uint64_t *waiting; /* models with open blocks of which nobody has one */
    size_t n_waiting;
};

/* Looks at the run of that name; all figures are of one moment. */
MUST_USE bool watch_look(struct store *s, struct arena *a, const char *run,
                         struct watched *out, struct err *e);

/* How many replies came in the last `ms`, among the newest 20,000 results of the
 * store: for a first look, which has none before it. */
MUST_USE bool watch_recent(struct store *s, int64_t run, int64_t ms,
                           uint64_t *n, struct err *e);

uint64_t watched_total(const struct watched *w); /* calls of the run */

#endif
