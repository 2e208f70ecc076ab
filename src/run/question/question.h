/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_QUESTION_QUESTION_H
#define RUN_QUESTION_QUESTION_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "model/model.h"
#include "model/request.h"
#include "model/server/pool.h"
#include "stats/prices.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Questions: calls to a model in which no problem is solved, but something is
 * proposed, judged, tagged or written. Every answer goes through the journal,
 * under the key of its call, so that a question that was answered before a
 * crash, or that is asked twice, is sent once. The pool tries again after
 * errors of a server; a question that still has no answer has reply.outcome
 * error.
 */

struct question {
    const struct message *messages;
    size_t n_messages;
    uint64_t attempt;   /* from 1: the same messages asked again */
    struct reply reply; /* filled; text in the arena of question_ask() */
};

/* Returns a question of a system message and a user message. */
static inline struct question question_make(struct arena *a, const char *system,
                                            const char *user, uint64_t attempt)
{
    struct message *m = arena_array(a, struct message, 2);

    m[0] = (struct message){ "system", system };
    m[1] = (struct message){ "user", user };
    return (
        struct question){ .messages = m, .n_messages = 2, .attempt = attempt };
}

/* What a session may still spend, over all models. It is checked before a batch
 * of questions is sent, so that the last batch may exceed it. */
struct budget {
    double tokens, money;        /* left; INFINITY: no limit */
    const struct prices *prices; /* NULL: no money is counted */
};

/* How a model is asked; the same for all questions of a role. */
struct questioner {
    struct store *store;
    const struct model *model;
    struct decoding decoding;
    struct pool_options pool;
    double grace_s;        /* seconds for calls in flight when it is stopped */
    struct budget *budget; /* shared; NULL: no limit */

    /* Called on the calling thread about ten times a second; may be NULL. */
    void (*progress)(void *ctx, uint64_t done, uint64_t total);
    bool (*stop)(void *ctx); /* may be NULL */
    void *ctx;

    /* Counts, over all calls of question_ask(). */
    uint64_t asked, journalled, failed; /* every question is counted in one of
                                           them; a repeated one as journalled */
    const char *error; /* of the first that failed; in the arena of that call */
};

/*
 * Asks n questions at once and fills their replies. Fails when the store cannot
 * be written, when a call is fatal (a bad API key: the message says what to do)
 * or none was answered and ten failed by the server's fault, or were declined in
 * the same words (engine/call.h) (all ERR_DOMAIN), when the budget is empty, or
 * when the user stopped it (ERR_IO, "interrupted"). Replies that came before are
 * in the journal. Of models of the process, replay:FILE
 * answers by the text of the last user message (its `statement`), and the student
 * as a server would, at no cost; a planted model cannot answer questions, and
 * asking one fails.
 */
MUST_USE bool question_ask(struct arena *a, struct questioner *c,
                           struct question *questions, size_t n, struct err *e);

/* Asks one question of one user message, after a system message unless `system`
 * is NULL. Fails as question_ask() does. */
MUST_USE bool question_one(struct arena *a, struct questioner *c,
                           const char *system, const char *user,
                           uint64_t attempt, struct reply *out, struct err *e);

#endif
