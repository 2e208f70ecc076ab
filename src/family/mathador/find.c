/* SPDX-License-Identifier: Apache-2.0 */

/*
 * One solution, by walking the tables backwards: a state of a bag comes from
 * two states of its parts, and since the tables are exact, whichever pair fits
 * can be followed to the leaves without ever turning back.
 */
#include "family/mathador/solve_int.h"

/* What is looked for: an expression of exactly these numbers, with these
 * operators, or with any that earn the score. */
struct wanted {
    struct bag bag;
    int64_t value;
    uint32_t ops;
    uint32_t score; /* 0: ops decides */
};

static bool fits(const struct solver *s, const struct wanted *w, uint32_t ops)
{
    return w->score ? WORTH_POINTS(s->codes.worth[ops]) == w->score
                    : ops == w->ops;
}

/* Two states of two values whose operators, with op, are those wanted. */
static bool fit_states(const struct solver *s, const struct wanted *w, int op,
                       const struct table *t, const struct bag_group *x,
                       const struct table *u, const struct bag_group *y,
                       uint32_t *a_ops, uint32_t *b_ops)
{
    for (uint32_t i = 0; i < x->n; i++)
        for (uint32_t j = 0; j < y->n; j++) {
            *a_ops = t->states[x->from + i].ops;
            *b_ops = u->states[y->from + j].ops;
            if (fits(s, w, *a_ops + *b_ops + op_code(op)))
                return true;
        }
    return false;
}

/* A pair of parts, given which numbers each of them takes. */
static bool find_pair(struct solver *s, const struct wanted *w, int op,
                      struct wanted *a, struct wanted *b)
{
    const struct table *t = solver_table(s, &a->bag);
    const struct table *u = solver_table(s, &b->bag);

    for (size_t i = 0; i < t->n_groups; i++)
        for (size_t j = 0; j < u->n_groups; j++) {
            const struct bag_group *x = &t->groups[i], *y = &u->groups[j];
            int64_t value;

            if (!game_apply((enum mathador_op)op, x->value, y->value, &value) ||
                value != w->value ||
                !fit_states(s, w, op, t, x, u, y, &a->ops, &b->ops))
                continue;
            a->value = x->value;
            b->value = y->value;
            return true;
        }
    return false;
}

static bool split_wanted(struct solver *s, const struct wanted *w,
                         struct wanted *a, struct wanted *b, int *op)
{
    unsigned all = (1u << w->bag.n) - 1;

    for (unsigned mask = 1; mask < all; mask++) {
        *a = (struct wanted){ .bag = bag_part(&w->bag, mask) };
        *b = (struct wanted){ .bag = bag_part(&w->bag, all & ~mask) };
        for (*op = 0; *op < OPS; ++*op)
            if ((w->score || ops_of(w->ops, *op)) && find_pair(s, w, *op, a, b))
                return true;
    }
    return false;
}

/* Append the steps of an expression; the depth is that of GAME_STEPS. False
 * only at the top: parts are known to be there. */
static bool follow(struct solver *s, const struct wanted *w,
                   struct solution *out)
{
    struct wanted a, b;
    struct step *step;
    int op;

    if (w->bag.n == 1)
        return true;
    if (!split_wanted(s, w, &a, &b, &op))
        return false;
    if (!follow(s, &a, out) || !follow(s, &b, out))
        BUG("a part was counted that is not there");
    step = &out->steps[out->n++];
    *step = (struct step){ (enum mathador_op)op, a.value, b.value, w->value };
    if ((op == OP_ADD || op == OP_MUL) && a.value < b.value) {
        step->a = b.value; /* the larger one first, as people write */
        step->b = a.value;
    }
    return true;
}

/* May the bag have such an expression? For a whole set, which has no table,
 * only the search can answer that. */
static bool may_hold(struct solver *s, const struct bag *b, bool whole,
                     int64_t value, int score)
{
    const struct table *t;
    const struct bag_group *g;

    if (b->n == BAG_LAST && whole)
        return true;
    t = solver_table(s, b);
    for (size_t i = 0; i < t->n_totals; i++)
        if (t->totals[i].value == value)
            return t->totals[i].scores >> score & 1u;
    g = table_find(t, value);
    for (uint32_t i = 0; g && i < g->n; i++)
        if (s->codes.bit[t->states[g->from + i].ops] >> score & 1u)
            return true;
    return false;
}

/* A solution of game `g` with that score, the same on every machine: the one
 * with the fewest steps that the search meets first. The numbers were solved
 * before and not forgotten. False: there is none. */
static bool solver_find(struct solver *s, const struct game *g, int score,
                        struct solution *out)
{
    struct bag b = bag_of(g->numbers, g->n);

    for (int size = 2; size <= b.n && size <= BAG_LAST; size++)
        for (unsigned mask = 1; mask < 1u << b.n; mask++) {
            struct wanted w = { .bag = bag_part(&b, mask),
                                .value = g->target,
                                .score = (uint32_t)score };
            uint32_t ways;

            out->n = 0;
            if (w.bag.n == size && bag_canonical(&b, mask, &ways) &&
                may_hold(s, &w.bag, size == b.n, g->target, score) &&
                follow(s, &w, out))
                return true;
        }
    out->n = 0;
    return false;
}

struct found solver_found(struct solver *s, const struct game *g,
                          const struct solve_outcome *o)
{
    struct found f = { .outcome = *o };

    if (!solver_find(s, g, outcome_best(o), &f.best) ||
        !solver_find(s, g, outcome_worst(o), &f.simple))
        BUG("a solution was counted that is not there");
    return f;
}
