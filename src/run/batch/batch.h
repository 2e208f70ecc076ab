/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_BATCH_BATCH_H
#define RUN_BATCH_BATCH_H

#include "run/engine/ask.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * A run whose calls go to servers in batches, at half the price: calls without
 * a reply are written into batches, recorded in the store, sent, waited for and
 * fetched into the journal; then the engine judges and records what it finds
 * there, and asks no server itself. What a server could not do is sent again in
 * another batch, a few times. Models of the process answer as ever.
 *
 * A process may end at any point. A batch is in the store before it is sent; if
 * nobody knows whether the server got it, it is looked for there before its
 * calls are sent again.
 */

/* Who watches; both may be NULL. */
struct batch_watch {
    void (*say)(void *ctx, const char *line); /* for people */
    /* Calls that servers are done with, of all; and the state of the batch that
     * was asked about last. Called often. */
    void (*progress)(void *ctx, uint64_t done, uint64_t total,
                     const char *state);
    void *ctx;
};

/* As ask_run(). Of the options, concurrency and rate do not matter. Fails with
 * ERR_USAGE if a model has no batches, or if a budget cannot be kept. */
MUST_USE bool batch_ask(struct arena *a, struct store *s,
                        const struct run_info *run, const struct plan *plan,
                        const struct ask_options *o,
                        const struct batch_watch *watch, struct ask_report *out,
                        struct err *e);

#endif
