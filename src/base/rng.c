/* SPDX-License-Identifier: Apache-2.0 */
#include "base/rng.h"
#include "base/err.h"

#include <string.h>

static uint64_t rotl(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

/* Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
 * OOPSLA 2014: the mixing function and its odd increment. */
static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

void rng_init(struct rng *r, struct hash128 key)
{
    uint64_t high = key.high, low = key.low;

    r->s[0] = splitmix(&high);
    r->s[1] = splitmix(&low);
    r->s[2] = splitmix(&high);
    r->s[3] = splitmix(&low);
    if (!(r->s[0] | r->s[1] | r->s[2] | r->s[3]))
        r->s[0] = 1; /* the one state the generator never leaves */
}

uint64_t rng_u64(struct rng *r)
{
    uint64_t *s = r->s, result = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
}

uint64_t rng_below(struct rng *r, uint64_t n)
{
    uint64_t x, floor;

    INVARIANT(n > 0);
    floor = -n % n; /* 2^64 mod n: values below it would be too frequent */
    do
        x = rng_u64(r);
    while (x < floor);
    return x % n;
}

int64_t rng_range(struct rng *r, int64_t lo, int64_t hi)
{
    uint64_t width = (uint64_t)hi - (uint64_t)lo;

    INVARIANT(lo <= hi && width < UINT64_MAX);
    return (int64_t)((uint64_t)lo + rng_below(r, width + 1));
}

#define SHUFFLE_ITEM 64 /* largest item, in bytes */

void rng_shuffle(struct rng *r, void *items, size_t n, size_t size)
{
    unsigned char *p = items, t[SHUFFLE_ITEM];

    INVARIANT(size <= sizeof(t));
    for (size_t i = n; i > 1; i--) {
        size_t j = (size_t)rng_below(r, i);

        memcpy(t, p + (i - 1) * size, size);
        memmove(p + (i - 1) * size, p + j * size, size); /* may be itself */
        memcpy(p + j * size, t, size);
    }
}

#define FEISTEL_ROUNDS 8

/* One pass of the network over 2 * half bits. */
static uint64_t feistel(struct hash128 key, unsigned half, uint64_t x)
{
    uint64_t mask = (UINT64_C(1) << half) - 1;
    uint64_t left = x >> half, right = x & mask;

    for (uint64_t round = 0; round < FEISTEL_ROUNDS; round++) {
        uint64_t state = key.low ^ rotl(key.high, (int)(7 * round + 1));
        uint64_t next;

        state ^= right * UINT64_C(0x9e3779b97f4a7c15) + round;
        next = left ^ (splitmix(&state) & mask);
        left = right;
        right = next;
    }
    return left << half | right;
}

uint64_t rng_permute(struct hash128 key, uint64_t n, uint64_t i)
{
    unsigned half = 1;

    INVARIANT(i < n && n <= UINT64_C(1) << 62);
    while ((UINT64_C(1) << (2 * half)) < n)
        half++;
    /* The domain is less than four times n: the walk is short. */
    do
        i = feistel(key, half, i);
    while (i >= n);
    return i;
}
