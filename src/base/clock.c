/* SPDX-License-Identifier: Apache-2.0 */
#include "base/clock.h"

#include <stdio.h>
#include <time.h>

static uint64_t real_now(void *state)
{
    struct timespec t;

    (void)state;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t manual_now(void *state)
{
    return *(uint64_t *)state;
}

struct clock clock_real(void)
{
    return (struct clock){ real_now, NULL };
}

struct clock clock_manual(uint64_t *now_ns)
{
    return (struct clock){ manual_now, now_ns };
}

uint64_t clock_now(const struct clock *c)
{
    return c->now_ns(c->state);
}

int64_t clock_day_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void clock_span(char *out, size_t size, double seconds)
{
    unsigned long long s;

    if (!(seconds >= 0 && seconds < 1e9)) { /* also NaN */
        snprintf(out, size, "?");
        return;
    }
    s = (unsigned long long)(seconds + 0.5);
    if (s < 60)
        snprintf(out, size, "%llu s", s);
    else if (s < 3600)
        snprintf(out, size, "%llu min %02llu s", s / 60, s % 60);
    else
        snprintf(out, size, "%llu h %02llu min", s / 3600, s / 60 % 60);
}

void clock_minute(char *out, size_t size, int64_t day_ms)
{
    time_t t = (time_t)(day_ms / 1000);
    struct tm tm;

    if (!day_ms || !gmtime_r(&t, &tm) ||
        !strftime(out, size, "%Y-%m-%d %H:%M", &tm))
        snprintf(out, size, "-");
}
