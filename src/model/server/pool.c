/* SPDX-License-Identifier: Apache-2.0 */
#include "model/server/pool.h"
#include "model/server/pool_int.h"

#include <string.h>
#include <unistd.h>

/*
 * The pool's life and its thread. The thread turns: it takes what was pushed,
 * sends what may be sent, lets libcurl act, gives back what ended, and sleeps
 * until a socket, a moment or another thread wakes it.
 */

/* So many calls more than `concurrency` may wait for another try before new
 * ones are held back: a server that fails all is not asked all. */
#define WAITS_SPARE 64

/* ---- queues ---- */

static void queue_put(struct pool_queue *q, struct pool_call *c)
{
    c->next = NULL;
    *(q->last ? &q->last->next : &q->first) = c;
    q->last = c;
    q->n++;
}

static struct pool_call *queue_take(struct pool_queue *q)
{
    struct pool_call *c = q->first;

    if (!c)
        return NULL;
    q->first = c->next;
    if (!q->first)
        q->last = NULL;
    q->n--;
    c->next = NULL;
    return c;
}

/* Put all of `from` behind `to`. */
static void queue_move(struct pool_queue *to, struct pool_queue *from)
{
    if (!from->first)
        return;
    *(to->last ? &to->last->next : &to->first) = from->first;
    to->last = from->last;
    to->n += from->n;
    *from = (struct pool_queue){ 0 };
}

/* ---- the thread ---- */

/* Show other threads how things stand; the lock is held. */
static void publish(struct pool *p)
{
    p->state.in_flight = p->in_flight;
    p->state.waiting = p->waits.n;
    p->state.queued = p->fresh.n;
    p->state.limit = p->limiter.limit;
    p->state.sent = p->sent;
    p->state.retried = p->retried;
    if (p->trouble_new)
        memcpy(p->state.last_trouble, p->trouble, sizeof(p->trouble));
    p->trouble_new = false;
}

/* Take what other threads left. False: the pool is closed and every call
 * was given back. */
static bool exchange(struct pool *p)
{
    bool go;

    pthread_mutex_lock(&p->lock);
    p->asleep = false;
    queue_move(&p->fresh, &p->inbox);
    queue_move(&p->misread, &p->late);
    p->stopped = p->stopping;
    p->deadline_ns = p->stop_ns;
    publish(p);
    go =
        !p->closing || p->fresh.n || p->misread.n || p->waits.n || p->in_flight;
    pthread_mutex_unlock(&p->lock);
    return go;
}

/* What was taken for a reply: it is tried again, or has failed. */
static void settle_misread(struct pool *p)
{
    struct pool_call *c;

    while ((c = queue_take(&p->misread))) {
        p->limiter.troubled =
            p->limiter.troubled || c->late->next == RESPONSE_AGAIN;
        pool_settle(p, c, c->first_ns, c->late);
    }
}

static void drop_all(struct pool *p)
{
    struct pool_call *c;

    while ((c = queue_take(&p->fresh)))
        pool_drop(p, c, NEVER);
    while (p->waits.n) {
        struct pool_wait w = pool_waits_pop(&p->waits);

        pool_drop(p, w.call, w.first_ns);
    }
    while (p->now_ns >= p->deadline_ns && p->flight_first) {
        struct pool_transfer *t = p->flight_first;
        uint64_t first_ns = t->first_ns;

        c = t->call;
        c->lost++;
        pool_transfer_cancel(t);
        pool_transfer_release(p, t);
        pool_drop(p, c, first_ns);
    }
}

static uint64_t span_ns(double s)
{
    return s < 1e9 ? (uint64_t)(s * 1e9) : (uint64_t)1e18;
}

/* When the one silent longest has been so for too long. */
static uint64_t idle_ns(const struct pool *p)
{
    if (p->o.idle_s <= 0 || !p->flight_first)
        return NEVER;
    return p->flight_first->heard_ns + span_ns(p->o.idle_s);
}

static void end_idle(struct pool *p)
{
    while (idle_ns(p) <= p->now_ns) {
        struct pool_transfer *t = p->flight_first;

        t->idle = true;
        pool_transfer_cancel(t);
        pool_transfer_end(t, CURLE_OPERATION_TIMEDOUT);
    }
}

/* Is there a call to be sent now, but for the limiter? */
static bool has_next(const struct pool *p)
{
    return (p->waits.n && p->waits.at[0].due_ns <= p->now_ns) ||
           (p->fresh.n && p->waits.n < p->o.concurrency + WAITS_SPARE);
}

static void send_next(struct pool *p)
{
    if (p->waits.n && p->waits.at[0].due_ns <= p->now_ns) {
        struct pool_wait w = pool_waits_pop(&p->waits);

        pool_transfer_start(p, w.call, w.first_ns);
    } else {
        pool_transfer_start(p, queue_take(&p->fresh), NEVER);
    }
}

static uint64_t sooner(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* When something is to be done though no socket stirs. */
static uint64_t next_ns(const struct pool *p)
{
    uint64_t t =
        sooner(idle_ns(p), p->stopped && p->in_flight ? p->deadline_ns : NEVER);

    for (unsigned i = 0; i < p->n_shards; i++)
        t = sooner(t, p->shards[i].due_ns);
    if (p->in_flight >= p->limiter.limit)
        return t;
    if (has_next(p))
        return sooner(t, limiter_next_ns(&p->limiter, p->now_ns));
    return p->waits.n ? sooner(t, p->waits.at[0].due_ns) : t;
}

/* Sleep, unless there is something to do: calls came back in this turn, or
 * were pushed. */
static void sleep_or_go(struct pool *p, bool busy)
{
    pthread_mutex_lock(&p->lock);
    busy = busy || p->inbox.first || p->late.first ||
           p->stopping != p->stopped || p->stop_ns != p->deadline_ns;
    /* The last to be given back: nobody wakes a pool that is closed. */
    busy = busy || (p->closing && !p->in_flight && !p->waits.n && !p->fresh.n);
    p->asleep = !busy;
    publish(p);
    pthread_mutex_unlock(&p->lock);
    pool_events(p, busy ? p->now_ns : next_ns(p));
}

void *pool_turns(void *arg)
{
    struct pool *p = arg;

    while (exchange(p)) {
        uint64_t given = p->given, retried = p->retried;

        settle_misread(p);
        if (p->stopped)
            drop_all(p);
        end_idle(p);
        while (has_next(p) && limiter_may(&p->limiter, p->in_flight, p->now_ns))
            send_next(p);
        pool_timers(p);
        pool_reap(p);
        sleep_or_go(p, p->given != given || p->retried != retried);
        pool_reap(p);
    }
    return NULL;
}

/* ---- from any thread ---- */

void pool_call_clear(struct pool_call *c)
{
    struct pool_call empty = { .body = c->body,
                               .body_n = c->body_n,
                               .own = c->own };

    arena_clear(&c->arena);
    *c = empty;
}

void pool_push_many(struct pool *p, struct pool_call **calls, size_t n)
{
    bool wake;

    for (size_t i = 0; i < n; i++) {
        pool_call_clear(calls[i]);
        calls[i]->raw = "";
        calls[i]->history = "[]";
    }
    pthread_mutex_lock(&p->lock);
    for (size_t i = 0; i < n; i++)
        queue_put(&p->inbox, calls[i]);
    wake = p->asleep;
    p->asleep = false;
    pthread_mutex_unlock(&p->lock);
    if (wake)
        poller_wake(p->poller);
}

static void push_late(struct pool *p, struct pool_call *c)
{
    bool wake;

    pthread_mutex_lock(&p->lock);
    queue_put(&p->late, c);
    wake = p->asleep;
    p->asleep = false;
    if (wake) /* still locked: once it has the call, the pool may be closed */
        poller_wake(p->poller);
    pthread_mutex_unlock(&p->lock);
}

bool pool_read(struct pool *p, struct pool_call *c)
{
    struct response_head head = {
        .status = c->status, .sent = c->body, .sent_n = c->body_n, .stays = true
    };
    struct response answer;

    c->unread = false;
    response_read(&c->arena, p->model, &head, c->raw, c->raw_n, 0, &answer);
    c->raw = answer.raw;
    c->raw_n = answer.raw_n;
    c->reply = answer.reply;
    if (answer.next == RESPONSE_DONE && outcome_is_reply(c->reply.outcome))
        return true;
    c->late = arena_new(&c->arena, struct response);
    *c->late = answer;
    push_late(p, c);
    return false;
}

void pool_push(struct pool *p, struct pool_call *call)
{
    pool_push_many(p, &call, 1);
}

void pool_stop(struct pool *p, double grace_s)
{
    uint64_t end = clock_now(&p->clock) + span_ns(grace_s > 0 ? grace_s : 0);

    pthread_mutex_lock(&p->lock);
    p->stopping = true;
    if (end < p->stop_ns)
        p->stop_ns = end;
    p->asleep = false;
    pthread_mutex_unlock(&p->lock);
    poller_wake(p->poller);
}

void pool_look(struct pool *p, struct pool_state *out)
{
    pthread_mutex_lock(&p->lock);
    *out = p->state;
    out->queued += p->inbox.n;
    pthread_mutex_unlock(&p->lock);
}

void pool_close(struct pool *p)
{
    pthread_mutex_lock(&p->lock);
    p->closing = true;
    p->asleep = false;
    pthread_mutex_unlock(&p->lock);
    poller_wake(p->poller);
    pthread_join(p->thread, NULL);
    pool_free(p);
}
