/* SPDX-License-Identifier: Apache-2.0 */
#include "base/core_file.h"
#include "base/system.h"

#include <sys/resource.h>
#ifdef SYSTEM_LINUX
# include <sys/prctl.h>
#endif

#ifdef SYSTEM_LINUX

/* A limit of 0 still lets Linux hand the memory to a service (a core_pattern
 * with a pipe); a limit of 1 byte is its mark for "not even that" (fs/coredump.c).
 * Where a limit of 0 can no longer be raised to it, the process is made one that
 * is never dumped, which costs it its /proc/self/fd. */
void core_file_forbid(void)
{
    const struct rlimit none = { 1, 1 };

    if (setrlimit(RLIMIT_CORE, &none) != 0)
        (void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

#else

void core_file_forbid(void)
{
    const struct rlimit none = { 0, 0 };

    (void)setrlimit(RLIMIT_CORE, &none);
}

#endif
