/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "base/err.h"

#include <stdint.h>
#include <stdlib.h>

void *alloc_new(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size);

    if (!p)
        out_of_memory();
    return p;
}

void *alloc_resize(void *p, size_t n, size_t size)
{
    if (size && n > SIZE_MAX / size)
        out_of_memory();
    p = realloc(p, n * size);
    if (!p)
        out_of_memory();
    return p;
}
