/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_HEAP_H
#define BASE_HEAP_H

#include <stddef.h>

/*
 * Memory that outlives any one piece of work, where an arena does not fit.
 * Running out of it stops the process, as everywhere. Freed by free().
 */

/* n items of `size` bytes, zeroed; never NULL. */
void *heap_new(size_t n, size_t size);

/* As realloc(): what is new is not zeroed. n > 0. */
void *heap_resize(void *p, size_t n, size_t size);

#endif
