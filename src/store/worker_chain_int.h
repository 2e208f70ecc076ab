/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_WORKER_CHAINS_INT_H
#define STORE_WORKER_CHAINS_INT_H

#include "store/chain.h"
#include "store/runs_int.h"
#include "store/worker_chain.h"

/* Shared by the files that know worker chains. */

#define WORKER_CHAIN_SHIFT 32 /* bits of seq that count within a worker chain */

/* Is there a worker chain of that run? */
MUST_USE bool worker_chains_any(struct store *s, int64_t run, bool *any,
                                struct err *e);

/* A worker chain with the end of its chain. */
struct worker_chain_row {
    struct worker_chain worker_chain;
    unsigned char head[CHAIN_BYTES];
};

MUST_USE bool worker_chains_rows(struct store *s, struct arena *a, int64_t run,
                                 struct worker_chain_row **out, size_t *n,
                                 struct err *e);

/* Adds one to a run, as it stands in another store. */
MUST_USE bool worker_chains_copy(struct store *s, int64_t run,
                                 const struct worker_chain_row *r,
                                 struct err *e);

/* Takes the head of a worker chain, within a transaction that keeps others from it;
 * *folded: it is closed; *seen_ms: when it was seen last. And puts it. */
MUST_USE bool worker_chains_take_head(struct store *s, int64_t worker_chain,
                                      struct results_head *h, bool *folded,
                                      int64_t *seen_ms, struct err *e);
MUST_USE bool worker_chains_put_head(struct store *s, int64_t worker_chain,
                                     const struct results_head *h,
                                     struct err *e);

/* ---- hashes ---- */

void worker_chain_start(struct chain *c, const unsigned char start[CHAIN_BYTES],
                        int64_t worker_chain, const char *name,
                        unsigned char out[CHAIN_BYTES]);
/* `head` is the run's, and then that behind the fold. */
void worker_chain_fold(struct chain *c, unsigned char head[CHAIN_BYTES],
                       int64_t worker_chain,
                       const unsigned char end[CHAIN_BYTES], uint64_t count);

#endif
