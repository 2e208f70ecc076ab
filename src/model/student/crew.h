/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_STUDENT_CREW_H
#define MODEL_STUDENT_CREW_H

#include "base/str.h"
#include "model/student/network.h"
#include "model/student/student.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * The threads of a student. Each works at several replies at once, a step of
 * all of them at a time, so that weights are read once for all; where one ends,
 * the next that waits takes its place. Prompts are read in parts beside the
 * replies that grow. No text depends on who worked at it, or beside what.
 *
 * Keys and values are kept in pages, taken as a reply grows. If a thread has no
 * more of them, the reply it took last gives its own back, and is read again
 * when there is room.
 */

#define CREW_REPLIES 16 /* of one thread at once */

/* A reply that is asked for. */
struct errand {
    const struct student_how *how;
    uint16_t *pieces; /* prompt and reply; room for the context */
    int prompt, n;    /* pieces of the prompt, and of both */
    bool *seen;       /* for each piece there is, if a penalty asks for it */
    struct str text;  /* of the reply, in bytes as they come */
    bool cut;
    bool left; /* nobody wants it any more */
    bool done;
    pthread_cond_t ended;
    struct errand *next; /* who waits */
};

struct crew;

#define CREW_BYTES ((size_t)160 << 20)

/* Threads begin at the first errand; there are fewer of them if `bytes` do not
 * hold the keys and values of a whole context for each. */
struct crew *crew_new(const struct network *n, int threads, size_t bytes);

/* Waits for the reply. */
void crew_answer(struct crew *c, struct errand *errand);

int crew_threads(const struct crew *c);

/* Ends the threads; nobody may be waiting. */
void crew_free(struct crew *c);

#endif
