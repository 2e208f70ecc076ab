/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <stddef.h>

/*
 * Memory that outlives any one piece of work, where an arena does not fit.
 * Running out of it ends the process, as everywhere. Freed by free().
 */

/* Returns n items of `size` bytes, zeroed; never NULL. */
void *alloc_new(size_t n, size_t size);

/* As realloc(): new memory is not zeroed. n must be positive. */
void *alloc_resize(void *p, size_t n, size_t size);

#endif
