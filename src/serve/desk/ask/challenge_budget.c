/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What challenges under way may spend together. Each claims what its run will
 * have cost when its calls are back, before it sends one more; a claim that would
 * break a budget of the project or of the person is refused. What is over stands
 * in the store, which nobody else writes: a store has one server.
 */
#include "serve/desk/ask/ask_budget.h"
#include "serve/desk/ask/challenger_int.h"
#include "store/runs.h"

#include <inttypes.h>
#include <math.h>

bool purse_bounds(const struct serve_options *o)
{
    return o->ask.ask.budget_money > 0 || o->ask.ask.budget_tokens > 0 ||
           o->person_money > 0 || o->person_tokens > 0;
}

void purse_open(struct worker *w)
{
    struct spender *p = &w->spender;

    pthread_mutex_lock(&w->challenger->purses);
    *p = (struct spender){ .open = true,
                           .person = w->row.person,
                           .written = { w->row.tokens, w->row.money },
                           .claim = { w->row.tokens, w->row.money } };
    pthread_mutex_unlock(&w->challenger->purses);
}

void purse_close(struct worker *w)
{
    pthread_mutex_lock(&w->challenger->purses);
    w->spender.open = false;
    pthread_mutex_unlock(&w->challenger->purses);
}

/* What others under way have claimed beyond what the store knows of them. Of
 * this worker the store's part goes off, since its new claim comes in. */
static struct ask_cost beyond(const struct worker *w, bool of_person)
{
    struct ask_cost sum = { -w->spender.written.tokens,
                            -w->spender.written.money };

    for (size_t i = 0; i < CHALLENGER_THREADS; i++) {
        const struct worker *other = &w->challenger->workers[i];
        const struct spender *p = &other->spender;

        if (other == w || !p->open || (of_person && p->person != w->row.person))
            continue;
        sum.tokens += p->claim.tokens - p->written.tokens;
        sum.money += p->claim.money - p->written.money;
    }
    return sum;
}

bool purse_affords(void *worker, double tokens, double money)
{
    struct worker *w = worker;
    const struct serve_options *o = w->challenger->serve->o;
    struct ask_cost all, own;
    struct purse_left left;
    struct err e;
    bool ok;

    pthread_mutex_lock(&w->challenger->purses);
    all = beyond(w, false);
    own = beyond(w, true);
    ok = budget_left(o, w->store, w->row.person, &left, &e) &&
         all.tokens + tokens <= left.project_tokens &&
         all.money + money <= left.project_money &&
         own.tokens + tokens <= left.person_tokens &&
         own.money + money <= left.person_money;
    if (ok)
        w->spender.claim = (struct ask_cost){ tokens, money };
    pthread_mutex_unlock(&w->challenger->purses);
    return ok;
}

bool purse_write(struct worker *w, double tokens, double money, struct err *e)
{
    bool ok;

    pthread_mutex_lock(&w->challenger->purses);
    w->row.tokens = tokens;
    w->row.money = money;
    ok = challenges_set(w->store, &w->row, e);
    if (ok)
        w->spender.written = (struct ask_cost){ tokens, money };
    pthread_mutex_unlock(&w->challenger->purses);
    return ok;
}

/* ---- what a call costs ---- */

static double of_prices(const struct worker *w, const struct model *m,
                        const struct usage *u)
{
    const struct prices *prices = w->challenger->serve->o->ask.ask.prices;
    struct price price;

    return prices && prices_find(prices, m->spec, m->name, &price)
               ? price_of(&price, u->prompt, u->cached, u->completion)
               : 0;
}

static void learn(struct worker *w, const struct result *r)
{
    const char *spec = w->row.models[r->model];
    const struct model *m = challenger_model(w->challenger, spec);
    struct priced *k = &w->challenger->known[m - w->challenger->models];

    if (r->outcome == OUTCOME_ERROR || r->usage.completion <= 0)
        return;
    k->replies++;
    k->sum.tokens +=
        fmax(0, (double)r->usage.prompt) + (double)r->usage.completion;
    k->sum.money += of_prices(w, m, &r->usage);
}

bool purse_learn(struct worker *w, struct err *e)
{
    struct result *results;
    size_t n;

    if (!runs_results(w->store, &w->arena, w->row.run, &results, &n, e))
        return false;
    pthread_mutex_lock(&w->challenger->purses);
    for (size_t i = 0; i < n; i++)
        if (results[i].model < w->row.n_models)
            learn(w, &results[i]);
    pthread_mutex_unlock(&w->challenger->purses);
    return true;
}

const struct ask_cost *purse_guess(struct worker *w)
{
    struct ask_cost *out =
        arena_array(&w->arena, struct ask_cost, w->row.n_models);

    pthread_mutex_lock(&w->challenger->purses);
    for (size_t i = 0; i < w->row.n_models; i++) {
        const struct model *m =
            challenger_model(w->challenger, w->row.models[i]);
        const struct priced *k =
            &w->challenger->known[m - w->challenger->models];

        if (k->replies)
            out[i] = (struct ask_cost){ k->sum.tokens / (double)k->replies,
                                        k->sum.money / (double)k->replies };
    }
    pthread_mutex_unlock(&w->challenger->purses);
    return out;
}
