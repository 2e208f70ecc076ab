/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_QUESTION_ROUNDS_H
#define RUN_QUESTION_ROUNDS_H

#include "run/question/question.h"

/*
 * Jobs that are asked in rounds: all that are open at once, and then, in the
 * next round, those whose replies did not do. `ask` fills in the question of a
 * job, whose attempt is 1; a job without messages is not open. `take` looks at
 * its reply.
 */
struct rounds {
    bool (*ask)(void *ctx, size_t job, unsigned round, struct question *q,
                struct err *e);
    void (*take)(void *ctx, size_t job, unsigned round, const struct reply *r);
    void *ctx;
    unsigned most; /* rounds, counted from 0 */
};

/* Fails as question_ask() and `ask` do. */
MUST_USE bool question_rounds(struct arena *a, struct questioner *c,
                              const struct rounds *r, size_t n, struct err *e);

#endif
