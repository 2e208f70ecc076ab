/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What calls by batch cost, and what they may cost before anybody knows. Like
 * the engine's calls (run/engine/ask_budget.c), those in a batch are spent
 * beforehand in what processes on one store share, and corrected when they are
 * fetched; whoever waits for a batch that another process sent corrects what that
 * one spent. A process that ends leaves its batches spent: they will be paid.
 */
#include "base/str.h"
#include "run/batch/batch_int.h"
#include "run/count/cost.h"
#include "store/rates.h"

#include <math.h>
#include <stdlib.h>

#define BYTES_PER_TOKEN 3.5

/* ---- what replies cost ---- */

static double known(int64_t tokens)
{
    return tokens > 0 ? (double)tokens : 0;
}

struct convoy_sum batch_count(struct batch_lane *l, const struct result *r)
{
    const struct usage *u = &r->usage;
    struct convoy_sum cost = { known(u->prompt) + known(u->completion),
                               l->has_price ? result_cost(&l->price, r) : 0 };

    /* Without a count a reply says nothing of what the next one costs. */
    if (u->completion >= 0) {
        l->sized++;
        l->completion += (double)u->completion;
    }
    l->spent.tokens += cost.tokens;
    l->spent.money += cost.money;
    return cost;
}

/* ---- what calls may cost ---- */

static struct convoy_sum reckon(const struct batch_work *w,
                                const struct wanted *x)
{
    const struct batch_lane *l = &w->lanes[x->lane];
    const char *most = w->plan->decoding.max_tokens;
    double prompt = (double)x->bytes / BYTES_PER_TOKEN;
    double reply = l->sized > 0 ? l->completion / l->sized
                   : most       ? strtod(most, NULL)
                                : 0;

    return (struct convoy_sum){ prompt + reply,
                                l->has_price
                                    ? PRICE_BATCH * (prompt * l->price.input +
                                                     reply * l->price.output)
                                    : 0 };
}

struct convoy_sum batch_left(const struct batch_work *w)
{
    struct convoy_sum left = batch_others(w);

    left.tokens = (double)w->o->budget_tokens - left.tokens;
    left.money = w->o->budget_money - left.money;
    for (size_t i = 0; i < w->n_lanes; i++) {
        left.tokens -= w->lanes[i].spent.tokens;
        left.money -= w->lanes[i].spent.money;
    }
    for (size_t i = 0; i < w->wanted.n; i++) {
        const struct wanted *x = vec_get(&w->wanted, struct wanted, i);
        struct convoy_sum cost = reckon(w, x);

        if (x->state != WANT_OPEN)
            continue;
        left.tokens -= cost.tokens;
        left.money -= cost.money;
    }
    return left;
}

bool batch_affords(const struct batch_work *w, struct convoy_sum *left,
                   const struct wanted *x)
{
    struct convoy_sum cost = reckon(w, x);

    left->tokens -= cost.tokens;
    left->money -= cost.money;
    return (w->o->budget_tokens == 0 || left->tokens >= 0) &&
           (w->o->budget_money <= 0 || left->money >= 0);
}

/* ---- what processes share ---- */

bool batch_share(struct batch_work *w, struct err *e)
{
    return rates_open(&w->convoy, w->store, e);
}

static void tell(struct batch_work *w, double tokens, double money)
{
    if (w->convoy)
        convoy_spend(w->convoy, (struct convoy_sum){ rint(tokens), money });
}

void batch_ahead(struct batch_work *w, struct wanted *x, bool sent_now)
{
    x->ahead = reckon(w, x);
    x->ahead.tokens = rint(x->ahead.tokens);
    if (sent_now)
        tell(w, x->ahead.tokens, x->ahead.money);
}

void batch_right(struct batch_work *w, struct wanted *x, struct convoy_sum cost)
{
    tell(w, cost.tokens - x->ahead.tokens, cost.money - x->ahead.money);
    x->ahead = (struct convoy_sum){ 0, 0 };
}

struct convoy_sum batch_others(const struct batch_work *w)
{
    return w->convoy ? convoy_others(w->convoy) : (struct convoy_sum){ 0, 0 };
}
