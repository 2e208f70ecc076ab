/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_ENGINE_ORDER_H
#define RUN_ENGINE_ORDER_H

#include "base/hash.h"

#include <stdint.h>

/*
 * The order in which calls are sent: random, so that a server that slows down,
 * breaks or is updated for a while fails on a sample of all problems. In the
 * order of a file, which is mostly sorted by family, those minutes would look
 * like a weakness in a few concepts.
 *
 * The order depends on the hash of the run and the number of the model alone:
 * the same command asks in the same order, and goes on in it. Results are stored
 * and shown by problem as ever.
 */

/* Returns the key of the order of a model's calls: rng_permute() of it is the
 * order. */
struct hash128 order_key(struct hash128 run, uint64_t model);

#endif
