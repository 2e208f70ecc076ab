/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A population in blocks, on many threads. A block is made, checked and
 * measured in memory of its own; its lines then go to the disk in the order of
 * the blocks, and only places and features stay.
 */
#include "evolve/evolve_int.h"

#include "base/pipeline.h"
#include "base/str.h"

#include <string.h>

size_t evolve_windows(size_t n)
{
    return n < EVOLVE_WINDOW ? n > 0 : n / EVOLVE_WINDOW;
}

size_t evolve_window_size(size_t n, size_t window)
{
    return window + 1 < evolve_windows(n) ? EVOLVE_WINDOW
                                          : n - window * EVOLVE_WINDOW;
}

struct pass_block {
    size_t from, n;
    /* results, in the item's arena */
    bool ok;
    struct err e;
    struct str records;
    struct evolve_place *places; /* from the start of `records` */
    struct features *features;
    struct vec counts;
    size_t renumbered;
};

/* A pass under way. */
struct passing {
    const struct evolve_pass *pass;
    struct evolve *v;   /* whom blocks are handed to */
    struct evolve like; /* what the copies of threads begin as */
    size_t window;      /* to be taken next */
    bool ok;
    struct err *e;
};

static bool next_block(void *ctx, struct pipeline_item *item)
{
    struct passing *p = ctx;
    struct pass_block *b = item->data;
    size_t n = p->pass->n, windows = evolve_windows(n);
    size_t end = p->window + p->v->windows;

    if (p->window >= windows)
        return false;
    b->from = p->window * EVOLVE_WINDOW;
    b->n = (end < windows ? end * EVOLVE_WINDOW : n) - b->from;
    p->window = end;
    return true;
}

/* ---- on threads ---- */

static bool check_made(struct arena *a, const struct individual *s,
                       const struct problem *p, struct err *e)
{
    struct check_finding found;

    return individual_check(a, s, p, &found) ||
           err_set(e, ERR_DOMAIN, "%s: %s", p->id, found.detail);
}

static bool keep_one(const struct evolve_pass *pass, const struct individual *s,
                     struct pass_block *b, size_t i, struct err *e)
{
    struct arena a = { 0 };
    struct problem p;
    bool ok;

    individual_problem(&a, s, pass->setting, &p);
    ok = !pass->check || check_made(&a, s, &p, e);
    b->places[i] = evolve_record(&b->records, s, &p);
    arena_clear(&a);
    return ok;
}

static bool make_block(struct evolve *v, const struct evolve_pass *pass,
                       struct pass_block *b, struct err *e)
{
    struct individual *s = arena_array(v->arena, struct individual, b->n + 1);

    if (watch_stopped(&v->session.watch))
        return err_set(e, ERR_IO, "interrupted");
    if (!pass->fill(v, pass->ctx, s, b->n, e))
        return false;
    for (size_t i = 0; i < b->n; i++)
        if (!keep_one(pass, &s[i], b, i, e))
            return false;
    return !pass->features || evolve_features(v, s, b->n, b->features, e);
}

void evolve_keep_error(struct arena *a, struct questioner *q)
{
    if (q->error)
        q->error = arena_strdup(a, q->error);
}

static void work_block(void *ctx, struct pipeline_item *item)
{
    const struct passing *p = ctx;
    struct pass_block *b = item->data;
    struct arena work = { 0 };
    struct evolve v = p->like;

    b->records = str_in(&item->arena);
    b->places = arena_array(&item->arena, struct evolve_place, b->n + 1);
    b->features = arena_array(&item->arena, struct features, b->n + 1);
    v.arena = &work;
    v.counts = vec_in(&item->arena, sizeof(struct evolve_count));
    v.from = b->from;
    v.renumbered = 0;
    b->ok = make_block(&v, p->pass, b, &b->e);
    b->counts = v.counts;
    b->renumbered = v.renumbered;
    evolve_keep_error(p->like.arena, v.writer);
    evolve_keep_error(p->like.arena, v.referee);
    arena_clear(&work);
}

/* ---- in order ---- */

static void add_counts(struct evolve *v, const struct vec *counts)
{
    for (size_t i = 0; i < counts->n; i++) {
        const struct evolve_count *c = vec_get(counts, struct evolve_count, i);
        struct evolve_count *all = evolve_count_of(v, c->card);

        if (c->refused && !all->refused)
            all->reason = arena_strdup(v->counts.arena, c->reason);
        all->applied += c->applied;
        all->refused += c->refused;
    }
}

static bool keep_block(struct passing *p, struct pass_block *b)
{
    uint64_t at;

    if (!b->ok) {
        *p->e = b->e;
        return false;
    }
    if (!spool_add(p->v->spool, str_get(&b->records), b->records.n, &at, p->e))
        return false;
    for (size_t i = 0; i < b->n; i++) {
        p->pass->places[b->from + i] = b->places[i];
        p->pass->places[b->from + i].at += at;
        if (p->pass->features)
            p->pass->features[b->from + i] = b->features[i];
    }
    add_counts(p->v, &b->counts);
    p->v->renumbered += b->renumbered;
    return true;
}

static bool emit_block(void *ctx, struct pipeline_item *item)
{
    struct passing *p = ctx;

    p->ok = keep_block(p, item->data);
    arena_clear(&item->arena); /* a reset would keep a part of it */
    return p->ok;
}

bool evolve_pass(struct evolve *v, const struct evolve_pass *pass,
                 struct err *e)
{
    const struct ask_options *o = &v->session.o->ask;
    struct passing p = { .pass = pass, .v = v, .like = *v, .ok = true, .e = e };
    bool alone = pass->alone || v->writer->model || v->referee->model;
    struct pipeline line = { .threads =
                                 alone || o->threads < 1 ? 1 : o->threads,
                             .item_size = sizeof(struct pass_block),
                             .ctx = &p,
                             .next = next_block,
                             .work = work_block,
                             .emit = emit_block,
                             .leave = o->leave };

    pipeline_run(&line);
    return p.ok;
}
