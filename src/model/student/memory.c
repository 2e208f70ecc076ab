/* SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* MADV_HUGEPAGE */
#include "model/student/memory.h"
#include "base/err.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void *student_memory(size_t bytes)
{
    size_t unit = bytes < MEMORY_HUGE ? MEMORY_LINE : MEMORY_HUGE;
    size_t n = (bytes + unit - 1) / unit * unit;
    void *p = aligned_alloc(unit, n ? n : unit);

    if (!p)
        out_of_memory();
#ifdef MADV_HUGEPAGE
    if (unit == MEMORY_HUGE)
        (void)madvise(p, n, MADV_HUGEPAGE); /* a wish: nothing depends on it */
#endif
    return memset(p, 0, n);
}
