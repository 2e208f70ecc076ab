/* SPDX-License-Identifier: Apache-2.0 */
#include "base/thread.h"
#include "base/clock.h"
#include "base/system.h"

#include <time.h>

int thread_start(pthread_t *t, void *(*run)(void *), void *arg)
{
    pthread_attr_t a;
    int reason = pthread_attr_init(&a);

    if (reason)
        return reason;
    reason = pthread_attr_setstacksize(&a, THREAD_STACK);
    if (!reason)
        reason = pthread_create(t, &a, run, arg);
    pthread_attr_destroy(&a);
    return reason;
}

static uint64_t thread_now(void)
{
    struct clock c = clock_real();

    return clock_now(&c);
}

uint64_t thread_after(int64_t ms)
{
    return thread_now() + (uint64_t)ms * 1000000;
}

#ifdef SYSTEM_LINUX

void thread_cond_init(pthread_cond_t *c)
{
    pthread_condattr_t steady;

    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(c, &steady);
    pthread_condattr_destroy(&steady);
}

static uint64_t on_its_clock(uint64_t until_ns)
{
    return until_ns;
}

#else /* a condition has the time of day */

void thread_cond_init(pthread_cond_t *c)
{
    pthread_cond_init(c, NULL);
}

static uint64_t on_its_clock(uint64_t until_ns)
{
    uint64_t from = thread_now();
    struct timespec day;

    clock_gettime(CLOCK_REALTIME, &day);
    return (uint64_t)day.tv_sec * 1000000000 + (uint64_t)day.tv_nsec +
           (until_ns > from ? until_ns - from : 0);
}

#endif

bool thread_wait(pthread_cond_t *c, pthread_mutex_t *lock, uint64_t until_ns)
{
    uint64_t ns = on_its_clock(until_ns);
    struct timespec t = { (time_t)(ns / 1000000000), (long)(ns % 1000000000) };

    return pthread_cond_timedwait(c, lock, &t) == 0 || thread_now() < until_ns;
}
