/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_JOURNAL_INT_H
#define STORE_JOURNAL_INT_H

#include "store/chain.h"
#include "store/journal.h"
#include "store/query.h"

/* The parts of the journal that verify.c needs. */

/* Take a call from the columns that all statements with calls have. */
MUST_USE bool journal_take(struct query *q, struct arena *a, struct call *out,
                           struct err *e);

/* Compute the sha of a call: of all that is kept of it. */
void journal_sha(struct chain *c, const struct call *call,
                 unsigned char out[CHAIN_BYTES]);

/* Where the call of that key stands, if this store committed it a short while
 * ago and was not asked for it since. */
bool journal_fresh_take(struct store *s, struct hash128 key, int64_t *id,
                        unsigned char sha[CHAIN_BYTES]);

#endif
