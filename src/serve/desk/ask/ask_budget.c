/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/ask/ask_budget.h"
#include "store/challenges.h"

#include <math.h>

static double budget_less(double budget, double spent)
{
    return budget > 0 ? budget - spent : INFINITY;
}

bool budget_left(const struct serve_options *o, struct store *s, int64_t person,
                 struct budget_left *out, struct err *e)
{
    double money, tokens, own_money, own_tokens;

    if (!challenges_spent(s, 0, &money, &tokens, e) ||
        !challenges_spent(s, person, &own_money, &own_tokens, e))
        return false;
    *out = (struct budget_left){
        .project_money = budget_less(o->ask.ask.budget_money, money),
        .project_tokens = budget_less((double)o->ask.ask.budget_tokens, tokens),
        .person_money = budget_less(o->person_money, own_money),
        .person_tokens = budget_less((double)o->person_tokens, own_tokens)
    };
    return true;
}

/* One of the four budgets, and what is left of it. */
struct budget_row {
    const char *whose;
    double left, budget;
    bool money;
};

#define ROWS 4

static void budget_rows(const struct serve_options *o,
                        const struct budget_left *l,
                        struct budget_row out[ROWS])
{
    const char *project = "the project's budget";
    const char *person = "this person's budget";

    out[0] = (struct budget_row){ project, l->project_money,
                                  o->ask.ask.budget_money, true };
    out[1] = (struct budget_row){ project, l->project_tokens,
                                  (double)o->ask.ask.budget_tokens, false };
    out[2] =
        (struct budget_row){ person, l->person_money, o->person_money, true };
    out[3] = (struct budget_row){ person, l->person_tokens,
                                  (double)o->person_tokens, false };
}

/* "the project's budget is spent: $2.50 of $2.00" */
static const char *budget_words_of(struct arena *a, const struct budget_row *r,
                                   const char *says)
{
    double spent = r->budget - r->left;

    return r->money ? arena_printf(a, "%s %s: $%.2f of $%.2f", r->whose, says,
                                   spent, r->budget)
                    : arena_printf(a, "%s %s: %.0f of %.0f tokens", r->whose,
                                   says, spent, r->budget);
}

const char *budget_spent(struct arena *a, const struct serve_options *o,
                         const struct budget_left *left)
{
    struct budget_row rows[ROWS];

    budget_rows(o, left, rows);
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].left <= 0)
            return budget_words_of(a, &rows[i], "is spent");
    return NULL;
}

const char *budget_scarce(struct arena *a, const struct serve_options *o,
                          const struct budget_left *left)
{
    const struct budget_row *worst = NULL;
    struct budget_row rows[ROWS];

    budget_rows(o, left, rows);
    for (size_t i = 0; i < ROWS; i++)
        if (isfinite(rows[i].left) &&
            (!worst ||
             rows[i].left / rows[i].budget < worst->left / worst->budget))
            worst = &rows[i];
    return worst ? budget_words_of(a, worst,
                                   worst->left <= 0
                                       ? "is spent"
                                       : "is not enough for another call")
                 : NULL;
}
