/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_CPU_H
#define TESTS_LIB_CPU_H

#include <time.h>

/* Returns the seconds of processor time that this process has used. For loose
 * bounds that tell quick code from endless code; bench/ measures speed. */
static inline double cpu_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

#endif
