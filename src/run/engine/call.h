/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_ENGINE_CALL_H
#define RUN_ENGINE_CALL_H

#include "base/hash.h"
#include "model/server/pool.h"
#include "store/journal.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/*
 * A finished call of a pool as a call of the journal, and whose fault its error
 * is.
 */

/* Errors in a row, before any reply, after which a server is given up. */
#define CALL_FIRST_ERRORS 10

/* Fills *c with what was sent and what came. The sender fills in key, address
 * and body. Texts still belong to the pool. */
void call_fill(struct call *c, const struct pool_call *p);

/* The journal had a reply when this one came: reads that one, which counts. */
MUST_USE bool call_reread(struct store *s, struct arena *a, struct call *c,
                          struct err *e);

/* Returns whether the error is the server's fault, not that of this call
 * alone. */
bool call_blames_server(const struct call *c);

/*
 * A server that declined ten calls in the same words, and never answered one,
 * declines them all: a setting that it does not take, a route that is not there.
 * Prompts that it declines one by one differ in their words, or others are
 * answered.
 */

struct decline {
    atomic_bool answered; /* there is a reply of it, read or not */
    uint64_t same;        /* calls that it declined in the same words; of the
                             pool's thread, like: */
    struct hash128 words;
};

/* How a person is told, behind "every call to M". */
#define DECLINE_WORDS "failed with the same error"

/* On the pool's thread, for every call that comes back and was read: does the
 * server decline them all? */
bool decline_note(struct decline *d, const struct call *c, struct pool *pool);

/*
 * The order in which calls are sent: random, so that a server that slows down,
 * breaks or is updated for a while fails on a sample of all problems. In the
 * order of a file, which is mostly sorted by family, those minutes would look
 * like a weakness in a few concepts.
 *
 * The order depends on the hash of the run and the number of the model alone:
 * the same command asks in the same order, and goes on in it. Results are stored
 * and shown by problem as ever.
 */

/* Returns the key of the order of a model's calls: rng_permute() of it is the
 * order. */
struct hash128 order_key(struct hash128 run, uint64_t model);

#endif
