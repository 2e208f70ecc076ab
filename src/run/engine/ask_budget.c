/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The budget: what the run's replies have cost, and whether one more call may
 * be sent. Before a lane's first reply nothing is known of its costs, so that
 * one call goes ahead alone to find out. What other processes spend on the store
 * meanwhile counts as well (model/server/convoy.h).
 */
#include "run/count/cost.h"
#include "run/engine/ask_int.h"

#include <math.h>

#define BLIND_REPLIES 3 /* without a count of tokens: none will come */

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

static double mean_of(const struct lane *l, bool money)
{
    const struct ask_cost *guess = l->ask->o->guess;

    if (l->replies)
        return (money ? l->cost : l->tokens) / (double)l->replies;
    return !guess  ? 0
           : money ? guess[l->number].money
                   : guess[l->number].tokens;
}

/* ---- what processes share ---- */

const char *budget_share(struct ask *k, const char *path)
{
    struct err e;

    if (k->convoy || !path || !budget_is_set(k))
        return NULL;
    if (!convoy_open(&k->convoy, path, &e))
        return arena_printf(k->arena, "the budget is not shared: %s", e.msg);
    k->before = convoy_spent(k->convoy);
    return NULL;
}

static void tell(struct ask *k, double tokens, double money)
{
    struct convoy_sum one = { rint(tokens), isnan(money) ? 0 : money };

    if (!k->convoy)
        return;
    k->mine.tokens += one.tokens;
    k->mine.money += one.money;
    convoy_spend(k->convoy, one);
}

void budget_ahead(struct item *it)
{
    it->ahead.tokens = rint(mean_of(it->lane, false));
    it->ahead.money = mean_of(it->lane, true);
    tell(it->lane->ask, it->ahead.tokens, it->ahead.money);
}

void budget_right(const struct item *it)
{
    struct convoy_sum cost = { 0, 0 };

    if (it->stage == STAGE_DONE)
        cost = cost_of(it->lane, &it->result);
    tell(it->lane->ask, cost.tokens - it->ahead.tokens,
         cost.money - it->ahead.money);
}

struct convoy_sum budget_others(const struct ask *k)
{
    struct convoy_sum all = k->convoy ? convoy_spent(k->convoy) : k->before;

    return (struct convoy_sum){
        fmax(0, all.tokens - k->before.tokens - k->mine.tokens),
        fmax(0, all.money - k->before.money - k->mine.money)
    };
}

/* ---- one more call ---- */

/* What was spent, what is under way, and one more call of this lane. A lane
 * without a reply is taken for the dearest of the others. */
static double reckon(const struct lane *one, bool money)
{
    const struct ask *k = one->ask;
    double sum = 0, dearest = 0;

    for (size_t i = 0; i < k->n_lanes; i++)
        if (mean_of(&k->lanes[i], money) > dearest)
            dearest = mean_of(&k->lanes[i], money);
    for (size_t i = 0; i < k->n_lanes; i++) {
        const struct lane *l = &k->lanes[i];
        double mean = mean_of(l, money);

        if (!l->replies && mean <= 0)
            mean = dearest;

        sum += (money ? l->cost : l->tokens) +
               mean * (double)(l->sent + (l == one));
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

bool budget_allows(const struct lane *l)
{
    const struct ask_options *o = l->ask->o;
    struct convoy_sum others;

    if (!budget_is_set(l->ask))
        return true;
    if (l->tokens <= 0 &&
        (l->sent > 0 || (is_first(l->ask) && any_sent(l->ask))))
        return false;
    if (o->affords && !o->affords(o->ctx, reckon(l, false), reckon(l, true)))
        return false;
    others = budget_others(l->ask);
    return (o->budget_money <= 0 ||
            reckon(l, true) + others.money <= o->budget_money) &&
           (o->budget_tokens == 0 ||
            reckon(l, false) + others.tokens <= (double)o->budget_tokens);
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
