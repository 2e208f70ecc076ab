/* SPDX-License-Identifier: Apache-2.0 */
#include "family/mathador/bag.h"

#define NUMBER_BITS 10 /* GAME_NUMBER_MAX < 1 << NUMBER_BITS */

static void mark_repeats(struct bag *b)
{
    for (int i = 1; i < b->n; i++)
        if (b->numbers[i] == b->numbers[i - 1])
            b->repeats |= 1u << i;
}

struct bag bag_of(const int64_t *numbers, size_t n)
{
    struct bag b = { 0 };

    INVARIANT(n <= GAME_MOST);
    for (size_t i = 0; i < n; i++) {
        int at = b.n++;

        for (; at > 0 && b.numbers[at - 1] > numbers[i]; at--)
            b.numbers[at] = b.numbers[at - 1];
        b.numbers[at] = numbers[i];
    }
    mark_repeats(&b);
    return b;
}

uint64_t bag_key(const struct bag *b)
{
    uint64_t key = 0;

    for (int i = 0; i < b->n; i++)
        key = key << NUMBER_BITS | (uint64_t)b->numbers[i];
    return key;
}

struct bag bag_part(const struct bag *b, unsigned mask)
{
    struct bag part = { 0 };

    for (int i = 0; i < b->n; i++)
        if (mask >> i & 1u)
            part.numbers[part.n++] = b->numbers[i];
    if (b->repeats)
        mark_repeats(&part);
    return part;
}

static uint32_t binomial(int n, int k)
{
    uint32_t c = 1;

    for (int i = 1; i <= k; i++)
        c = c * (uint32_t)(n - k + i) / (uint32_t)i;
    return c;
}

struct bag bag_from_key(uint64_t key, int n)
{
    struct bag b = { .n = n };

    for (int i = n; i--; key >>= NUMBER_BITS)
        b.numbers[i] = (int64_t)(key & ((1u << NUMBER_BITS) - 1));
    mark_repeats(&b);
    return b;
}

int bag_size(unsigned mask)
{
    int n = 0;

    for (; mask; mask &= mask - 1)
        n++;
    return n;
}

bool bag_canonical(const struct bag *b, unsigned mask, uint32_t *ways)
{
    *ways = 1;
    if (mask & b->repeats & ~(mask << 1))
        return false;
    for (int i = 0, end; b->repeats && i < b->n; i = end) {
        for (end = i + 1; b->repeats >> end & 1u; end++)
            continue;
        *ways *=
            binomial(end - i, bag_size(mask >> i & ((1u << (end - i)) - 1)));
    }
    return true;
}

int bag_count(const struct bag *b, int64_t number)
{
    int n = 0;

    for (int i = 0; i < b->n; i++)
        n += b->numbers[i] == number;
    return n;
}

bool bag_less(const struct bag *b, const struct bag *part, int times,
              struct bag *out)
{
    struct bag rest = { 0 };
    int taken = 0;

    if (part->n * times > b->n)
        return false;
    for (int i = 0; i < b->n; i++) {
        int64_t number = b->numbers[i];
        int before = i, want;

        while (before > 0 && b->numbers[before - 1] == number)
            before--;
        want = times * bag_count(part, number);
        if (i - before < want)
            taken++;
        else
            rest.numbers[rest.n++] = number;
    }
    mark_repeats(&rest);
    *out = rest;
    return taken == part->n * times;
}
