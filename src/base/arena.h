/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/err.h"

#include <stddef.h>

/*
 * Arenas.
 *
 * An arena owns everything made while one thing is being done: one problem
 * generated, one line of a file read. A function whose first parameter is
 * `struct arena *` returns memory that lives exactly as long as that arena;
 * nobody frees it alone. Allocation never fails: the process ends when
 * memory runs out. A zeroed arena is an empty one. An arena belongs to one
 * thread at a time.
 *
 * FLINT objects hold memory the arena cannot see. One that must outlive a
 * block is registered with arena_defer() right after its init.
 */

struct arena {
    struct arena_block *block; /* newest block first */
    struct arena_defer *defer; /* newest cleanup first */
};

void *arena_alloc(struct arena *a, size_t size); /* zeroed, max-aligned */
char *arena_text(struct arena *a, size_t n); /* n bytes to fill, and a NUL */
char *arena_strdup(struct arena *a, const char *s); /* of NULL: NULL */
char *arena_strndup(struct arena *a, const char *s, size_t n);
char *arena_printf(struct arena *a, const char *fmt, ...) PRINTF(2, 3);

/* Call fn(obj) when the arena is cleared or reset, newest first. */
void arena_defer(struct arena *a, void (*fn)(void *), void *obj);

/* Run the cleanups and empty the arena, but keep one block for reuse: for
 * loops that handle one item after another. */
void arena_reset(struct arena *a);

/* Run the cleanups, release the memory; the arena is empty and usable. */
void arena_clear(struct arena *a);

#define arena_new(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define arena_array(a, type, n) \
 ((type *)arena_alloc((a), sizeof(type) * (size_t)(n)))

#endif
