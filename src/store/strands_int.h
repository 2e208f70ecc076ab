/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_STRANDS_INT_H
#define STORE_STRANDS_INT_H

#include "store/chain.h"
#include "store/runs_int.h"
#include "store/strands.h"

/* Shared by the files that know strands. */

#define STRAND_SHIFT 32 /* bits of seq that count within a strand */

/* Is there a strand of that run? */
MUST_USE bool strands_any(struct store *s, int64_t run, bool *any,
                          struct err *e);

/* A strand with the end of its chain. */
struct strand_row {
    struct strand strand;
    unsigned char head[CHAIN_BYTES];
};

MUST_USE bool strands_rows(struct store *s, struct arena *a, int64_t run,
                           struct strand_row **out, size_t *n, struct err *e);

/* Takes the head of a strand, within a transaction that keeps others from it;
 * *folded: it is closed. And puts it. */
MUST_USE bool strands_take_head(struct store *s, int64_t strand,
                                struct results_head *h, bool *folded,
                                struct err *e);
MUST_USE bool strands_put_head(struct store *s, int64_t strand,
                               const struct results_head *h, struct err *e);

/* ---- hashes ---- */

void strand_start(struct chain *c, const unsigned char start[CHAIN_BYTES],
                  int64_t strand, const char *name,
                  unsigned char out[CHAIN_BYTES]);
/* `head` is the run's, and then that behind the fold. */
void strand_fold(struct chain *c, unsigned char head[CHAIN_BYTES],
                 int64_t strand, const unsigned char end[CHAIN_BYTES],
                 uint64_t count);

#endif
