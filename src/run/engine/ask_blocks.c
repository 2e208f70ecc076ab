/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A run that many work on: the calls of a lane are those of blocks that this
 * worker took (store/work.h). Everything here runs on the feeder's thread, but
 * for blocks_append(), which is the writer's.
 */
#include "base/clock.h"
#include "base/rng.h"
#include "run/engine/ask_int.h"
#include "run/engine/order.h"
#include "store/strands.h"
#include "store/work.h"

#include <string.h>

#define TAKE_MOST 16 /* blocks at once */
#define MIX_SHARE 16 /* of a run's blocks one in so many is taken at once, */
#define MIX_MOST  8  /* and at most so many for the sake of mixing */
#define COUNT_NS \
 ((uint64_t)2000000000) /* from one count of results to the next */
#define PATIENCE_MS 10000
#define LOOK_MS     1000 /* from one look for work to the next, at most */

static uint64_t now_ns(void)
{
    struct clock c = clock_real();

    return clock_now(&c);
}

static struct work_lease lease_of(struct ask *k)
{
    return (struct work_lease){ .run = k->run->id,
                                .strand = atomic_load(&k->strand),
                                .ms = k->o->share->lease_ms };
}

/* What it had when it lost the store is anybody's, and its own too. */
static bool end_before(struct ask *k, struct err *e)
{
    const struct ask_share *w = k->o->share;
    struct work_lease l = { k->run->id, w->strand, w->lease_ms };

    return !w->strand || (work_give_back(k->store, &l, e) &&
                          strands_end(k->store, l.run, l.strand, e));
}

/* A transaction of a process that was stopped is given up in the end; one of a
 * machine that is busy is not. */
static int64_t patience_of(const struct ask_share *w)
{
    return w->lease_ms > PATIENCE_MS ? w->lease_ms : PATIENCE_MS;
}

bool blocks_open(struct ask *k, struct err *e)
{
    const struct ask_share *w = k->o->share;
    int64_t strand;

    if (!w)
        return true;
    /* Either connection may be the last that is left. */
    if (!runs_share(k->own, k->run->id, e) ||
        !store_patience(k->own, patience_of(w), e) ||
        !store_patience(k->store, patience_of(w), e) || !end_before(k, e) ||
        !strands_fold(k->store, k->run->id, false, e) ||
        !strands_open(k->store, k->run->id, w->name, w->lease_ms, &strand, e))
        return false;
    atomic_store(&k->strand, strand);
    k->renewed_ns = k->counted_ns = now_ns();
    return true;
}

/* What all have done, for the line of progress. */
static void look_at_all(struct ask *k, uint64_t now)
{
    struct live *live = &k->report->live;
    struct err ignored;
    uint64_t n;

    if (now - k->counted_ns < COUNT_NS)
        return;
    k->counted_ns = now;
    if (work_results(k->store, k->run->id, &n, &ignored) && n > live->done)
        live->done = n;
}

void blocks_renew(struct ask *k)
{
    struct work_lease l;
    uint64_t now;
    struct err ignored;

    if (!k->o->share)
        return;
    now = now_ns();
    look_at_all(k, now);
    if (now - k->renewed_ns < (uint64_t)k->o->share->lease_ms * 1000000 / 3)
        return;
    /* Whoever cannot renew a lease loses it, and nothing else. */
    k->renewed_ns = now;
    l = lease_of(k);
    if (!work_renew(k->store, &l, &ignored) ||
        !strands_seen(k->store, l.run, l.strand, l.ms, &ignored))
        return;
}

/* While others have the rest. */
static uint64_t look_ns(const struct ask *k)
{
    int64_t third = k->o->share->lease_ms / 3;

    return (uint64_t)(third < LOOK_MS ? third : LOOK_MS) * 1000000;
}

static uint64_t blocks_in(const struct lane *l)
{
    return (l->n + WORK_BLOCK - 1) / WORK_BLOCK;
}

/* As many blocks as there is room for calls. Of a large run at least a few, since
 * the calls of one block are neighbours and are to be mixed with others. */
static size_t wanted(const struct lane *l)
{
    uint64_t room = l->under_way < l->most ? l->most - l->under_way : 0;
    uint64_t n = (room + WORK_BLOCK - 1) / WORK_BLOCK;
    uint64_t mixed = blocks_in(l) / MIX_SHARE;

    mixed = mixed > MIX_MOST ? MIX_MOST : mixed;
    n = n < mixed ? mixed : n;
    return n < 1 ? 1 : n > TAKE_MOST ? TAKE_MOST : (size_t)n;
}

/* Takes blocks from all over the run, each next to a place that is drawn, and
 * mixes their calls (order.h). Each worker draws places of its own. */
static bool take_mixed(struct lane *l, size_t *taken, struct err *e)
{
    struct ask *k = l->ask;
    struct work_lease lease = lease_of(k);
    size_t most = wanted(l), one = 1;
    struct rng draw;

    rng_init(&draw, order_key(order_key(l->order, (uint64_t)lease.strand),
                              l->takes++));
    for (*taken = 0; l->n && *taken < most && one; *taken += one) {
        uint64_t from = rng_below(&draw, blocks_in(l));

        if (!work_take(k->store, k->run, &lease, l->number, &from, 1, &l->todo,
                       &one, e))
            return false;
    }
    rng_shuffle(&draw, l->todo.items, l->todo.n, l->todo.size);
    return true;
}

bool blocks_take(struct lane *l, struct err *e)
{
    struct ask *k = l->ask;
    size_t taken = 1;
    bool left;

    if (l->absent || l->fallen || l->next < l->todo.n)
        return true;
    if (l->looked_ns && now_ns() - l->looked_ns < look_ns(k))
        return true;
    l->todo.n = 0;
    l->next = 0;
    while (l->todo.n == 0 && taken > 0) /* some need nothing any more */
        if (!take_mixed(l, &taken, e))
            return false;
    l->looked_ns = l->todo.n ? 0 : now_ns();
    l->over = false;
    if (l->todo.n)
        return true;
    if (!work_left(k->store, k->run->id, l->number, &left, e))
        return false;
    l->over = !left;
    return true;
}

bool blocks_over(const struct ask *k)
{
    for (size_t i = 0; k->o->share && i < k->n_lanes; i++)
        if (!k->lanes[i].absent && !k->lanes[i].fallen && !k->lanes[i].over)
            return false;
    return true;
}

/* ---- the writer ---- */

/* Others took this worker for gone, and closed its strand. */
static bool open_again(struct ask *k, struct err *e)
{
    const struct ask_share *w = k->o->share;
    struct work_lease l = lease_of(k);
    int64_t strand;

    if (!strands_open(k->own, l.run, w->name, w->lease_ms, &strand, e) ||
        !work_inherit(k->own, &l, strand, e))
        return false;
    atomic_store(&k->strand, strand);
    return true;
}

bool blocks_append(struct ask *k, const struct result *const *results, size_t n,
                   bool *appended, bool *folded, struct err *e)
{
    return work_append(k->own, k->run, atomic_load(&k->strand), results, n,
                       clock_day_ms(), appended, folded, e);
}

bool blocks_append_again(struct ask *k, const struct result *const *results,
                         size_t n, bool *appended, struct err *e)
{
    bool folded = true;

    while (folded)
        if (!open_again(k, e) ||
            !blocks_append(k, results, n, appended, &folded, e))
            return false;
    return true;
}

/* ---- the end ---- */

bool blocks_close(struct ask *k, struct err *e)
{
    struct work_lease l = lease_of(k);

    if (!l.strand)
        return true;
    return work_give_back(k->store, &l, e) &&
           strands_end(k->store, l.run, l.strand, e) &&
           strands_fold(k->store, l.run, false, e);
}
