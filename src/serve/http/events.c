/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/http/events.h"
#include "base/alloc.h"
#include "base/err.h"
#include "base/str.h"
#include "base/thread.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/*
 * One lock for the hub. An event is written once, as the bytes that are sent,
 * and counted by the listeners whose rings hold it.
 */

#define LISTENERS_MOST   1000
#define LISTENERS_OF_ONE 300 /* of one person */

struct told {
    size_t held; /* by so many listeners */
    size_t n;
    char text[];
};

struct listener {
    struct events *hub;
    struct listener *next;
    char *topics;
    struct told *ring[EVENTS_WAITING];
    size_t first, n;   /* of the ring */
    bool lost;         /* some were dropped, which must be told first */
    struct told *half; /* written to the caller up to `at`; or NULL */
    size_t at;
    int64_t who; /* a person, or 0 */
    bool over;   /* events_drop() came */
    pthread_cond_t came;
};

struct events {
    pthread_mutex_t lock;
    struct listener *listeners;
    size_t n;
    bool closing;
};

struct events *events_new(void)
{
    struct events *h = alloc_new(1, sizeof(*h));

    pthread_mutex_init(&h->lock, NULL);
    return h;
}

void events_free(struct events *h)
{
    if (!h)
        return;
    INVARIANT(h->n == 0);
    pthread_mutex_destroy(&h->lock);
    free(h);
}

static struct told *told_new(const char *name, const char *json)
{
    struct str text = { 0 };
    struct told *t;

    INVARIANT(!strpbrk(name, "\r\n") && !strpbrk(json, "\r\n"));
    str_addf(&text, "event: %s\ndata: ", name);
    str_add(&text, json);
    str_add(&text, "\n\n");
    t = alloc_new(1, sizeof(*t) + text.n);
    t->n = text.n;
    memcpy(t->text, text.s, text.n);
    str_clear(&text);
    return t;
}

static void events_let_go(struct told *t)
{
    if (t && --t->held == 0)
        free(t);
}

static struct told *take_first(struct listener *l)
{
    struct told *t = l->ring[l->first];

    l->first = (l->first + 1) % EVENTS_WAITING;
    l->n--;
    return t;
}

static void put_last(struct listener *l, struct told *t)
{
    if (l->n == EVENTS_WAITING) {
        events_let_go(take_first(l));
        l->lost = true;
    }
    l->ring[(l->first + l->n++) % EVENTS_WAITING] = t;
    t->held++;
    pthread_cond_signal(&l->came);
}

void events_say(struct events *h, const char *topic, const char *name,
                const char *json)
{
    struct told *t = told_new(name, json);

    pthread_mutex_lock(&h->lock);
    t->held = 1;
    for (struct listener *l = h->listeners; l; l = l->next)
        if (str_among(topic, l->topics))
            put_last(l, t);
    events_let_go(t);
    pthread_mutex_unlock(&h->lock);
}

/* How many of a person's listen? Nobody's are not counted. */
static size_t events_count_of(const struct events *h, int64_t who)
{
    size_t n = 0;

    for (const struct listener *l = h->listeners; who && l; l = l->next)
        n += l->who == who;
    return n;
}

struct listener *events_listen(struct events *h, const char *topics,
                               int64_t who)
{
    struct listener *l = NULL;
    size_t n = strlen(topics) + 1;

    pthread_mutex_lock(&h->lock);
    if (h->n < LISTENERS_MOST && events_count_of(h, who) < LISTENERS_OF_ONE &&
        !h->closing) {
        l = alloc_new(1, sizeof(*l));
        l->hub = h;
        l->who = who;
        l->topics = memcpy(alloc_new(n, 1), topics, n);
        thread_cond_init(&l->came);
        l->next = h->listeners;
        h->listeners = l;
        h->n++;
    }
    pthread_mutex_unlock(&h->lock);
    return l;
}

void events_leave(struct listener *l)
{
    struct events *h = l->hub;
    struct listener **p = &h->listeners;

    pthread_mutex_lock(&h->lock);
    while (*p != l)
        p = &(*p)->next;
    *p = l->next;
    h->n--;
    while (l->n > 0)
        events_let_go(take_first(l));
    events_let_go(l->half);
    pthread_mutex_unlock(&h->lock);
    pthread_cond_destroy(&l->came);
    free(l->topics);
    free(l);
}

/* Writes as much as fits of what comes next. Returns the bytes written. */
static size_t events_write_next(struct listener *l, char *buf, size_t size)
{
    struct told *t;
    size_t n;

    if (!l->half && l->lost) {
        l->lost = false;
        l->half = told_new("lost", "{}");
        l->half->held = 1;
    } else if (!l->half && l->n > 0) {
        l->half = take_first(l);
    }
    if (!(t = l->half))
        return 0;
    n = t->n - l->at < size ? t->n - l->at : size;
    memcpy(buf, t->text + l->at, n);
    l->at += n;
    if (l->at == t->n) {
        events_let_go(t);
        l->half = NULL;
        l->at = 0;
    }
    return n;
}

long events_wait(struct listener *l, char *buf, size_t size, int64_t most_ms)
{
    struct events *h = l->hub;
    uint64_t end = thread_after(most_ms);
    bool waiting = true;
    long n;

    pthread_mutex_lock(&h->lock);
    while (waiting && !h->closing && !l->over && !l->half && !l->lost &&
           l->n == 0)
        waiting = thread_wait(&l->came, &h->lock, end);
    n = h->closing || l->over ? -1 : (long)events_write_next(l, buf, size);
    pthread_mutex_unlock(&h->lock);
    return n;
}

void events_drop(struct events *h, int64_t who)
{
    pthread_mutex_lock(&h->lock);
    for (struct listener *l = h->listeners; l; l = l->next)
        if (l->who == who) {
            l->over = true;
            pthread_cond_broadcast(&l->came);
        }
    pthread_mutex_unlock(&h->lock);
}

void events_close(struct events *h)
{
    pthread_mutex_lock(&h->lock);
    h->closing = true;
    for (struct listener *l = h->listeners; l; l = l->next)
        pthread_cond_broadcast(&l->came);
    pthread_mutex_unlock(&h->lock);
}

size_t events_listeners(struct events *h)
{
    size_t n;

    pthread_mutex_lock(&h->lock);
    n = h->n;
    pthread_mutex_unlock(&h->lock);
    return n;
}
