/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_ROUNDS_H
#define TESTS_LIB_ROUNDS_H

#include "../lib/sanitized.h"

#include <stdint.h>
#include <stdlib.h>

/*
 * How often a property is tried: `few` times in `make check`, `all` in `make
 * soak`. Under a sanitizer, which makes each round ten times as slow, a quarter
 * of the few is enough to find faults of memory.
 */
static inline uint64_t rounds_of(uint64_t few, uint64_t all)
{
    if (SANITIZED)
        few = (few + 3) / 4;
    return getenv("ASSAY_SOAK") ? all : few;
}

#endif
