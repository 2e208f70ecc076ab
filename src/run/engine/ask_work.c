/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The threads behind the feeder: workers, which answer for models of the
 * process and judge replies; answerers, which wait for those models that take
 * their time; and the writer, which alone writes to the store.
 */
#include "base/alloc.h"
#include "base/clock.h"
#include "base/thread.h"
#include "run/engine/ask_int.h"
#include "run/engine/call.h"
#include "run/planted/note.h"
#include "run/review/key_seen.h"

#include <stdlib.h>
#include <time.h>

#define WRITE_BATCH 1024
#define WRITE_BUSY  8        /* items of a batch: others will follow at once */
#define WRITE_GAP   10000000 /* ns from one batch to the next, then */
#define MAKE_MS     200      /* that a new run waits to be made */

/* ---- workers ---- */

/* Returns false if the run was stopped meanwhile. */
static bool answer(struct item *it)
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
static void look_for_key(struct item *it, const struct problem *p)
{
    const struct ask *k = it->lane->ask;
    const struct result *r = &it->result;
    const char *text = it->call.reply.text;

    if (k->o->keyless && r->outcome == OUTCOME_OK &&
        r->lenient != VERDICT_CORRECT)
        k->o->keyless[ask_place(k->plan->n_problems, k->plan->attempts, r)] =
            !text || !key_is_seen(&it->arena, p, text, 0, 0);
}

static void judge(struct item *it)
{
    const struct plan *p = it->lane->ask->plan;
    const struct problem *problem = &p->problems[it->problem];

    run_judge(&it->arena, problem, &p->judge, &it->call.reply, &it->result);
    place_result(it);
    look_for_key(it, problem);
    it->stage = STAGE_RECORD;
}

static void *work(void *ctx)
{
    struct ask *k = ctx;
    void *item;

    while (queue_take(&k->to_work, &item, 1)) {
        struct item *it = item;

        if (it->stage != STAGE_ANSWER)
            judge(it);
        else if (!answer(it))
            BUG("a model that answers without delay was waited for");
        queue_push(&k->to_write, it);
    }
    if (k->o->leave)
        k->o->leave(NULL);
    return NULL;
}

static void *wait_for_answers(void *ctx)
{
    struct ask *k = ctx;
    struct clock clock = clock_real();
    void *item;

    while (queue_take(&k->to_answer, &item, 1)) {
        struct item *it = item;
        uint64_t start = clock_now(&clock);

        if (!answer(it)) {
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
static bool read_answer(struct item *it)
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

        if (it->stage != STAGE_COMMIT || read_answer(it))
            b->items[n++] = it;
    }
    b->n = n;
}

/* By key: two writers that have the same calls do not wait for each other. */
static int by_key(const void *x, const void *y)
{
    const struct hash128 a = (*(struct item *const *)x)->call.key;
    const struct hash128 b = (*(struct item *const *)y)->call.key;

    return a.high != b.high ? (a.high > b.high) - (a.high < b.high)
                            : (a.low > b.low) - (a.low < b.low);
}

static void sort_calls(struct batch *b)
{
    if (b->n_calls)
        qsort(b->owner, b->n_calls, sizeof(b->owner[0]), by_key);
    for (size_t i = 0; i < b->n_calls; i++)
        b->calls[i] = &b->owner[i]->call;
}

/* A call that ended in an error has its result at once: there is nothing to
 * judge. */
static void sort_batch(struct batch *b)
{
    b->n_calls = b->n_results = 0;
    for (size_t i = 0; i < b->n; i++) {
        struct item *it = b->items[i];

        if (it->stage == STAGE_COMMIT) {
            b->owner[b->n_calls] = it;
            b->calls[b->n_calls++] = &it->call;
        }
        if (it->stage == STAGE_COMMIT &&
            it->call.reply.outcome == OUTCOME_ERROR) {
            judge(it);
            it->result.call = (struct hash128){ 0 };
        }
        if (it->stage == STAGE_RECORD) {
            b->of[b->n_results] = it;
            b->results[b->n_results++] = &it->result;
        }
    }
}

static bool append(struct ask *k, struct batch *b, bool *folded, struct err *e)
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

    if (k->o->share)
        sort_calls(b);
    if (!store_begin(k->own, e))
        return false;
    if (journal_commit(k->own, b->calls, b->n_calls, b->already, e) &&
        append(k, b, &folded, e) && store_commit(k->own, e))
        return !folded ||
               blocks_append_again(k, b->results, b->n_results, b->appended, e);
    store_rollback(k->own);
    return false;
}

/* Results that another worker had before are none of this one. */
static void note_late(const struct ask *k, struct batch *b)
{
    for (size_t i = 0; k->o->share && i < b->n_results; i++)
        if (!b->appended[i])
            b->of[i]->stage = STAGE_LATE;
}

/* Another process answered the same call first: its reply counts. */
static bool reread(struct ask *k, struct item *it, struct err *e)
{
    struct hash128 key = it->call.key;
    bool found;

    if (!journal_find(k->own, &it->arena, key, false, &it->call, &found, e))
        return false;
    return found || err_set(e, ERR_IO, "a reply is missing in the store");
}

static bool reread_all(struct ask *k, struct batch *b, struct err *e)
{
    for (size_t i = 0; i < b->n_calls; i++)
        if (b->already[i] && b->owner[i]->stage == STAGE_COMMIT &&
            !reread(k, b->owner[i], e))
            return false;
    return true;
}

/* What is on the disk goes on to be judged, or is done. */
static void pass_on(struct ask *k, struct batch *b)
{
    size_t judged = 0, done = 0;

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

static void lose(struct ask *k, struct batch *b)
{
    for (size_t i = 0; i < b->n; i++)
        ((struct item *)b->items[i])->stage = STAGE_LOST;
    queue_push_many(&k->back, b->items, b->n);
}

/* A run that was only begun is in the store before its first reply. The making
 * takes a core for a while: it waits for a reply, so that first calls, which are
 * many, go out meanwhile; but not for long, since nobody else can write. */
static void make_run(struct ask *k, struct batch *b)
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

static void *write_all(void *ctx)
{
    struct ask *k = ctx;
    struct batch *b = alloc_new(1, sizeof(*b));
    struct clock clock = clock_real();

    make_run(k, b);
    for (;; let_gather(k, b, &clock), b->n = 0) {
        if (b->n == 0)
            b->n = queue_take(&k->to_write, b->items, WRITE_BATCH);
        if (b->n == 0)
            break;
        b->began_ns = clock_now(&clock);
        if (atomic_load(&k->failed)) {
            lose(k, b);
            continue;
        }
        read_answers(b);
        if (b->n == 0)
            continue;
        sort_batch(b);
        if (write_batch(k, b, &k->write_error) &&
            reread_all(k, b, &k->write_error)) {
            note_late(k, b);
            pass_on(k, b);
            continue;
        }
        atomic_store(&k->failed, true);
        lose(k, b);
    }
    free(b);
    if (k->o->leave)
        k->o->leave(NULL);
    return NULL;
}

/* ---- opening and closing ---- */

static void start_threads(pthread_t *threads, int n, void *(*work_of)(void *),
                          struct ask *k)
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
    start_threads(&k->writer, 1, write_all, k);
    start_threads(k->workers, k->n_workers, work, k);
    start_threads(k->answerers, k->n_answerers, wait_for_answers, k);
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
