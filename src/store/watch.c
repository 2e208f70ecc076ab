/* SPDX-License-Identifier: Apache-2.0 */
#include "store/watch.h"
#include "store/row.h"
#include "store/store_int.h"
#include "store/work.h"
#include "store/worker_chain.h"

#include <stdlib.h>
#include <string.h>

#define WORK_VERSION 6 /* of the store: older ones have no work for workers */

/* Blocks of a model that one worker chain has. */
struct held {
    int64_t owner;
    uint64_t model, blocks;
    uint64_t over; /* of these, with a lease that is over */
    int64_t until_ms;
};

uint64_t watched_total(const struct watched *w)
{
    return w->run.n_problems * w->run.n_models * w->run.attempts;
}

/* ---- reading ---- */

static bool read_held(struct store *s, struct arena *a, int64_t run,
                      struct vec *out, struct err *e)
{
    static const struct store_column columns[] = {
        COLUMN(INT, held, owner),    COLUMN(INT, held, model),
        COLUMN(INT, held, blocks),   COLUMN(INT, held, over),
        COLUMN(INT, held, until_ms),
    };
    static const struct store_row row = ROW("a lease", held, columns, 0);

    *out = vec_in(a, sizeof(struct held));
    return rows_list(s, a, &row, SQL_WATCH_HELD, ARGS(sql_int(run)),
                     &out->items, &out->n, e);
}

/* ---- workers ---- */

/* A worker chain that others folded ended, they say, when it was seen last. */
static enum worker_state watch_state_of(const struct worker_chain *t)
{
    return t->lives                                  ? WORKER_LIVES
           : t->ended_ms && t->ended_ms > t->seen_ms ? WORKER_ENDED
                                                     : WORKER_GONE;
}

static struct watched_worker *worker_of(struct vec *all, const char *name)
{
    struct watched_worker *w;

    for (size_t i = all->n; i-- > 0;) {
        w = vec_get(all, struct watched_worker, i);
        if (strcmp(w->name, name) == 0)
            return w;
    }
    w = vec_push(all);
    *w = (struct watched_worker){ .name = name, .begun_ms = INT64_MAX };
    return w;
}

static uint64_t watch_blocks_of(const struct vec *held, int64_t worker_chain)
{
    uint64_t n = 0;

    for (size_t i = 0; i < held->n; i++)
        if (vec_get(held, struct held, i)->owner == worker_chain)
            n += vec_get(held, struct held, i)->blocks;
    return n;
}

static int by_life(const void *x, const void *y)
{
    const struct watched_worker *a = x, *b = y;
    bool m = a->state != WORKER_LIVES, n = b->state != WORKER_LIVES;

    if (m != n)
        return m - n;
    return m ? (a->seen_ms < b->seen_ms) - (a->seen_ms > b->seen_ms)
             : (a->begun_ms > b->begun_ms) - (a->begun_ms < b->begun_ms);
}

static void watch_add_workers(struct arena *a, const struct worker_chain *list,
                              size_t n, const struct vec *held,
                              struct watched *out)
{
    struct vec all = vec_in(a, sizeof(struct watched_worker));

    for (size_t i = 0; i < n; i++) { /* the last worker chain says how it is */
        struct watched_worker *w = worker_of(&all, list[i].name);

        w->state = watch_state_of(&list[i]);
        if (list[i].begun_ms < w->begun_ms)
            w->begun_ms = list[i].begun_ms;
        if (list[i].seen_ms > w->seen_ms)
            w->seen_ms = list[i].seen_ms;
        w->blocks += watch_blocks_of(held, list[i].number);
        w->results += list[i].count;
        w->errors += list[i].errors;
    }
    if (all.n)
        qsort(all.items, all.n, all.size, by_life);
    out->workers = all.items;
    out->n_workers = all.n;
    while (out->n_live < all.n &&
           out->workers[out->n_live].state == WORKER_LIVES)
        out->n_live++;
}

/* ---- what is stuck ---- */

static const struct worker_chain *worker_chain_of(
    const struct worker_chain *list, size_t n, int64_t number)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].number == number)
            return &list[i];
    return NULL;
}

static bool is_stuck(const struct worker_chain *list, size_t n,
                     const struct held *h)
{
    const struct worker_chain *t = worker_chain_of(list, n, h->owner);

    return h->over > 0 || !t || !t->lives;
}

static void add_stuck(struct arena *a, const struct worker_chain *list,
                      size_t n, const struct vec *held, struct watched *out)
{
    bool *cared = arena_array(a, bool, out->run.n_models + 1);
    struct vec all = vec_in(a, sizeof(struct watched_stuck));

    for (size_t i = 0; i < held->n; i++) {
        const struct held *h = vec_get(held, struct held, i);

        if (h->model < out->run.n_models && !is_stuck(list, n, h))
            cared[h->model] = true;
    }
    for (size_t i = 0; i < held->n; i++) {
        const struct held *h = vec_get(held, struct held, i);
        const struct worker_chain *t = worker_chain_of(list, n, h->owner);

        if (h->model < out->run.n_models && is_stuck(list, n, h))
            *(struct watched_stuck *)vec_push(&all) =
                (struct watched_stuck){ .owner = t ? t->name : "somebody",
                                        .model = h->model,
                                        .blocks =
                                            t && t->lives ? h->over : h->blocks,
                                        .until_ms = h->until_ms,
                                        .taken_care = cared[h->model] };
    }
    out->stuck = all.items;
    out->n_stuck = all.n;
}

/* Which models nobody asks, and whether any is left. */
static bool look_at_models(struct store *s, struct arena *a,
                           const struct vec *held, struct watched *out,
                           struct err *e)
{
    out->waiting = arena_array(a, uint64_t, out->run.n_models + 1);
    for (uint64_t i = 0; i < out->run.n_models; i++) {
        bool left, has = false;

        if (!work_left(s, out->run.id, i, &left, e))
            return false;
        for (size_t k = 0; k < held->n && !has; k++)
            has = vec_get(held, struct held, k)->model == i;
        if (left && !has)
            out->waiting[out->n_waiting++] = i;
        out->left = out->left || left;
    }
    if (out->run.results >= watched_total(out) && !out->run.errors) {
        out->left = false; /* whoever asked it, or brought it along */
        out->n_waiting = 0;
    }
    return true;
}

/* ---- all of it ---- */

static bool watch_one_look(struct store *s, struct arena *a, const char *run,
                           struct watched *out, struct err *e)
{
    struct worker_chain *list;
    struct vec held;
    size_t n;

    if (!runs_find(s, a, run, &out->run, e) ||
        !query_number(&s->db, SQL_WATCH_NOW, NULL, &out->now_ms, e) ||
        (s->version >= WORK_VERSION &&
         !work_any(s, out->run.id, &out->enqueued, e)))
        return false;
    if (!out->enqueued) {
        out->left = out->run.results < watched_total(out);
        return true;
    }
    if (!worker_chains_list(s, a, out->run.id, &list, &n, e) ||
        !read_held(s, a, out->run.id, &held, e) ||
        !look_at_models(s, a, &held, out, e))
        return false;
    watch_add_workers(a, list, n, &held, out);
    out->alone = out->left && !out->n_live && runs_taken(s, out->run.id);
    add_stuck(a, list, n, &held, out);
    return true;
}

bool watch_recent(struct store *s, int64_t run, int64_t ms, uint64_t *n,
                  struct err *e)
{
    int64_t recent;
    bool ok = query_number(&s->db, SQL_WATCH_RECENT,
                           ARGS(sql_int(run), sql_int(ms)), &recent, e);

    *n = (uint64_t)recent;
    return ok;
}

bool watch_look(struct store *s, struct arena *a, const char *run,
                struct watched *out, struct err *e)
{
    bool own, ok;

    *out = (struct watched){ 0 };
    if (!store_look(s, &own, e))
        return false;
    ok = watch_one_look(s, a, run, out, e);
    store_look_end(s, own);
    return ok;
}
