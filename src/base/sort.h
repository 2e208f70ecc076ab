/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_SORT_H
#define BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

/*
 * Numbers in rising order, in place. n = 0 may come with a null pointer.
 */

void sort_doubles(double *x, size_t n); /* none is NaN */
void sort_numbers(uint32_t *x, size_t n);

/* The same, and one of each is kept: returns how many are left. */
size_t sort_distinct(uint32_t *x, size_t n);

#endif
