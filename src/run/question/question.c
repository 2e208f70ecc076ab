/* SPDX-License-Identifier: Apache-2.0 */
#include "run/question/question.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/map.h"
#include "base/queue.h"
#include "base/rng.h"
#include "base/shutdown.h"
#include "base/str.h"
#include "base/thread.h"
#include "run/engine/call.h"
#include "store/journal.h"
#include "store/rates.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/*
 * Questions become calls, and replies come back. Only the asking thread touches
 * the store: a pool hands over finished calls through a queue, and the asking
 * thread commits all that came since its last commit; threads that wait for a
 * model of the process do the same.
 */
#define BATCH   256
#define TICK_MS 100

/* A call that the journal did not have. */
struct asked {
    size_t question; /* the first asked that has this key */
    struct call call;
    struct pool_call sent; /* of a server */
    bool declined;         /* as the server declines them all */
};

struct talk {
    struct arena *arena;  /* the caller's: replies */
    struct arena scratch; /* bodies */
    struct questioner *consult;
    struct question *questions;
    size_t n;
    size_t *first; /* of each question, the first asked that has its key */
    struct asked *asked;
    size_t n_asked, settled;
    uint64_t done; /* questions */

    struct pool *pool;      /* NULL: a model of the process */
    struct queue to_answer; /* by threads; what they did is in `back`, too */
    atomic_bool dropping;   /* nobody waits for answers any more */
    struct queue back;
    size_t under_way;
    uint64_t errors; /* of the server in a row */
    struct decline decline;
    const char *fatal; /* why no call can succeed */
    bool stopped;
};

/* ---- from questions to calls ---- */

static const char *last_user(const struct question *q)
{
    for (size_t i = q->n_messages; i-- > 0;)
        if (str_eq(q->messages[i].role, "user"))
            return q->messages[i].content;
    BUG("a question without a message of the user");
}

static struct request request_of(struct arena *a, struct talk *t,
                                 const struct question *q, struct note *note)
{
    struct request r = { .messages = q->messages,
                         .n_messages = q->n_messages,
                         .decoding = &t->consult->decoding,
                         .attempt = q->attempt };
    char hex[HASH_HEX_SIZE];
    const char *text;

    if (!model_reads_note(t->consult->model))
        return r;
    /* A replay file finds its row by the text; the id is for its message. */
    text = last_user(q);
    hash_hex(hash_bytes(text, strlen(text)), hex);
    *note = (struct note){ .statement = text };
    note->problem = arena_printf(a, "question %s", hex);
    r.note = note;
    return r;
}

/* The body of question i and its key; what the journal lacks becomes a call,
 * unless an earlier question is the same. */
static bool question_prepare(struct talk *t, struct map *keys, size_t i,
                             struct err *e)
{
    const struct model *m = t->consult->model;
    struct question *q = &t->questions[i];
    struct call *call = &t->asked[t->n_asked].call;
    struct hash128 key;
    struct request r;
    struct note note;
    const char *body;
    size_t *first;
    bool is_new, found;

    INVARIANT(q->attempt >= 1);
    r = request_of(&t->scratch, t, q, &note);
    if (!model_body(&t->scratch, m, &r, &body, e))
        return false;
    key = model_call_key(m, body, q->attempt);
    first = map_put(keys, &key, sizeof(key), &is_new);
    if (is_new)
        *first = i;
    t->first[i] = *first;
    if (!is_new)
        return true;
    if (!journal_find(t->consult->store, t->arena, key, false, call, &found, e))
        return false;
    if (found) {
        q->reply = call->reply;
        t->consult->journalled++;
        t->done++;
        return true;
    }
    *call = (struct call){ .key = key,
                           .url = model_identity(m),
                           .model = m->name,
                           .attempt = q->attempt,
                           .body = body,
                           .raw = "" };
    t->asked[t->n_asked++].question = i;
    return true;
}

/* In a random order (run/engine/call.h), which is that of the calls. The
 * questions are all that names this list of them. */
static bool prepare_all(struct talk *t, struct err *e)
{
    struct map keys = { 0 };
    struct hash128 order;
    struct hasher h;
    bool ok = true;

    hasher_open(&h);
    for (size_t i = 0; i < t->n; i++)
        hasher_text(&h, last_user(&t->questions[i]));
    order = order_key(hasher_close(&h), 0);
    for (size_t i = 0; ok && i < t->n; i++)
        ok = question_prepare(t, &keys, (size_t)rng_permute(order, t->n, i), e);
    map_clear(&keys);
    return ok;
}

/* ---- from calls to replies ---- */

static void question_count_reply(struct talk *t, const struct reply *r,
                                 uint64_t *good)
{
    struct questioner *c = t->consult;

    t->done++;
    if (r->outcome != OUTCOME_ERROR) {
        ++*good;
        return;
    }
    c->failed++;
    if (!c->error)
        c->error = r->why ? r->why : "no reason was given";
}

static bool question_settle(struct talk *t, struct asked *const *list, size_t n,
                            struct err *e)
{
    const struct call **calls = alloc_new(n + 1, sizeof(*calls));
    bool *already = alloc_new(n + 1, sizeof(*already));
    bool ok;

    for (size_t i = 0; i < n; i++)
        calls[i] = &list[i]->call;
    ok = journal_commit(t->consult->store, calls, n, already, e);
    for (size_t i = 0; ok && i < n; i++) {
        struct reply *r = &t->questions[list[i]->question].reply;

        ok = !already[i] ||
             call_reread(t->consult->store, &t->scratch, &list[i]->call, e);
        if (!ok)
            break;
        *r = reply_copy(t->arena, &list[i]->call.reply);
        t->settled++;
        question_count_reply(
            t, r, already[i] ? &t->consult->journalled : &t->consult->asked);
    }
    free(calls);
    free(already);
    return ok;
}

/* ---- on the pool's thread ---- */

static void question_pool_done(void *ctx, struct pool_call *call)
{
    struct talk *t = ctx;
    struct asked *x = call->own;

    if (!call->dropped) {
        call_fill(&x->call, call);
        x->declined = call->reply.outcome != OUTCOME_FATAL &&
                      decline_note(&t->decline, &x->call, t->pool);
        /* No further call can succeed: the pool sends none, even before the
         * asking thread knows. */
        if (x->declined || call->reply.outcome == OUTCOME_FATAL)
            pool_stop(t->pool, t->consult->grace_s);
    }
    queue_push(&t->back, x);
}

/* ---- on the caller's thread ---- */

static void question_set_fatal(struct talk *t, const char *why)
{
    if (!t->fatal)
        t->fatal = arena_strdup(&t->scratch, why ? why : "no reason was given");
}

static void give_up_server(struct talk *t, const char *how,
                           const struct call *c)
{
    question_set_fatal(
        t, arena_printf(&t->scratch, "every call to %s %s: %s",
                        t->consult->model->spec, how,
                        c->reply.why ? c->reply.why : "no reason was given"));
}

/* A server that never answered is not asked all that is left. */
static void question_watch_errors(struct talk *t, const struct asked *x)
{
    const struct questioner *k = t->consult;
    const struct call *c = &x->call;

    if (x->declined)
        give_up_server(t, DECLINE_WORDS, c);
    if (c->reply.outcome != OUTCOME_ERROR || !t->pool ||
        !call_blames_server(c)) {
        t->errors = 0;
        return;
    }
    if (++t->errors < CALL_FIRST_ERRORS || k->asked + k->journalled > 0)
        return;
    give_up_server(t, "failed; the last error", c);
}

/* Settles the calls that came back with a reply or an error. */
static bool question_take_back(struct talk *t, void *const *items, size_t n,
                               struct err *e)
{
    struct asked *list[BATCH];
    size_t k = 0;
    bool ok;

    for (size_t i = 0; i < n; i++) {
        struct asked *x = items[i];

        if (x->sent.dropped)
            continue;
        if (x->call.reply.outcome == OUTCOME_FATAL)
            question_set_fatal(t, x->call.reply.why);
        else
            list[k++] = x;
    }
    ok = question_settle(t, list, k, e);
    for (size_t i = 0; ok && i < k; i++)
        question_watch_errors(t, list[i]);
    for (size_t i = 0; i < n; i++)
        pool_call_clear(&((struct asked *)items[i])->sent);
    return ok;
}

static void question_look_up(struct talk *t)
{
    const struct questioner *c = t->consult;

    if (c->progress)
        c->progress(c->ctx, t->done, t->n);
    t->stopped = t->stopped || (c->stop && c->stop(c->ctx));
}

static void push_all(struct talk *t)
{
    struct pool_call **list = alloc_new(t->n_asked, sizeof(struct pool_call *));

    for (size_t i = 0; i < t->n_asked; i++) {
        struct asked *x = &t->asked[i];

        x->sent = (struct pool_call){ .body = x->call.body,
                                      .body_n = strlen(x->call.body),
                                      .own = x };
        list[i] = &x->sent;
    }
    t->under_way = t->n_asked;
    pool_push_many(t->pool, list, t->n_asked);
    free(list);
}

/* Asks nobody any more; a server may end what it works on. */
static void question_give_up(struct talk *t, double grace_s)
{
    atomic_store(&t->dropping, true);
    if (t->pool)
        pool_stop(t->pool, grace_s);
}

/* Until every call is back; those in flight were paid for and may end. */
static bool drain(struct talk *t, struct err *e)
{
    bool ok = true, ending = false;
    void *items[BATCH];

    while (t->under_way > 0) {
        size_t n = queue_take_for(&t->back, items, BATCH, TICK_MS);

        t->under_way -= n;
        if (ok)
            ok = question_take_back(t, items, n, e);
        else
            for (size_t i = 0; i < n; i++)
                pool_call_clear(&((struct asked *)items[i])->sent);
        question_look_up(t);
        if (!ok)
            question_give_up(t, 0);
        else if (!ending && (t->fatal || t->stopped))
            question_give_up(t, t->consult->grace_s);
        ending = ending || t->fatal || t->stopped;
    }
    return ok;
}

static bool flow_pool(struct talk *t, struct err *e)
{
    const struct questioner *c = t->consult;
    struct pool_options o = c->pool;
    struct err unshared;
    bool ok;

    queue_open(&t->back);
    atomic_init(&t->decline.answered, c->asked + c->journalled > 0);
    o.shared_rate =
        NULL; /* a rate that cannot be shared is this process's alone */
    if (o.rate > 0 && !rates_open(&o.shared_rate, c->store, &unshared))
        o.shared_rate = NULL;
    ok = pool_open(&t->pool, c->model, &o, question_pool_done, t, e);
    if (ok) {
        shutdown_hold(c->grace_s);
        push_all(t);
        ok = drain(t, e);
        pool_close(t->pool);
        shutdown_release();
    }
    shared_rate_close(o.shared_rate);
    queue_clear(&t->back);
    return ok;
}

/* ---- models of the process ---- */

/* Replies are copied when they are settled, which is before the queue is shut.
 */
static void *question_wait_for_answers(void *ctx)
{
    struct talk *t = ctx;
    struct arena replies = { 0 };
    void *item;

    while (queue_take(&t->to_answer, &item, 1)) {
        struct asked *x = item;
        struct note note;
        struct request r =
            request_of(&replies, t, &t->questions[x->question], &note);

        x->call.sent_ms = clock_day_ms();
        x->call.tries = 1;
        /* it may be stopped meanwhile */
        x->sent.dropped = atomic_load(&t->dropping) ||
                          !model_answer(&replies, t->consult->model, &r,
                                        &t->dropping, &x->call.reply);
        queue_push(&t->back, x);
    }
    arena_clear(&replies);
    return NULL;
}

/* Models that take their time are best asked by many threads; one is enough for
 * the others. */
static bool flow_threads(struct talk *t, struct err *e)
{
    size_t n = (size_t)model_at_once(t->consult->model);
    pthread_t *threads;
    bool ok;

    n = n < 1 ? 1 : n < t->n_asked ? n : t->n_asked;
    threads = alloc_new(n, sizeof(*threads));

    queue_open(&t->back);
    queue_open(&t->to_answer);
    t->under_way = t->n_asked;
    for (size_t i = 0; i < t->n_asked; i++)
        queue_push(&t->to_answer, &t->asked[i]);
    for (size_t i = 0; i < n; i++)
        if (thread_start(&threads[i], question_wait_for_answers, t) != 0)
            BUG("could not start a thread");
    ok = drain(t, e);
    queue_shut(&t->to_answer);
    for (size_t i = 0; i < n; i++)
        pthread_join(threads[i], NULL);
    queue_clear(&t->to_answer);
    queue_clear(&t->back);
    free(threads);
    return ok;
}

static bool flow(struct talk *t, struct err *e)
{
    bool ok;

    question_look_up(t); /* it may be time to stop already */
    ok = t->stopped || (model_is_local(t->consult->model) ? flow_threads(t, e)
                                                          : flow_pool(t, e));
    if (!ok)
        return false;
    if (t->fatal)
        return err_set(e, ERR_DOMAIN, "%s", t->fatal);
    if (t->settled < t->n_asked)
        return err_set(e, ERR_IO, "interrupted");
    return true;
}

/* ---- what it costs ---- */

/* Every reply counts, new or journalled: a hunt that goes on has spent what it
 * had spent. */
static void question_pay(const struct talk *t)
{
    const struct model *m = t->consult->model;
    struct budget *p = t->consult->budget;
    struct price price;
    bool priced;

    if (!p || m->kind == MODEL_STUDENT) /* nobody is paid for it */
        return;
    priced = p->prices && prices_find(p->prices, m->spec, m->name, &price);
    for (size_t i = 0; i < t->n; i++) {
        const struct usage *u = &t->questions[i].reply.usage;

        if (t->first[i] != i)
            continue;
        p->tokens -= (double)((u->prompt > 0 ? u->prompt : 0) +
                              (u->completion > 0 ? u->completion : 0));
        if (priced)
            p->money -= price_of(&price, u->prompt, u->cached, u->completion);
    }
}

/* ---- asking ---- */

bool question_ask(struct arena *a, struct questioner *c,
                  struct question *questions, size_t n, struct err *e)
{
    struct talk t = {
        .arena = a, .consult = c, .questions = questions, .n = n
    };
    bool ok;

    if (c->model->kind == MODEL_PLANTED)
        return err_set(
            e, ERR_USAGE,
            "a planted model cannot take this role; name another model");
    t.first = alloc_new(n + 1, sizeof(*t.first));
    t.asked = alloc_new(n + 1, sizeof(*t.asked));
    ok = prepare_all(&t, e);
    if (ok && c->budget && t.n_asked &&
        !(c->budget->tokens > 0 && c->budget->money > 0))
        ok = err_set(e, ERR_IO,
                     "the budget is spent; run the same command with a larger "
                     "budget to continue");
    ok = ok && (t.n_asked == 0 || flow(&t, e));
    if (ok)
        question_pay(&t);
    /* The same question again has the same reply. */
    for (size_t i = 0; ok && i < n; i++)
        if (t.first[i] != i) {
            questions[i].reply = questions[t.first[i]].reply;
            question_count_reply(&t, &questions[i].reply, &c->journalled);
        }
    if (ok && c->progress)
        c->progress(c->ctx, t.done, n);
    free(t.first);
    free(t.asked);
    arena_clear(&t.scratch);
    return ok;
}

bool question_one(struct arena *a, struct questioner *c, const char *system,
                  const char *user, uint64_t attempt, struct reply *out,
                  struct err *e)
{
    struct message messages[] = { { "system", system }, { "user", user } };
    struct question q = { .messages = system ? messages : messages + 1,
                          .n_messages = system ? 2 : 1,
                          .attempt = attempt };

    if (!question_ask(a, c, &q, 1, e))
        return false;
    *out = q.reply;
    return true;
}
