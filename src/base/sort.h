/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_SORT_H
#define BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

/*
 * Sort numbers or texts in rising order, in place. With n = 0 the pointer may be NULL.
 */

void sort_doubles(double *x, size_t n); /* none is NaN */
void sort_numbers(uint32_t *x, size_t n);
void sort_texts(const char **x, size_t n); /* by their bytes */

/* The same, and keeps one of each. Returns how many are left. */
size_t sort_distinct(uint32_t *x, size_t n);

#endif
