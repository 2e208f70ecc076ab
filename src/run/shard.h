/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_SHARD_H
#define RUN_SHARD_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

/* Part `part` (from 1) of `of` of the problems: every of-th one. 0 of 0: all. */
struct shard {
    uint64_t part, of;
};

#define SHARDS_MOST 1000000

/* Reads "2/4". Fails with what is allowed. */
MUST_USE bool shard_read(const char *text, struct shard *out, struct err *e);

#endif
