/* SPDX-License-Identifier: Apache-2.0 */
#include "family/hard/remainders.h"
#include "math/exact/integer.h"

#define UNUSABLE_MOST 100 /* primes that may be skipped */

uint64_t remainders_inverse(uint64_t x, uint64_t prime)
{
    return (uint64_t)integer_inverse((int64_t)(x % prime), (int64_t)prime);
}

bool remainders_prove(const struct remainders *r, const fmpq_t key)
{
    uint64_t p = fmpz_bits(fmpq_numref(key)), q = fmpz_bits(fmpq_denref(key));
    uint64_t left = r->bits + (p > q ? p : q) + 1, skipped = 0;
    uint64_t prime = (uint64_t)1 << 30, num, den;

    for (uint64_t known = 0; known <= left;) {
        prime = n_nextprime(prime, 1);
        if (!r->at(r->of, prime, &num, &den)) {
            if (++skipped > UNUSABLE_MOST)
                return false;
            continue;
        }
        if (num * fmpz_fdiv_ui(fmpq_denref(key), prime) % prime !=
            den * fmpz_fdiv_ui(fmpq_numref(key), prime) % prime)
            return false;
        known += 30;
    }
    return true;
}
