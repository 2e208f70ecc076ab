/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_CPU_H
#define TESTS_LIB_CPU_H

#include <time.h>

/* Seconds that this process has worked: whatever else the machine does. For
 * bounds between what is quick and what never ends; benches measure. */
static inline double cpu_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

#endif
