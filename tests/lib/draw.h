/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_DRAW_H
#define TESTS_LIB_DRAW_H

#include "base/hash.h"
#include "base/rng.h"

#include <string.h>

/* A stream of its own for round i of a property. */
static inline void draw_open(struct rng *r, const char *property, uint64_t i)
{
    struct hasher h;

    hasher_open(&h);
    hasher_text(&h, property);
    hasher_u64(&h, i);
    rng_init(r, hasher_close(&h));
}

/* The stream of that name. */
static inline struct rng stream(const char *name)
{
    struct rng r;

    rng_init(&r, hash_bytes(name, strlen(name)));
    return r;
}

#endif
