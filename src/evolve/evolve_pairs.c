/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/evolve_pairs.h"

#include "base/hash.h"
#include "stats/cluster.h"

#include <string.h>

#define RING      3
#define NEIGHBOUR 2 /* of the next clan in the own ring, before other rings */
#define LOOKS     8 /* at rings or spare ones, for one list */

/* Adds hashes up, in any order; false where a source is not known. */
static bool pairs_sum_up(const struct pairs_item *x, uint64_t *sum)
{
    for (size_t k = 0; x && k < x->n; k++) {
        if (!x->sources[k])
            return false;
        *sum += hash_bytes(&x->sources[k], sizeof(x->sources[k])).low;
    }
    return true;
}

bool pairs_take(struct pairs_sets *t, const struct pairs_item *x,
                const struct pairs_item *y)
{
    uint64_t sum = 0;
    bool added = true;

    if (pairs_sum_up(x, &sum) && pairs_sum_up(y, &sum))
        map_put(&t->sums, &sum, sizeof(sum), &added);
    return added;
}

/* ---- clans ---- */

struct clans {
    const struct pairs_item *items;
    size_t n, n_spare;
    uint32_t *clan;  /* [item] */
    size_t *members; /* those that are crossed, clan by clan */
    size_t *first;   /* [clan] its place in members; one more at the end */
    size_t *ring;    /* clans that have members, in their order */
    size_t n_ring;
    size_t *place; /* [clan] in ring */
    struct pairs_sets *sets;
};

static void find_clans(struct arena *a, struct clans *c, size_t *n_clans)
{
    size_t all = c->n + c->n_spare;
    struct clusters sets = clusters_in(a, all);

    c->clan = arena_array(a, uint32_t, all + 1);
    for (size_t i = 0; i < all; i++)
        for (size_t k = 0; k < c->items[i].n; k++)
            if (c->items[i].sources[k])
                clusters_join(&sets, i, &c->items[i].sources[k],
                              sizeof(c->items[i].sources[k]));
    *n_clans = clusters_number(&sets, c->clan);
    clusters_clear(&sets);
}

static struct clans clans_of(struct arena *a, const struct pairs_item *items,
                             size_t n, size_t n_spare)
{
    struct clans c = { .items = items, .n = n, .n_spare = n_spare };
    size_t n_clans, *next;

    find_clans(a, &c, &n_clans);
    c.members = arena_array(a, size_t, n + 1);
    c.first = arena_array(a, size_t, n_clans + 1);
    c.ring = arena_array(a, size_t, n_clans + 1);
    c.place = arena_array(a, size_t, n_clans + 1);
    next = arena_array(a, size_t, n_clans + 1);
    for (size_t i = 0; i < n; i++)
        c.first[c.clan[i] + 1]++;
    for (size_t k = 0; k < n_clans; k++) {
        if (c.first[k + 1]) {
            c.place[k] = c.n_ring;
            c.ring[c.n_ring++] = k;
        }
        c.first[k + 1] += c.first[k];
        next[k] = c.first[k];
    }
    for (size_t i = 0; i < n; i++)
        c.members[next[c.clan[i]]++] = i;
    return c;
}

/* ---- rings ---- */

static size_t n_rings(const struct clans *c)
{
    return c->n_ring < RING ? 1 : c->n_ring / RING;
}

/* The clan after place `at` of its ring, in a ring that is `off` farther. The
 * last ring has what is left over as well. */
static size_t next_clan(const struct clans *c, size_t at, size_t off)
{
    size_t rings = n_rings(c), own = at / RING < rings ? at / RING : rings - 1;
    size_t ring = (own + off) % rings;
    size_t size = ring + 1 == rings ? c->n_ring - RING * ring : RING;

    return c->ring[RING * ring + (at - RING * own + 1) % size];
}

/* ---- lists ---- */

static void pairs_add(const struct clans *c, size_t i, size_t k,
                      struct pairs_list *out)
{
    const struct pairs_item *x = &c->items[i], *y = &c->items[k];

    if (out->n == PAIRS_MOST || c->clan[i] == c->clan[k] ||
        x->n + y->n > INDIVIDUAL_PARTS || (x->ends && y->ends))
        return;
    for (size_t t = 0; t < out->n; t++)
        if (out->of[t] == k)
            return;
    if (pairs_take(c->sets, x, y) || c->n + c->n_spare == 2)
        out->of[out->n++] = (uint32_t)k;
}

/* Of the clan, from the member in the place that i has in its own. Of two clans
 * each has every other one of the other, so that no pair is in both. */
static void add_members(const struct clans *c, size_t i, size_t nth,
                        size_t clan, size_t most, struct pairs_list *out)
{
    size_t n = c->first[clan + 1] - c->first[clan];

    for (size_t t = 0, added = 0; t < n && t < LOOKS && added < most; t++) {
        size_t j = (nth + t) % n;

        if (c->n_ring == 2 && (nth + j + c->place[c->clan[i]]) % 2)
            continue;
        pairs_add(c, i, c->members[c->first[clan] + j], out);
        added++;
    }
}

static void pairs_of_item(const struct clans *c, size_t i, size_t nth,
                          struct pairs_list *out)
{
    size_t at = c->place[c->clan[i]], next = next_clan(c, at, 0);

    out->n = 0;
    add_members(c, i, nth, next, NEIGHBOUR, out);
    for (size_t off = 1; off < n_rings(c) && off < LOOKS; off++)
        add_members(c, i, nth, next_clan(c, at, off), 1, out);
    add_members(c, i, nth, next, LOOKS, out);
    for (size_t t = 0; t < c->n_spare && t < LOOKS; t++)
        pairs_add(c, i, c->n + (i + t) % c->n_spare, out);
    if (!out->n) /* the other way round after all */
        pairs_add(c, i, c->members[c->first[next]], out);
}

void pairs_make(struct arena *a, const struct pairs_item *items, size_t n,
                size_t n_spare, struct pairs_sets *sets, struct pairs_list *out)
{
    struct clans c = clans_of(a, items, n, n_spare);

    c.sets = sets;
    for (size_t k = 0; k < c.n_ring; k++)
        for (size_t m = c.first[c.ring[k]]; m < c.first[c.ring[k] + 1]; m++)
            pairs_of_item(&c, c.members[m], m - c.first[c.ring[k]],
                          &out[c.members[m]]);
}
