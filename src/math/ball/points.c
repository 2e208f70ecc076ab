/* SPDX-License-Identifier: Apache-2.0 */
#include "math/ball/points.h"

#include "base/rng.h"

#include <string.h>

#define FRACTION_BITS 40

enum sign { SIGN_PLUS, SIGN_MINUS, SIGN_MIXED };

/* Where the real points lie, in eighths: from, to. The first eight, which
 * decide most questions, already visit every region. At a point with `tiny`,
 * every other symbol is scaled down by that power of two, so that terms like
 * e^{-4000x}, nothing elsewhere, are seen. */
static const struct range {
    int from, to;
    enum sign sign;
    unsigned tiny;
} ranges[] = {
    { 8, 16, SIGN_PLUS, 0 },     { 0, 8, SIGN_PLUS, 0 },
    { 16, 48, SIGN_PLUS, 0 },    { 0, 16, SIGN_MIXED, 0 },
    { 0, 8, SIGN_PLUS, 16 },     { 0, 16, SIGN_MINUS, 0 },
    { 4, 24, SIGN_MIXED, 0 },    { 8, 16, SIGN_PLUS, 0 },
    { 0, 2, SIGN_PLUS, 32 },     { 0, 8, SIGN_MIXED, 0 },
    { 4, 12, SIGN_PLUS, 0 },     { 48, 160, SIGN_PLUS, 0 },
    { 0, 40, SIGN_MIXED, 0 },    { 0, 8, SIGN_PLUS, 0 },
    { 160, 1600, SIGN_PLUS, 0 }, { 1600, 16000, SIGN_PLUS, 0 },
    { 80, 8000, SIGN_MINUS, 0 },
};

#define RANGES (sizeof ranges / sizeof ranges[0])

static struct rng points_stream(const char *symbol, unsigned k, uint64_t seed)
{
    struct {
        struct hash128 name;
        uint64_t seed, k;
    } key;
    struct rng r;

    memset(&key, 0, sizeof key);
    key.name = hash_bytes(symbol, strlen(symbol));
    key.seed = seed;
    key.k = k;
    rng_init(&r, hash_bytes(&key, sizeof key));
    return r;
}

/* The m-th mixed point has the m-th binary digit of rank + 1 as its sign. */
static bool points_is_negative(const struct range *in, unsigned rank,
                               unsigned k)
{
    unsigned mixed = 0;

    for (unsigned i = 0; i < k % RANGES; i++)
        mixed += ranges[i].sign == SIGN_MIXED;
    mixed += k / RANGES;
    if (in->sign != SIGN_MIXED)
        return in->sign == SIGN_MINUS;
    return (rank + 1) >> (mixed % 8) & 1;
}

bool points_whole(const char *name)
{
    return strlen(name) == 1 && strchr("nmkNMKjl", name[0]);
}

/* Small ones, some beyond what \binom{n}{20} forgives, and some beyond what
 * a floor or remainder of n/1000 forgives. */
static int64_t whole_value(struct rng *r, unsigned i)
{
    static const int64_t ends[][2] = { { 20, 120 },
                                       { 1000, 100000 },
                                       { 1000000000, 1000000000000 } };

    if (i % 5 == 2 || i % 5 == 4) {
        const int64_t *end = ends[i % 5 == 2 ? 0 : 1 + (i / 5) % 2];

        return rng_range(r, end[0], end[1]);
    }
    return rng_range(r, 1, 2 + (int64_t)i);
}

void points_value(fmpq_t out, struct points_symbol symbol, unsigned k,
                  uint64_t seed, bool positive)
{
    struct rng r = points_stream(symbol.name, k, seed);
    const struct range *in = &ranges[k % RANGES];
    uint64_t step;

    if (k >= POINTS_REAL && points_whole(symbol.name)) {
        fmpq_set_si(out, whole_value(&r, k - POINTS_REAL), 1);
        return;
    }
    step = 1 + rng_below(&r, ((uint64_t)1 << FRACTION_BITS) - 1);
    fmpz_set_si(fmpq_numref(out), in->from);
    fmpz_mul_2exp(fmpq_numref(out), fmpq_numref(out), FRACTION_BITS);
    fmpz_set_ui(fmpq_denref(out), step);
    fmpz_mul_si(fmpq_denref(out), fmpq_denref(out), in->to - in->from);
    fmpz_add(fmpq_numref(out), fmpq_numref(out), fmpq_denref(out));
    fmpz_one(fmpq_denref(out));
    fmpz_mul_2exp(fmpq_denref(out), fmpq_denref(out), FRACTION_BITS + 3);
    if (in->tiny && (symbol.rank + in->tiny / 32) % 2 == 0)
        fmpz_mul_2exp(fmpq_denref(out), fmpq_denref(out), in->tiny);
    fmpq_canonicalise(out);
    if (!positive && points_is_negative(in, symbol.rank, k))
        fmpq_neg(out, out);
}
