/* SPDX-License-Identifier: Apache-2.0 */
#include "server_timer.h"

#include "base/alloc.h"

#include <stdlib.h>

static void put(struct timer *t, size_t i, struct alarm *a)
{
    t->heap[i] = a;
    a->place = i;
}

static void rise(struct timer *t, size_t i, struct alarm *a)
{
    while (i > 1 && t->heap[i / 2]->due_ns > a->due_ns) {
        put(t, i, t->heap[i / 2]);
        i /= 2;
    }
    put(t, i, a);
}

static void sink(struct timer *t, size_t i, struct alarm *a)
{
    for (;;) {
        size_t child = 2 * i;
        if (child > t->n)
            break;
        if (child < t->n && t->heap[child + 1]->due_ns < t->heap[child]->due_ns)
            child++;
        if (t->heap[child]->due_ns >= a->due_ns)
            break;
        put(t, i, t->heap[child]);
        i = child;
    }
    put(t, i, a);
}

static void heap_put(struct timer *t, struct alarm *a)
{
    if (t->n + 1 >= t->cap) {
        t->cap = t->cap ? 2 * t->cap : 64;
        t->heap = alloc_resize(t->heap, t->cap, sizeof *t->heap);
    }
    rise(t, ++t->n, a);
}

static void heap_drop(struct timer *t, struct alarm *a)
{
    struct alarm *last = t->heap[t->n--];
    size_t i = a->place;

    a->place = 0;
    if (last == a)
        return;
    if (i > 1 && t->heap[i / 2]->due_ns > last->due_ns)
        rise(t, i, last);
    else
        sink(t, i, last);
}

/* The lane of this delay, a free one made its own, or 0 when all are taken. */
static unsigned lane_of(struct timer *t, uint64_t delay_ns)
{
    for (unsigned i = 0; i < TIMER_LANES; i++) {
        struct timer_lane *l = &t->lanes[i];
        if (!l->first)
            l->delay_ns = delay_ns;
        if (l->delay_ns == delay_ns)
            return i + 1;
    }
    return 0;
}

void timer_set(struct timer *t, struct alarm *a, uint64_t now_ns,
               uint64_t delay_ns, bool constant)
{
    struct timer_lane *l;

    a->due_ns = now_ns + delay_ns;
    a->lane = constant ? lane_of(t, delay_ns) : 0;
    if (!a->lane) {
        heap_put(t, a);
        return;
    }
    l = &t->lanes[a->lane - 1];
    a->before = l->last;
    a->after = NULL;
    if (l->last)
        l->last->after = a;
    else
        l->first = a;
    l->last = a;
}

void timer_drop(struct timer *t, struct alarm *a)
{
    struct timer_lane *l;

    if (a->place)
        heap_drop(t, a);
    if (!a->lane)
        return;
    l = &t->lanes[a->lane - 1];
    *(a->before ? &a->before->after : &l->first) = a->after;
    *(a->after ? &a->after->before : &l->last) = a->before;
    a->lane = 0;
}

struct alarm *timer_first(const struct timer *t)
{
    struct alarm *best = t->n ? t->heap[1] : NULL;

    for (unsigned i = 0; i < TIMER_LANES; i++) {
        struct alarm *a = t->lanes[i].first;
        if (a && (!best || a->due_ns < best->due_ns))
            best = a;
    }
    return best;
}

void timer_clear(struct timer *t)
{
    free(t->heap);
    *t = (struct timer){ 0 };
}
