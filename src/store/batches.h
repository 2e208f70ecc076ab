/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_BATCHES_H
#define STORE_BATCHES_H

#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Batches: calls that were handed to a server together, and are fetched when it
 * is done with them. A batch is here before anything of it is sent, with the
 * keys of its calls:
 *
 *   made     nobody knows whether the server has it, until it was looked for
 *   sent     the server has it under the id `remote`
 *   fetched  every reply that came of it is in the journal
 *   lost     the server never had it, refused it, or has forgotten it
 *
 * The keys of a batch are those of calls still waited for: a key is dropped in
 * the transaction that commits its reply. Runs that share calls share batches:
 * each takes what is its own, and a batch is fetched when no key is left.
 */

enum batch_state { BATCH_MADE, BATCH_SENT, BATCH_FETCHED, BATCH_LOST };

struct batch_row {
    int64_t id;              /* 12 is shown as "b12" */
    const char *url, *model; /* as in calls */
    enum batch_state state;
    const char *token;  /* ours, told to the server where it keeps such */
    const char *file;   /* the server's id of the uploaded calls; or NULL */
    const char *remote; /* the server's id of the batch; NULL: not known */
    const char *said;   /* its state in the server's word; "": never asked */
    uint64_t calls;     /* that it was made of */
    int64_t made_ms, sent_ms, seen_ms; /* 0: not yet */
};

/* Makes a batch of n calls, and sets *id. */
MUST_USE bool batches_make(struct store *s, const char *url, const char *model,
                           const char *token, const struct hash128 *keys,
                           size_t n, int64_t now_ms, int64_t *id,
                           struct err *e);

/* What the server said of it: the id of its file, its own id (the batch is
 * `sent` then), its state. */
MUST_USE bool batches_set_file(struct store *s, int64_t id, const char *file,
                               struct err *e);
MUST_USE bool batches_set_sent(struct store *s, int64_t id, const char *remote,
                               int64_t now_ms, struct err *e);
MUST_USE bool batches_set_said(struct store *s, int64_t id, const char *said,
                               int64_t now_ms, struct err *e);

/* Ends a batch, `fetched` or `lost`, and drops its keys. */
MUST_USE bool batches_end(struct store *s, int64_t id, enum batch_state state,
                          const char *why, int64_t now_ms, struct err *e);

/* Ends a batch as `lost`, and makes another of the keys that are left, as old and
 * as large: what the server has under that id is another's, and the batch is
 * looked for again. */
MUST_USE bool batches_renew(struct store *s, const struct batch_row *b,
                            const char *why, int64_t now_ms, struct err *e);

/* Lists the batches that are made or sent, oldest first; none of a store older
 * than batches: those that are waited for, with keys of which the journal has no
 * reply; and those of which nothing is wanted any more, which a process that
 * died left open, or whose calls were answered in another way. */
MUST_USE bool batches_list(struct store *s, struct arena *a,
                           struct batch_row **out, size_t *n, struct err *e);
MUST_USE bool batches_idle(struct store *s, struct arena *a,
                           struct batch_row **out, size_t *n, struct err *e);

/* Is there a batch of that server's id? */
MUST_USE bool batches_know(struct store *s, const char *url, const char *remote,
                           bool *found, struct err *e);

/* Lists the keys of a batch; is one of them; drops it; counts those of which the
 * journal has no reply. */
MUST_USE bool batches_keys(struct store *s, struct arena *a, int64_t id,
                           struct hash128 **out, size_t *n, struct err *e);
MUST_USE bool batches_has_key(struct store *s, int64_t id, struct hash128 key,
                              bool *found, struct err *e);
MUST_USE bool batches_drop_key(struct store *s, int64_t id, struct hash128 key,
                               struct err *e);
MUST_USE bool batches_left(struct store *s, int64_t id, uint64_t *n,
                           struct err *e);

/* One process at a time sends batches of a store, so that one that is `made`
 * while the lock is held was left behind by a process that died. Sets *got; the
 * lock ends with batches_unlock() or the process. */
MUST_USE bool batches_lock(struct store *s, bool *got, struct err *e);
void batches_unlock(struct store *s);

#endif
