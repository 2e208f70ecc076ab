/* SPDX-License-Identifier: Apache-2.0 */
#include "base/arena.h"
#include "base/format.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * A list of blocks, the newest first; an allocation that does not fit in the
 * newest block opens another. Blocks double up to a ceiling, so that a large
 * record costs few of them and a small one little memory.
 */

#define BLOCK_FIRST ((size_t)8 * 1024)
#define BLOCK_MOST  ((size_t)1024 * 1024)

struct arena_block {
    struct arena_block *next;
    size_t used, size;
    alignas(max_align_t) unsigned char data[];
};

struct arena_defer {
    struct arena_defer *next;
    void (*fn)(void *);
    void *obj;
};

static struct arena_block *block_new(size_t size, struct arena_block *next)
{
    struct arena_block *b = malloc(sizeof(*b) + size);

    if (!b)
        out_of_memory();
    b->size = size;
    b->used = 0;
    b->next = next;
    return b;
}

static void arena_grow(struct arena *a, size_t size)
{
    size_t want = a->block ? a->block->size * 2 : BLOCK_FIRST;

    if (want > BLOCK_MOST)
        want = BLOCK_MOST;
    a->block = block_new(size > want ? size : want, a->block);
}

/* Takes memory that is not zeroed. */
static void *arena_take(struct arena *a, size_t size)
{
    size_t align = alignof(max_align_t);
    void *p;

    INVARIANT(size < SIZE_MAX / 2);
    size = (size + align - 1) / align * align;
    if (!a->block || a->block->size - a->block->used < size)
        arena_grow(a, size);
    p = a->block->data + a->block->used;
    a->block->used += size;
    INVARIANT(a->block->used <= a->block->size);
    return p;
}

void *arena_alloc(struct arena *a, size_t size)
{
    return memset(arena_take(a, size), 0, size);
}

char *arena_text(struct arena *a, size_t n)
{
    char *p = arena_take(a, n + 1);

    p[n] = '\0';
    return p;
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
    return memcpy(arena_text(a, n), s, n);
}

char *arena_strdup(struct arena *a, const char *s)
{
    return s ? arena_strndup(a, s, strlen(s)) : NULL;
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
    char small[256], *p;
    va_list ap, again;
    size_t n;

    va_start(ap, fmt);
    va_copy(again, ap);
    n = format_text(small, sizeof(small), fmt, ap);
    if (n < sizeof(small)) {
        p = arena_strndup(a, small, n);
    } else {
        p = arena_text(a, n);
        format_text(p, n + 1, fmt, again);
    }
    va_end(again);
    va_end(ap);
    return p;
}

void arena_defer(struct arena *a, void (*fn)(void *), void *obj)
{
    struct arena_defer *d = arena_new(a, struct arena_defer);

    *d = (struct arena_defer){ a->defer, fn, obj };
    a->defer = d;
}

static void run_defers(struct arena *a)
{
    struct arena_defer *d = a->defer;

    a->defer = NULL;
    for (; d; d = d->next)
        d->fn(d->obj);
}

static void free_blocks(struct arena_block *b)
{
    struct arena_block *next;

    for (; b; b = next) {
        next = b->next;
        free(b);
    }
}

void arena_reset(struct arena *a)
{
    run_defers(a);
    if (!a->block)
        return;
    free_blocks(a->block->next);
    a->block->next = NULL;
    a->block->used = 0;
    if (a->block->size > BLOCK_MOST) { /* one huge record: do not keep it */
        free(a->block);
        a->block = NULL;
    }
}

void arena_clear(struct arena *a)
{
    run_defers(a);
    free_blocks(a->block);
    *a = (struct arena){ 0 };
}
