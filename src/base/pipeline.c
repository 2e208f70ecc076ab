/* SPDX-License-Identifier: Apache-2.0 */
#include "base/pipeline.h"
#include "base/err.h"
#include "base/thread.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * A ring of slots. The calling thread alone takes items, outside of the lock.
 * Workers block signals, so that a signal ends a read of the calling thread. A
 * worker takes the oldest slot that is ready, works on it alone and marks it
 * done; whoever finishes the oldest slot emits it and all done ones behind it.
 * A slot is filled again only after it was emitted, which bounds how far fast
 * threads run ahead.
 */

#define SLOTS_PER_THREAD 64

struct slot {
    struct pipeline_item item;
    bool done;
};

struct ring {
    const struct pipeline *p;
    struct slot *slots;
    size_t n;
    /* Counts of items, each at most the one before; slot = number % n. */
    size_t taken, begun, emitted;
    bool ended;    /* no more will be taken */
    bool unwanted; /* emit returned false: the remaining items are dropped */
    bool emitting; /* a thread is inside emit */
    pthread_mutex_t lock;
    pthread_cond_t filled; /* for workers: an item is ready, or none comes */
    pthread_cond_t freed;  /* for the taker: a slot is free, or stop */
};

static void *pipeline_checked(void *p)
{
    if (!p)
        out_of_memory();
    return p;
}

/* One item, from taking to giving out, on the calling thread. */
static void run_alone(const struct pipeline *p)
{
    struct pipeline_item item = { .data = pipeline_checked(
                                      calloc(1, p->item_size)) };

    for (;;) {
        memset(item.data, 0, p->item_size);
        if (!p->next(p->ctx, &item))
            break;
        p->work(p->ctx, &item);
        if (!p->emit(p->ctx, &item))
            break;
        arena_reset(&item.arena);
    }
    arena_clear(&item.arena);
    free(item.data);
}

static bool ring_is_sound(const struct ring *r)
{
    return r->emitted <= r->begun && r->begun <= r->taken &&
           r->taken - r->emitted <= r->n;
}

/* Give out the oldest items that are done. One thread does so at a time, with
 * the lock released around emit. */
static void give_out(struct ring *r)
{
    if (r->emitting)
        return;
    r->emitting = true;
    while (!r->unwanted && r->emitted < r->begun) {
        struct slot *s = &r->slots[r->emitted % r->n];
        bool wanted;

        if (!s->done)
            break;
        pthread_mutex_unlock(&r->lock);
        wanted = r->p->emit(r->p->ctx, &s->item);
        arena_reset(&s->item.arena);
        pthread_mutex_lock(&r->lock);
        s->done = false;
        r->emitted++;
        r->unwanted = !wanted;
        pthread_cond_signal(&r->freed);
    }
    r->emitting = false;
}

static void *work_loop(void *arg)
{
    struct ring *r = arg;

    pthread_mutex_lock(&r->lock);
    for (;;) {
        struct slot *s;

        while (r->begun == r->taken && !r->ended && !r->unwanted)
            pthread_cond_wait(&r->filled, &r->lock);
        if (r->begun == r->taken || r->unwanted)
            break;
        s = &r->slots[r->begun++ % r->n];
        pthread_mutex_unlock(&r->lock);
        r->p->work(r->p->ctx, &s->item);
        pthread_mutex_lock(&r->lock);
        s->done = true;
        give_out(r);
        INVARIANT(ring_is_sound(r));
    }
    pthread_mutex_unlock(&r->lock);
    if (r->p->leave)
        r->p->leave(r->p->ctx);
    return NULL;
}

/* Fill slots until there is nothing more to take. */
static void pipeline_take_all(struct ring *r)
{
    bool more = true;

    pthread_mutex_lock(&r->lock);
    while (more) {
        struct slot *s = &r->slots[r->taken % r->n];

        while (!r->unwanted && r->taken - r->emitted == r->n)
            pthread_cond_wait(&r->freed, &r->lock);
        if (r->unwanted)
            break;
        pthread_mutex_unlock(&r->lock);
        memset(s->item.data, 0, r->p->item_size);
        more = r->p->next(r->p->ctx, &s->item);
        pthread_mutex_lock(&r->lock);
        r->taken += more;
        pthread_cond_signal(&r->filled);
    }
    r->ended = true;
    pthread_cond_broadcast(&r->filled);
    pthread_mutex_unlock(&r->lock);
}

/* Start workers, with signals blocked in them; returns how many. Not SIGPIPE:
 * it comes to the thread that writes, and ends `assay new ... | head`. */
static size_t pipeline_start(struct ring *r, pthread_t *threads, size_t n)
{
    sigset_t all, before;
    size_t started = 0;

    sigfillset(&all);
    sigdelset(&all, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    while (started < n && thread_start(&threads[started], work_loop, r) == 0)
        started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void run_threads(struct ring *r)
{
    size_t n = (size_t)r->p->threads, started;
    pthread_t *threads = pipeline_checked(calloc(n, sizeof(*threads)));

    started = pipeline_start(r, threads, n);
    if (started == 0) {
        run_alone(r->p); /* no thread could be started: do it here */
    } else {
        pipeline_take_all(r);
        for (size_t i = 0; i < started; i++)
            pthread_join(threads[i], NULL);
    }
    free(threads);
}

static void run_ring(const struct pipeline *p)
{
    struct ring r = { .p = p, .n = (size_t)p->threads * SLOTS_PER_THREAD };

    r.slots = pipeline_checked(calloc(r.n, sizeof(*r.slots)));
    for (size_t i = 0; i < r.n; i++)
        r.slots[i].item.data = pipeline_checked(calloc(1, p->item_size));
    pthread_mutex_init(&r.lock, NULL);
    pthread_cond_init(&r.filled, NULL);
    pthread_cond_init(&r.freed, NULL);
    run_threads(&r);
    pthread_cond_destroy(&r.freed);
    pthread_cond_destroy(&r.filled);
    pthread_mutex_destroy(&r.lock);
    for (size_t i = 0; i < r.n; i++) {
        arena_clear(&r.slots[i].item.arena);
        free(r.slots[i].item.data);
    }
    free(r.slots);
}

void pipeline_run(const struct pipeline *p)
{
    INVARIANT(p->item_size > 0 && p->threads >= 1);
    if (p->threads == 1)
        run_alone(p);
    else
        run_ring(p);
}

int pipeline_cores(void)
{
    long n = sysconf(_SC_NPROCESSORS_ONLN);

    return n < 1 ? 1 : (int)n;
}
