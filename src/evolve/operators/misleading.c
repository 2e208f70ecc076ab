/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Misleading mathematical conditions: sentences about the problem's own
 * quantities, but the asked one, that could be taken for relations and say
 * nothing for certain. What they would say is false, so that nobody is helped
 * by them.
 */
#include "base/str.h"
#include "evolve/operators/hedge.h"
#include "evolve/operators/op_int.h"

#define TRIES 60

/* ---- over a linear system ---- */

/* A variable that is neither asked nor `but`; SIZE_MAX: there is none. */
static size_t pick_variable(struct rng *r, const struct system *s, size_t but)
{
    size_t list[LINEAR_VARIABLES], n = 0;

    for (size_t i = 0; i < s->n_vars; i++)
        if (i != s->asked && i != but)
            list[n++] = i;
    return n ? list[rng_below(r, n)] : SIZE_MAX;
}

/* x = m y + rest with another x than the true one; of two variables in all
 * but x there is none: x = rest. */
static bool draw_equation(struct rng *r, const struct linear_problem *l,
                          struct equation *eq)
{
    size_t x = pick_variable(r, &l->system, SIZE_MAX);
    size_t y = pick_variable(r, &l->system, x);
    struct ratio wrong = RATIO(rng_range(r, l->shape.low, l->shape.high)), m;
    struct settled v;

    *eq = linear_zero();
    eq->rhs = wrong;
    if (x == SIZE_MAX)
        return false;
    eq->c[x] = RATIO(1);
    if (y == SIZE_MAX)
        return true;
    m = RATIO(rng_range(r, 1, 3));
    eq->c[y] = ratio_neg(m);
    return linear_settle(&l->system, y, l->system.n_eqs, &v) && v.settled &&
           ratio_mul(&m, m, v.value) && ratio_sub(&eq->rhs, wrong, m);
}

/* Would the equation be true? Values as the quantities have them. */
static bool is_true(struct arena *a, const struct structure *b,
                    const struct equation *eq, bool *out)
{
    const struct linear_problem *l = structure_linear_of(b);
    struct quantity q[STRUCTURE_QUANTITIES];
    size_t n = b->kind->quantities(a, b->data, q);
    struct ratio sum = RATIO(0), x;

    for (size_t i = 0; i < l->system.n_vars; i++) {
        size_t k = 0;

        while (k < n && !str_eq(q[k].phrase, l->theme->things[l->thing[i]]))
            k++;
        if (ratio_sign(eq->c[i]) &&
            (k == n || !ratio_mul(&x, eq->c[i], q[k].value) ||
             !ratio_add(&sum, sum, x)))
            return false;
    }
    *out = ratio_equal(sum, eq->rhs);
    return true;
}

/* Read as an open relation between own quantities, and false if it were one. */
static bool misleads_linear(struct arena *a, const struct individual *s,
                            size_t part, const char *text, const char **why)
{
    const struct structure *b = &s->parts[part].structure;
    const struct linear_problem *l = structure_linear_of(b);
    struct equation eq;
    size_t last;
    bool holds;

    if (!op_read_vague(a, s, part, text, &eq))
        return op_broken(why, "its sentence does not leave the relation open");
    if (!linear_terms(&eq, &last) || ratio_sign(eq.c[l->system.asked]))
        return op_broken(why, "it must speak of quantities of the problem, "
                              "and not of the asked one");
    if (!is_true(a, b, &eq, &holds) || holds)
        return op_broken(why, "what it hints at is true");
    return true;
}

static bool hint_linear(const struct operator_call *o, struct op_hint *out)
{
    const struct linear_problem *l =
        structure_linear_of(&o->first->parts[o->part].structure);
    struct equation eq;
    const char *why;

    if (!draw_equation(o->rng, l, &eq))
        return false;
    *out = op_vague(o, &eq);
    return misleads_linear(o->arena, o->first, o->part, out->text, &why);
}

/* ---- over other quantities ---- */

static bool misleads_other(struct arena *a, const struct individual *s,
                           size_t part, const char *text, const char **why)
{
    struct quantity q[STRUCTURE_QUANTITIES];
    size_t n = op_quantities(a, s, part, q);
    struct hedge h;
    struct ratio x;

    if (!hedge_read(text, q, n, &h))
        return op_broken(why, "its sentence cannot be read as an open one");
    if (q[h.of].asked || q[h.from].asked)
        return op_broken(why, "it must not speak of the asked quantity");
    if (!hedge_value(&h, q[h.from].value, &x) || ratio_equal(x, q[h.of].value))
        return op_broken(why, "what it hints at is true");
    return true;
}

static size_t pick_other(struct rng *r, const struct quantity *q, size_t n,
                         size_t but)
{
    size_t list[STRUCTURE_QUANTITIES], k = 0;

    for (size_t i = 0; i < n; i++)
        if (!q[i].asked && i != but)
            list[k++] = i;
    return k ? list[rng_below(r, k)] : SIZE_MAX;
}

static bool hint_other(const struct operator_call *o, struct op_hint *out)
{
    struct quantity q[STRUCTURE_QUANTITIES];
    size_t n = op_quantities(o->arena, o->first, o->part, q);
    struct hedge h = { .of = pick_other(o->rng, q, n, SIZE_MAX) };
    struct ratio hint;
    const char *why;

    h.from = pick_other(o->rng, q, n, h.of);
    if (h.of == SIZE_MAX || h.from == SIZE_MAX)
        return false;
    h.relation = (size_t)rng_below(o->rng, n_hedges);
    h.way = (enum hedge_way)rng_below(o->rng, HEDGE_WAYS);
    h.number = h.way == HEDGE_TIMES ? rng_range(o->rng, 2, 5)
                                    : rng_range(o->rng, 1, 30);
    *out = (struct op_hint){ hedge_say(o->arena, &h, q),
                             hedge_equation(o->arena, &h, q) };
    return hedge_value(&h, q[h.from].value, &hint) && ratio_sign(hint) > 0 &&
           misleads_other(o->arena, o->first, o->part, out->text, &why);
}

/* ---- the card's functions ---- */

static bool is_linear(const struct individual *s, size_t part)
{
    return s->parts[part].structure.kind == &structure_linear;
}

static bool hint(const struct operator_call *o, struct op_hint *out)
{
    for (int i = 0; i < TRIES; i++)
        if (is_linear(o->first, o->part) ? hint_linear(o, out)
                                         : hint_other(o, out))
            return true;
    return false;
}

/* One sentence or two. */
static bool apply(const struct operator_call *o, struct individual *out,
                  struct err *e)
{
    struct arena *a = o->arena;
    const char *texts[2], *relations[2];
    struct json *detail = json_new(a, JSON_OBJECT);
    size_t n = 1 + (size_t)rng_below(o->rng, 2), step;

    for (size_t i = 0; i < n; i++) {
        struct op_hint x;

        if (!hint(o, &x))
            return err_set(e, ERR_DOMAIN,
                           "the problem has too few quantities beside the "
                           "asked one");
        texts[i] = x.text;
        relations[i] = x.relation;
    }
    if (n == 2 && str_eq(texts[0], texts[1]))
        n = 1;
    *out = individual_copy(a, o->first);
    json_set(a, detail, "sentences", op_list(a, texts, n));
    json_set(a, detail, "equations", op_list(a, relations, n));
    step = op_step(o, &op_misleading, out, detail);
    for (size_t i = 0; i < n; i++)
        op_insert(o, &op_misleading, out, op_place(out, o->part, o->rng, true),
                  texts[i], step);
    return true;
}

static bool check(struct arena *a, const struct individual *s, size_t step,
                  const char **why)
{
    const struct individual_step *t = &s->steps[step - 1];
    const struct json *told = json_get(t->detail, "sentences");
    const struct individual_line *l;
    size_t n = 0;

    for (; (l = op_line(s, step, n)); n++) {
        bool noted = false;

        if (l->part != t->part || l->role != ROLE_MISLEADING)
            return op_broken(why, "it has a line in another part");
        for (const struct json *x = told ? told->first : NULL; x; x = x->next)
            noted = noted || (json_string(x) && str_eq(x->text, l->text));
        if (!noted)
            return op_broken(why, "its sentence is not the one noted");
        if (!(is_linear(s, t->part)
                  ? misleads_linear(a, s, t->part, l->text, why)
                  : misleads_other(a, s, t->part, l->text, why)))
            return false;
    }
    return (told && told->type == JSON_ARRAY && n == told->count && n > 0) ||
           op_broken(why, "a sentence of it is missing");
}

const struct operator_card op_misleading = {
    .name = "misleading-condition",
    .kind = OPERATOR_FORMULA,
    .promise = "Sentences about the problem's own quantities, but the asked "
               "one, hint at relations and leave them open; as equations they "
               "would be false.",
    .role = ROLE_MISLEADING,
    .apply = apply,
    .check = check,
};
