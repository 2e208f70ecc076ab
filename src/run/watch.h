/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_WATCH_H
#define RUN_WATCH_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * What goes on in a long piece of work, for whoever watches. All functions are
 * called on the thread that does the work, and may be NULL.
 */

struct watch {
    /* A stage begins; `what` is one line for people. */
    void (*stage)(void *ctx, const char *stage, const char *what);
    /* Calls of the stage done so far. */
    void (*progress)(void *ctx, uint64_t done, uint64_t total);
    /* Something the user should know. */
    void (*note)(void *ctx, const char *text);
    /* A file of the work's folder that is written on the way. */
    bool (*save)(void *ctx, const char *file, const char *text, struct err *e);
    bool (*stop)(void *ctx); /* should it stop now? */
    void *ctx;
};

void watch_stage(const struct watch *w, const char *stage, const char *fmt, ...)
    PRINTF(3, 4);
void watch_note(const struct watch *w, const char *fmt, ...) PRINTF(2, 3);

/* For those who take a ctx: it is the struct watch. */
void watch_progress(void *w, uint64_t done, uint64_t total);
bool watch_stopped(void *w);
MUST_USE bool watch_save(void *w, const char *file, const char *text,
                         struct err *e);

#endif
