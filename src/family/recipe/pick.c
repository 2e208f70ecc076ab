/* SPDX-License-Identifier: Apache-2.0 */
#include "family/recipe/pick.h"
#include "base/err.h"

#include <stdbool.h>

#define SPACE_MOST (UINT64_C(1) << 62)

/* One of n, from whatever the mode draws. */
static uint64_t below(struct pick *k, struct rng *free, uint64_t n)
{
    uint64_t got = 0;

    INVARIANT(n > 0);
    if (k->mode == PICK_FREE)
        return rng_below(free, n);
    k->space = k->space > SPACE_MOST / n ? 0 : k->space * n;
    if (k->mode == PICK_WALK) {
        got = k->rank % n;
        k->rank /= n;
    }
    return got;
}

/* One of n that belongs to the structure. */
static uint64_t below_fixed(struct pick *k, uint64_t n)
{
    uint64_t got = below(k, k->maths, n);

    k->structure = (k->structure ^ n) * UINT64_C(0x9e3779b97f4a7c15);
    k->structure = (k->structure ^ got ^ (k->structure >> 29)) *
                   UINT64_C(0xbf58476d1ce4e5b9);
    return got;
}

static struct rng *sizes_of(const struct pick *k)
{
    return k->sizes ? k->sizes : k->maths;
}

/* One of `wide` for `got`, which is one of n without further digits: the n
 * parts of the range, as equal as can be, stand in the order of what they belong
 * to. */
static uint64_t grown(struct pick *k, uint64_t got, uint64_t n, uint64_t wide)
{
    uint64_t each = wide / n, more = wide % n;

    INVARIANT(wide >= n);
    if (k->digits == 0 || k->mode == PICK_COUNT)
        return got;
    return got * each + (got < more ? got : more) +
           rng_below(k->further ? k->further : sizes_of(k),
                     each + (got < more));
}

static uint64_t below_wide(struct pick *k, uint64_t n, uint64_t wide)
{
    uint64_t got = below(k, sizes_of(k), n);

    return grown(k, got, n, wide);
}

uint64_t pick_place(struct pick *k, uint64_t n, uint64_t wide)
{
    return below_wide(k, n, wide);
}

int64_t pick(struct pick *k, int64_t lo, int64_t hi)
{
    return lo + (int64_t)below_fixed(k, (uint64_t)(hi - lo) + 1);
}

int64_t pick_stretched(const struct pick *k, int64_t x)
{
    for (int i = 0; i < k->digits; i++)
        x *= 10;
    return x;
}

int64_t pick_signed(struct pick *k, int64_t lo, int64_t hi)
{
    int64_t from = pick_stretched(k, lo), size;
    uint64_t n = (uint64_t)(hi - lo) + 1;
    uint64_t wide = (uint64_t)(pick_stretched(k, hi) - from) + 1;
    uint64_t got = below(k, sizes_of(k), 2 * n);

    size = from + (int64_t)grown(k, got % n, n, wide);
    return got < n ? size : -size;
}

int64_t pick_but(struct pick *k, int64_t lo, int64_t hi, int64_t but)
{
    int64_t x = pick(k, lo, hi - 1);

    return x < but ? x : x + 1;
}

int64_t pick_of(struct pick *k, const int64_t *list, size_t n)
{
    return list[pick(k, 0, (int64_t)n - 1)];
}

int64_t pick_turned(int64_t x)
{
    return x % 2 ? -(x + 1) / 2 : x / 2 + 1;
}

static uint64_t common(uint64_t a, uint64_t b)
{
    return b ? common(b, a % b) : a;
}

/* C(n, r); the caller keeps it below 2^62. */
static uint64_t choose(uint64_t n, uint64_t r)
{
    uint64_t c = 1;

    if (r > n)
        return 0;
    for (uint64_t i = 1; i <= r; i++) { /* c (n - r + i) / i, divided first */
        uint64_t g = common(c, i), factor = (n - r + i) / (i / g);

        INVARIANT(c / g <= SPACE_MOST / factor);
        c = c / g * factor;
    }
    return c;
}

/* The combinatorial number system: a rank is a sum of binomials. */
static void unrank_subset(uint64_t rank, int64_t lo, int64_t hi, size_t n,
                          int64_t *out)
{
    uint64_t top = (uint64_t)(hi - lo) + 1;

    for (size_t r = n; r > 0; r--) {
        uint64_t from = r - 1, to = top; /* C(from, r) <= rank < C(to, r) */

        while (to - from > 1) {
            uint64_t half = from + (to - from) / 2;

            if (choose(half, r) <= rank)
                from = half;
            else
                to = half;
        }
        rank -= choose(from, r);
        out[r - 1] = lo + (int64_t)from;
        top = from;
    }
}

static uint64_t subsets(int64_t lo, int64_t hi, size_t n)
{
    return choose((uint64_t)(hi - lo) + 1, n);
}

void pick_subset(struct pick *k, int64_t lo, int64_t hi, size_t n, int64_t *out)
{
    unrank_subset(below_fixed(k, subsets(lo, hi, n)), lo, hi, n, out);
}

void pick_subset_wide(struct pick *k, int64_t lo, int64_t hi, size_t n,
                      int64_t *out)
{
    int64_t from = pick_stretched(k, lo), to = pick_stretched(k, hi);
    uint64_t rank = below_wide(k, subsets(lo, hi, n), subsets(from, to, n));

    unrank_subset(rank, from, to, n, out);
}

void pick_order(struct pick *k, size_t n, int64_t *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (int64_t)i;
    for (size_t i = n; i > 1; i--) {
        size_t j = (size_t)below_fixed(k, i);
        int64_t t = out[i - 1];

        out[i - 1] = out[j];
        out[j] = t;
    }
}
