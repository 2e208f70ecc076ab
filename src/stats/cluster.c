/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A forest of links between items: union by the smaller number, with path
 * halving (Tarjan and van Leeuwen, "Worst-case analysis of set union
 * algorithms", Journal of the ACM 31 (1984)).
 */
#include "stats/cluster.h"

struct clusters clusters_in(struct arena *a, size_t n)
{
    struct clusters c = { .up = arena_array(a, uint32_t, n + 1), .n = n };

    for (size_t i = 0; i < n; i++)
        c.up[i] = (uint32_t)i;
    return c;
}

void clusters_clear(struct clusters *c)
{
    map_clear(&c->key);
}

static uint32_t cluster_root_of(struct clusters *c, uint32_t i)
{
    while (c->up[i] != i)
        i = c->up[i] = c->up[c->up[i]];
    return i;
}

void clusters_join(struct clusters *c, size_t item, const void *key,
                   size_t key_n)
{
    bool added;
    size_t *first = map_put(&c->key, key, key_n, &added);
    uint32_t x, y;

    if (added) {
        *first = item;
        return;
    }
    x = cluster_root_of(c, (uint32_t)item);
    y = cluster_root_of(c, (uint32_t)*first);
    c->joined = c->joined || x != y;
    if (x < y)
        c->up[y] = x;
    else
        c->up[x] = y;
}

size_t clusters_number(struct clusters *c, uint32_t *out)
{
    uint32_t next = 0;

    /* Roots are their cluster's smallest items, so already numbered. */
    for (size_t i = 0; i < c->n; i++) {
        uint32_t r = cluster_root_of(c, (uint32_t)i);

        out[i] = r == i ? next++ : out[r];
    }
    return next;
}
