/* SPDX-License-Identifier: Apache-2.0 */
#include "base/queue.h"
#include "base/alloc.h"
#include "base/err.h"
#include "base/thread.h"

#include <stdlib.h>
#include <string.h>

void queue_open(struct queue *q)
{
    memset(q, 0, sizeof(*q));
    pthread_mutex_init(&q->lock, NULL);
    thread_cond_init(&q->some);
}

static void queue_grow(struct queue *q)
{
    size_t cap = q->cap ? 2 * q->cap : 64;
    void **items = alloc_new(cap, sizeof(*items));

    for (size_t i = 0; i < q->n; i++)
        items[i] = q->items[(q->first + i) % q->cap];
    free(q->items);
    q->items = items;
    q->cap = cap;
    q->first = 0;
}

void queue_push_many(struct queue *q, void *const *items, size_t n)
{
    if (n == 0)
        return;
    pthread_mutex_lock(&q->lock);
    INVARIANT(!q->closed);
    for (size_t i = 0; i < n; i++) {
        if (q->n == q->cap)
            queue_grow(q);
        q->items[(q->first + q->n++) % q->cap] = items[i];
    }
    if (n > 1)
        pthread_cond_broadcast(&q->some);
    else
        pthread_cond_signal(&q->some);
    pthread_mutex_unlock(&q->lock);
}

void queue_push(struct queue *q, void *item)
{
    queue_push_many(q, &item, 1);
}

static size_t queue_give(struct queue *q, void **items, size_t most)
{
    size_t n = q->n < most ? q->n : most;

    INVARIANT(q->n <= q->cap && (q->cap == 0 || q->first < q->cap));
    for (size_t i = 0; i < n; i++)
        items[i] = q->items[(q->first + i) % q->cap];
    if (n) {
        q->first = (q->first + n) % q->cap;
        q->n -= n;
    }
    return n;
}

size_t queue_take(struct queue *q, void **items, size_t most)
{
    size_t n;

    pthread_mutex_lock(&q->lock);
    while (q->n == 0 && !q->closed)
        pthread_cond_wait(&q->some, &q->lock);
    n = queue_give(q, items, most);
    pthread_mutex_unlock(&q->lock);
    return n;
}

size_t queue_take_for(struct queue *q, void **items, size_t most, int wait_ms)
{
    uint64_t until = thread_after(wait_ms);
    size_t n;

    pthread_mutex_lock(&q->lock);
    while (q->n == 0 && !q->closed)
        if (!thread_wait(&q->some, &q->lock, until))
            break;
    n = queue_give(q, items, most);
    pthread_mutex_unlock(&q->lock);
    return n;
}

size_t queue_count(struct queue *q)
{
    size_t n;

    pthread_mutex_lock(&q->lock);
    n = q->n;
    pthread_mutex_unlock(&q->lock);
    return n;
}

void queue_shut(struct queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->closed = true;
    pthread_cond_broadcast(&q->some);
    pthread_mutex_unlock(&q->lock);
}

void queue_clear(struct queue *q)
{
    pthread_cond_destroy(&q->some);
    pthread_mutex_destroy(&q->lock);
    free(q->items);
}
