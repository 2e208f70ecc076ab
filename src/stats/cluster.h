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
 * therefore not independent of each other. Items are given keys, which may be
 * any bytes; items with a common key are in one cluster, and so are items that
 * a chain of common keys connects.
 */
struct clusters {
    uint32_t *up;   /* [item] another of its cluster; of a root itself */
    size_t n;       /* items */
    struct map key; /* -> the first item that has it */
    bool joined;    /* some two items are of one cluster */
};

/* Returns n clusters of one item each. The numbers are in the arena;
 * clusters_clear() frees the keys. */
struct clusters clusters_in(struct arena *a, size_t n);
void clusters_clear(struct clusters *c);

/* Gives the item a key, which joins it with all items that have the key. */
void clusters_join(struct clusters *c, size_t item, const void *key,
                   size_t key_n);

/* Numbers the clusters from 0 in the order of their first items, that of item
 * i in out[i]. Returns how many there are. */
size_t clusters_number(struct clusters *c, uint32_t *out);

#endif
