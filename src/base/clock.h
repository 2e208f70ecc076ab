/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stddef.h>
#include <stdint.h>

/*
 * Time is a parameter: whoever needs it holds a clock, and tests hold one
 * they move by hand. Nothing that is written to a result depends on it.
 */

struct clock {
    /* Nanoseconds since some fixed moment, never going back. */
    uint64_t (*now_ns)(void *state);
    void *state;
};

/* Returns the machine's monotonic clock. */
struct clock clock_real(void);

/* Returns a clock that stands still until *now_ns is changed. */
struct clock clock_manual(uint64_t *now_ns);

uint64_t clock_now(const struct clock *c);

/* The time of day: milliseconds since 1970, UTC. */
int64_t clock_day_ms(void);

/* Writes a duration rounded for people: "2 s", "3 min 20 s", "1 h 05 min". */
void clock_span(char *out, size_t size, double seconds);

/* Writes the minute of a time of day in UTC, "2026-03-01 08:05", or "-" for 0.
 */
void clock_minute(char *out, size_t size, int64_t day_ms);

#endif
