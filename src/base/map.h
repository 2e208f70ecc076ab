/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A hash table from byte strings to size_t (an index, a count, a line).
 * Keys are copied. Entries are kept in the order of their first insertion, so
 * that whatever is printed from a map is the same on every machine. A zeroed
 * struct map is an empty one; map_clear() ends it.
 */

struct map {
    struct map_entry *entries; /* in insertion order */
    size_t n, cap;
    size_t *slots; /* entry number + 1; 0: free */
    size_t n_slots;
};

struct map_entry {
    char *key; /* NUL added after the key's own bytes */
    size_t key_n;
    uint64_t hash;
    size_t value;
};

/* Returns the place of the key's value, or NULL if the key is absent. The place
 * is valid until the next map_put(). */
size_t *map_get(const struct map *m, const void *key, size_t n);

/* Returns the place of the key's value, which is 0 for a new entry. *added,
 * unless NULL, is set to whether the entry is new. */
size_t *map_put(struct map *m, const void *key, size_t n, bool *added);

/* Give the same value to each word of a list, which has a blank between two. No
 * word may be there already. */
void map_add_words(struct map *m, const char *list, size_t value);

void map_clear(struct map *m);

#endif
