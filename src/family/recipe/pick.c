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
           rng_below(sizes_of(k), each + (got < more));
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

int64_t pick_wide(struct pick *k, int64_t lo, int64_t hi)
{
    int64_t from = pick_stretched(k, lo), n = pick_stretched(k, hi) - from + 1;

    return from + (int64_t)below_wide(k, (uint64_t)(hi - lo) + 1, (uint64_t)n);
}

int64_t pick_within(struct pick *k, int64_t lo, int64_t hi)
{
    INVARIANT(k->mode == PICK_FREE);
    return rng_range(sizes_of(k), lo, hi);
}

int64_t pick_longer(struct pick *k, int64_t x)
{
    int64_t more = pick_stretched(k, 1);

    more = (int64_t)grown(k, 0, 1, (uint64_t)more);
    return pick_stretched(k, x) + (x < 0 ? -more : more);
}

int64_t pick_grown(struct pick *k, int64_t x, int64_t n, int64_t wide)
{
    return (int64_t)grown(k, (uint64_t)x, (uint64_t)n, (uint64_t)wide);
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

int64_t pick_cut(int64_t *x, int64_t n)
{
    int64_t part = *x % n;

    *x /= n;
    return part;
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

/* How many of 1..n are coprime to q > 0: every prime of q is sieved out in
 * turn, by inclusion and exclusion. */
static uint64_t coprime(uint64_t n, uint64_t q)
{
    uint64_t divisors[32] = { 1 }, count = 0;
    bool odd[32] = { false };
    size_t m = 1;

    for (uint64_t p = 2; q > 1; p++) {
        if (p * p > q)
            p = q;
        if (q % p)
            continue;
        while (q % p == 0)
            q /= p;
        for (size_t i = 0; i < m && m + i < 32; i++) {
            divisors[m + i] = divisors[i] * p;
            odd[m + i] = !odd[i];
        }
        m *= 2;
    }
    for (size_t i = 0; i < m; i++)
        count += odd[i] ? -(n / divisors[i]) : n / divisors[i];
    return count;
}

/* The rank-th fraction, by rows of q. */
static void unrank_fraction(uint64_t rank, uint64_t most, int64_t q_lo,
                            int64_t *p, int64_t *q)
{
    uint64_t from = 0, to = most, here;

    for (*q = q_lo; rank >= (here = coprime(most, (uint64_t)*q)); (*q)++)
        rank -= here;
    while (to - from > 1) { /* coprime(from) <= rank < coprime(to) */
        uint64_t half = from + (to - from) / 2;

        if (coprime(half, (uint64_t)*q) <= rank)
            from = half;
        else
            to = half;
    }
    *p = (int64_t)to;
}

/* How many there are with p up to `most`. */
static uint64_t fractions(uint64_t most, int64_t q_lo, int64_t q_hi)
{
    uint64_t total = 0;

    INVARIANT(q_lo >= 1 && q_hi <= 30000);
    for (int64_t d = q_lo; d <= q_hi; d++)
        total += coprime(most, (uint64_t)d);
    return total;
}

void pick_fractions(struct pick *k, int64_t p_most, int64_t q_lo, int64_t q_hi,
                    size_t n, int64_t *p, int64_t *q)
{
    uint64_t most = (uint64_t)pick_stretched(k, p_most), rank;
    uint64_t few = fractions((uint64_t)p_most, q_lo, q_hi);
    uint64_t many = k->digits ? fractions(most, q_lo, q_hi) : few;
    int64_t ranks[4];

    INVARIANT(n <= 4);
    rank = below_wide(k, choose(few, n), choose(many, n));
    unrank_subset(rank, 0, (int64_t)many - 1, n, ranks);
    for (size_t i = 0; i < n; i++)
        unrank_fraction((uint64_t)ranks[i], most, q_lo, &p[i], &q[i]);
}

void pick_coprime(struct pick *k, int64_t p_most, int64_t q_lo, int64_t q_hi,
                  int64_t *p, int64_t *q)
{
    uint64_t most = (uint64_t)p_most;

    unrank_fraction(below_fixed(k, fractions(most, q_lo, q_hi)), most, q_lo, p,
                    q);
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
