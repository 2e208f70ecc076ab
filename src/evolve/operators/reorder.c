/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Another order of the conditions. Only the sentences of a linear structure can
 * be moved freely: each is an equation of its own. Those of an imported problem
 * hang together ("then", "he", "the rest"), so that only lines of noise change
 * places there; a concept problem is one statement.
 */
#include "base/str.h"
#include "evolve/operators/op_int.h"
#include "evolve/structure/gap.h"

#include <string.h>

#define LINES_MOST 512

/* A background stands before all, an irrelevant topic behind the conditions. */
static bool is_loose(enum role r)
{
    return role_is_noise(r) && r != ROLE_BACKGROUND && r != ROLE_TOPIC;
}

/* The lines that may change places. */
static size_t movable(const struct individual *s, size_t part, size_t *out)
{
    bool linear = s->parts[part].structure.kind == &structure_linear;
    size_t n = 0;

    for (size_t i = 0; i < s->n_lines && n < LINES_MOST; i++) {
        const struct individual_line *l = &s->lines[i];

        if (l->part == part &&
            (is_loose(l->role) || (linear && l->role == ROLE_CONDITION)))
            out[n++] = i;
    }
    return n;
}

/* How many of them stand before the question, and before an irrelevant topic:
 * nothing of the problem moves behind these. */
static size_t before_end(const struct individual *s, size_t part,
                         const size_t *list, size_t n)
{
    size_t end = 0, k = 0;

    while (end < s->n_lines && (s->lines[end].part != part ||
                                (s->lines[end].role != ROLE_QUESTION &&
                                 s->lines[end].role != ROLE_TOPIC)))
        end++;
    while (k < n && list[k] < end)
        k++;
    return k;
}

static const char *name_of(struct arena *a, const struct individual_line *l)
{
    if (l->role == ROLE_CONDITION)
        return arena_printf(a, "sentence %zu", l->sentence + 1);
    return role_name(l->role);
}

static bool apply(const struct operator_call *o, struct individual *out,
                  struct err *e)
{
    struct arena *a = o->arena;
    const struct individual *s = o->first;
    size_t list[LINES_MOST], order[LINES_MOST], n;
    struct json *detail = json_new(a, JSON_OBJECT), *names;

    if (s->parts[o->part].structure.kind == &structure_concept)
        return err_set(e, ERR_DOMAIN,
                       "a concept problem is one statement: it has no "
                       "sentences to reorder");
    n = movable(s, o->part, list);
    n = before_end(s, o->part, list, n);
    if (n < 2)
        return err_set(e, ERR_DOMAIN,
                       "the problem has too few sentences that can be "
                       "reordered");
    memcpy(order, list, n * sizeof(*order));
    while (memcmp(order, list, n * sizeof(*order)) == 0)
        rng_shuffle(o->rng, order, n, sizeof(*order));
    *out = individual_copy(a, s);
    names = json_set(a, detail, "order", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < n; i++) {
        out->lines[list[i]] = s->lines[order[i]];
        json_push(names, json_new_string(a, name_of(a, &s->lines[order[i]])));
    }
    op_step(o, &op_reorder, out, detail);
    return true;
}

/* Each sentence of the structure stands there once, the question of a linear
 * structure behind all conditions, and sentences of other structures in their
 * order. */
static bool check(struct arena *a, const struct individual *s, size_t step,
                  const char **why)
{
    const struct individual_step *t = &s->steps[step - 1];
    const struct json *order = json_get(t->detail, "order");
    const struct individual_part *p = &s->parts[t->part];
    bool linear = p->structure.kind == &structure_linear, asked = false;
    bool seen[STRUCTURE_SENTENCES] = { false };
    struct saying said;
    size_t next = 0;

    if (p->structure.kind == &structure_concept || !order ||
        order->type != JSON_ARRAY || order->count < 2)
        return op_broken(why, "its order is not recorded");
    p->structure.kind->say(a, p->structure.data, NO_SLOT, NULL, &said);
    for (size_t i = 0; i < s->n_lines; i++) {
        const struct individual_line *l = &s->lines[i];

        if (l->part != t->part || !line_is_told(l))
            continue;
        if (!linear && l->sentence != next++)
            return op_broken(why, "sentences that depend on each other were "
                                  "reordered");
        if (linear && asked)
            return op_broken(why, "a condition comes after the question");
        if (l->sentence >= said.n || seen[l->sentence])
            return op_broken(why, "a sentence occurs twice");
        asked = asked || l->role == ROLE_QUESTION;
        seen[l->sentence] = true;
    }
    for (size_t i = 0; i < said.n; i++)
        if (!seen[i] && !(p->gap && p->gap->sentence == i))
            return op_broken(why, "a sentence is missing");
    return true;
}

const struct operator_card op_reorder = {
    .name = "reorder",
    .kind = OPERATOR_FRESH,
    .promise = "The same sentences in another order; only sentences whose "
               "order does not matter are moved.",
    .role = ROLES,
    .apply = apply,
    .check = check,
};
