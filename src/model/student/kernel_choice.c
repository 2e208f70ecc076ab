/* SPDX-License-Identifier: Apache-2.0 */

/* What all kernels share, and which of them this processor runs. */
#include "model/student/kernel.h"

int kernel_most(int terms, int other)
{
    int most = INT32_MAX / other / terms;

    return most > INT16_MAX ? INT16_MAX : most;
}

int kernel_all(const struct kernel *out[KERNEL_KINDS])
{
    int n = 0;

#ifdef __x86_64__
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512vnni") &&
        __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl"))
        out[n++] = &kernel_vnni;
    if (__builtin_cpu_supports("avx2"))
        out[n++] = &kernel_avx2;
#endif
    out[n++] = &kernel_plain;
    return n;
}
