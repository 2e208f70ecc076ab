/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The budget: what the run's replies have cost, and whether one more call may
 * be sent. Before a lane's first reply nothing is known of its costs, so that
 * one call goes ahead alone to find out.
 */
#include "run/engine/ask_int.h"

#define BLIND_REPLIES 3 /* without a count of tokens: none will come */

static bool has_budget(const struct ask *k)
{
    return k->o->budget_money > 0 || k->o->budget_tokens > 0;
}

void budget_add(struct lane *l, const struct result *r)
{
    const struct usage *u = &r->usage;

    if (r->outcome == OUTCOME_ERROR)
        return;
    l->replies++;
    l->tokens += (double)(u->prompt > 0 ? u->prompt : 0) +
                 (double)(u->completion > 0 ? u->completion : 0);
    if (l->has_price)
        l->cost += price_of(&l->price, u->prompt, u->cached, u->completion);
}

static double mean_of(const struct lane *l, bool money)
{
    return l->replies ? (money ? l->cost : l->tokens) / (double)l->replies : 0;
}

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
        double mean = l->replies ? mean_of(l, money) : dearest;

        sum += (money ? l->cost : l->tokens) +
               mean * (double)(l->sent + (l == one));
    }
    return sum;
}

bool budget_allows(const struct lane *l)
{
    const struct ask_options *o = l->ask->o;

    if (!has_budget(l->ask))
        return true;
    if (l->tokens <= 0 && l->sent > 0)
        return false;
    return (o->budget_money <= 0 || reckon(l, true) <= o->budget_money) &&
           (o->budget_tokens == 0 ||
            reckon(l, false) <= (double)o->budget_tokens);
}

const char *budget_blind(struct ask *k)
{
    for (size_t i = 0; has_budget(k) && i < k->n_lanes; i++) {
        const struct lane *l = &k->lanes[i];

        if (l->pool && l->replies >= BLIND_REPLIES && l->tokens <= 0)
            return arena_printf(k->arena,
                                "%s does not say how many tokens it uses: the "
                                "budget cannot be kept; leave out --budget, "
                                "and use --limit",
                                l->model->spec);
    }
    return NULL;
}
