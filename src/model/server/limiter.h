/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_SERVER_LIMITER_H
#define MODEL_SERVER_LIMITER_H

#include "model/server/shared_rate.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The number of calls in flight, and the time of the next one.
 *
 * Slow start: a round is as many completions as the limit is at its start; one
 * without trouble doubles the limit up to `most`. A 429 cuts it to 0.7 and ends
 * slow start: from then on a good round adds one. A call carries the number of
 * cuts at the time it was sent; the end of a call sent before the last cut
 * means nothing for the new limit and is ignored, so that a burst of 429s cuts
 * once. Other trouble stops growth for its round.
 *
 * The rate is kept by a bucket that lets calls be a few milliseconds early, as
 * timers are late, and never saves up more than that: sends are spread.
 *
 * Time is a parameter: nothing here looks at a clock.
 */

enum limiter_end {
    LIMITER_GOOD,
    LIMITER_TROUBLE, /* 5xx, a broken connection: no growth this round */
    LIMITER_LIMITED, /* 429: fewer */
};

struct limiter {
    unsigned limit; /* calls in flight that are allowed now */
    unsigned most;
    bool fixed;      /* never adapted */
    bool slow_start; /* no cut so far */
    bool troubled;   /* something in this round was not good */
    unsigned left;   /* completions until the round ends */
    uint64_t cuts;   /* cuts so far */
    uint64_t gap_ns; /* between two sends; 0: no rate */
    uint64_t due_ns; /* when the next send is due by the rate */
    struct shared_rate_slot
        *shared; /* the same, of several processes; or NULL */
};

/* Begin. `most` and `start` are at least 1; rate is in calls a second, 0: no
 * limit. */
void limiter_init(struct limiter *l, unsigned most, unsigned start, bool fixed,
                  double rate);

/* May one more be sent, with so many in flight? */
bool limiter_may(const struct limiter *l, unsigned in_flight, uint64_t now_ns);

/* Returns the moment from which the rate allows the next send; it may be past.
 */
uint64_t limiter_next_ns(const struct limiter *l, uint64_t now_ns);

/* Count a call as sent. Returns a ticket, which limiter_ended() takes at its
 * end. */
uint64_t limiter_sent(struct limiter *l, uint64_t now_ns);

void limiter_ended(struct limiter *l, uint64_t ticket, enum limiter_end end);

#endif
