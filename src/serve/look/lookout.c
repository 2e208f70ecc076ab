/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/look/lookout.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/map.h"
#include "base/thread.h"
#include "base/vec.h"
#include "serve/stores.h"
#include "store/runs.h"
#include "store/studies.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TURN_MS  1000  /* between two looks */
#define FRESH_MS 10000 /* what happened before the first look and is told */
#define SMOOTH   0.4   /* weight of the newest second in a rate */

/* A run as it was last seen. */
struct sight {
    uint64_t count, done;
    int64_t at_ms;
    double rate; /* results a second, smoothed */
};

struct lookout {
    struct serve *serve;
    struct map runs;    /* id -> its place */
    struct vec sights;  /* struct sight */
    struct map studies; /* id -> hash of what was told */
    bool looked;        /* at least once */

    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t woken;
    bool stop;
};

struct lookout *lookout_new(struct serve *s)
{
    struct lookout *l = alloc_new(1, sizeof(*l));

    l->serve = s;
    l->sights = vec_in(NULL, sizeof(struct sight));
    return l;
}

void lookout_free(struct lookout *l)
{
    map_clear(&l->runs);
    map_clear(&l->studies);
    vec_clear(&l->sights);
    free(l);
}

static void say(struct lookout *l, struct arena *a, const char *kind,
                const char *name, const struct str *json)
{
    events_say(l->serve->events, arena_printf(a, "%s:%s", kind, name),
               "changed", str_get(json));
}

/* ---- runs ---- */

static struct sight *sight_of(struct lookout *l, int64_t run, bool *added)
{
    size_t *place = map_put(&l->runs, &run, sizeof(run), added);

    if (*added) {
        *place = l->sights.n;
        vec_push(&l->sights);
    }
    return vec_get(&l->sights, struct sight, *place);
}

/* Brings a sight up to date. Returns whether there is something to tell. */
static bool see_run(struct lookout *l, const struct run_stamp *t,
                    int64_t now_ms, double *rate)
{
    bool added;
    struct sight *x = sight_of(l, t->run, &added);
    double seconds = (double)(now_ms - x->at_ms) / 1000;
    bool changed = added ? l->looked || now_ms - t->worked_ms < FRESH_MS
                         : x->count != t->count;

    if (!added && seconds > 0 && t->done >= x->done)
        x->rate += SMOOTH * ((double)(t->done - x->done) / seconds - x->rate);
    x->count = t->count;
    x->done = t->done;
    x->at_ms = now_ms;
    *rate = x->rate;
    return changed;
}

static bool look_runs(struct lookout *l, struct arena *a, struct store *s,
                      int64_t now_ms, size_t *told, struct err *e)
{
    struct run_stamp *t;
    size_t n;

    if (!runs_stamps(s, a, &t, &n, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct str json = str_in(a);
        double rate;

        if (!see_run(l, &t[i], now_ms, &rate))
            continue;
        str_addf(&json,
                 "{\"done\": %" PRIu64 ", \"total\": %" PRIu64
                 ", \"errors\": %" PRIu64 ", \"rate\": %.2f}",
                 t[i].done, t[i].total, t[i].errors, rate);
        say(l, a, "run", arena_printf(a, "r%" PRId64, t[i].run), &json);
        ++*told;
    }
    return true;
}

/* ---- studies ---- */

static void add_study(struct str *out, const struct study *v)
{
    str_add(out, "{\"stage\": ");
    json_write_string(out, v->stage ? v->stage : "");
    str_add(out, ", \"what\": ");
    json_write_string(out, v->what ? v->what : "");
    str_addf(out,
             ", \"done\": %" PRIu64 ", \"total\": %" PRIu64
             ", \"runs\": %zu, \"ended\": %s}",
             v->done, v->total, v->n_runs, v->stage ? "false" : "true");
}

static bool look_studies(struct lookout *l, struct arena *a, struct store *s,
                         size_t *told, struct err *e)
{
    struct study *list;
    size_t n;

    if (!studies_list(s, a, &list, &n, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct str json = str_in(a);
        size_t *seen, hash;
        bool added;

        add_study(&json, &list[i]);
        hash = (size_t)hash_bytes(json.s, json.n).low;
        seen = map_put(&l->studies, &list[i].id, sizeof(list[i].id), &added);
        if ((added && !l->looked) || *seen == hash) {
            *seen = hash;
            continue;
        }
        *seen = hash;
        say(l, a, "study", list[i].name, &json);
        ++*told;
    }
    return true;
}

bool lookout_look(struct lookout *l, struct store *s, int64_t now_ms,
                  struct err *e)
{
    struct arena a = { 0 };
    size_t told = 0;
    bool ok = look_runs(l, &a, s, now_ms, &told, e) &&
              look_studies(l, &a, s, &told, e);

    if (told)
        events_say(l->serve->events, "runs", "changed", "{}");
    l->looked = true;
    arena_clear(&a);
    return ok;
}

/* ---- the thread ---- */

/* Waits for the next turn. Returns false when it is to stop. */
static bool wait_turn(struct lookout *l)
{
    uint64_t until = thread_after(TURN_MS);
    bool stop;

    pthread_mutex_lock(&l->lock);
    while (!l->stop && thread_wait(&l->woken, &l->lock, until))
        ;
    stop = l->stop;
    pthread_mutex_unlock(&l->lock);
    return !stop;
}

/* What cannot be read now is perhaps read at the next turn. */
static void *work(void *ctx)
{
    struct lookout *l = ctx;
    struct store *s = NULL;
    struct err e;

    while (wait_turn(l)) {
        if (!events_listeners(l->serve->events) ||
            (!s && !stores_take(l->serve->stores, &s, &e)))
            continue;
        if (!lookout_look(l, s, clock_day_ms(), &e))
            continue;
    }
    if (s)
        stores_give(l->serve->stores, s);
    return NULL;
}

bool lookout_start(struct serve *s, struct lookout **out, struct err *e)
{
    struct lookout *l = lookout_new(s);

    pthread_mutex_init(&l->lock, NULL);
    thread_cond_init(&l->woken);
    if (thread_start(&l->thread, work, l) == 0) {
        *out = l;
        return true;
    }
    lookout_free(l);
    return err_set(e, ERR_IO, "could not start a thread");
}

void lookout_stop(struct lookout *l)
{
    if (!l)
        return;
    pthread_mutex_lock(&l->lock);
    l->stop = true;
    pthread_cond_signal(&l->woken);
    pthread_mutex_unlock(&l->lock);
    pthread_join(l->thread, NULL);
    pthread_cond_destroy(&l->woken);
    pthread_mutex_destroy(&l->lock);
    lookout_free(l);
}
