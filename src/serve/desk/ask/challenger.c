/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "base/clock.h"
#include "base/str.h"
#include "base/thread.h"
#include "serve/desk/ask/challenger_int.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define LOOK_S 5 /* at the queue, though nobody woke us */

const struct model *challenger_model(const struct challenger *c,
                                     const char *spec)
{
    for (size_t i = 0; c && i < c->n_models; i++)
        if (str_eq(c->models[i].spec, spec))
            return &c->models[i];
    return NULL;
}

/* ---- threads ---- */

void challenger_tell(const struct challenger *c, const char *what,
                     const struct err *e)
{
    struct str line = { 0 };

    if (!c->serve->o->tell)
        return;
    str_addf(&line, "%s: %s", what, e->msg);
    c->serve->o->tell(c->serve->o->ctx, str_get(&line));
    str_clear(&line);
}

/* Waits until somebody wakes us, a while at most. Under the lock. */
static void rest(struct challenger *c)
{
    (void)thread_wait(&c->wake, &c->lock, thread_after(LOOK_S * 1000));
}

/* Takes the oldest challenge, or waits a while; a queue that cannot be read is
 * told once, and looked at again. Whoever halts one finds it in the queue or
 * with its worker, since both are under the lock. */
static bool take(struct worker *w)
{
    struct challenger *c = w->challenger;
    bool ok, found = false;
    struct err e;

    arena_reset(&w->arena);
    pthread_mutex_lock(&c->lock);
    if (!atomic_load(&c->stopping)) {
        ok = challenges_take(w->store, &w->arena, clock_day_ms(), &w->row,
                             &found, &e);
        found = ok && found;
        if (!ok && !c->told)
            challenger_tell(c, "could not take a challenge from the queue", &e);
        c->told = !ok;
        if (found)
            w->challenge = w->row.id;
        else
            rest(c);
    }
    pthread_mutex_unlock(&c->lock);
    return found;
}

static void give_up(struct worker *w)
{
    pthread_mutex_lock(&w->challenger->lock);
    w->challenge = 0;
    w->halted[0] = '\0';
    pthread_mutex_unlock(&w->challenger->lock);
}

static void *work(void *ctx)
{
    struct worker *w = ctx;
    struct challenger *c = w->challenger;

    while (!atomic_load(&c->stopping)) {
        if (!take(w))
            continue;
        w->said_ms = w->wrote_ms = 0;
        w->said_done = 0;
        w->told = false;
        challenge_run(w);
        give_up(w);
    }
    if (c->serve->o->ask.ask.leave)
        c->serve->o->ask.ask.leave(NULL);
    return NULL;
}

/* ---- beginning and ending ---- */

static bool open_models(struct challenger *c, struct err *e)
{
    const struct serve_options *o = c->serve->o;

    c->models = arena_array(&c->arena, struct model, o->n_models + 1);
    c->known = arena_array(&c->arena, struct priced, o->n_models + 1);
    for (; c->n_models < o->n_models; c->n_models++)
        if (!model_open(&c->arena, o->models[c->n_models], &o->ask.model,
                        &c->models[c->n_models], e))
            return false;
    return model_check_shared(c->models, c->n_models, &o->ask.model, e);
}

static bool open_stores(struct challenger *c, struct err *e)
{
    size_t again;

    for (size_t i = 0; i < c->n_threads; i++)
        if (!store_open(&c->workers[i].store, c->serve->o->store, STORE_MAKE,
                        e))
            return false;
    return challenges_again(c->workers[0].store, &again, e);
}

static void clear(struct challenger *c)
{
    for (size_t i = 0; i < c->n_threads; i++) {
        if (c->workers[i].store)
            store_close(c->workers[i].store);
        arena_clear(&c->workers[i].arena);
    }
    pthread_mutex_destroy(&c->lock);
    pthread_mutex_destroy(&c->purses);
    pthread_cond_destroy(&c->wake);
    arena_clear(&c->arena);
    free(c);
}

bool challenger_start(struct serve *s, struct challenger **out, struct err *e)
{
    struct challenger *c = alloc_new(1, sizeof(*c));
    unsigned most = s->o->ask.ask.pool.concurrency;

    c->serve = s;
    /* No more than a server may be asked at once. */
    c->n_threads =
        most && most < CHALLENGER_THREADS ? most : CHALLENGER_THREADS;
    pthread_mutex_init(&c->lock, NULL);
    pthread_mutex_init(&c->purses, NULL);
    thread_cond_init(&c->wake);
    if (!open_models(c, e) || !open_stores(c, e)) {
        clear(c);
        return false;
    }
    for (size_t i = 0; i < c->n_threads; i++) {
        c->workers[i].challenger = c;
        if (thread_start(&c->workers[i].thread, work, &c->workers[i]))
            BUG("could not start a thread");
    }
    *out = c;
    return true;
}

void challenger_wake(struct challenger *c)
{
    pthread_mutex_lock(&c->lock);
    pthread_cond_broadcast(&c->wake);
    pthread_mutex_unlock(&c->lock);
}

void challenger_stop(struct challenger *c)
{
    if (!c)
        return;
    atomic_store(&c->stopping, true);
    challenger_wake(c);
    for (size_t i = 0; i < c->n_threads; i++)
        pthread_join(c->workers[i].thread, NULL);
    clear(c);
}

/* Sets the state of a challenge if it is among those of the bits `from`; *did
 * says whether. Under the lock, so that whoever takes it takes it
 * once. */
static bool move(struct store *s, int64_t id, unsigned from,
                 const struct challenge *to, bool *did, struct err *e)
{
    struct arena a = { 0 };
    struct challenge row;
    bool found, ok = challenges_find(s, &a, id, &row, &found, e);

    *did = ok && found && (from >> row.state & 1);
    if (*did) {
        row.state = to->state;
        row.why = to->why;
        row.ended_ms = to->ended_ms;
        ok = challenges_set(s, &row, e);
    }
    arena_clear(&a);
    return ok;
}

/* One that waits is ended here, one under way by its worker. */
bool challenger_halt(struct challenger *c, struct store *s, int64_t id,
                     const char *why, struct err *e)
{
    const struct challenge to = { .state = CHALLENGE_STOPPED,
                                  .why = why,
                                  .ended_ms = clock_day_ms() };
    bool ok = true, busy = false, did;

    pthread_mutex_lock(&c->lock);
    for (size_t i = 0; i < CHALLENGER_THREADS; i++) {
        struct worker *w = &c->workers[i];

        if (w->challenge != id)
            continue;
        snprintf(w->halted, sizeof(w->halted), "%s", why);
        busy = true;
    }
    if (!busy)
        ok = move(s, id, 1u << CHALLENGE_QUEUED, &to, &did, e);
    pthread_mutex_unlock(&c->lock);
    return ok;
}

bool challenger_is_halting(struct challenger *c, int64_t id)
{
    bool halting = false;

    pthread_mutex_lock(&c->lock);
    for (size_t i = 0; i < CHALLENGER_THREADS; i++)
        halting |=
            c->workers[i].challenge == id && c->workers[i].halted[0] != '\0';
    pthread_mutex_unlock(&c->lock);
    return halting;
}

bool challenger_again(struct challenger *c, struct store *s, int64_t id,
                      bool *queued, struct err *e)
{
    const struct challenge to = { .state = CHALLENGE_QUEUED, .why = "" };
    const unsigned going = 1u << CHALLENGE_QUEUED | 1u << CHALLENGE_ASKING;
    bool ok;

    pthread_mutex_lock(&c->lock);
    ok = move(s, id, ~going, &to, queued, e);
    pthread_cond_broadcast(&c->wake);
    pthread_mutex_unlock(&c->lock);
    return ok;
}
