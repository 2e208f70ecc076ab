/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include "base/arena.h"

#include <stddef.h>

/*
 * Growable arrays of one item size, in an arena or (arena NULL) on the heap.
 * Items move when the array grows: keep indexes, not pointers, across a push.
 */

struct vec {
    struct arena *arena; /* NULL: heap, ended by vec_clear() */
    void *items;
    size_t n, cap, size; /* items held, room, bytes of one item */
};

struct vec vec_in(struct arena *a, size_t item_size);

/* Appends a zeroed item and returns it. */
void *vec_push(struct vec *v);
void *vec_at(const struct vec *v, size_t i); /* i < n */
void vec_clear(struct vec *v);

/* Vectors of names, const char *. Returns the index of the name, n if it is not
 * there. */
size_t vec_find_name(const struct vec *v, const char *name);

/* Appends the name unless it is there. */
void vec_add_name(struct vec *v, const char *name);

#define vec_get(v, type, i) ((type *)vec_at((v), (i)))

#endif
