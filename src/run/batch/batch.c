/* SPDX-License-Identifier: Apache-2.0 */
#include "run/batch/batch.h"
#include "base/alloc.h"
#include "base/rng.h"
#include "base/shutdown.h"
#include "base/str.h"
#include "run/batch/batch_int.h"
#include "run/count/tally.h"
#include "run/engine/call.h"
#include "store/journal.h"
#include "store/rates.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * What calls by batch cost, and what they may cost before anybody knows. Like
 * the engine's calls (run/engine/ask.c), those in a batch are spent
 * beforehand in what processes on one store share, and corrected when they are
 * fetched; whoever waits for a batch that another process sent corrects what that
 * one spent. A process that ends leaves its batches spent: they will be paid.
 */

#define BYTES_PER_TOKEN 3.5

/* ---- what replies cost ---- */

static double batch_known(int64_t tokens)
{
    return tokens > 0 ? (double)tokens : 0;
}

struct shared_rate_sum batch_count(struct batch_lane *l, const struct result *r)
{
    const struct usage *u = &r->usage;
    struct shared_rate_sum cost = {
        batch_known(u->prompt) + batch_known(u->completion),
        l->has_price ? result_cost(&l->price, r) : 0
    };

    /* Without a count a reply says nothing of what the next one costs. */
    if (u->completion >= 0) {
        l->sized++;
        l->completion += (double)u->completion;
    }
    l->spent = shared_rate_plus(l->spent, 1, cost);
    return cost;
}

/* ---- what calls may cost ---- */

static struct shared_rate_sum batch_reckon(const struct batch_work *w,
                                           const struct wanted *x)
{
    const struct batch_lane *l = &w->lanes[x->lane];
    const char *most = w->plan->decoding.max_tokens;
    double prompt = (double)x->bytes / BYTES_PER_TOKEN;
    double reply = l->sized > 0 ? l->completion / l->sized
                   : most       ? strtod(most, NULL)
                                : 0;

    return (struct shared_rate_sum){
        prompt + reply, l->has_price ? PRICE_BATCH * (prompt * l->price.input +
                                                      reply * l->price.output)
                                     : 0
    };
}

static struct shared_rate_sum batch_others(const struct batch_work *w)
{
    return w->shared_rate ? shared_rate_others(w->shared_rate)
                          : (struct shared_rate_sum){ 0, 0 };
}

/* What is left of the budget: without what the run has cost, what its calls at
 * servers may, and what other processes spend meanwhile. */
static struct shared_rate_sum batch_left(const struct batch_work *w)
{
    struct shared_rate_sum left = { (double)w->o->budget_tokens,
                                    w->o->budget_money };
    const struct wanted *x;

    left = shared_rate_plus(left, -1, batch_others(w));
    for (size_t i = 0; i < w->n_lanes; i++)
        left = shared_rate_plus(left, -1, w->lanes[i].spent);
    for (size_t i = 0; (x = wanted_next(w, &i, WANT_OPEN, 0));)
        left = shared_rate_plus(left, -1, batch_reckon(w, x));
    return left;
}

/* ---- what processes share ---- */

static void batch_tell(struct batch_work *w, struct shared_rate_sum spent)
{
    spent.tokens = rint(spent.tokens);
    if (w->shared_rate)
        shared_rate_spend(w->shared_rate, spent);
}

void batch_right(struct batch_work *w, struct wanted *x,
                 struct shared_rate_sum cost)
{
    batch_tell(w, shared_rate_plus(cost, -1, x->ahead));
    x->ahead = (struct shared_rate_sum){ 0, 0 };
}

/*
 * Batches of a run that was given up: the server refused it, so what it still
 * works on is paid for nothing. An interrupt, trouble that may pass and a spent
 * budget leave them alone: the same command fetches them.
 */

/* Another run may wait for calls in it. */
static bool is_ours_alone(struct batch_work *w, const struct batch_open *b,
                          bool *ours, struct err *e)
{
    struct arena a = { 0 };
    struct hash128 *keys;
    size_t n = 0;
    bool ok = batches_keys(w->store, &a, b->row.id, &keys, &n, e);

    *ours = n > 0;
    for (size_t i = 0; ok && i < n; i++)
        *ours = *ours && batch_wanted(w, keys[i]);
    arena_clear(&a);
    return ok;
}

/* It stays in the store: replies that came before are fetched by whoever asks
 * again. If it fails the batch goes on, as if nothing was asked. */
static void run_batch_cancel(struct batch_work *w, const struct batch_open *b)
{
    struct arena a = { 0 };
    struct fetch_request r = { .method = "POST", .body = "{}" };
    struct fetch_answer got;

    r.url = batch_url(&a, b->lane->place.batches,
                      arena_printf(&a, "/%s/cancel", b->row.remote));
    fetch_once(b->lane->fetch, &a, &r, &got);
    if (got.got == FETCH_GOOD)
        batch_say(w, "batch b%" PRId64 " (%s) is cancelled at the server",
                  b->row.id, b->row.remote);
    else
        batch_say(w, "could not cancel batch b%" PRId64 " (%s): %s", b->row.id,
                  b->row.remote, got.why ? got.why : "interrupted");
    arena_clear(&a);
}

/* Cancels what servers work on for the run alone, if it was given up. Fails when
 * the store cannot be read. */
static bool batch_cancel(struct batch_work *w, struct err *e)
{
    for (size_t i = 0; w->given_up && i < w->open.n; i++) {
        const struct batch_open *b = vec_get(&w->open, struct batch_open, i);
        bool ours;

        if (b->over || b->stuck || b->failures || b->row.state != BATCH_SENT)
            continue;
        if (!is_ours_alone(w, b, &ours, e))
            return false;
        if (ours)
            run_batch_cancel(w, b);
    }
    return true;
}

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

bool was_stopped(struct batch_work *w, const struct fetch_answer *got)
{
    if (got->got == FETCH_STOPPED)
        batch_stop(w, ASK_STOPPED, "interrupted");
    return got->got == FETCH_STOPPED;
}

struct wanted *wanted_next(const struct batch_work *w, size_t *i,
                           enum want state, int64_t batch)
{
    while (*i < w->wanted.n) {
        struct wanted *x = vec_get(&w->wanted, struct wanted, (*i)++);

        if (x->state == state && (!batch || x->batch == batch))
            return x;
    }
    return NULL;
}

struct wanted *batch_wanted(const struct batch_work *w, struct hash128 key)
{
    const size_t *at = map_get(&w->by_key, &key, sizeof(key));

    return at ? vec_get(&w->wanted, struct wanted, *at) : NULL;
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
static bool batch_load_results(struct batch_work *w, unsigned char *have,
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
        have[ask_place(p->n_problems, p->attempts, &r[i])] = 1;
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
    for (size_t i = 0; i < w->wanted.n; i++) {
        struct wanted *x = vec_get(&w->wanted, struct wanted, i);
        bool added;
        size_t *at = map_put(&w->by_key, &x->key, sizeof(x->key), &added);

        if (added)
            *at = i;
        else
            x->state = WANT_DONE;
    }
}

static bool find_wanted(struct batch_work *w, struct err *e)
{
    uint64_t n = w->plan->n_problems * w->plan->attempts;
    unsigned char *have = alloc_new(w->n_lanes * n + 1, 1);
    struct arena tmp = { 0 };
    bool ok = batch_load_results(w, have, e);

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

static bool batch_should_stop(void *ctx)
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

/* Opens the way to a lane's server, if it is not open. */
static bool batch_reach(struct batch_work *w, struct batch_lane *l,
                        struct err *e)
{
    struct fetch_options o = { .pool = w->o->pool,
                               .stop = batch_should_stop,
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
            (!w->shared_rate && !rates_open(&w->shared_rate, w->store, e)))
            return false;
    }
    return true;
}

/* ---- the work ---- */

static bool has_some(const struct batch_work *w, enum want state)
{
    size_t i = 0;

    return wanted_next(w, &i, state, 0) != NULL;
}

static bool batch_send(struct batch_work *w, struct err *e);

static bool run_batch_work(struct batch_work *w, struct err *e)
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

    return w->judge_ns ? clock_now(&w->clock) > w->judge_ns
                       : batch_should_stop(ctx);
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

static bool batch_judge_all(struct batch_work *w, struct arena *a,
                            struct ask_report *out, struct err *e)
{
    struct ask_options o = judging(w);
    struct shared_rate_sum others = batch_others(w);
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

        for (size_t k = 0;
             !b->over && !b->stuck && wanted_next(w, &k, WANT_OPEN, b->row.id);)
            n++;
        *batches += n > before;
    }
    return n;
}

static void batch_say_end(struct batch_work *w)
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

static bool batch_tidy(struct batch_work *w, struct err *e);

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
         run_batch_work(&w, e) && batch_cancel(&w, e) &&
         (w.end != ASK_DONE || batch_tidy(&w, e));
    shutdown_release();
    batches_unlock(s);
    if (ok)
        batch_say_end(&w);
    ok = ok && batch_judge_all(&w, a, out, e); /* unlocks the run */
    runs_unlock(s, run->id);
    shared_rate_close(w.shared_rate);
    for (size_t i = 0; i < w.n_lanes; i++)
        fetch_close(w.lanes[i].fetch);
    vec_clear(&w.wanted);
    vec_clear(&w.open);
    map_clear(&w.by_key);
    free(w.lanes);
    return ok;
}

/*
 * From calls to batches at the server. A batch is written to a file, recorded
 * in the store with its keys, uploaded and made; every id that the server gives
 * is committed before the next step. Whoever finds a batch of which the server's
 * id is not known looks for it there: by our token (OpenAI), or by the number of
 * calls and the time (Anthropic, which keeps nothing of ours that its lists
 * show).
 */

#define LOCK_MS 200
#define PAGES   50           /* of a list of batches */
#define SKEW_MS (600 * 1000) /* of the server's clock and ours */
#define FIRST_S 2.0          /* until a batch is first asked about */

/* ---- looking for a batch ---- */

static const char *list_url(struct arena *a, const struct batch_lane *l,
                            const char *after)
{
    const char *place = l->place.batches;
    const char *name = l->model->kind == MODEL_ANTHROPIC ? "after_id" : "after";

    return arena_printf(a, "%s%climit=100%s%s%s%s", place,
                        strchr(place, '?') ? '&' : '?', after ? "&" : "",
                        after ? name : "", after ? "=" : "",
                        after ? after : "");
}

/* Is this the batch that was made here? */
static bool batch_is_same(struct batch_work *w, const struct batch_lane *l,
                          const struct batch_row *row,
                          const struct batch_status *s, bool *same,
                          struct err *e)
{
    bool known = false;

    *same = s->token ? str_eq(s->token, row->token)
            : l->model->kind == MODEL_ANTHROPIC
                ? s->total == row->calls && s->made_ms > row->made_ms - SKEW_MS
                : false;
    if (*same && !batches_know(w->store, l->model->url, s->id, &known, e))
        return false;
    *same = *same && !known;
    return true;
}

/* Looks through the server's list for a batch; *found is its id, or NULL. If
 * the list cannot be had, nothing is known, and the work ends. */
static bool look_for(struct batch_work *w, struct batch_lane *l,
                     const struct batch_row *row, struct arena *a,
                     const char **found, struct err *e)
{
    const char *after = NULL;
    struct fetch_answer got;
    struct batch_status *s;
    struct err bad;
    size_t n;

    *found = NULL;
    for (int page = 0; page < PAGES; page++) {
        struct fetch_request r = { .method = "GET",
                                   .url = list_url(a, l, after) };

        fetch_tries(l->fetch, a, &r, &got);
        if (was_stopped(w, &got))
            return true;
        if (got.got != FETCH_GOOD ||
            !batch_list_read(a, l->model, got.body, got.n, &s, &n, &after,
                             &bad)) {
            batch_stop(w, ASK_FATAL,
                       "could not look for batch b%" PRId64 " of %s at the "
                       "server: %s",
                       row->id, l->model->spec,
                       got.got == FETCH_GOOD ? bad.msg : got.why);
            return true;
        }
        for (size_t i = 0; i < n; i++) {
            bool same;

            if (!batch_is_same(w, l, row, &s[i], &same, e))
                return false;
            if (same) {
                *found = s[i].id;
                return true;
            }
            if (s[i].made_ms && s[i].made_ms < row->made_ms - SKEW_MS)
                return true; /* the newest come first */
        }
        if (!after)
            return true;
    }
    return true;
}

/* ---- sending one ---- */

static void batch_refuse(struct batch_work *w, const struct batch_lane *l,
                         const struct fetch_answer *got)
{
    w->given_up = got->got == FETCH_REFUSED;
    if (got->status == 404 || got->status == 405 || got->status == 501)
        batch_stop(
            w, ASK_FATAL,
            "%s does not support batches: its server answered HTTP status %d "
            "for %s; leave out --batch to send the calls one by one",
            l->model->spec, got->status,
            l->place.files ? l->place.files : l->place.batches);
    else
        batch_stop(w, ASK_FATAL, "could not send a batch to %s: %s",
                   l->model->spec, got->why);
}

/* It is asked about first when the server says so; 0: at once, it may be done
 * already. */
static bool batch_wait_for(struct batch_work *w, struct batch_open *b,
                           int64_t wait_ms)
{
    int64_t ms = fetch_poll_ms(b->lane->fetch, wait_ms, FIRST_S);

    b->gap_s = FIRST_S;
    b->due_ns = clock_now(&w->clock) + (uint64_t)ms * 1000000;
    *(struct batch_open *)vec_push(&w->open) = *b;
    return true;
}

/* The server has it, under that id. */
static bool batch_sent(struct batch_work *w, struct batch_open *b,
                       const char *remote, int64_t wait_ms, struct err *e)
{
    b->row.remote = arena_strdup(w->arena, remote);
    b->row.state = BATCH_SENT;
    b->row.sent_ms = clock_day_ms();
    if (!batches_set_sent(w->store, b->row.id, remote, b->row.sent_ms, e))
        return false;
    batch_say(w, "batch b%" PRId64 " (%s) of %s: %" PRIu64 " calls were sent",
              b->row.id, remote, b->lane->model->spec, b->row.calls);
    return batch_wait_for(w, b, wait_ms);
}

/* An answer that makes no sense is asked for again. */
static bool batch_is_read(struct arena *a, const struct batch_lane *l,
                          struct fetch_answer *got, struct batch_status *s)
{
    struct err e;

    if (got->got != FETCH_GOOD)
        return false;
    if (batch_status_read(a, l->model, got->body, got->n, s, &e))
        return true;
    got->got = FETCH_AGAIN;
    got->why = arena_strdup(a, e.msg);
    got->sent = true;
    return false;
}

bool batch_query(const struct batch_open *b, struct arena *a,
                 struct fetch_answer *got, struct batch_status *s)
{
    struct fetch_request r = { .method = "GET" };

    r.url = batch_url(a, b->lane->place.batches,
                      arena_printf(a, "/%s", b->row.remote));
    fetch_once(b->lane->fetch, a, &r, got);
    return batch_is_read(a, b->lane, got, s);
}

/* Makes the batch at the server. When it may have been made by a request whose
 * answer did not come, it is looked for before the next one. */
static bool create(struct batch_work *w, struct batch_open *b, FILE *file,
                   struct arena *a, struct err *e)
{
    struct batch_lane *l = b->lane;
    struct fetch_request r = {
        .method = "POST", .url = l->place.batches, .file = file, .once = true
    };
    struct batch_status s;
    struct fetch_answer got;
    const char *found;

    if (l->place.files) {
        r.file = NULL;
        r.body = batch_of_file(a, b->row.file, b->row.token);
    }
    for (unsigned tries = 1;; tries++) {
        fetch_once(l->fetch, a, &r, &got);
        b->made = batch_is_read(a, l, &got, &s);
        if (b->made)
            return batch_sent(w, b, s.id, got.wait_ms, e);
        if (got.got == FETCH_REFUSED || got.status == 501) {
            batch_refuse(w, l, &got);
            return batches_end(w->store, b->row.id, BATCH_LOST, got.why,
                               clock_day_ms(), e);
        }
        if (!fetch_again(l->fetch, a, tries, &got))
            break;
        if (got.sent) {
            if (!look_for(w, l, &b->row, a, &found, e))
                return false;
            if (found)
                return batch_sent(w, b, found, 0, e);
            if (w->end != ASK_DONE)
                return true;
        }
    }
    /* It may be there: the next start looks for it. */
    if (!was_stopped(w, &got))
        batch_refuse(w, l, &got);
    return true;
}

/* Uploads the calls; a batch whose calls were not uploaded cannot be there. */
static bool upload(struct batch_work *w, struct batch_open *b, FILE *file,
                   struct arena *a, struct err *e)
{
    struct batch_lane *l = b->lane;
    struct fetch_request r = {
        .method = "POST", .url = l->place.files, .file = file, .upload = true
    };
    struct fetch_answer got;
    const char *id;
    struct err bad = { 0 };

    fetch_tries(l->fetch, a, &r, &got);
    if (got.got == FETCH_GOOD &&
        batch_file_read(a, got.body, got.n, &id, &bad)) {
        b->row.file = arena_strdup(w->arena, id);
        return batches_set_file(w->store, b->row.id, id, e);
    }
    if (got.got == FETCH_GOOD)
        got.why = bad.msg;
    if (!was_stopped(w, &got))
        batch_refuse(w, l, &got);
    return batches_end(w->store, b->row.id, BATCH_LOST,
                       arena_strdup(w->arena, got.why), clock_day_ms(), e);
}

/* ---- calls into batches ---- */

/* Calls on their way into one batch. */
struct parcel {
    struct batch_lane *lane;
    FILE *file; /* NULL: nothing is in it */
    size_t bytes;
    struct vec keys; /* struct hash128 */
    struct arena arena;
};

static const char *new_token(struct batch_work *w)
{
    struct {
        int64_t day;
        uint64_t now;
        uint64_t pid;
    } seed = { clock_day_ms(), clock_now(&w->clock), (uint64_t)getpid() };
    char hex[HASH_HEX_SIZE];

    return arena_strdup(w->arena,
                        hash_hex(hash_bytes(&seed, sizeof(seed)), hex));
}

/* A call is in a batch that was sent now, or earlier: then it was told. */
static void mark_open(struct batch_work *w, struct wanted *x, int64_t batch,
                      bool sent_now)
{
    x->state = WANT_OPEN;
    x->batch = batch;
    x->ahead = batch_reckon(w, x);
    x->ahead.tokens = rint(x->ahead.tokens);
    if (sent_now)
        batch_tell(w, x->ahead);
}

/* After a batch that was not sent, its calls are to be sent as before. */
static bool ship_open(struct batch_work *w, struct parcel *p,
                      struct batch_open *b, struct err *e)
{
    const struct model *m = p->lane->model;
    bool ok =
        batches_make(w->store, m->url, m->name, b->row.token, p->keys.items,
                     p->keys.n, b->row.made_ms, &b->row.id, e);

    if (ok && p->lane->place.files)
        ok = upload(w, b, p->file, &p->arena, e);
    if (ok && w->end != ASK_FATAL && w->end != ASK_STOPPED)
        ok = create(w, b, p->file, &p->arena, e);
    for (size_t i = 0; ok && b->row.state == BATCH_SENT && i < p->keys.n; i++)
        mark_open(w, batch_wanted(w, *vec_get(&p->keys, struct hash128, i)),
                  b->row.id, true);
    return ok;
}

static bool ship(struct batch_work *w, struct parcel *p, struct err *e)
{
    struct batch_open b = {
        .lane = p->lane,
        .row = { .url = p->lane->model->url,
                 .model = p->lane->model->name,
                 .token = new_token(w),
                 .said = "",
                 .calls = p->keys.n,
                 .made_ms = clock_day_ms() },
    };
    bool ok = true;

    if (!p->file)
        return true;
    if (fputs(batch_behind(p->lane->model), p->file) < 0 || fflush(p->file))
        ok = err_set(e, ERR_IO, "could not write a temporary file");
    ok = ok && ship_open(w, p, &b, e);
    fclose(p->file);
    p->file = NULL;
    p->bytes = 0;
    p->keys.n = 0;
    arena_reset(&p->arena);
    return ok;
}

static bool batch_put(struct parcel *p, const char *line, size_t n,
                      struct err *e)
{
    const struct model *m = p->lane->model;
    const char *before = p->file ? batch_between(m) : batch_before(m);

    if (!p->file)
        p->file = tmpfile();
    if (!p->file || fputs(before, p->file) < 0 ||
        fwrite(line, 1, n, p->file) != n)
        return err_set(e, ERR_IO,
                       "could not write a temporary file for the calls of a "
                       "batch: is there space in /tmp?");
    p->bytes += strlen(before) + n;
    return true;
}

static bool batch_pack(struct batch_work *w, struct parcel *p, struct wanted *x,
                       struct err *e)
{
    struct batch_size most = batch_size_most(p->lane->model);
    struct arena a = { 0 };
    struct str line = str_in(&a);
    const char *body;
    bool ok = batch_body(w, &a, x, &body, e);

    if (ok)
        batch_add_call(&line, p->lane->model, x->key, body);
    if (ok && (p->keys.n == most.calls || p->bytes + line.n + 32 > most.bytes))
        ok = ship(w, p, e);
    if (ok && w->end == ASK_DONE) {
        if (line.n + 32 > most.bytes)
            batch_failed(w, x, false, "the call is too large for a batch");
        else if ((ok = batch_put(p, line.s, line.n, e)))
            *(struct hash128 *)vec_push(&p->keys) = x->key;
    }
    arena_clear(&a);
    return ok;
}

static bool send_lane(struct batch_work *w, struct batch_lane *l,
                      struct shared_rate_sum *left, struct err *e)
{
    struct parcel p = { .lane = l,
                        .keys = vec_in(NULL, sizeof(struct hash128)) };
    bool ok = true, rich = true, there;

    for (size_t i = 0; ok && w->end == ASK_DONE && i < w->wanted.n; i++) {
        struct wanted *x = vec_get(&w->wanted, struct wanted, i);

        if (x->lane != l->number || x->state != WANT_SEND)
            continue;
        ok = journal_has(w->store, x->key, &there, e);
        if (!ok)
            break;
        if (there) { /* another process got it meanwhile */
            x->state = WANT_DONE;
            continue;
        }
        *left = shared_rate_plus(*left, -1, batch_reckon(w, x));
        rich = (w->o->budget_tokens == 0 || left->tokens >= 0) &&
               (w->o->budget_money <= 0 || left->money >= 0);
        if (!rich)
            break;
        ok = batch_pack(w, &p, x, e);
    }
    if (ok && w->end == ASK_DONE)
        ok = ship(w, &p, e);
    if (!rich)
        batch_stop(w, ASK_BUDGET, "the budget is spent");
    if (p.file)
        fclose(p.file);
    vec_clear(&p.keys);
    arena_clear(&p.arena);
    return ok;
}

/* ---- one process at a time ---- */

static bool batch_lock(struct batch_work *w, struct err *e)
{
    struct fetch *any = NULL;
    bool got = false, said = false;

    for (size_t i = 0; i < w->n_lanes; i++)
        any = w->lanes[i].fetch ? w->lanes[i].fetch : any;
    while (!got && w->end == ASK_DONE) {
        if (!batches_lock(w->store, &got, e))
            return false;
        if (!got && !said)
            batch_say(w, "another process is sending batches of this store; "
                         "waiting for it");
        said = true;
        if (!got && !fetch_wait(any, LOCK_MS))
            batch_stop(w, ASK_STOPPED, "interrupted");
    }
    return true;
}

/* ---- batches of earlier processes, and of others ---- */

/* Nobody knows whether the server has it. */
static bool recover(struct batch_work *w, struct batch_open *b, struct err *e)
{
    struct arena a = { 0 };
    const char *found;
    bool ok = look_for(w, b->lane, &b->row, &a, &found, e);

    if (ok && found) {
        ok = batch_sent(w, b, found, 0, e);
    } else if (ok && w->end == ASK_DONE) {
        batch_remove_files(b, &a, NULL);
        ok = batches_end(w->store, b->row.id, BATCH_LOST,
                         "it was never sent: its process ended first",
                         clock_day_ms(), e);
    }
    arena_clear(&a);
    return ok;
}

/* The lane of the batch's server and model; NULL: no model of the run. */
static struct batch_lane *lane_of(const struct batch_work *w,
                                  const struct batch_row *row)
{
    for (size_t i = 0; i < w->n_lanes; i++) {
        const struct model *m = w->lanes[i].model;

        if (!model_is_local(m) && str_eq(m->url, row->url) &&
            str_eq(m->name, row->model))
            return &w->lanes[i];
    }
    return NULL;
}

/* The calls of a batch that are ours are waited for. */
static bool take_keys(struct batch_work *w, const struct batch_row *row,
                      bool *ours, struct err *e)
{
    struct arena a = { 0 };
    struct hash128 *keys;
    size_t n;
    bool ok = batches_keys(w->store, &a, row->id, &keys, &n, e);

    *ours = false;
    for (size_t i = 0; ok && i < n; i++) {
        struct wanted *x = batch_wanted(w, keys[i]);

        if (!x || x->state != WANT_SEND)
            continue;
        *ours = true;
        mark_open(w, x, row->id, false);
    }
    arena_clear(&a);
    return ok;
}

static bool take_up_one(struct batch_work *w, struct batch_lane *l,
                        const struct batch_row *row, struct err *e)
{
    struct batch_open b = { .lane = l, .row = *row };
    size_t before = w->open.n;
    bool ours;

    if (row->state == BATCH_MADE) {
        if (!recover(w, &b, e))
            return false;
        if (b.row.state != BATCH_SENT)
            return true;
    }
    if (!take_keys(w, row, &ours, e))
        return false;
    if (!ours) {
        w->open.n = before; /* it is for another run to fetch */
        return true;
    }
    if (row->state == BATCH_MADE)
        return true;
    batch_say(
        w, "waiting for batch b%" PRId64 " (%s) of %s, which was sent earlier",
        row->id, row->remote, l->model->spec);
    return batch_wait_for(w, &b, 0);
}

static bool take_up(struct batch_work *w, struct err *e)
{
    struct batch_row *rows;
    size_t n;
    bool ok = batches_list(w->store, w->arena, &rows, &n, e);

    for (size_t i = 0; ok && w->end == ASK_DONE && i < n; i++) {
        struct batch_lane *l = lane_of(w, &rows[i]);
        bool open = !l || !l->fetch;

        for (size_t k = 0; !open && k < w->open.n; k++)
            open =
                vec_get(&w->open, struct batch_open, k)->row.id == rows[i].id;
        if (!open)
            ok = take_up_one(w, l, &rows[i], e);
    }
    return ok;
}

/* ---- batches of which nothing is wanted ---- */

static bool tidy_one(struct batch_work *w, const struct batch_row *row,
                     struct err *e)
{
    struct batch_open b = { .lane = lane_of(w, row), .row = *row };
    struct arena a = { 0 };
    struct fetch_answer got;
    struct batch_status s;
    struct err ignored;

    /* What the server still has of it; what cannot be removed stays. */
    if (b.lane && batch_reach(w, b.lane, &ignored) && b.lane->place.files)
        batch_remove_files(
            &b, &a, row->remote && batch_query(&b, &a, &got, &s) ? &s : NULL);
    arena_clear(&a);
    batch_say(w, "batch b%" PRId64 " is closed: all its calls have a reply",
              row->id);
    return batches_end(
        w->store, row->id, row->remote ? BATCH_FETCHED : BATCH_LOST,
        "its calls were answered by other requests", clock_day_ms(), e);
}

/* Ends the batches of the store of which nothing is wanted any more, and removes
 * the files of those that are of the run's models. If another process sends
 * batches now, the next command does this. */
static bool batch_tidy(struct batch_work *w, struct err *e)
{
    struct batch_row *rows;
    size_t n;
    bool got;
    bool ok = batches_idle(w->store, w->arena, &rows, &n, e);

    if (!ok || n == 0)
        return ok;
    if (!batches_lock(w->store, &got, e))
        return false;
    if (!got)
        return true;
    ok = batches_idle(w->store, w->arena, &rows, &n, e);
    for (size_t i = 0; ok && i < n; i++)
        ok = tidy_one(w, &rows[i], e);
    batches_unlock(w->store);
    return ok;
}

/* ---- all of it ---- */

/* Takes up the open batches of the run's models that hold its calls: those of
 * which nobody knows whether they were sent are looked for at the server. Then
 * sends all calls that are still to be sent. Fails when the store cannot be
 * written; otherwise w->end tells.
 * Under one lock: else two processes that have calls in common would both find
 * no batch of them, and both send one. */
static bool batch_send(struct batch_work *w, struct err *e)
{
    struct shared_rate_sum left;
    bool ok = batch_lock(w, e) && (w->end != ASK_DONE || take_up(w, e));

    left = batch_left(w);
    for (size_t i = 0; ok && w->end == ASK_DONE && i < w->n_lanes; i++)
        if (w->lanes[i].fetch)
            ok = send_lane(w, &w->lanes[i], &left, e);
    batches_unlock(w->store);
    return ok;
}
