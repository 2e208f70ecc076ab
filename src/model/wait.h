/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_WAIT_H
#define MODEL_WAIT_H

#include <stdint.h>

/*
 * How long a server asks to wait, as its headers write it. Every function
 * returns milliseconds, rounded up: -1 if the text is NULL or has another form,
 * 0 if the wait is negative or past, and at most WAIT_MOST_MS if it is absurd:
 * whether a wait of days makes sense is not decided here. `now_s` is the time
 * of day in seconds since 1970. No locale, no time zone of the machine: dates
 * are computed from their fields.
 */

#define WAIT_MOST_MS INT64_C(1000000000000000)

/* "1500", "12.5": milliseconds (retry-after-ms). */
int64_t wait_milliseconds(const char *text);

/* "30", "0.25", or a date in one of the three forms of RFC 9110, 5.6.7
 * (Retry-After). */
int64_t wait_retry_after(const char *text, double now_s);

/* "1m30s", "500ms", "2m59.56s", "6" (seconds), or a time as below
 * (x-ratelimit-reset-*). */
int64_t wait_reset(const char *text, double now_s);

/* Returns the time of day that a date in one of those three forms names, in
 * seconds since 1970 (Date); or now_s if the text is NULL or has another form.
 * Waits that are dates are measured from it: what the server's clock shows is
 * of no matter then. */
double wait_now(const char *text, double now_s);

/* "2026-11-15T12:00:00Z", with a fraction or a zone "+01:00" if need be
 * (anthropic-ratelimit-*-reset, RFC 3339). */
int64_t wait_time(const char *text, double now_s);

#endif
