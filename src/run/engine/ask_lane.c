/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Lanes: from the calls of a model to items under way. Everything here runs on
 * the feeder's thread, but for what a pool gives back.
 */
#include "base/alloc.h"
#include "base/rng.h"
#include "run/count/cost.h"
#include "run/engine/ask_int.h"
#include "run/engine/call.h"
#include "run/engine/order.h"
#include "run/planted/note.h"
#include "store/work.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define ROOM_SPARE  2048 /* beyond twice what may be in flight: to be written */
#define ROOM_NEW    2048 /* beyond that, answered before the run is made */
#define ROOM_LOCAL  1024 /* for models of the process */
#define FILES_SPARE 32   /* of the store, the terminal, name lookups */
#define BATCH       64   /* calls handed to a pool at once */
#define BYTES_MOST  ((uint64_t)256 << 20) /* of answers in memory */
#define BYTES_KEPT  ((size_t)256 << 10) /* of an answer whose memory is kept */

/* ---- what a pool gives back, on its thread ---- */

static void pool_done(void *ctx, struct pool_call *call)
{
    struct ask *k = ctx;
    struct item *it = call->own;

    if (call->dropped) {
        it->stage = STAGE_LOST;
        queue_push(&k->back, it);
        return;
    }
    atomic_fetch_add(&k->bytes, call->raw_n);
    if (call->unread) { /* by the writer, who has more time */
        atomic_store(&it->lane->decline.answered, true);
        it->stage = STAGE_COMMIT;
        queue_push(&k->to_write, it);
        return;
    }
    call_fill(&it->call, &it->sent);
    if (call->reply.outcome != OUTCOME_FATAL) {
        it->declined =
            decline_note(&it->lane->decline, &it->call, it->lane->pool);
        if (it->declined)
            pool_stop(it->lane->pool, k->o->grace_s);
        it->stage = STAGE_COMMIT;
        queue_push(&k->to_write, it);
        return;
    }
    /* No further call can succeed: the lane stops at once, before the feeder
     * knows of it. */
    pool_stop(it->lane->pool, k->o->grace_s);
    it->fatal = true;
    it->call.reply.outcome = k->o->apart ? OUTCOME_ERROR : OUTCOME_FATAL;
    it->stage = k->o->apart ? STAGE_COMMIT : STAGE_FATAL;
    queue_push(k->o->apart ? &k->to_write : &k->back, it);
}

/* ---- opening ---- */

static bool open_lane(struct ask *k, size_t i, struct err *e)
{
    struct lane *l = &k->lanes[i];
    struct pool_options pool = k->o->pool;

    *l = (struct lane){ .ask = k,
                        .model = &k->plan->models[i],
                        .number = i,
                        .order = order_key(k->run->hash, i),
                        .n = k->plan->n_problems * k->plan->attempts };
    l->todo = vec_in(NULL, sizeof(uint64_t));
    l->has_price = k->o->prices && prices_find(k->o->prices, l->model->spec,
                                               l->model->name, &l->price);
    if (k->o->share && !k->o->share->serves[i]) {
        l->absent = true;
        return true;
    }
    l->at_once = model_at_once(l->model);
    l->most = l->at_once ? 2 * (uint64_t)l->at_once : ROOM_LOCAL;
    if (model_is_local(l->model) || k->o->unsent)
        return true;
    /* Under a budget what waits is taken for spent: few wait. */
    l->most = budget_is_set(k)
                  ? k->o->pool.concurrency + k->o->pool.concurrency / 4 + 4
                  : 2 * (uint64_t)k->o->pool.concurrency +
                        (k->o->share ? WORK_BLOCK : ROOM_SPARE);
    ask_note(k, budget_share(k));
    pool.convoy = k->convoy;
    pool.unread = true;
    pool.again = budget_again;
    return pool_open(&l->pool, l->model, &pool, pool_done, k, e);
}

/* Each pool looked at its own files alone; these are for all of them. */
static bool has_files(const struct ask *k, struct err *e)
{
    struct rlimit r;
    uint64_t need = FILES_SPARE;

    for (size_t i = 0; i < k->n_lanes; i++)
        need += k->lanes[i].pool ? k->o->pool.concurrency : 0;
    if (getrlimit(RLIMIT_NOFILE, &r) || r.rlim_cur == RLIM_INFINITY ||
        r.rlim_cur >= need)
        return true;
    return err_set(e, ERR_LIMIT,
                   "cannot keep %u calls in flight to each of %zu models: this "
                   "process can open at most %llu files; use a smaller "
                   "--concurrency, or raise the limit (ulimit -n)",
                   k->o->pool.concurrency, k->n_lanes,
                   (unsigned long long)r.rlim_cur);
}

bool lanes_open(struct ask *k, struct err *e)
{
    k->lanes = alloc_new(k->plan->n_models, sizeof(struct lane));
    for (; k->n_lanes < k->plan->n_models; k->n_lanes++)
        if (!open_lane(k, k->n_lanes, e))
            return false;
    return has_files(k, e);
}

void lanes_close(struct ask *k)
{
    struct item *it = k->free_items;

    for (size_t i = 0; i < k->n_lanes; i++) {
        if (k->lanes[i].pool)
            pool_close(k->lanes[i].pool);
        vec_clear(&k->lanes[i].todo);
    }
    convoy_close(k->convoy);
    while (it) {
        struct item *next = it->next;

        arena_clear(&it->arena);
        free(it);
        it = next;
    }
    free(k->lanes);
}

/* ---- items ---- */

static struct item *get_item(struct lane *l)
{
    struct item *it = l->ask->free_items;
    struct arena arena;

    if (it)
        l->ask->free_items = it->next;
    else
        it = alloc_new(1, sizeof(*it));
    arena = it->arena;
    arena_reset(&arena);
    memset(it, 0, sizeof(*it));
    it->arena = arena;
    it->lane = l;
    l->under_way++;
    return it;
}

void lane_return(struct item *it)
{
    struct ask *k = it->lane->ask;

    if (--it->lane->under_way == 0)
        it->lane->looked_ns = 0; /* what is left is looked for at once */
    it->lane->sent -= it->sent.own != NULL;
    if (it->sent.own)
        budget_right(it);
    atomic_fetch_sub(&k->bytes, it->sent.dropped ? 0 : it->sent.raw_n);
    if (it->sent.raw_n > BYTES_KEPT || it->call.reply.text == NULL ||
        strlen(it->call.reply.text) > BYTES_KEPT)
        arena_clear(&it->arena);
    if (it->lane->pool)
        pool_call_clear(&it->sent);
    it->next = k->free_items;
    k->free_items = it;
}

/* The request and its key. */
static bool prepare(struct item *it, struct err *e)
{
    struct lane *l = it->lane;
    struct ask *k = l->ask;

    it->call = (struct call){ .url = model_identity(l->model),
                              .model = l->model->name,
                              .attempt = k->plan->after + it->attempt,
                              .raw = "" };
    if (!plan_body(&it->arena, k->plan, l->number, it->problem, it->attempt,
                   &it->body, &it->call.key, e))
        return false;
    it->call.body = it->body;
    it->stage = STAGE_ANSWER;
    return true;
}

/* Those of the calls that the journal has a reply of need not be asked. */
static bool look_up(struct ask *k, struct item *const *items, size_t n,
                    struct err *e)
{
    struct hash128 keys[BATCH];
    bool has[BATCH];

    for (size_t i = 0; i < n; i++)
        keys[i] = items[i]->call.key;
    has[0] = n == 1;
    if (n > 1 && !journal_has_many(k->store, keys, n, has, e))
        return false;
    for (size_t i = 0; i < n; i++) {
        struct item *it = items[i];

        if (!has[i])
            continue;
        if (!journal_find(k->store, &it->arena, keys[i], false, &it->call,
                          &it->journalled, e))
            return false;
        it->stage = it->journalled ? STAGE_JUDGE : STAGE_ANSWER;
    }
    return true;
}

/* ---- feeding ---- */

/* The call at l->next. */
static uint64_t call_at(const struct lane *l)
{
    return l->ask->o->share ? *vec_get(&l->todo, uint64_t, l->next)
                            : rng_permute(l->order, l->n, l->next);
}

/* The next call without a result; false: there is none. Those that failed
 * earlier have their turn when all others had theirs. */
static bool next_call(struct lane *l)
{
    const unsigned char *have = l->ask->have + l->number * l->n;

    if (l->fallen)
        return false;
    if (l->ask->o->share)
        return l->next < l->todo.n;
    for (;; l->next = 0, l->again = true) {
        unsigned char wanted = l->again ? HAVE_ERROR : HAVE_NOTHING;

        while (l->next < l->n && have[call_at(l)] != wanted)
            l->next++;
        if (l->next < l->n)
            return true;
        if (l->again)
            return false;
    }
}

/* Calls that may be out more than usual: while the writer makes the run it
 * takes no answer, and the server is to have calls all the same. */
static uint64_t more_room(struct ask *k)
{
    uint64_t n = atomic_load(&k->making) ? queue_count(&k->to_write) : 0;

    return n < ROOM_NEW ? n : ROOM_NEW;
}

/* Room for calls, and for the bytes of their answers. */
static bool has_room(const struct lane *l)
{
    struct ask *k = l->ask;

    return (l->under_way < l->most || l->under_way < l->most + more_room(k)) &&
           (l->under_way == 0 || atomic_load(&k->bytes) < BYTES_MOST);
}

/* Where a server is paid, one by one: no lane takes it all. */
static size_t batch_of(const struct lane *l)
{
    return l->pool && budget_is_set(l->ask) ? 1 : BATCH;
}

/* The next call as an item. */
static struct item *start_call(struct lane *l, struct err *e)
{
    struct item *it = get_item(l);
    uint64_t call = call_at(l);

    it->problem = call / l->ask->plan->attempts;
    it->attempt = call % l->ask->plan->attempts + 1;
    if (!prepare(it, e)) {
        lane_return(it);
        return NULL;
    }
    l->next++;
    return it;
}

/* As many items as there is room for, up to a batch. */
static bool start_calls(struct lane *l, struct item **items, size_t *n,
                        struct err *e)
{
    size_t most = batch_of(l);

    for (*n = 0; *n < most && has_room(l) && next_call(l); (*n)++) {
        items[*n] = start_call(l, e);
        if (!items[*n])
            return false;
    }
    return true;
}

/* A call of a server that is not asked (ask_options.unsent): it has failed, or
 * is left for later. Returns false if it is none. */
static bool pass_unsent(struct item *it)
{
    struct ask *k = it->lane->ask;
    const char *why;

    if (it->journalled || !k->o->unsent || model_is_local(it->lane->model))
        return false;
    why = k->o->unsent(k->o->unsent_ctx, it->call.key);
    if (!why) {
        lane_return(it);
        return true;
    }
    it->call.reply = reply_none(&it->arena, OUTCOME_ERROR, why);
    it->stage = STAGE_COMMIT;
    queue_push(&k->to_write, it);
    return true;
}

/* For calls that no server is asked: who has the next turn with it. */
static void pass_within(struct item *it)
{
    struct ask *k = it->lane->ask;

    queue_push(it->stage == STAGE_ANSWER && it->lane->at_once ? &k->to_answer
                                                              : &k->to_work,
               it);
}

/* Hands the calls on, to who asks, judges or writes. Returns how many a server
 * is asked. */
static size_t pass_on(struct lane *l, struct item *const *items, size_t n)
{
    struct pool_call *batch[BATCH];
    size_t sent = 0;

    for (size_t i = 0; i < n; i++) {
        struct item *it = items[i];

        if (pass_unsent(it))
            continue;
        if (it->journalled || !l->pool) {
            pass_within(it);
            continue;
        }
        it->sent = (struct pool_call){ .body = it->body,
                                       .body_n = strlen(it->body),
                                       .own = it };
        budget_ahead(it);
        l->body_n = it->sent.body_n;
        l->sent++;
        batch[sent++] = &it->sent;
    }
    if (sent)
        pool_push_many(l->pool, batch, sent);
    return sent;
}

/* Is there money for them? Where there is a budget they are one. */
static bool can_pay(const struct lane *l, struct item *const *items, size_t n)
{
    return n == 0 || !l->pool || items[0]->journalled || budget_allows(l);
}

/* Several only when the run fails; one is the next again. */
static void give_up_calls(struct lane *l, struct item *const *items, size_t n)
{
    l->next -= n;
    for (size_t i = 0; i < n; i++)
        lane_return(items[i]);
}

/* Starts a batch; *n is how many calls were started, *sent to how many of them a
 * server is asked. */
static bool feed_batch(struct lane *l, size_t *n, size_t *sent, struct err *e)
{
    struct item *items[BATCH];
    bool ok = start_calls(l, items, n, e) && look_up(l->ask, items, *n, e);

    *sent = 0;
    if (ok && can_pay(l, items, *n)) {
        *sent = pass_on(l, items, *n);
        return true;
    }
    give_up_calls(l, items, *n);
    *n = 0;
    return ok;
}

/* What the journal has costs nothing: it is no batch of one. */
static bool feed_lane(struct lane *l, bool *any, struct err *e)
{
    size_t n, sent, all = 0;
    bool ok, own;

    if (!has_room(l))
        return true;
    if (l->ask->o->share && !blocks_take(l, e))
        return false;
    if (!next_call(l))
        return true;
    if (!store_look(l->ask->store, &own, e))
        return false;
    do {
        ok = feed_batch(l, &n, &sent, e);
        all += n;
    } while (ok && n > 0 && sent == 0 && all < BATCH);
    store_look_end(l->ask->store, own);
    *any = *any || all > 0;
    return ok;
}

bool lanes_feed(struct ask *k, bool *any, struct err *e)
{
    bool ok = true;

    *any = false;
    budget_spare(k, false);
    for (size_t i = 0; ok && i < k->n_lanes; i++)
        ok = feed_lane(&k->lanes[i], any, e);
    budget_spare(k, true);
    return ok;
}

bool lanes_fed(const struct ask *k)
{
    for (size_t i = 0; i < k->n_lanes; i++)
        if (next_call(&k->lanes[i]))
            return false;
    return true;
}

uint64_t lanes_under_way(const struct ask *k)
{
    uint64_t n = 0;

    for (size_t i = 0; i < k->n_lanes; i++)
        n += k->lanes[i].under_way;
    return n;
}

void lanes_stop(struct ask *k, double grace_s)
{
    atomic_store(&k->dropping, true);
    for (size_t i = 0; i < k->n_lanes; i++)
        if (k->lanes[i].pool)
            pool_stop(k->lanes[i].pool, grace_s);
}

void lanes_look(const struct ask *k, struct live *l)
{
    l->in_flight = l->waiting = l->limit = 0;
    l->retried = 0;
    for (size_t i = 0; i < k->n_lanes; i++) {
        struct pool_state s;

        if (!k->lanes[i].pool)
            continue;
        pool_look(k->lanes[i].pool, &s);
        l->in_flight += s.in_flight;
        l->waiting += s.waiting;
        l->limit += s.limit;
        l->retried += s.retried;
        if (s.last_trouble[0])
            memcpy(l->trouble, s.last_trouble, sizeof(l->trouble));
    }
}
