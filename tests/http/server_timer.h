/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_HTTP_SERVER_TIMER_H
#define TESTS_HTTP_SERVER_TIMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What is to happen later. Alarms of one constant delay fall due in the order
 * they were set, so each of the first few delays met has a queue of its own:
 * setting and firing cost the same however many wait. All other alarms stand
 * in a binary heap. An alarm is a member of what it wakes.
 */

#define TIMER_LANES 8

struct alarm {
    uint64_t due_ns;
    struct alarm *before, *after; /* in a lane */
    size_t place;                 /* in the heap, from 1; 0: not there */
    unsigned lane;                /* from 1; 0: in no lane */
};

struct timer_lane {
    uint64_t delay_ns; /* 0: the lane is free for any delay */
    struct alarm *first, *last;
};

struct timer {
    struct timer_lane lanes[TIMER_LANES];
    struct alarm **heap; /* from 1 */
    size_t n, cap;
};

/* Wake `a` after a delay. A `constant` one will be asked for again. */
void timer_set(struct timer *t, struct alarm *a, uint64_t now_ns,
               uint64_t delay_ns, bool constant);

/* Forget it; nothing when it is not set. */
void timer_drop(struct timer *t, struct alarm *a);

/* The alarm that is due next, NULL when none is set. */
struct alarm *timer_first(const struct timer *t);

void timer_clear(struct timer *t);

#endif
