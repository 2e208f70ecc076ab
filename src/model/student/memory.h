/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_STUDENT_MEMORY_H
#define MODEL_STUDENT_MEMORY_H

#include <stddef.h>

/*
 * Memory for large arrays. What is larger than a huge page of the processor
 * begins on one, and asks for such pages: weights, keys and values are read all
 * over at every step, and the processor knows few small ones by heart.
 */

#define MEMORY_LINE 64                /* bytes of a cache line */
#define MEMORY_HUGE ((size_t)2 << 20) /* bytes of a huge page */

/* Zeroed, and begins on a cache line; freed by free(). */
void *student_memory(size_t bytes);

#endif
