/* SPDX-License-Identifier: Apache-2.0 */
#include "base/map.h"
#include "base/err.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

/* Open addressing with linear probing, at most two thirds full; the slots
 * hold numbers of entries, so that growing moves no key. */

static void *map_checked(void *p)
{
    if (!p)
        out_of_memory();
    return p;
}

/* The slot of the key, or the free slot where it would go. */
static size_t find_slot(const struct map *m, uint64_t hash, const void *key,
                        size_t n)
{
    size_t mask = m->n_slots - 1, i = (size_t)hash & mask;

    for (; m->slots[i]; i = (i + 1) & mask) {
        const struct map_entry *e = &m->entries[m->slots[i] - 1];

        if (e->hash == hash && e->key_n == n && memcmp(e->key, key, n) == 0)
            break;
    }
    return i;
}

static void map_grow(struct map *m)
{
    size_t n_slots = m->n_slots ? m->n_slots * 2 : 32;

    free(m->slots);
    m->slots = map_checked(calloc(n_slots, sizeof(*m->slots)));
    m->n_slots = n_slots;
    for (size_t k = 0; k < m->n; k++) {
        size_t i = (size_t)m->entries[k].hash & (n_slots - 1);

        while (m->slots[i])
            i = (i + 1) & (n_slots - 1);
        m->slots[i] = k + 1;
    }
    m->cap = n_slots / 3 * 2;
    m->entries = map_checked(realloc(m->entries, m->cap * sizeof(*m->entries)));
    INVARIANT(m->n < m->cap && m->cap < m->n_slots); /* searches end */
}

size_t *map_get(const struct map *m, const void *key, size_t n)
{
    size_t slot;

    if (m->n == 0)
        return NULL;
    slot = m->slots[find_slot(m, hash_bytes(key, n).low, key, n)];
    return slot ? &m->entries[slot - 1].value : NULL;
}

size_t *map_put(struct map *m, const void *key, size_t n, bool *added)
{
    uint64_t hash = hash_bytes(key, n).low;
    struct map_entry *e;
    size_t i;

    if (m->n == m->cap)
        map_grow(m);
    i = find_slot(m, hash, key, n);
    if (added)
        *added = m->slots[i] == 0;
    if (m->slots[i])
        return &m->entries[m->slots[i] - 1].value;
    e = &m->entries[m->n++];
    m->slots[i] = m->n;
    *e = (struct map_entry){ .key = map_checked(malloc(n + 1)),
                             .key_n = n,
                             .hash = hash };
    memcpy(e->key, key, n);
    e->key[n] = '\0';
    return &e->value;
}

void map_add_words(struct map *m, const char *list, size_t value)
{
    for (size_t n; *list; list += n + (list[n] == ' ')) {
        bool added;

        n = strcspn(list, " ");
        *map_put(m, list, n, &added) = value;
        INVARIANT(added);
    }
}

void map_clear(struct map *m)
{
    for (size_t k = 0; k < m->n; k++)
        free(m->entries[k].key);
    free(m->entries);
    free(m->slots);
    *m = (struct map){ 0 };
}
