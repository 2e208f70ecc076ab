/* SPDX-License-Identifier: Apache-2.0 */
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

static int by_double(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static int sort_by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

static int sort_by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void sort_doubles(double *x, size_t n)
{
    if (n)
        qsort(x, n, sizeof(*x), by_double);
}

void sort_numbers(uint32_t *x, size_t n)
{
    if (n)
        qsort(x, n, sizeof(*x), sort_by_number);
}

void sort_texts(const char **x, size_t n)
{
    if (n)
        qsort(x, n, sizeof(*x), sort_by_text);
}

size_t sort_distinct(uint32_t *x, size_t n)
{
    size_t kept = 0;

    sort_numbers(x, n);
    for (size_t i = 0; i < n; i++)
        if (kept == 0 || x[i] != x[kept - 1])
            x[kept++] = x[i];
    return kept;
}
