/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The budget: what the run's replies have cost, and whether one more call may
 * be sent. Before a lane's first reply nothing is known of its costs, so that
 * one call goes ahead alone to find out. What other processes spend on the store
 * meanwhile counts as well (model/server/convoy.h).
 */
#include "run/count/cost.h"
#include "run/engine/ask_int.h"
#include "store/rates.h"
#include "store/work.h"

#include <math.h>

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

static struct convoy_sum cost_of(const struct lane *l, const struct result *r)
{
    const struct usage *u = &r->usage;
    struct convoy_sum cost = { 0, 0 };

    if (!is_paid(l, r))
        return cost;
    cost.tokens = fmax(0, (double)u->prompt) + fmax(0, (double)u->completion);
    cost.money = l->has_price ? result_cost(&l->price, r) : 0;
    return cost;
}

/* A reply that was refused before a word was written, by the context or a
 * filter, has no count, and says nothing of what others cost. */
void budget_add(struct lane *l, const struct result *r)
{
    struct convoy_sum cost = cost_of(l, r);

    if (!is_paid(l, r))
        return;
    if (r->usage.prompt < 0 && r->usage.completion < 0) {
        l->uncounted +=
            r->outcome == OUTCOME_OK || r->outcome == OUTCOME_TRUNCATED;
        return;
    }
    l->replies++;
    l->tokens += cost.tokens;
    l->cost += isnan(cost.money) ? 0 : cost.money;
}

bool budget_before(struct ask *k, struct err *e)
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

static double part_of(struct convoy_sum s, bool money)
{
    return money ? s.money : s.tokens;
}

static double mean_of(const struct lane *l, bool money)
{
    const struct ask_cost *guess = l->ask->o->guess;

    if (l->replies)
        return (money ? l->cost : l->tokens) / (double)l->replies;
    if (guess)
        return money ? guess[l->number].money : guess[l->number].tokens;
    return l->lost ? part_of(l->lost_cost, money) / (double)l->lost : 0;
}

/* ---- answers that were lost ---- */

/* What a call is taken to cost that has no count: as its lane's replies do, or by
 * the length of its request and the most that it may write. */
static struct convoy_sum expected(const struct lane *l, size_t body_n)
{
    const struct ask *k = l->ask;
    int64_t written = k->plan->decoding.max_tokens
                          ? (int64_t)k->plan->decoding.max_tokens
                          : REPLY_TOKENS;
    int64_t prompt = (int64_t)(body_n / TOKEN_BYTES);

    if (l->replies || k->o->guess)
        return (struct convoy_sum){ mean_of(l, false), mean_of(l, true) };
    return (struct convoy_sum){ (double)(prompt + written),
                                l->has_price
                                    ? price_of(&l->price, prompt, 0, written)
                                    : 0 };
}

void budget_lost(struct item *it)
{
    struct lane *l = it->lane;
    double n = it->sent.lost;
    struct convoy_sum each = expected(l, it->sent.body_n);

    if (it->sent.lost == 0 || l->model->kind == MODEL_STUDENT)
        return;
    pthread_mutex_lock(&l->ask->spend);
    l->repeats -= it->repeats;
    pthread_mutex_unlock(&l->ask->spend);
    l->lost += it->sent.lost;
    l->lost_cost.tokens += n * each.tokens;
    l->lost_cost.money += isnan(each.money) ? 0 : n * each.money;
    it->lost_cost = (struct convoy_sum){ n * each.tokens, n * each.money };
}

bool budget_again(void *ask, struct pool_call *call)
{
    struct ask *k = ask;
    struct item *it = call->own;
    struct convoy_sum *each = &it->lane->each;
    bool may;

    if (!budget_is_set(k))
        return true;
    pthread_mutex_lock(&k->spend);
    may = k->left.tokens >= each->tokens && k->left.money >= each->money;
    if (may) {
        k->left.tokens -= each->tokens;
        k->left.money -= each->money;
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

    if (k->convoy || (!budget_is_set(k) && k->o->pool.rate <= 0) ||
        rates_open(&k->convoy, k->store, &e))
        return NULL;
    return arena_printf(k->arena, "%s is not shared with other processes: %s",
                        budget_is_set(k) ? "the budget" : "the rate", e.msg);
}

static void tell(struct ask *k, double tokens, double money)
{
    if (k->convoy && budget_is_set(k))
        convoy_spend(k->convoy, (struct convoy_sum){
                                    rint(tokens), isnan(money) ? 0 : money });
}

/* What one more call is taken to cost. */
static struct convoy_sum ahead_of(const struct lane *l)
{
    double money = mean_of(l, true);

    return (struct convoy_sum){ rint(mean_of(l, false)),
                                isnan(money) ? 0 : money };
}

void budget_ahead(struct item *it)
{
    it->ahead = ahead_of(it->lane);
    tell(it->lane->ask, it->ahead.tokens, it->ahead.money);
}

void budget_right(const struct item *it)
{
    struct convoy_sum cost = { 0, 0 };

    if (it->stage == STAGE_DONE)
        cost = cost_of(it->lane, &it->result);
    cost.tokens += it->lost_cost.tokens;
    cost.money += it->lost_cost.money;
    tell(it->lane->ask, cost.tokens - it->ahead.tokens,
         cost.money - it->ahead.money);
}

struct convoy_sum budget_others(const struct ask *k)
{
    return k->convoy && budget_is_set(k) ? convoy_others(k->convoy)
                                         : (struct convoy_sum){ 0, 0 };
}

/* ---- one more call ---- */

/* What was spent, what is under way, and one more call of the lane `one` (NULL:
 * none). A lane without a reply is taken for the dearest of the others. */
static double reckon(const struct ask *k, const struct lane *one, bool money)
{
    double sum = 0, dearest = 0;

    for (size_t i = 0; i < k->n_lanes; i++)
        if (mean_of(&k->lanes[i], money) > dearest)
            dearest = mean_of(&k->lanes[i], money);
    for (size_t i = 0; i < k->n_lanes; i++) {
        const struct lane *l = &k->lanes[i];
        double mean = mean_of(l, money);

        if (!l->replies && mean <= 0)
            mean = dearest;

        sum += (money ? l->cost : l->tokens) + part_of(l->lost_cost, money) +
               mean * (double)(l->sent + l->repeats + (l == one));
    }
    return sum;
}

/* Is nothing known of what a call costs? */
static bool is_first(const struct ask *k)
{
    for (size_t i = 0; i < k->n_lanes; i++)
        if (k->lanes[i].tokens > 0)
            return false;
    return !k->o->guess;
}

static bool any_sent(const struct ask *k)
{
    for (size_t i = 0; i < k->n_lanes; i++)
        if (k->lanes[i].sent)
            return true;
    return false;
}

/* What the budget has left behind one more call of the lane (NULL: none); < 0: it
 * has no room for it. */
static struct convoy_sum left_behind(const struct ask *k, const struct lane *l)
{
    const struct ask_options *o = k->o;
    struct convoy_sum left = budget_others(k);

    left.money = o->budget_money > 0
                     ? o->budget_money - reckon(k, l, true) - left.money
                     : INFINITY;
    left.tokens = o->budget_tokens ? (double)o->budget_tokens -
                                         reckon(k, l, false) - left.tokens
                                   : INFINITY;
    return left;
}

/* A budget that others share is asked for calls alone. */
void budget_spare(struct ask *k, bool any)
{
    if (!budget_is_set(k))
        return;
    pthread_mutex_lock(&k->spend);
    k->left = any ? left_behind(k, NULL) : (struct convoy_sum){ -1, -1 };
    for (size_t i = 0; any && i < k->n_lanes; i++) {
        struct lane *l = &k->lanes[i];
        double unknown = mean_of(l, false) > 0 ? 0 : (double)l->sent;

        l->each = expected(l, l->body_n);
        k->left.tokens -= unknown * l->each.tokens;
        k->left.money -= unknown * l->each.money;
    }
    pthread_mutex_unlock(&k->spend);
}

static bool is_within(struct convoy_sum left)
{
    return left.money >= 0 && left.tokens >= 0;
}

/* How many calls may be held at once: an eighth of what is left, so that nobody
 * takes for spent what is only held. */
static unsigned hold_most(struct convoy_sum left, struct convoy_sum one)
{
    double n = fmin(one.tokens > 0 ? left.tokens / one.tokens : INFINITY,
                    one.money > 0 ? left.money / one.money : INFINITY);

    return 1 + (unsigned)fmin(n / 8, HOLD_MOST);
}

/* Others are shown the call before the last look at what they spent: of two who
 * look at once, one sees the other. */
static bool holds(const struct lane *l)
{
    struct convoy *c = l->ask->convoy;
    struct convoy_sum one = ahead_of(l), left = left_behind(l->ask, l);

    if (!c)
        return is_within(left);
    if (is_within(left)) {
        convoy_hold(c, one, hold_most(left, one));
        left = left_behind(l->ask, l);
    }
    if (!is_within(left))
        convoy_hold(c, one, 0);
    return is_within(left);
}

bool budget_allows(const struct lane *l)
{
    const struct ask_options *o = l->ask->o;

    if (!budget_is_set(l->ask))
        return true;
    if (l->tokens <= 0 &&
        (l->sent > 0 || (is_first(l->ask) && any_sent(l->ask))))
        return false;
    if (o->affords &&
        !o->affords(o->ctx, reckon(l->ask, l, false), reckon(l->ask, l, true)))
        return false;
    return holds(l);
}

struct lane *budget_blind(struct ask *k)
{
    for (size_t i = 0; budget_is_set(k) && i < k->n_lanes; i++) {
        struct lane *l = &k->lanes[i];

        if (l->pool && !l->fallen && l->uncounted >= BLIND_REPLIES &&
            l->tokens <= 0)
            return l;
    }
    return NULL;
}
