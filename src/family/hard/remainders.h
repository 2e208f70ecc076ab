/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_HARD_REMAINDERS_H
#define FAMILY_HARD_REMAINDERS_H

#include "math/flint.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Is a fraction equal to N / D, where N and D are known modulo primes alone?
 *
 * With a key p / q, the integer N q - D p is 0 if it is 0 modulo primes whose
 * product is larger than it can be. So the key is proved without the fractions
 * of the first road; every number here is below 2^31, a product below 2^62.
 */

struct remainders {
    /* Set N and D modulo the prime. Returns false if this prime cannot be used:
     * the next one is taken then. The prime lies between 2^30 and 2^31. */
    bool (*at)(const void *of, uint64_t prime, uint64_t *num, uint64_t *den);
    const void *of; /* what at() is given */
    uint64_t bits;  /* N and D are below 2^bits in size; D is not 0 */
};

/* Returns whether key = N / D; false also if too many primes could not be used.
 */
bool remainders_prove(const struct remainders *r, const fmpq_t key);

/* Returns 1 / x modulo the prime; x is not 0 modulo it. */
uint64_t remainders_inverse(uint64_t x, uint64_t prime);

#endif
