/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_ASK_ASK_BUDGET_H
#define SERVE_DESK_ASK_ASK_BUDGET_H

#include "base/arena.h"
#include "base/err.h"
#include "serve/options.h"
#include "store/store.h"

#include <stdint.h>

/*
 * Budgets of challenges: of the project, all people together, and of a person,
 * each in money and in tokens. What is left is the budget less what the
 * challenges in the store have spent. INFINITY: there is no such budget.
 */

struct budget_left {
    double project_money, project_tokens;
    double person_money, person_tokens;
};

/* Reads what is left for a person. */
MUST_USE bool budget_left(const struct serve_options *o, struct store *s,
                          int64_t person, struct budget_left *out,
                          struct err *e);

/* Returns a sentence about the first budget that is spent, in the arena, or NULL
 * if none is. */
const char *budget_spent(struct arena *a, const struct serve_options *o,
                         const struct budget_left *left);

/* Says of which budget the least is left, or returns NULL if there is none: "this
 * person's budget does not suffice for a further call: 990 of 1000 tokens". */
const char *budget_scarce(struct arena *a, const struct serve_options *o,
                          const struct budget_left *left);

#endif
