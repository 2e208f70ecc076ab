/* SPDX-License-Identifier: Apache-2.0 */
#include "base/alloc.h"
#include "base/clock.h"
#include "base/rng.h"
#include "base/thread.h"
#include "run/count/tally.h"
#include "run/engine/ask_int.h"
#include "run/engine/call.h"
#include "run/judge.h"
#include "run/planted/note.h"
#include "store/work.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

/*
 * The threads behind the feeder: workers, which answer for models of the
 * process and judge replies; answerers, which wait for those models that take
 * their time; and the writer, which alone writes to the store.
 */

#define WRITE_BATCH 1024
#define WRITE_BUSY  8        /* items of a batch: others will follow at once */
#define WRITE_GAP   10000000 /* ns from one batch to the next, then */
#define MAKE_MS     200      /* that a new run waits to be made */

/* ---- workers ---- */

/* Returns false if the run was stopped meanwhile. */
static bool lane_answer(struct item *it)
{
    const struct plan *p = it->lane->ask->plan;
    const struct model *m = it->lane->model;
    struct note note;
    struct request r = { .decoding = &p->decoding,
                         .attempt = p->after + it->attempt,
                         .note = &note };
    struct err e;

    if (model_reads_note(m))
        note_for(&it->arena, m, &p->problems[it->problem], &note);
    else if (!plan_request(&it->arena, p, it->problem, it->attempt, &r, &e))
        BUG("a request could be made, and then it could not");
    it->call.sent_ms = clock_day_ms();
    if (!model_answer(&it->arena, m, &r, &it->lane->ask->dropping,
                      &it->call.reply))
        return false;
    it->call.tries = 1;
    it->stage = STAGE_COMMIT;
    return true;
}

/* Which call of the run the result belongs to, and what the call cost. */
static void place_result(struct item *it)
{
    const struct ask *k = it->lane->ask;
    struct result *r = &it->result;

    r->problem = it->problem;
    r->model = it->lane->number;
    r->attempt = it->attempt;
    r->call = it->call.key;
    r->usage = it->call.reply.usage;
    r->took_ms = it->call.took_ms;
    r->tries = it->call.tries;
    r->batched = call_is_batched(&it->call);
    r->first = !k->o->share &&
               k->have[ask_place(k->plan->n_problems, k->plan->attempts, r)] ==
                   HAVE_NOTHING;
}

/* Doubts are looked for here, where the reply is at hand and there are threads;
 * what is no doubt need not be read again. */
static void lane_judge(struct item *it)
{
    const struct ask *k = it->lane->ask;
    const struct plan *p = k->plan;
    const struct problem *problem = &p->problems[it->problem];
    const char *text = it->call.reply.text;
    struct result *r = &it->result;

    run_judge(&it->arena, problem, &p->judge, &it->call.reply, r);
    place_result(it);
    if (k->o->keyless && r->outcome == OUTCOME_OK &&
        r->lenient != VERDICT_CORRECT)
        k->o->keyless[ask_place(p->n_problems, p->attempts, r)] =
            !text || !key_is_seen(&it->arena, problem, text, 0, 0);
    it->stage = STAGE_RECORD;
}

static void *lane_work(void *ctx)
{
    struct ask *k = ctx;
    void *item;

    while (queue_take(&k->to_work, &item, 1)) {
        struct item *it = item;

        if (it->stage != STAGE_ANSWER)
            lane_judge(it);
        else if (!lane_answer(it))
            BUG("a model that answers without delay was waited for");
        queue_push(&k->to_write, it);
    }
    if (k->o->leave)
        k->o->leave(NULL);
    return NULL;
}

static void *lane_wait_for_answers(void *ctx)
{
    struct ask *k = ctx;
    struct clock clock = clock_real();
    void *item;

    while (queue_take(&k->to_answer, &item, 1)) {
        struct item *it = item;
        uint64_t start = clock_now(&clock);

        if (!lane_answer(it)) {
            it->stage = STAGE_LOST;
            queue_push(&k->back, it);
            continue;
        }
        it->call.took_ms = it->call.total_ms =
            (int64_t)((clock_now(&clock) - start) / 1000000);
        queue_push(&k->to_write, it);
    }
    return NULL;
}

/* ---- the writer ---- */

struct batch {
    uint64_t began_ns; /* when the last one was taken */
    void *items[WRITE_BATCH];
    size_t n;
    void *next[WRITE_BATCH]; /* those to be judged */
    const struct call *calls[WRITE_BATCH];
    struct item *owner[WRITE_BATCH]; /* of each call */
    bool already[WRITE_BATCH];       /* another process was first */
    size_t n_calls;
    const struct result *results[WRITE_BATCH];
    struct item *of[WRITE_BATCH]; /* of each result */
    bool appended[WRITE_BATCH];   /* it was the first of its call */
    size_t n_results;
};

/* Returns false if there is no reply after all, and the pool has the item. */
static bool lane_read_answer(struct item *it)
{
    struct lane *l = it->lane;

    if (!it->sent.unread)
        return true;
    atomic_fetch_sub(&l->ask->bytes, it->sent.raw_n);
    if (!pool_read(l->pool, &it->sent))
        return false;
    atomic_fetch_add(&l->ask->bytes, it->sent.raw_n);
    call_fill(&it->call, &it->sent);
    return true;
}

static void read_answers(struct batch *b)
{
    size_t n = 0;

    for (size_t i = 0; i < b->n; i++) {
        struct item *it = b->items[i];

        if (it->stage != STAGE_COMMIT || lane_read_answer(it))
            b->items[n++] = it;
    }
    b->n = n;
}

/* By key: two writers that have the same calls do not wait for each other. */
static int lane_by_key(const void *x, const void *y)
{
    return hash_compare((*(struct item *const *)x)->call.key,
                        (*(struct item *const *)y)->call.key);
}

/* A call that ended in an error has its result at once: there is nothing to
 * judge. */
static void sort_batch(struct batch *b)
{
    b->n_calls = b->n_results = 0;
    for (size_t i = 0; i < b->n; i++) {
        struct item *it = b->items[i];

        if (it->stage == STAGE_COMMIT)
            b->owner[b->n_calls++] = it;
        if (it->stage == STAGE_COMMIT &&
            it->call.reply.outcome == OUTCOME_ERROR) {
            lane_judge(it);
            it->result.call = (struct hash128){ 0 };
        }
        if (it->stage == STAGE_RECORD) {
            b->of[b->n_results] = it;
            b->results[b->n_results++] = &it->result;
        }
    }
}

static bool lane_append(struct ask *k, struct batch *b, bool *folded,
                        struct err *e)
{
    *folded = false;
    if (k->o->share)
        return blocks_append(k, b->results, b->n_results, b->appended, folded,
                             e);
    return runs_append(k->own, k->run->id, b->results, b->n_results,
                       clock_day_ms(), e);
}

static bool write_batch(struct ask *k, struct batch *b, struct err *e)
{
    bool folded;

    if (k->o->share && b->n_calls)
        qsort(b->owner, b->n_calls, sizeof(b->owner[0]), lane_by_key);
    for (size_t i = 0; i < b->n_calls; i++)
        b->calls[i] = &b->owner[i]->call;
    if (!store_begin(k->own, e))
        return false;
    if (journal_commit(k->own, b->calls, b->n_calls, b->already, e) &&
        lane_append(k, b, &folded, e) && store_commit(k->own, e))
        return !folded ||
               blocks_append_again(k, b->results, b->n_results, b->appended, e);
    store_rollback(k->own);
    return false;
}

/* Where another process answered the same call first, its reply counts. */
static bool reread_all(struct ask *k, struct batch *b, struct err *e)
{
    for (size_t i = 0; i < b->n_calls; i++) {
        struct item *it = b->owner[i];

        if (b->already[i] && it->stage == STAGE_COMMIT &&
            !call_reread(k->own, &it->arena, &it->call, e))
            return false;
    }
    return true;
}

/* What is on the disk goes on to be judged, or is done. */
static void pass_on(struct ask *k, struct batch *b)
{
    size_t judged = 0, done = 0;

    /* Results that another worker had before are none of this one. */
    for (size_t i = 0; k->o->share && i < b->n_results; i++)
        if (!b->appended[i])
            b->of[i]->stage = STAGE_LATE;
    for (size_t i = 0; i < b->n; i++) {
        struct item *it = b->items[i];

        if (it->stage == STAGE_COMMIT) {
            it->stage = STAGE_JUDGE;
            b->next[judged++] = it;
        } else {
            if (it->stage != STAGE_LATE)
                it->stage = STAGE_DONE;
            b->items[done++] = it;
        }
    }
    queue_push_many(&k->to_work, b->next, judged);
    queue_push_many(&k->back, b->items, done);
}

static void lane_lose(struct ask *k, struct batch *b)
{
    for (size_t i = 0; i < b->n; i++)
        ((struct item *)b->items[i])->stage = STAGE_LOST;
    queue_push_many(&k->back, b->items, b->n);
}

/* A run that was only begun is in the store before its first reply. The making
 * takes a core for a while: it waits for a reply, so that first calls, which are
 * many, go out meanwhile; but not for long, since nobody else can write. */
static void lane_make_run(struct ask *k, struct batch *b)
{
    if (k->is_new)
        b->n = queue_take_for(&k->to_write, b->items, WRITE_BATCH, MAKE_MS);
    if (!runs_finish(k->own, &k->write_error))
        atomic_store(&k->failed, true);
    atomic_store(&k->making, false);
}

/* A commit costs much by itself, a page of the index for every call: where more
 * is on its way it is waited for, so that commits are few and large. */
static void let_gather(const struct ask *k, const struct batch *b,
                       const struct clock *c)
{
    uint64_t now = clock_now(c), next = b->began_ns + WRITE_GAP;
    struct timespec t = { .tv_nsec = (long)(next - now) };

    if (b->n >= WRITE_BUSY && b->n < WRITE_BATCH && now < next &&
        !atomic_load(&k->fed))
        nanosleep(&t, NULL);
}

static void *lane_write_all(void *ctx)
{
    struct ask *k = ctx;
    struct batch *b = alloc_new(1, sizeof(*b));
    struct clock clock = clock_real();

    lane_make_run(k, b);
    for (;; let_gather(k, b, &clock), b->n = 0) {
        if (b->n == 0)
            b->n = queue_take(&k->to_write, b->items, WRITE_BATCH);
        if (b->n == 0)
            break;
        b->began_ns = clock_now(&clock);
        if (atomic_load(&k->failed)) {
            lane_lose(k, b);
            continue;
        }
        read_answers(b);
        if (b->n == 0)
            continue;
        sort_batch(b);
        if (write_batch(k, b, &k->write_error) &&
            reread_all(k, b, &k->write_error)) {
            pass_on(k, b);
            continue;
        }
        atomic_store(&k->failed, true);
        lane_lose(k, b);
    }
    free(b);
    if (k->o->leave)
        k->o->leave(NULL);
    return NULL;
}

/* ---- opening and closing ---- */

static void lane_start_threads(pthread_t *threads, int n,
                               void *(*work_of)(void *), struct ask *k)
{
    for (int i = 0; i < n; i++)
        if (thread_start(&threads[i], work_of, k) != 0)
            BUG("could not start a thread");
}

bool workers_open(struct ask *k, struct err *e)
{
    k->own = k->o->writer;
    if (!k->own && !store_open(&k->own, store_path(k->store), STORE_WRITE, e))
        return false;
    k->is_new = runs_unfinished(k->own);
    atomic_store(&k->making, k->is_new);
    queue_open(&k->to_work);
    queue_open(&k->to_answer);
    queue_open(&k->to_write);
    queue_open(&k->back);
    k->n_workers = k->o->threads;
    for (size_t i = 0; i < k->plan->n_models; i++)
        k->n_answerers += model_at_once(&k->plan->models[i]);
    k->workers = alloc_new((size_t)k->n_workers, sizeof(pthread_t));
    k->answerers = alloc_new((size_t)k->n_answerers + 1, sizeof(pthread_t));
    lane_start_threads(&k->writer, 1, lane_write_all, k);
    lane_start_threads(k->workers, k->n_workers, lane_work, k);
    lane_start_threads(k->answerers, k->n_answerers, lane_wait_for_answers, k);
    return true;
}

void workers_close(struct ask *k)
{
    queue_shut(&k->to_answer);
    for (int i = 0; i < k->n_answerers; i++)
        pthread_join(k->answerers[i], NULL);
    queue_shut(&k->to_work);
    for (int i = 0; i < k->n_workers; i++)
        pthread_join(k->workers[i], NULL);
    queue_shut(&k->to_write);
    pthread_join(k->writer, NULL);
    queue_clear(&k->to_work);
    queue_clear(&k->to_answer);
    queue_clear(&k->to_write);
    queue_clear(&k->back);
    free(k->workers);
    free(k->answerers);
    k->report->lost = store_is_lost(k->own);
    if (k->own != k->o->writer)
        store_close(k->own);
}

/*
 * Lanes: from the calls of a model to items under way. Everything here runs on
 * the feeder's thread, but for what a pool gives back.
 */

#define ROOM_SPARE  2048 /* beyond twice what may be in flight: to be written */
#define ROOM_NEW    2048 /* beyond that, answered before the run is made */
#define ROOM_LOCAL  1024 /* for models of the process */
#define FILES_SPARE 32   /* of the store, the terminal, name lookups */
#define BATCH       64   /* calls handed to a pool at once */
#define BYTES_MOST  ((uint64_t)256 << 20) /* of answers in memory */
#define BYTES_KEPT  ((size_t)256 << 10) /* of an answer whose memory is kept */

/* ---- what a pool gives back, on its thread ---- */

static void lane_pool_done(void *ctx, struct pool_call *call)
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
    pool.shared_rate = k->shared_rate;
    pool.unread = true;
    pool.again = budget_again;
    return pool_open(&l->pool, l->model, &pool, lane_pool_done, k, e);
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
    shared_rate_close(k->shared_rate);
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
static bool lane_prepare(struct item *it, struct err *e)
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
static bool lane_look_up(struct ask *k, struct item *const *items, size_t n,
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

/* Room for calls, and for the bytes of their answers. While the writer makes the
 * run it takes no answer, and the server is to have calls all the same: then
 * more may be out than usual. */
static bool lane_has_room(const struct lane *l)
{
    struct ask *k = l->ask;
    uint64_t most = l->most;

    if (l->under_way >= most && atomic_load(&k->making)) {
        uint64_t n = queue_count(&k->to_write);

        most += n < ROOM_NEW ? n : ROOM_NEW;
    }
    return l->under_way < most &&
           (l->under_way == 0 || atomic_load(&k->bytes) < BYTES_MOST);
}

/* The next call as an item. */
static struct item *start_call(struct lane *l, struct err *e)
{
    struct item *it = get_item(l);
    uint64_t call = call_at(l);

    it->problem = call / l->ask->plan->attempts;
    it->attempt = call % l->ask->plan->attempts + 1;
    if (!lane_prepare(it, e)) {
        lane_return(it);
        return NULL;
    }
    l->next++;
    return it;
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

/* Hands the calls on, to who asks, judges or writes. Returns how many a server
 * is asked. */
static size_t lane_pass_on(struct lane *l, struct item *const *items, size_t n)
{
    struct pool_call *batch[BATCH];
    size_t sent = 0;

    for (size_t i = 0; i < n; i++) {
        struct item *it = items[i];

        if (pass_unsent(it))
            continue;
        if (it->journalled || !l->pool) { /* no server is asked */
            queue_push(it->stage == STAGE_ANSWER && l->at_once
                           ? &l->ask->to_answer
                           : &l->ask->to_work,
                       it);
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

/* Starts a batch; *n is how many calls were started, *sent to how many of them a
 * server is asked. */
static bool feed_batch(struct lane *l, size_t *n, size_t *sent, struct err *e)
{
    struct item *items[BATCH];
    /* Where a server is paid, one by one: no lane takes it all. */
    size_t most = l->pool && budget_is_set(l->ask) ? 1 : BATCH;
    bool ok = true;

    *sent = 0;
    for (*n = 0; ok && *n < most && lane_has_room(l) && next_call(l);) {
        items[*n] = start_call(l, e);
        ok = items[*n] != NULL;
        *n += ok;
    }
    ok = ok && lane_look_up(l->ask, items, *n, e);
    if (ok && (*n == 0 || !l->pool || items[0]->journalled ||
               budget_allows(l))) { /* there is money for them */
        *sent = lane_pass_on(l, items, *n);
        return true;
    }
    l->next -= *n; /* one is the next again; several only when the run fails */
    for (size_t i = 0; i < *n; i++)
        lane_return(items[i]);
    *n = 0;
    return ok;
}

/* What the journal has costs nothing: it is no batch of one. */
static bool feed_lane(struct lane *l, bool *any, struct err *e)
{
    size_t n, sent, all = 0;
    bool ok, own;

    if (!lane_has_room(l))
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
