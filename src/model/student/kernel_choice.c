/* SPDX-License-Identifier: Apache-2.0 */

/* What all kernels share, and which of them this processor runs. */
#include "base/str.h"
#include "model/student/kernel.h"

#if defined(__aarch64__) && defined(__linux__)
# include <sys/auxv.h>
# define HAS_DOT  (1ul << 20) /* HWCAP_ASIMDDP */
# define HAS_I8MM (1ul << 13) /* HWCAP2_I8MM, which old headers lack */
#endif

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
#elif defined(HAS_DOT)
    if (getauxval(AT_HWCAP2) & HAS_I8MM)
        out[n++] = &kernel_i8mm;
    if (getauxval(AT_HWCAP) & HAS_DOT)
        out[n++] = &kernel_dot;
#endif
    out[n++] = &kernel_plain;
    return n;
}

bool kernel_named(const char *name, const struct kernel **out, struct err *e)
{
    const struct kernel *kinds[KERNEL_KINDS];
    int n = kernel_all(kinds);
    struct str names = { 0 };

    for (int i = 0; i < n; i++) {
        *out = kinds[i];
        if (!name || !*name || str_eq(name, kinds[i]->name)) {
            str_clear(&names);
            return true;
        }
        str_addf(&names, "%s%s", i ? ", " : "", kinds[i]->name);
    }
    err_set(e, ERR_DOMAIN,
            "this processor cannot run the kernel \"%s\"; it can run %s", name,
            str_get(&names));
    str_clear(&names);
    return false;
}
