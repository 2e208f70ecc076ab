/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_CONSULT_CONSULT_INT_H
#define RUN_CONSULT_CONSULT_INT_H

#include "base/queue.h"
#include "run/consult/consult.h"
#include "store/journal.h"

/*
 * Between consult.c (questions to calls, and back) and consult_flow.c (calls
 * to a server or to a model of the process). The store is only touched by the
 * thread that asks; a pool hands its calls over by the queue.
 */

/* A call that the journal did not have. */
struct asked {
    size_t question; /* the first that has this key */
    struct call call;
    struct pool_call sent; /* of a server */
};

struct talk {
    struct arena *arena;  /* the caller's: replies */
    struct arena scratch; /* bodies */
    struct consult *consult;
    struct question *questions;
    size_t n;
    size_t *first; /* of each question, the first that has its key */
    struct asked *asked;
    size_t n_asked, settled;
    uint64_t done; /* questions */

    struct pool *pool; /* NULL: a model of the process */
    struct queue back;
    size_t under_way;
    uint64_t errors;   /* of the server in a row */
    const char *fatal; /* why no call can succeed */
    bool stopped;
};

/* The request of a question; `note` is filled and used for models of the
 * process alone. */
struct request consult_request(struct talk *t, const struct question *q,
                               struct note *note);

/* Replies of calls that are done: committed, then given to their questions. */
MUST_USE bool consult_settle(struct talk *t, struct asked *const *list,
                             size_t n, struct err *e);

/* All of t->asked, until each is settled or dropped. */
MUST_USE bool consult_flow(struct talk *t, struct err *e);

#endif
