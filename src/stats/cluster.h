/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STATS_CLUSTER_H
#define STATS_CLUSTER_H

#include "base/arena.h"
#include "base/map.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Clusters: items that share something (a template, a parent, a game) and are
 * therefore not independent of each other. What items share is said by keys,
 * any bytes; items with a key in common are of one cluster, and so are those
 * that hang together by a chain of them.
 */
struct clusters {
    uint32_t *up;   /* [item] another of its cluster; of a root itself */
    size_t n;       /* items */
    struct map key; /* -> the first item that has it */
    bool joined;    /* some two items are of one cluster */
};

/* Begins with each of n items for itself. The numbers live in the arena;
 * clusters_clear() frees the keys. */
struct clusters clusters_in(struct arena *a, size_t n);
void clusters_clear(struct clusters *c);

/* The item has the key, as all others that are joined by it. */
void clusters_join(struct clusters *c, size_t item, const void *key,
                   size_t key_n);

/* Numbers the clusters from 0 in the order of their first items, that of item
 * i in out[i]. Returns how many there are. */
size_t clusters_number(struct clusters *c, uint32_t *out);

#endif
