/* SPDX-License-Identifier: Apache-2.0 */
#include "base/vec.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct vec vec_in(struct arena *a, size_t item_size)
{
    return (struct vec){ .arena = a, .size = item_size };
}

static void vec_grow(struct vec *v)
{
    size_t cap = v->cap ? v->cap * 2 : 8;
    void *items;

    INVARIANT(v->size > 0 && cap < SIZE_MAX / 4 / v->size);
    if (v->arena) {
        items = arena_alloc(v->arena, cap * v->size);
        if (v->n)
            memcpy(items, v->items, v->n * v->size);
    } else {
        items = realloc(v->items, cap * v->size);
        if (!items)
            out_of_memory();
    }
    v->items = items;
    v->cap = cap;
}

void *vec_push(struct vec *v)
{
    void *item;

    if (v->n == v->cap)
        vec_grow(v);
    item = (char *)v->items + v->n++ * v->size;
    return memset(item, 0, v->size);
}

void *vec_at(const struct vec *v, size_t i)
{
    INVARIANT(i < v->n);
    return (char *)v->items + i * v->size;
}

void vec_clear(struct vec *v)
{
    if (!v->arena)
        free(v->items);
    *v = (struct vec){ .arena = v->arena, .size = v->size };
}

size_t vec_find_name(const struct vec *v, const char *name)
{
    size_t i = 0;

    while (i < v->n && strcmp(*vec_get(v, const char *, i), name) != 0)
        i++;
    return i;
}

void vec_add_name(struct vec *v, const char *name)
{
    if (vec_find_name(v, name) == v->n)
        *(const char **)vec_push(v) = name;
}
