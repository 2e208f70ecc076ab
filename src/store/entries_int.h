/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_ENTRIES_INT_H
#define STORE_ENTRIES_INT_H

#include "store/chain.h"
#include "store/entries.h"
#include "store/query.h"

/* Shared by the files behind entries.h and by verify.c. */

/* Computes the SHA-256 of all that a version says. */
void entries_sha(struct chain *c, const struct entry_version *v,
                 unsigned char out[CHAIN_BYTES]);

/* Appends a deed to the chain, within a transaction; d->id is set. The entry
 * itself is not changed. */
MUST_USE bool deeds_append(struct store *s, struct entry_deed *d,
                           struct err *e);

#endif
