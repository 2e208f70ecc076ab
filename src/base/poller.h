/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_POLLER_H
#define BASE_POLLER_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Waiting for many descriptors at once: epoll, an eventfd and a timerfd on
 * Linux, poll() and a pipe elsewhere, where a turn costs time for every
 * descriptor that is watched. One thread waits; any other may wake it. A
 * descriptor is ready as long as what is ready is not taken.
 */

enum {
    POLLER_IN = 1,  /* something can be read, or the other side has closed */
    POLLER_OUT = 2, /* something can be written */
    POLLER_BAD = 4, /* reported unasked */
};

struct poller_event {
    uint64_t tag;
    unsigned what;
};

struct poller;

MUST_USE bool poller_open(struct poller **out, struct err *e);
void poller_close(struct poller *p); /* or NULL */

/* Watches the descriptor for `what` from now on, 0: no longer. The tag comes
 * back with its events; no tag is above UINT64_MAX - 2. */
void poller_set(struct poller *p, int fd, unsigned what, uint64_t tag);

/* The descriptor is closed now, or was; costs nothing with epoll. */
void poller_forget(struct poller *p, int fd);

/* Ends the wait that is, or the next one. For any thread and signal handler. */
void poller_wake(struct poller *p);

/* Ends a wait once at that moment of clock_real(), to the microsecond where the
 * system can; a later call moves the moment. */
void poller_wake_at(struct poller *p, uint64_t ns);

/* Waits, ms at most (-1: without end). Returns how many of `most` events there
 * are: 0 if it was woken, or for nothing. */
int poller_wait(struct poller *p, struct poller_event *events, int most,
                int ms);

#endif
