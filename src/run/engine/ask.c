/* SPDX-License-Identifier: Apache-2.0 */
#include "run/engine/ask.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/rng.h"
#include "base/shutdown.h"
#include "base/vec.h"
#include "run/count/tally.h"
#include "run/engine/ask_int.h"
#include "run/engine/call.h"
#include "run/planted/note.h"
#include "store/journal.h"
#include "store/rates.h"
#include "store/work.h"
#include "store/worker_chain.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void live_open(struct live *l, size_t n_problems, uint64_t total, bool strict)
{
    *l = (struct live){ .total = total,
                        .n_problems = n_problems,
                        .strict = strict };
    l->shares = alloc_new(n_problems, sizeof(struct share));
    for (size_t i = 0; i < n_problems; i++)
        l->shares[i].cluster = i;
}

void live_add(struct live *l, const struct result *r, const struct price *p)
{
    enum mark m = mark_of(r, l->strict);
    bool bad_key = l->bad_key && l->bad_key[r->problem];

    l->done++;
    l->count[m]++;
    l->failed += m == MARK_ERROR && !bad_key;
    if (m != MARK_ERROR) {
        l->replies++;
        l->tokens += (uint64_t)(r->usage.prompt > 0 ? r->usage.prompt : 0);
        l->tokens +=
            (uint64_t)(r->usage.completion > 0 ? r->usage.completion : 0);
        l->cost += p ? result_cost(p, r) : 0;
        l->priced += p != NULL;
    }
    if (mark_counts(m) && !bad_key) {
        l->shares[r->problem].n += 1;
        l->shares[r->problem].sum += m == MARK_CORRECT;
    }
}

struct rate live_accuracy(const struct live *l)
{
    return rate_make(l->shares, l->n_problems);
}

void live_clear(struct live *l)
{
    free(l->shares);
    l->shares = NULL;
}

/*
 * The budget: what the run's replies have cost, and whether one more call may
 * be sent. Before a lane's first reply nothing is known of its costs, so that
 * one call goes ahead alone to find out. What other processes spend on the store
 * meanwhile counts as well (model/server/shared_rate.h).
 */

#define HOLD_MOST     256 /* calls that are held at once */
#define TOKEN_BYTES   4   /* of a prompt, about */
#define REPLY_TOKENS  256 /* where nothing is known of a reply */
#define BLIND_REPLIES 3   /* without a count of tokens: none will come */

bool budget_is_set(const struct ask *k)
{
    return k->o->budget_money > 0 || k->o->budget_tokens > 0 || k->o->affords;
}

/* Nobody is paid for an error, or for the student. */
static bool is_paid(const struct lane *l, const struct result *r)
{
    return r->outcome != OUTCOME_ERROR && l->model->kind != MODEL_STUDENT;
}

static struct shared_rate_sum ask_cost_of(const struct lane *l,
                                          const struct result *r)
{
    const struct usage *u = &r->usage;

    if (!is_paid(l, r))
        return (struct shared_rate_sum){ 0, 0 };
    return (struct shared_rate_sum){
        fmax(0, (double)u->prompt) + fmax(0, (double)u->completion),
        l->has_price ? result_cost(&l->price, r) : 0
    };
}

/* Adds the cost of a reply to its lane. A reply that was refused before a word
 * was written, by the context or a filter, has no count, and says nothing of
 * what others cost. */
static void budget_add(struct lane *l, const struct result *r)
{
    if (!is_paid(l, r))
        return;
    if (r->usage.prompt < 0 && r->usage.completion < 0) {
        l->uncounted +=
            r->outcome == OUTCOME_OK || r->outcome == OUTCOME_TRUNCATED;
        return;
    }
    l->replies++;
    l->spent = shared_rate_plus(l->spent, 1, ask_cost_of(l, r));
}

/* Adds what the run has cost before, by all who worked on it. */
static bool budget_before(struct ask *k, struct err *e)
{
    struct arena a = { 0 };
    struct work_spent *list = NULL;
    size_t n = 0;
    bool ok =
        work_spent(k->store, &a, k->run->id, k->plan->of != NULL, &list, &n, e);

    for (size_t i = 0; ok && i < n; i++) {
        const struct work_spent *w = &list[i];
        struct result r = { .usage = { .prompt = w->prompt,
                                       .completion = w->completion,
                                       .cached = w->cached },
                            .batched = w->batched,
                            .outcome = OUTCOME_OK };
        struct lane *l = w->model < k->n_lanes ? &k->lanes[w->model] : NULL;
        uint64_t before = l ? l->replies : 0;

        if (l)
            budget_add(l, &r);
        if (l && l->replies > before)
            l->replies = before + w->replies;
    }
    arena_clear(&a);
    return ok;
}

static struct shared_rate_sum ask_mean_of(const struct lane *l)
{
    const struct shared_rate_sum *sum = l->replies ? &l->spent : &l->lost_cost;
    double n = (double)(l->replies ? l->replies : l->lost);

    if (!l->replies && l->ask->o->guess)
        return l->ask->o->guess[l->number];
    return n > 0 ? (struct shared_rate_sum){ sum->tokens / n, sum->money / n }
                 : (struct shared_rate_sum){ 0, 0 };
}

/* ---- answers that were lost ---- */

static struct shared_rate_sum expected(const struct lane *l, size_t body_n)
{
    const struct ask *k = l->ask;
    int64_t written = k->plan->decoding.max_tokens
                          ? (int64_t)k->plan->decoding.max_tokens
                          : REPLY_TOKENS;
    int64_t prompt = (int64_t)(body_n / TOKEN_BYTES);

    if (l->replies || k->o->guess)
        return ask_mean_of(l);
    return (struct shared_rate_sum){
        (double)(prompt + written),
        l->has_price ? price_of(&l->price, prompt, 0, written) : 0
    };
}

static void budget_lost(struct item *it)
{
    struct lane *l = it->lane;

    if (it->sent.lost == 0 || l->model->kind == MODEL_STUDENT)
        return;
    pthread_mutex_lock(&l->ask->spend);
    l->repeats -= it->repeats;
    pthread_mutex_unlock(&l->ask->spend);
    l->lost += it->sent.lost;
    it->lost_cost = shared_rate_plus(it->lost_cost, it->sent.lost,
                                     expected(l, it->sent.body_n));
    l->lost_cost = shared_rate_plus(l->lost_cost, 1, it->lost_cost);
}

bool budget_again(void *ask, struct pool_call *call)
{
    struct ask *k = ask;
    struct item *it = call->own;
    struct shared_rate_sum *each = &it->lane->each;
    bool may;

    if (!budget_is_set(k))
        return true;
    pthread_mutex_lock(&k->spend);
    may = k->left.tokens >= each->tokens && k->left.money >= each->money;
    if (may) {
        k->left = shared_rate_plus(k->left, -1, *each);
        it->lane->repeats++;
        it->repeats++;
    }
    pthread_mutex_unlock(&k->spend);
    return may;
}

/* ---- what processes share ---- */

const char *budget_share(struct ask *k)
{
    struct err e;

    if (k->shared_rate || (!budget_is_set(k) && k->o->pool.rate <= 0) ||
        rates_open(&k->shared_rate, k->store, &e))
        return NULL;
    return arena_printf(k->arena, "%s is not shared with other processes: %s",
                        budget_is_set(k) ? "the budget" : "the rate", e.msg);
}

static void ask_tell(struct ask *k, struct shared_rate_sum spent)
{
    spent.tokens = rint(spent.tokens);
    if (k->shared_rate && budget_is_set(k))
        shared_rate_spend(k->shared_rate, spent);
}

static struct shared_rate_sum ahead_of(const struct lane *l)
{
    struct shared_rate_sum one = ask_mean_of(l);

    one.tokens = rint(one.tokens);
    return one;
}

void budget_ahead(struct item *it)
{
    it->ahead = ahead_of(it->lane);
    ask_tell(it->lane->ask, it->ahead);
}

void budget_right(const struct item *it)
{
    struct shared_rate_sum cost = it->lost_cost;

    if (it->stage == STAGE_DONE)
        cost = shared_rate_plus(ask_cost_of(it->lane, &it->result), 1, cost);
    ask_tell(it->lane->ask, shared_rate_plus(cost, -1, it->ahead));
}

/* What other processes spent on the store since this run began to ask. */
static struct shared_rate_sum budget_others(const struct ask *k)
{
    return k->shared_rate && budget_is_set(k)
               ? shared_rate_others(k->shared_rate)
               : (struct shared_rate_sum){ 0, 0 };
}

/* ---- one more call ---- */

/* What was spent, what is under way, and one more call of the lane `one` (NULL:
 * none). A lane without a reply is taken for the dearest of the others. */
static struct shared_rate_sum ask_reckon(const struct ask *k,
                                         const struct lane *one)
{
    struct shared_rate_sum sum = { 0, 0 }, most = { 0, 0 };

    for (size_t i = 0; i < k->n_lanes; i++) {
        struct shared_rate_sum mean = ask_mean_of(&k->lanes[i]);

        most.tokens = fmax(most.tokens, mean.tokens);
        most.money = fmax(most.money, mean.money);
    }
    for (size_t i = 0; i < k->n_lanes; i++) {
        const struct lane *l = &k->lanes[i];
        struct shared_rate_sum mean = ask_mean_of(l);

        if (!l->replies && mean.tokens <= 0)
            mean.tokens = most.tokens;
        if (!l->replies && mean.money <= 0)
            mean.money = most.money;
        sum = shared_rate_plus(sum, 1, l->spent);
        sum = shared_rate_plus(sum, 1, l->lost_cost);
        sum = shared_rate_plus(sum, (double)(l->sent + l->repeats + (l == one)),
                               mean);
    }
    return sum;
}

/* Is a call under way to find out what calls cost, of which nothing is known? */
static bool ask_finds_out(const struct ask *k)
{
    bool sent = false;

    for (size_t i = 0; i < k->n_lanes; i++) {
        if (k->lanes[i].spent.tokens > 0)
            return false;
        sent = sent || k->lanes[i].sent;
    }
    return sent && !k->o->guess;
}

static struct shared_rate_sum left_behind(const struct ask *k,
                                          const struct lane *l)
{
    const struct ask_options *o = k->o;
    struct shared_rate_sum left = { (double)o->budget_tokens, o->budget_money };

    left = shared_rate_plus(left, -1, ask_reckon(k, l));
    left = shared_rate_plus(left, -1, budget_others(k));
    left.tokens = o->budget_tokens ? left.tokens : INFINITY;
    left.money = o->budget_money > 0 ? left.money : INFINITY;
    return left;
}

/* A budget that others share is asked for calls alone. */
void budget_spare(struct ask *k, bool any)
{
    if (!budget_is_set(k))
        return;
    pthread_mutex_lock(&k->spend);
    k->left = any ? left_behind(k, NULL) : (struct shared_rate_sum){ -1, -1 };
    for (size_t i = 0; any && i < k->n_lanes; i++) {
        struct lane *l = &k->lanes[i];

        l->each = expected(l, l->body_n);
        if (ask_mean_of(l).tokens <= 0)
            k->left = shared_rate_plus(k->left, -(double)l->sent, l->each);
    }
    pthread_mutex_unlock(&k->spend);
}

static bool ask_is_within(struct shared_rate_sum left)
{
    return left.money >= 0 && left.tokens >= 0;
}

/* How many calls may be held at once: an eighth of what is left, so that nobody
 * takes for spent what is only held. */
static unsigned hold_most(struct shared_rate_sum left,
                          struct shared_rate_sum one)
{
    double n = fmin(one.tokens > 0 ? left.tokens / one.tokens : INFINITY,
                    one.money > 0 ? left.money / one.money : INFINITY);

    return 1 + (unsigned)fmin(n / 8, HOLD_MOST);
}

/* Others are shown the call before the last look at what they spent: of two who
 * look at once, one sees the other. */
static bool ask_holds(const struct lane *l)
{
    struct shared_rate *c = l->ask->shared_rate;
    struct shared_rate_sum one = ahead_of(l), left = left_behind(l->ask, l);

    if (!c)
        return ask_is_within(left);
    if (ask_is_within(left)) {
        shared_rate_hold(c, one, hold_most(left, one));
        left = left_behind(l->ask, l);
    }
    if (!ask_is_within(left))
        shared_rate_hold(c, one, 0);
    return ask_is_within(left);
}

bool budget_allows(const struct lane *l)
{
    const struct ask_options *o = l->ask->o;
    struct shared_rate_sum then;

    if (!budget_is_set(l->ask))
        return true;
    if (l->spent.tokens <= 0 && (l->sent > 0 || ask_finds_out(l->ask)))
        return false;
    then = ask_reckon(l->ask, l);
    return (!o->affords || o->affords(o->ctx, then.tokens, then.money)) &&
           ask_holds(l);
}

/*
 * A run that many work on: the calls of a lane are those of blocks that this
 * worker took (store/work.h). Everything here runs on the feeder's thread, but
 * for blocks_append(), which is the writer's.
 */

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
                                .worker_chain = atomic_load(&k->worker_chain),
                                .ms = k->o->share->lease_ms };
}

/* What it had when it lost the store is anybody's, and its own too. */
static bool end_before(struct ask *k, struct err *e)
{
    const struct ask_share *w = k->o->share;
    struct work_lease l = { k->run->id, w->worker_chain, w->lease_ms };

    return !w->worker_chain ||
           (work_give_back(k->store, &l, e) &&
            worker_chains_end(k->store, l.run, l.worker_chain, e));
}

/* A transaction of a process that was stopped is given up in the end; one of a
 * machine that is busy is not. */
static int64_t patience_of(const struct ask_share *w)
{
    return w->lease_ms > PATIENCE_MS ? w->lease_ms : PATIENCE_MS;
}

static bool blocks_open(struct ask *k, struct err *e)
{
    const struct ask_share *w = k->o->share;
    int64_t worker_chain;

    if (!w)
        return true;
    /* Either connection may be the last that is left. */
    if (!runs_share(k->own, k->run->id, e) ||
        !store_patience(k->own, patience_of(w), e) ||
        !store_patience(k->store, patience_of(w), e) || !end_before(k, e) ||
        !worker_chains_fold(k->store, k->run->id, false, e) ||
        !worker_chains_open(k->store, k->run->id, w->name, w->lease_ms,
                            &worker_chain, e))
        return false;
    atomic_store(&k->worker_chain, worker_chain);
    k->renewed_ns = k->counted_ns = now_ns();
    return true;
}

/* What all have done, for the line of progress. */
static void ask_look_at_all(struct ask *k, uint64_t now)
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

static void blocks_renew(struct ask *k)
{
    struct work_lease l;
    uint64_t now;
    struct err ignored;

    if (!k->o->share)
        return;
    now = now_ns();
    ask_look_at_all(k, now);
    if (now - k->renewed_ns < (uint64_t)k->o->share->lease_ms * 1000000 / 3)
        return;
    /* Whoever cannot renew a lease loses it, and nothing else. */
    k->renewed_ns = now;
    l = lease_of(k);
    if (!work_renew(k->store, &l, &ignored) ||
        !worker_chains_seen(k->store, l.run, l.worker_chain, l.ms, &ignored))
        return;
}

static uint64_t blocks_in(const struct lane *l)
{
    return (l->n + WORK_BLOCK - 1) / WORK_BLOCK;
}

/* As many blocks as there is room for calls. Of a large run at least a few, since
 * the calls of one block are neighbours and are to be mixed with others. */
static size_t ask_wanted(const struct lane *l)
{
    uint64_t room = l->under_way < l->most ? l->most - l->under_way : 0;
    uint64_t n = (room + WORK_BLOCK - 1) / WORK_BLOCK;
    uint64_t mixed = blocks_in(l) / MIX_SHARE;

    mixed = mixed > MIX_MOST ? MIX_MOST : mixed;
    n = n < mixed ? mixed : n;
    return n < 1 ? 1 : n > TAKE_MOST ? TAKE_MOST : (size_t)n;
}

/* Takes blocks from all over the run, each next to a place that is drawn, and
 * mixes their calls (call.h). Each worker draws places of its own. */
static bool take_mixed(struct lane *l, size_t *taken, struct err *e)
{
    struct ask *k = l->ask;
    struct work_lease lease = lease_of(k);
    size_t most = ask_wanted(l), one = 1;
    struct rng draw;

    rng_init(&draw, order_key(order_key(l->order, (uint64_t)lease.worker_chain),
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
    int64_t third = k->o->share->lease_ms / 3;
    size_t taken = 1;
    bool left;

    if (l->absent || l->fallen || l->next < l->todo.n)
        return true;
    /* While others have the rest. */
    if (l->looked_ns &&
        now_ns() - l->looked_ns <
            (uint64_t)(third < LOOK_MS ? third : LOOK_MS) * 1000000)
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

static bool blocks_over(const struct ask *k)
{
    for (size_t i = 0; k->o->share && i < k->n_lanes; i++)
        if (!k->lanes[i].absent && !k->lanes[i].fallen && !k->lanes[i].over)
            return false;
    return true;
}

/* ---- the writer ---- */

/* Others took this worker for gone, and closed its worker chain. */
static bool ask_open_again(struct ask *k, struct err *e)
{
    const struct ask_share *w = k->o->share;
    struct work_lease l = lease_of(k);
    int64_t worker_chain;

    if (!worker_chains_open(k->own, l.run, w->name, w->lease_ms, &worker_chain,
                            e) ||
        !work_inherit(k->own, &l, worker_chain, e))
        return false;
    atomic_store(&k->worker_chain, worker_chain);
    return true;
}

bool blocks_append(struct ask *k, const struct result *const *results, size_t n,
                   bool *appended, bool *folded, struct err *e)
{
    return work_append(k->own, k->run, atomic_load(&k->worker_chain), results,
                       n, clock_day_ms(), appended, folded, e);
}

bool blocks_append_again(struct ask *k, const struct result *const *results,
                         size_t n, bool *appended, struct err *e)
{
    bool folded = true;

    while (folded)
        if (!ask_open_again(k, e) ||
            !blocks_append(k, results, n, appended, &folded, e))
            return false;
    return true;
}

/* ---- the end ---- */

/*
 * What a plan would do, and what it takes over: nothing here asks a model.
 */

size_t ask_place(uint64_t n_problems, uint64_t attempts, const struct result *r)
{
    return (size_t)((r->model * n_problems + r->problem) * attempts +
                    r->attempt - 1);
}

static bool is_of_plan(const struct plan *p, const struct result *r)
{
    return r->problem < p->n_problems && r->model < p->n_models &&
           r->attempt >= 1 && r->attempt <= p->attempts;
}

/* ---- an estimate ---- */

static bool ask_look_at(struct store *s, const struct plan *p, size_t model,
                        size_t problem, uint64_t attempt, struct arena *tmp,
                        struct arena *a, struct ask_estimate *out,
                        struct err *e)
{
    struct hash128 key;
    const char *body;
    bool there = false;

    if (!plan_body(tmp, p, model, problem, attempt, &body, &key, e))
        return false;
    if (!out->first_body)
        out->first_body = arena_strdup(a, body);
    if (s && !journal_has(s, key, &there, e))
        return false;
    if (there) {
        out->journalled++;
        return true;
    }
    out->to_ask++;
    out->prompt_bytes += strlen(body);
    out->model_to_ask[model]++;
    out->model_bytes[model] += strlen(body);
    return true;
}

/* 1 for each call that the run has a result of, or takes over from another
 * one (then `plan->only` counts). */
static bool have_of(struct store *s, const struct run_info *run, bool over,
                    const struct plan *p, unsigned char *have,
                    struct ask_estimate *out, struct err *e)
{
    struct arena a = { 0 };
    struct result *r;
    size_t n = 0;
    bool ok = !run || runs_results(s, &a, run->id, &r, &n, e);

    for (size_t i = 0; ok && i < n; i++) {
        unsigned char *at;

        if (r[i].outcome == OUTCOME_ERROR || !is_of_plan(p, &r[i]) ||
            (over && p->only[r[i].outcome]))
            continue;
        at = &have[ask_place(p->n_problems, p->attempts, &r[i])];
        out->results += !*at;
        *at = 1;
        if (r[i].usage.completion >= 0) {
            out->reply_tokens += (double)r[i].usage.completion;
            out->replies++;
        }
    }
    arena_clear(&a);
    return ok;
}

bool ask_preview(struct arena *a, struct store *s, const struct run_info *run,
                 const struct run_info *old, const struct plan *plan,
                 struct ask_estimate *out, struct err *e)
{
    uint64_t per_model = plan->n_problems * plan->attempts;
    unsigned char *have = alloc_new(plan->n_models * per_model + 1, 1);
    struct arena tmp = { 0 };
    bool ok;

    *out = (struct ask_estimate){ .calls = plan->n_models * per_model };
    out->model_to_ask = arena_array(a, uint64_t, plan->n_models);
    out->model_bytes = arena_array(a, uint64_t, plan->n_models);
    ok = have_of(s, run, false, plan, have, out, e) &&
         have_of(s, old, true, plan, have, out, e);
    for (uint64_t i = 0; ok && i < out->calls; i++) {
        if (!have[i])
            ok = ask_look_at(s, plan, (size_t)(i / per_model),
                             (size_t)(i % per_model / plan->attempts),
                             i % plan->attempts + 1, &tmp, a, out, e);
        arena_reset(&tmp);
    }
    arena_clear(&tmp);
    free(have);
    return ok;
}

/* ---- taking over ---- */

/* Results of the old run that stay as they are. */
static bool ask_kept(struct arena *a, struct store *s,
                     const struct run_info *old, const struct plan *plan,
                     struct vec *list, struct err *e)
{
    struct result *r;
    size_t n;

    if (!runs_results(s, a, old->id, &r, &n, e))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!plan->only[r[i].outcome] && r[i].outcome != OUTCOME_ERROR)
            *(const struct result **)vec_push(list) = &r[i];
    return true;
}

bool ask_take_over(struct arena *a, struct store *s, struct run_info *run,
                   const struct run_info *old, const struct plan *plan,
                   uint64_t *taken, struct err *e)
{
    struct vec list = vec_in(a, sizeof(const struct result *));
    bool ok = runs_lock(s, run->id, e) && runs_find(s, a, run->name, run, e);

    *taken = 0;
    if (ok && run->results == 0) { /* else it was done when the run began */
        ok = ask_kept(a, s, old, plan, &list, e) &&
             (list.n == 0 ||
              runs_append(s, run->id, list.items, list.n, run->made_ms, e)) &&
             runs_find(s, a, run->name, run, e);
        *taken = ok ? list.n : 0;
    }
    runs_unlock(s, run->id);
    return ok;
}

/* ---- the results of a new run ---- */

#define KEPT_MOST 1000000

/* The result is on the disk. A later one of the same place counts. */
static void kept_add(struct kept *k, const struct result *r)
{
    const struct plan *p = k->plan;
    struct result *at;

    if (!k->all)
        return;
    at = &k->all[(r->problem * p->n_models + r->model) * p->attempts +
                 r->attempt - 1];
    k->filled += at->attempt == 0;
    *at = *r;
    at->first = false; /* no longer */
    at->answer = arena_strdup(k->arena, r->answer);
    at->why = arena_strdup(k->arena, r->why);
    at->more = arena_strdup(k->arena, r->more);
    if (r->call.high == 0 && r->call.low == 0) { /* as the store knows of it */
        at->usage = (struct usage){ -1, -1, -1, -1 };
        at->took_ms = 0;
        at->tries = 0;
    }
}

#define BACK_BATCH 512
#define TICK_MS    100
#define NOTES_MOST 20

/* ---- what the run has already ---- */

static const struct price *price_at(const struct ask *k, size_t model)
{
    return k->lanes[model].has_price ? &k->lanes[model].price : NULL;
}

/* An error is no result to keep: it is asked again. */
static bool ask_load_results(struct arena *a, struct store *s, int64_t run,
                             const struct plan *p, unsigned char *have,
                             struct result **results, size_t *n, struct err *e)
{
    size_t kept = 0;

    if (!runs_results(s, a, run, results, n, e))
        return false;
    for (size_t i = 0; i < *n; i++) {
        struct result *r = &(*results)[i];

        if (!is_of_plan(p, r))
            return err_set(e, ERR_DOMAIN,
                           "a result does not belong to its run");
        have[ask_place(p->n_problems, p->attempts, r)] =
            r->outcome == OUTCOME_ERROR ? HAVE_ERROR : HAVE_RESULT;
        if (r->outcome == OUTCOME_ERROR)
            continue;
        (*results)[kept++] = *r;
    }
    *n = kept;
    return true;
}

static bool ask_begin(struct ask *k, struct err *e)
{
    const struct plan *p = k->plan;
    struct arena a = { 0 };
    struct result *results;
    size_t n = 0;
    bool ok =
        k->is_new || k->o->share ||
        ask_load_results(&a, k->store, k->run->id, p, k->have, &results, &n, e);

    if (ok && k->o->share && budget_is_set(k))
        ok = budget_before(k, e);
    if (ok)
        live_open(&k->report->live, p->n_problems,
                  p->n_models * p->n_problems * p->attempts, k->o->strict);
    if (ok)
        k->report->live.bad_key = k->o->bad_key;
    for (size_t i = 0; ok && i < n; i++) {
        live_add(&k->report->live, &results[i], price_at(k, results[i].model));
        if (!p->of && !k->o->paid) /* what was taken over cost nothing here */
            budget_add(&k->lanes[results[i].model], &results[i]);
        k->lanes[results[i].model].decline.answered = true;
    }
    if (ok && k->o->share) /* those of all who work on it */
        k->report->live.done = k->run->results;
    k->report->before = ok ? n : 0;
    if (k->is_new && k->o->keep) {
        k->kept =
            (struct kept){ .arena = k->arena,
                           .plan = p,
                           .n = p->n_problems * p->n_models * p->attempts };
        if (k->kept.n <= KEPT_MOST) /* else nothing is held */
            k->kept.all = arena_array(k->arena, struct result, k->kept.n + 1);
    }
    arena_clear(&a);
    return ok;
}

/* ---- what comes back ---- */

void ask_note(struct ask *k, const char *note)
{
    bool added;

    if (!note || k->report->n_notes == NOTES_MOST)
        return;
    map_put(&k->noted, note, strlen(note), &added);
    if (added)
        k->report->notes[k->report->n_notes++] = arena_strdup(k->arena, note);
}

static void ask_set_fatal(struct lane *l, const char *why)
{
    struct ask *k = l->ask;

    why = arena_strdup(k->arena, why ? why : "no reason was given");
    if (k->o->apart && !l->fallen) {
        l->fallen = true;
        k->report->fallen[l->number] = why;
        if (l->pool)
            pool_stop(l->pool, k->o->grace_s);
    }
    if (k->o->apart || k->report->end == ASK_FATAL)
        return;
    k->report->end = ASK_FATAL;
    k->report->why = why;
}

/* Without a number: other calls in flight fail as well before the end. */
static void ask_give_up(struct lane *l, const char *what, const char *how,
                        const char *why)
{
    ask_set_fatal(l, arena_printf(l->ask->arena, "%s to %s %s: %s", what,
                                  l->model->spec, how, why));
}

/* A server that never answers is given up after ten errors in a row before its
 * first reply, or after twice as many as may be in flight. */
static void ask_watch_errors(struct ask *k, const struct item *it)
{
    struct lane *l = it->lane;
    uint64_t most = 2 * (uint64_t)k->o->pool.concurrency;
    const char *why = it->result.why ? it->result.why : "no reason was given";

    if (it->result.outcome != OUTCOME_ERROR) {
        l->decline.answered = true;
        l->errors = 0;
        return;
    }
    if (!k->report->error)
        k->report->error = arena_strdup(k->arena, why);
    if (!l->pool)
        return;
    if (it->declined)
        ask_give_up(l, "every call", DECLINE_WORDS, why);
    if (!call_blames_server(&it->call))
        return;
    if (++l->errors < CALL_FIRST_ERRORS ||
        (l->decline.answered && l->errors < most))
        return;
    ask_give_up(l,
                l->decline.answered ? "one call after another" : "every call",
                l->decline.answered ? "fails; the last error"
                                    : "failed; the last error",
                why);
}

static void ask_take_back(struct ask *k, struct item *it)
{
    struct lane *l = it->lane;

    budget_lost(it);
    if (it->stage == STAGE_DONE) {
        live_add(&k->report->live, &it->result, price_at(k, l->number));
        kept_add(&k->kept, &it->result);
        if (!it->journalled)
            budget_add(l, &it->result);
        *(it->result.outcome == OUTCOME_ERROR ? &k->report->failed
          : it->journalled                    ? &k->report->journalled
                                              : &k->report->asked) += 1;
        ask_note(k, it->call.reply.note);
        ask_watch_errors(k, it);
        if (it->fatal)
            ask_set_fatal(l, it->result.why);
    } else if (it->stage == STAGE_LATE) {
        k->report->late++;
    } else if (it->stage == STAGE_FATAL) {
        k->report->failed++;
        ask_set_fatal(l, it->call.reply.why);
    } else {
        k->report->dropped++;
    }
    lane_return(it);
}

/* ---- the loop ---- */

/* Take items in, waiting for the first one. */
static void ask_gather(struct ask *k, int wait_ms)
{
    void *items[BACK_BATCH];
    size_t n = queue_take_for(&k->back, items, BACK_BATCH, wait_ms);

    for (size_t i = 0; i < n; i++)
        ask_take_back(k, items[i]);
    blocks_renew(k);
    lanes_look(k, &k->report->live);
    if (k->o->progress)
        k->o->progress(k->o->ctx, &k->report->live);
}

/* Should nothing more be started? Sets report->end. */
static bool ask_should_stop(struct ask *k)
{
    if (atomic_load(&k->failed) || k->report->end == ASK_FATAL)
        return true;
    if (k->o->stop && k->o->stop(k->o->ctx)) {
        k->report->end = ASK_STOPPED;
        return true;
    }
    return false;
}

/* Nothing is under way, and nothing will be: done, or the budget is spent. */
static bool has_ended(struct ask *k)
{
    if (lanes_under_way(k) > 0)
        return false;
    if (!lanes_fed(k))
        k->report->end = ASK_BUDGET;
    else if (!blocks_over(k))
        return false; /* others have the rest, and may not come to its end */
    return true;
}

/* A budget cannot be kept where a server does not count its tokens. */
static void watch_budget(struct ask *k)
{
    for (size_t i = 0; budget_is_set(k) && i < k->n_lanes; i++) {
        struct lane *l = &k->lanes[i];

        if (!l->pool || l->fallen || l->uncounted < BLIND_REPLIES ||
            l->spent.tokens > 0)
            continue;
        ask_set_fatal(
            l,
            arena_printf(k->arena,
                         "%s does not report token counts, so a budget cannot "
                         "be enforced; use --limit instead of --budget",
                         l->model->spec));
        return;
    }
}

/* How many requests were sent for nothing, and how to avoid it. */
static void note_lost(struct ask *k)
{
    const struct ask_report *r = k->report;

    if (r->unanswered)
        ask_note(k,
                 arena_printf(
                     k->arena,
                     "%" PRIu64
                     " request%s sent but got no complete answer; the server "
                     "may charge for %s, and the budget counts about %.0f "
                     "tokens; use --stream or a longer --timeout to avoid this",
                     r->unanswered, r->unanswered == 1 ? " was" : "s were",
                     r->unanswered == 1 ? "it" : "them", r->unanswered_tokens));
}

static bool loop(struct ask *k, struct err *e)
{
    struct shared_rate_sum others;
    bool ok = true, any;

    while (!ask_should_stop(k)) {
        ok = lanes_feed(k, &any, e);
        if (!ok || (!any && has_ended(k)))
            break;
        if (!any)
            atomic_store(&k->fed, lanes_fed(k));
        ask_gather(k, any ? 0 : TICK_MS);
        watch_budget(k);
    }
    /* What is in flight was paid for: it may end. */
    lanes_stop(k, ok && !atomic_load(&k->failed) ? k->o->grace_s : 0);
    while (lanes_under_way(k) > 0)
        ask_gather(k, TICK_MS);
    if (k->kept.n && k->kept.all && k->kept.filled == k->kept.n) {
        k->report->results = k->kept.all; /* as runs_results() lists them */
        k->report->n_results = k->kept.n;
    }
    for (size_t i = 0; i < k->n_lanes; i++) {
        const struct lane *l = &k->lanes[i];

        /* A run that came to its end without some of its models did not
         * succeed. */
        if (k->report->end == ASK_DONE && l->fallen) {
            k->report->end = ASK_FATAL;
            k->report->why = k->report->fallen[i];
        }
        k->report->spent_tokens += l->spent.tokens + l->lost_cost.tokens;
        k->report->spent_money += l->spent.money + l->lost_cost.money;
        k->report->unanswered += l->lost;
        k->report->unanswered_tokens += l->lost_cost.tokens;
    }
    note_lost(k);
    others = budget_others(k);
    k->report->others_tokens = others.tokens;
    k->report->others_money = others.money;
    if (atomic_load(&k->failed)) {
        *e = k->write_error;
        return false;
    }
    return ok;
}

static bool open_and_loop(struct ask *k, struct err *e)
{
    bool ok = workers_open(k, e), paid = false;

    if (!ok)
        return false;
    ok = lanes_open(k, e) && blocks_open(k, e);
    for (size_t i = 0; i < k->n_lanes; i++)
        paid = paid || k->lanes[i].pool; /* calls to servers */
    shutdown_hold(paid ? k->o->grace_s : 0);
    ok = ok && ask_begin(k, e) && loop(k, e);
    lanes_close(k);
    workers_close(k);
    shutdown_release();
    return ok;
}

/* Who works alone goes on behind all that workers did. */
static bool ask_lock_run(struct ask *k, struct err *e)
{
    if (k->o->share)
        return runs_share(k->store, k->run->id, e);
    if (!runs_lock(k->store, k->run->id, e))
        return false;
    if (runs_unfinished(k->o->writer ? k->o->writer : k->store) ||
        worker_chains_fold(k->store, k->run->id, true, e))
        return true;
    runs_unlock(k->store, k->run->id);
    return false;
}

/* What a worker leaves behind when it fails, others close. */
static bool leave_run(struct ask *k, bool ok, struct err *e)
{
    struct err ignored, *to = ok ? e : &ignored;

    if (k->o->share && atomic_load(&k->worker_chain)) {
        struct work_lease l = lease_of(k);

        ok = work_give_back(k->store, &l, to) &&
             worker_chains_end(k->store, l.run, l.worker_chain, to) &&
             worker_chains_fold(k->store, l.run, false, to) && ok;
    } else if (!k->o->share) {
        ok = ok && work_settle(k->store, k->run, e);
    }
    k->report->worker_chain = atomic_load(&k->worker_chain);
    runs_unlock(k->store, k->run->id);
    return ok;
}

bool ask_run(struct arena *a, struct store *s, const struct run_info *run,
             const struct plan *plan, const struct ask_options *o,
             struct ask_report *out, struct err *e)
{
    struct ask k = {
        .arena = a, .plan = plan, .run = run, .o = o, .store = s, .report = out
    };
    bool ok;

    *out = (struct ask_report){ .end = ASK_DONE };
    pthread_mutex_init(&k.spend, NULL);
    out->notes = arena_array(a, const char *, NOTES_MOST);
    out->fallen = arena_array(a, const char *, plan->n_models + 1);
    if (!ask_lock_run(&k, e))
        return false;
    k.have =
        alloc_new(plan->n_models * plan->n_problems * plan->attempts + 1, 1);
    ok = leave_run(&k, open_and_loop(&k, e), e);
    if (!ok)
        live_clear(&out->live);
    free(k.have);
    map_clear(&k.noted);
    pthread_mutex_destroy(&k.spend);
    return ok;
}
