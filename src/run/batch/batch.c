/* SPDX-License-Identifier: Apache-2.0 */
#include "run/batch/batch.h"
#include "base/alloc.h"
#include "base/rng.h"
#include "base/shutdown.h"
#include "base/str.h"
#include "run/batch/batch_int.h"
#include "run/engine/order.h"
#include "store/journal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define JUDGE_NS UINT64_C(2000000000) /* after an interrupt */

/* ---- what the parts share ---- */

void batch_say(struct batch_work *w, const char *fmt, ...)
{
    struct str raw = { 0 }, line = { 0 };
    va_list ap;

    if (!w->watch || !w->watch->say)
        return;
    va_start(ap, fmt);
    str_addv(&raw, fmt, ap);
    va_end(ap);
    str_add_printable(&line, str_get(&raw));
    w->watch->say(w->watch->ctx, str_get(&line));
    str_clear(&raw);
    str_clear(&line);
}

bool batch_stop(struct batch_work *w, enum ask_end end, const char *fmt, ...)
{
    struct str text = str_in(w->arena);
    va_list ap;

    /* A spent budget ends the sending alone. */
    if (w->end != ASK_DONE && (w->end != ASK_BUDGET || end == ASK_BUDGET))
        return false;
    va_start(ap, fmt);
    str_addv(&text, fmt, ap);
    va_end(ap);
    w->end = end;
    w->why = str_get(&text);
    return false;
}

static int compare_keys(struct hash128 a, struct hash128 b)
{
    if (a.high != b.high)
        return a.high < b.high ? -1 : 1;
    return (a.low > b.low) - (a.low < b.low);
}

static int by_key(const void *left, const void *right)
{
    const struct wanted_key *a = left, *b = right;
    int c = compare_keys(a->key, b->key);

    return c ? c : (a->at > b->at) - (a->at < b->at);
}

struct wanted *batch_wanted(const struct batch_work *w, struct hash128 key)
{
    size_t low = 0, high = w->n_keys;

    while (low < high) { /* the first that is not below */
        size_t mid = low + (high - low) / 2;

        if (compare_keys(w->by_key[mid].key, key) < 0)
            low = mid + 1;
        else
            high = mid;
    }
    if (low == w->n_keys || compare_keys(w->by_key[low].key, key) != 0)
        return NULL;
    return vec_get(&w->wanted, struct wanted, w->by_key[low].at);
}

bool batch_body(struct batch_work *w, struct arena *a, const struct wanted *x,
                const char **body, struct err *e)
{
    struct hash128 key;
    uint64_t attempts = w->plan->attempts;

    return plan_body(a, w->plan, x->lane, (size_t)(x->at / attempts),
                     x->at % attempts + 1, body, &key, e);
}

const char *batch_keep(struct batch_work *w, const char *why)
{
    if (!w->said || !str_eq(w->said, why))
        w->said = arena_strdup(w->arena, why);
    return w->said;
}

void batch_failed(struct batch_work *w, struct wanted *x, bool again,
                  const char *why)
{
    x->rounds++;
    x->state = again && x->rounds < BATCH_ROUNDS ? WANT_SEND : WANT_FAILED;
    x->why = batch_keep(w, why);
}

/* ---- what is wanted ---- */

/* 1 for each call that has a result; and what the results cost. */
static bool load_results(struct batch_work *w, unsigned char *have,
                         struct err *e)
{
    const struct plan *p = w->plan;
    struct arena a = { 0 };
    struct result *r;
    size_t n;
    bool ok = runs_results(w->store, &a, w->run->id, &r, &n, e);

    for (size_t i = 0; ok && i < n; i++) {
        if (r[i].outcome == OUTCOME_ERROR || r[i].model >= p->n_models)
            continue;
        have[(r[i].model * p->n_problems + r[i].problem) * p->attempts +
             r[i].attempt - 1] = 1;
        if (!p->of) /* what was taken over cost nothing here */
            (void)batch_count(&w->lanes[r[i].model], &r[i]);
    }
    arena_clear(&a);
    return ok;
}

static bool want_call(struct batch_work *w, size_t lane, uint64_t at,
                      struct arena *tmp, struct err *e)
{
    uint64_t attempts = w->plan->attempts;
    struct hash128 key;
    struct wanted *x;
    const char *body;
    bool there;

    if (!plan_body(tmp, w->plan, lane, (size_t)(at / attempts),
                   at % attempts + 1, &body, &key, e) ||
        !journal_has(w->store, key, &there, e))
        return false;
    if (there)
        return true;
    x = vec_push(&w->wanted);
    *x = (struct wanted){
        .key = key, .lane = lane, .at = at, .bytes = strlen(body)
    };
    return true;
}

/* A second call of one key gets the reply of the first. */
static void index_keys(struct batch_work *w)
{
    w->n_keys = w->wanted.n;
    w->by_key = alloc_new(w->n_keys + 1, sizeof(*w->by_key));
    for (size_t i = 0; i < w->n_keys; i++)
        w->by_key[i] =
            (struct wanted_key){ vec_get(&w->wanted, struct wanted, i)->key,
                                 i };
    qsort(w->by_key, w->n_keys, sizeof(*w->by_key), by_key);
    for (size_t i = 1; i < w->n_keys; i++)
        if (compare_keys(w->by_key[i].key, w->by_key[i - 1].key) == 0)
            vec_get(&w->wanted, struct wanted, w->by_key[i].at)->state =
                WANT_DONE;
}

static bool find_wanted(struct batch_work *w, struct err *e)
{
    uint64_t n = w->plan->n_problems * w->plan->attempts;
    unsigned char *have = alloc_new(w->n_lanes * n + 1, 1);
    struct arena tmp = { 0 };
    bool ok = load_results(w, have, e);

    for (size_t i = 0; ok && i < w->n_lanes; i++) {
        if (model_is_local(w->lanes[i].model))
            continue;
        for (uint64_t k = 0; ok && k < n; k++) {
            uint64_t at = rng_permute(order_key(w->run->hash, i), n, k);

            if (!have[i * n + at])
                ok = want_call(w, i, at, &tmp, e);
            arena_reset(&tmp);
        }
    }
    arena_clear(&tmp);
    free(have);
    index_keys(w);
    return ok;
}

/* ---- lanes ---- */

static bool should_stop(void *ctx)
{
    const struct batch_work *w = ctx;

    return w->o->stop && w->o->stop(w->o->ctx);
}

static void init_lanes(struct batch_work *w)
{
    w->n_lanes = w->plan->n_models;
    w->lanes = alloc_new(w->n_lanes, sizeof(*w->lanes));
    for (size_t i = 0; i < w->n_lanes; i++) {
        struct batch_lane *l = &w->lanes[i];

        l->model = &w->plan->models[i];
        l->number = i;
        l->has_price = w->o->prices && prices_find(w->o->prices, l->model->spec,
                                                   l->model->name, &l->price);
    }
}

/* A budget is kept by what calls may cost before they are sent. */
static bool can_reckon(const struct batch_work *w, const struct batch_lane *l,
                       struct err *e)
{
    if ((w->o->budget_money <= 0 && w->o->budget_tokens == 0) || l->sized > 0 ||
        w->plan->decoding.max_tokens)
        return true;
    return err_set(e, ERR_USAGE,
                   "--budget with --batch needs --max-tokens: a whole batch is "
                   "sent before the first reply shows the cost of a call");
}

bool batch_reach(struct batch_work *w, struct batch_lane *l, struct err *e)
{
    struct fetch_options o = { .pool = w->o->pool,
                               .stop = should_stop,
                               .ctx = w };

    return l->fetch || (batch_place_find(w->arena, l->model, &l->place, e) &&
                        fetch_open(&l->fetch, l->model, &o, e));
}

static bool open_lanes(struct batch_work *w, struct err *e)
{
    for (size_t i = 0; i < w->wanted.n; i++) {
        const struct wanted *x = vec_get(&w->wanted, struct wanted, i);
        struct batch_lane *l = &w->lanes[x->lane];

        if (l->fetch)
            continue;
        if (!can_reckon(w, l, e) || !batch_reach(w, l, e) ||
            (!w->convoy && !batch_share(w, e)))
            return false;
    }
    return true;
}

static void close_all(struct batch_work *w)
{
    convoy_close(w->convoy);
    for (size_t i = 0; i < w->n_lanes; i++)
        fetch_close(w->lanes[i].fetch);
    vec_clear(&w->wanted);
    vec_clear(&w->open);
    free(w->by_key);
    free(w->lanes);
}

/* ---- the work ---- */

static bool has_some(const struct batch_work *w, enum want state)
{
    for (size_t i = 0; i < w->wanted.n; i++)
        if (vec_get(&w->wanted, struct wanted, i)->state == state)
            return true;
    return false;
}

static bool work(struct batch_work *w, struct err *e)
{
    while (w->end == ASK_DONE) {
        if (has_some(w, WANT_SEND) && !batch_send(w, e))
            return false;
        /* What is at the server was paid for, so a spent budget waits. */
        if (w->end == ASK_FATAL || w->end == ASK_STOPPED)
            break;
        if (!batch_wait(w, e))
            return false;
        if (!has_some(w, WANT_SEND))
            break;
    }
    return true;
}

/* What the engine does with a call that no journal has. */
static const char *why_unsent(void *ctx, struct hash128 key)
{
    const struct batch_work *w = ctx;
    const struct wanted *x = batch_wanted(w, key);

    return x && x->state == WANT_FAILED ? x->why : NULL;
}

/* An interrupt ended the fetching. What came is judged all the same if that is
 * quick, and else by the next command. */
static bool stop_judging(void *ctx)
{
    const struct batch_work *w = ctx;

    return w->judge_ns ? clock_now(&w->clock) > w->judge_ns : should_stop(ctx);
}

static void pass_progress(void *ctx, const struct live *live)
{
    const struct batch_work *w = ctx;

    if (w->o->progress)
        w->o->progress(w->o->ctx, live);
}

static struct ask_options judging(struct batch_work *w)
{
    struct ask_options o = *w->o;

    if (w->end == ASK_STOPPED && w->fetched)
        w->judge_ns = clock_now(&w->clock) + JUDGE_NS;
    o.unsent = why_unsent;
    o.unsent_ctx = w;
    o.affords = NULL; /* no server is asked */
    o.progress = pass_progress;
    o.stop = stop_judging;
    o.ctx = w;
    return o;
}

static bool judge_all(struct batch_work *w, struct arena *a,
                      struct ask_report *out, struct err *e)
{
    struct ask_options o = judging(w);
    struct convoy_sum others = batch_others(w);
    uint64_t now;

    if (!ask_run(a, w->store, w->run, w->plan, &o, out, e))
        return false;
    if (w->end != ASK_DONE && out->end == ASK_DONE) {
        out->end = w->end;
        out->why = w->why;
    }
    now = w->fetched < out->journalled ? w->fetched : out->journalled;
    out->journalled -= now;
    out->asked += now;
    out->spent_tokens += w->cost.tokens;
    out->spent_money += w->cost.money;
    out->others_tokens += others.tokens;
    out->others_money += others.money;
    if (now < w->fetched)
        batch_say(w,
                  "%" PRIu64 " of the fetched replies %s not judged yet; run "
                  "the same command again to judge them",
                  w->fetched - now, w->fetched - now == 1 ? "is" : "are");
    return true;
}

/* Calls at servers that the same command fetches. */
static uint64_t count_open(const struct batch_work *w, size_t *batches)
{
    uint64_t n = 0;

    *batches = 0;
    for (size_t i = 0; i < w->open.n; i++) {
        const struct batch_open *b = vec_get(&w->open, struct batch_open, i);
        uint64_t before = n;

        for (size_t k = 0; !b->over && !b->stuck && k < w->wanted.n; k++) {
            const struct wanted *x = vec_get(&w->wanted, struct wanted, k);

            n += x->state == WANT_OPEN && x->batch == b->row.id;
        }
        *batches += n > before;
    }
    return n;
}

static void say_end(struct batch_work *w)
{
    size_t batches;
    uint64_t open = count_open(w, &batches);

    if (w->end == ASK_DONE && has_some(w, WANT_OPEN))
        batch_say(w, "some calls are in no open batch; run the same command "
                     "again to send them");
    else if (open)
        batch_say(w,
                  "%" PRIu64 " call%s in %zu batch%s at the server; run the "
                  "same command again later to fetch the replies",
                  open, open == 1 ? " is" : "s are", batches,
                  batches == 1 ? "" : "es");
    if (w->senseless)
        batch_say(w, "%" PRIu64 " line%s of the results could not be read",
                  w->senseless, w->senseless == 1 ? "" : "s");
}

bool batch_ask(struct arena *a, struct store *s, const struct run_info *run,
               const struct plan *plan, const struct ask_options *o,
               const struct batch_watch *watch, struct ask_report *out,
               struct err *e)
{
    struct batch_work w = { .arena = a,
                            .store = s,
                            .run = run,
                            .plan = plan,
                            .o = o,
                            .watch = watch,
                            .wanted = vec_in(NULL, sizeof(struct wanted)),
                            .open = vec_in(NULL, sizeof(struct batch_open)),
                            .clock = clock_real(),
                            .end = ASK_DONE };
    bool ok = runs_lock(s, run->id, e);

    if (!ok)
        return false;
    init_lanes(&w);
    shutdown_hold(o->grace_s); /* what was sent is noted */
    ok = find_wanted(&w, e) && open_lanes(&w, e) && batch_tidy(&w, e) &&
         work(&w, e) && batch_cancel(&w, e) &&
         (w.end != ASK_DONE || batch_tidy(&w, e));
    shutdown_release();
    batches_unlock(s);
    if (ok)
        say_end(&w);
    ok = ok && judge_all(&w, a, out, e); /* unlocks the run */
    runs_unlock(s, run->id);
    close_all(&w);
    return ok;
}
