/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_PIPELINE_H
#define BASE_PIPELINE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Ordered parallel work: items are taken one by one, worked on by N threads,
 * and given out in the order in which they were taken. The output does not
 * depend on the number of threads.
 *
 * `next` runs on the calling thread, and `emit` on one thread at a time; `work`
 * runs on many and must touch nothing but its item and constants. Signals go to
 * the calling thread: one that comes while `next` reads ends the read. Items
 * are reused: each has an arena that is reset after its emit, and `data` of
 * item_size bytes, zeroed before each next. At most 64 items for each thread
 * exist at once, so memory does not grow with the length of the input.
 */

struct pipeline_item {
    struct arena arena;
    void *data;
};

struct pipeline {
    int threads;      /* 1: everything on the calling thread */
    size_t item_size; /* bytes of data */
    void *ctx;        /* passed to all four functions */
    /* Fills the item; returns false if there are no more. */
    bool (*next)(void *ctx, struct pipeline_item *item);
    void (*work)(void *ctx, struct pipeline_item *item);
    /* Takes the result; returns false to stop early. */
    bool (*emit)(void *ctx, struct pipeline_item *item);
    /* Runs at the end of each worker thread (FLINT keeps caches for each
     * thread); may be NULL. Not called when threads is 1. */
    void (*leave)(void *ctx);
};

/* Runs until next or emit returns false; all threads have ended on return. */
void pipeline_run(const struct pipeline *p);

/* Returns the number of processors, at least 1. */
int pipeline_cores(void);

#endif
