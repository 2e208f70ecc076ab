/* SPDX-License-Identifier: Apache-2.0 */
#include "math/memory.h"
#include "base/err.h"
#include "math/flint.h"

#include <pthread.h>
#include <stdlib.h>

/* FLINT keeps memory for each thread. A thread that has used it gives it back
 * when it ends. */
static pthread_key_t at_end;
static _Thread_local bool is_known;

static void give_back(void *unused)
{
    (void)unused;
    flint_cleanup();
}

static void *memory_checked(void *p)
{
    if (!p)
        out_of_memory();
    return p;
}

static void *memory_get(size_t n)
{
    if (!is_known)
        is_known = pthread_setspecific(at_end, &at_end) == 0;
    return memory_checked(malloc(n ? n : 1));
}

static void *get_zeroed(size_t n, size_t size)
{
    return memory_checked(calloc(n ? n : 1, size ? size : 1));
}

static void *memory_resize(void *p, size_t n)
{
    return memory_checked(realloc(p, n ? n : 1));
}

static void *gmp_resize(void *p, size_t old, size_t n)
{
    (void)old;
    return memory_resize(p, n);
}

static void gmp_free(void *p, size_t n)
{
    (void)n;
    free(p);
}

void math_memory(void)
{
    if (pthread_key_create(&at_end, give_back) != 0)
        out_of_memory();
    __flint_set_memory_functions(memory_get, get_zeroed, memory_resize, free);
    mp_set_memory_functions(memory_get, gmp_resize, gmp_free);
}
