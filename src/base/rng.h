/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include "base/hash.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Random numbers that are the same on every machine.
 *
 * The generator is xoshiro256** (Blackman and Vigna, "Scrambled linear
 * pseudorandom number generators", ACM TOMS 47, 2021), its 256 bits of state
 * filled by splitmix64 from a 128-bit hash. Streams differ in what is hashed,
 * never by adding to a seed: neighbouring seeds and indexes have nothing in
 * common.
 */

struct rng {
    uint64_t s[4];
};

void rng_init(struct rng *r, struct hash128 key);
uint64_t rng_u64(struct rng *r);

/* Returns a number uniform on 0..n-1, without bias; n > 0. */
uint64_t rng_below(struct rng *r, uint64_t n);

/* Returns a number uniform on lo..hi, both included. */
int64_t rng_range(struct rng *r, int64_t lo, int64_t hi);

/* Puts n items of `size` bytes into a random order. */
void rng_shuffle(struct rng *r, void *items, size_t n, size_t size);

/*
 * Returns the i-th element of a keyed permutation of 0..n-1, i < n: counting i
 * upwards visits every element once, in an order that depends on the key. It is
 * a balanced Feistel network over the next even number of bits, with cycle
 * walking (Black and Rogaway, "Ciphers with arbitrary finite domains", CT-RSA
 * 2002).
 */
uint64_t rng_permute(struct hash128 key, uint64_t n, uint64_t i);

#endif
