/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_QUESTION_QUESTION_H
#define RUN_QUESTION_QUESTION_H

#include "base/arena.h"
#include "base/err.h"
#include "model/model.h"
#include "model/request.h"
#include "model/server/pool.h"
#include "stats/prices.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Free questions to a model, where no problem is being solved: proposing,
 * judging, tagging, writing. Every answer goes through the journal, under the
 * key of its call: asked again after a kill, the same question is answered
 * from there, and the same question twice is asked once. Errors of a server
 * are tried again by the pool; a question that still has no answer is an
 * outcome of its own (reply.outcome error), never an answer.
 */

struct question {
    const struct message *messages;
    size_t n_messages;
    uint64_t attempt;   /* from 1: the same messages asked again */
    struct reply reply; /* filled; text in the arena of question_ask() */
};

/* What a hunt may still spend, of all models together. Looked at before
 * questions are sent, so that the last batch may go beyond it. */
struct purse {
    double tokens, money;        /* left; INFINITY: no limit */
    const struct prices *prices; /* NULL: no money is counted */
};

/* How a model is consulted; the same for all questions of a role. */
struct questioner {
    struct store *store;
    const struct model *model;
    struct decoding decoding;
    struct pool_options pool;
    double grace_s;      /* for calls in flight when it is stopped */
    struct purse *purse; /* shared; NULL: no limit */

    /* Called on the calling thread about ten times a second; may be NULL. */
    void (*progress)(void *ctx, uint64_t done, uint64_t total);
    bool (*stop)(void *ctx); /* may be NULL */
    void *ctx;

    /* What came of it, over all calls of question_ask(). */
    uint64_t asked, journalled, failed; /* every question is in one of them;
                                           the same one again is journalled */
    const char *error; /* of the first that failed; in the arena of that call */
};

/*
 * Ask n questions at once; replies come in order. Fails when the store cannot
 * be written, when a call is fatal (a bad key: the message says what to do) or
 * the first ten all failed by the server's fault (both ERR_DOMAIN), when the
 * purse is empty, or when it was stopped (ERR_IO, "interrupted"): what was
 * answered is in the journal.
 * Models of the process: replay:FILE answers by the text of the last user
 * message (its `statement`); planted ones cannot be consulted, which is an
 * error that says so.
 */
MUST_USE bool question_ask(struct arena *a, struct questioner *c,
                           struct question *questions, size_t n, struct err *e);

/* One question of one user message, perhaps with a system message before. */
MUST_USE bool question_one(struct arena *a, struct questioner *c,
                           const char *system, const char *user,
                           uint64_t attempt, struct reply *out, struct err *e);

#endif
