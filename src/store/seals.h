/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_SEALS_H
#define STORE_SEALS_H

#include "base/arena.h"
#include "base/err.h"
#include "store/chain.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Seals: the hashes by which the set was announced. Who sealed many sets and
 * reveals one cannot hide the others here. The opening of a seal, which could
 * show the set before its time, is never stored.
 */

struct seal {
    unsigned char hash[CHAIN_BYTES]; /* what was announced */
    uint64_t problems;               /* in the set at that moment */
    int64_t made_ms;
    int64_t person; /* who sealed it */
};

/* Appends a seal. Fails if the store cannot be written. */
MUST_USE bool seals_add(struct store *s, const struct seal *in, struct err *e);

/* Lists all seals, oldest first; none in a store of an older version. */
MUST_USE bool seals_list(struct store *s, struct arena *a, struct seal **out,
                         size_t *n, struct err *e);

#endif
