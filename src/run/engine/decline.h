/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_ENGINE_DECLINE_H
#define RUN_ENGINE_DECLINE_H

#include "base/hash.h"
#include "model/server/pool.h"
#include "store/journal.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

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

#endif
