/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_QUEUE_H
#define BASE_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * A queue between threads: pointers in, pointers out in the same order. It
 * grows as needed; whoever fills it bounds what is under way. A closed queue
 * gives out what it holds and then nothing more.
 */

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t some; /* something came, or it was closed */
    void **items;        /* a ring */
    size_t first, n, cap;
    bool closed;
};

void queue_open(struct queue *q);
void queue_push(struct queue *q, void *item);
void queue_push_many(struct queue *q, void *const *items, size_t n);
size_t queue_count(struct queue *q); /* of items that it holds now */

/* Waits for the first item and takes up to `most` that are there. Returns how
 * many, or 0 if the queue is closed and empty. */
size_t queue_take(struct queue *q, void **items, size_t most);

/* As queue_take(), but returns 0 if nothing comes within wait_ms. */
size_t queue_take_for(struct queue *q, void **items, size_t most, int wait_ms);

/* Wakes everybody who waits; nothing may be pushed from now on. */
void queue_shut(struct queue *q);

void queue_clear(struct queue *q); /* free; nobody uses it any more */

#endif
