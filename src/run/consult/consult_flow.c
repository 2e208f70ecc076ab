/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Calls under way. A pool gives them back on its own thread, through a queue,
 * to the thread that asked, which commits whatever has come since its last
 * commit. Models of the process answer on that thread, in batches.
 */
#include "base/alloc.h"
#include "base/clock.h"
#include "run/ask/call.h"
#include "run/consult/consult_int.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define BATCH   256
#define TICK_MS 100

/* ---- on the pool's thread ---- */

static void pool_done(void *ctx, struct pool_call *call)
{
    struct talk *t = ctx;
    struct asked *x = call->own;

    if (!call->dropped) {
        call_fill(&x->call, call);
        /* No further call can succeed: none is sent before this is heard. */
        if (call->reply.outcome == OUTCOME_FATAL)
            pool_stop(t->pool, t->consult->grace_s);
    }
    queue_push(&t->back, x);
}

/* ---- on the caller's thread ---- */

static void set_fatal(struct talk *t, const char *why)
{
    if (!t->fatal)
        t->fatal = arena_strdup(&t->scratch, why ? why : "no reason was given");
}

/* A server that never answered is not asked all that is left. */
static void watch_errors(struct talk *t, const struct call *c)
{
    const struct consult *k = t->consult;

    if (c->reply.outcome != OUTCOME_ERROR || !call_blames_server(c)) {
        t->errors = 0;
        return;
    }
    if (++t->errors < CALL_FIRST_ERRORS || k->asked + k->journalled > 0)
        return;
    set_fatal(t, arena_printf(&t->scratch,
                              "the first %" PRIu64
                              " calls to %s all failed; the last one: %s",
                              t->errors, k->model->spec,
                              c->reply.why ? c->reply.why : "no reason"));
}

/* Of calls that came back: settle what has a reply or an error. */
static bool take_back(struct talk *t, void *const *items, size_t n,
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
            set_fatal(t, x->call.reply.why);
        else
            list[k++] = x;
    }
    ok = consult_settle(t, list, k, e);
    for (size_t i = 0; ok && i < k; i++)
        watch_errors(t, &list[i]->call);
    for (size_t i = 0; i < n; i++)
        pool_call_clear(&((struct asked *)items[i])->sent);
    return ok;
}

static void look_up(struct talk *t)
{
    const struct consult *c = t->consult;

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

/* Until every call is back; those in flight were paid for and may end. */
static bool drain(struct talk *t, struct err *e)
{
    bool ok = true, ending = false;
    void *items[BATCH];

    while (t->under_way > 0) {
        size_t n = queue_take_for(&t->back, items, BATCH, TICK_MS);

        t->under_way -= n;
        if (ok)
            ok = take_back(t, items, n, e);
        else
            for (size_t i = 0; i < n; i++)
                pool_call_clear(&((struct asked *)items[i])->sent);
        look_up(t);
        if (!ok)
            pool_stop(t->pool, 0);
        else if (!ending && (t->fatal || t->stopped))
            pool_stop(t->pool, t->consult->grace_s);
        ending = ending || t->fatal || t->stopped;
    }
    return ok;
}

static bool flow_pool(struct talk *t, struct err *e)
{
    const struct consult *c = t->consult;
    bool ok;

    queue_open(&t->back);
    ok = pool_open(&t->pool, c->model, &c->pool, pool_done, t, e);
    if (ok) {
        push_all(t);
        ok = drain(t, e);
        pool_close(t->pool);
    }
    queue_clear(&t->back);
    return ok;
}

/* ---- models of the process ---- */

static void answer(struct talk *t, struct asked *x)
{
    struct note note;
    struct request r = consult_request(t, &t->questions[x->question], &note);

    x->call.sent_ms = clock_day_ms();
    model_answer(&t->scratch, t->consult->model, &r, &x->call.reply);
    x->call.tries = 1;
}

static bool flow_local(struct talk *t, struct err *e)
{
    bool ok = true;

    for (size_t i = 0; ok && !t->stopped && i < t->n_asked; i += BATCH) {
        struct asked *list[BATCH];
        size_t n = 0;

        for (; n < BATCH && i + n < t->n_asked; n++) {
            list[n] = &t->asked[i + n];
            answer(t, list[n]);
        }
        ok = consult_settle(t, list, n, e);
        if (i + n < t->n_asked)
            look_up(t);
    }
    return ok;
}

bool consult_flow(struct talk *t, struct err *e)
{
    bool ok;

    look_up(t); /* it may be time to stop already */
    ok = t->stopped || (model_is_local(t->consult->model) ? flow_local(t, e)
                                                          : flow_pool(t, e));
    if (!ok)
        return false;
    if (t->fatal)
        return err_set(e, ERR_DOMAIN, "%s", t->fatal);
    if (t->settled < t->n_asked)
        return err_set(e, ERR_IO, "interrupted");
    return true;
}
