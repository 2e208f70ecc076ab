/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/threads.h"
#include "base/limits.h"
#include "base/pipeline.h"
#include "math/flint.h"

int threads_read(const struct command *c, uint64_t given, int *out)
{
    if (given > LIMIT_THREADS)
        return args_mistake(c, "--threads is at most %d", LIMIT_THREADS);
    *out = given ? (int)given : pipeline_cores();
    if (*out > LIMIT_THREADS)
        *out = LIMIT_THREADS;
    return -1;
}

void threads_leave(void *ctx)
{
    (void)ctx;
    flint_cleanup();
}
