/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_STATE_H
#define SERVE_STATE_H

#include "serve/http/events.h"
#include "serve/options.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * What all rooms of the server share. Each pointer belongs to the room that its
 * header is in; NULL when the room is closed (the reward API alone).
 */

struct stores; /* stores.h: open stores, one for each thread at work */
struct gate;   /* gate.h: rates, sign-ins */
struct reward; /* reward/reward.h: the bounded queue, counts */
struct chat;   /* chat/chat.h: models of the process, for others to ask */
struct
    challenger; /* desk/ask/challenger.h: the queue of challenges and its thread */
struct examiner; /* desk/family/examiner.h: turns of acceptance */
struct board;    /* desk/board_count.h: results of runs, as counted */
struct lookout;  /* look/lookout.h: tells how far runs and studies are */
struct corpus;   /* desk/write/corpus.h: public sets, by canonical form */

struct serve {
    const struct serve_options *o;
    const char *origin; /* "http://127.0.0.1:8080" */
    bool secure;        /* clients come by https: known to the gate */
    struct events *events;
    struct stores *stores;
    struct gate *gate;
    struct reward *reward;
    struct chat *chat;
    struct challenger *challenger;
    struct examiner *examiner; /* NULL: nothing is tried */
    struct corpus *corpus;
    struct board *board;     /* NULL: nothing is remembered */
    struct lookout *lookout; /* NULL: nobody looks */
    int64_t started_ms;
};

#endif
