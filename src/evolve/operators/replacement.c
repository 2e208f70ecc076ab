/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Approximate replacement: a sentence that relates the asked quantity to one
 * that is easily known, in words that say nothing for certain. Who takes it
 * for an equation gets the decoy: a wrong answer that looks like a right one.
 */
#include "base/str.h"
#include "evolve/individual/individual_int.h"
#include "evolve/operators/hedge.h"
#include "evolve/operators/op_int.h"
#include "evolve/structure/slips.h"

#define TRIES 60

/* What is laid. */
struct lure {
    struct op_hint hint;
    const char *easy; /* the quantity that is known */
    struct ratio decoy;
};

/* A wrong answer by a slip that no sentence lures to yet, `times` out of four.
 * Else, and where there is none, *out is left alone. */
static void draw_slip(const struct operator_call *o, uint64_t times,
                      struct ratio *out)
{
    const struct individual *s = o->first;
    size_t list[STRUCTURE_SLIPS], n = 0;

    for (size_t i = 0; i < s->n_decoys && n < STRUCTURE_SLIPS; i++)
        if (s->decoys[i].part == o->part && !s->decoys[i].step &&
            !s->decoys[i].follows && ratio_whole(s->decoys[i].value))
            list[n++] = i;
    if (n && rng_below(o->rng, 4) < times)
        *out = s->decoys[list[rng_below(o->rng, n)]].value;
}

/* Near the key, or where a slip leads. */
static bool is_plausible(struct arena *a, const struct individual *s,
                         size_t part, struct ratio value)
{
    const struct structure *b = &s->parts[part].structure;

    return op_plausible(b, s->parts[part].answer, value) ||
           individual_slip(a, s, part, value);
}

/* ---- over a linear system ---- */

static size_t easy_variable(struct rng *r, const struct system *s)
{
    size_t list[LINEAR_EQUATIONS], n = 0;

    for (size_t i = 0; i < s->n_eqs; i++) {
        size_t v;

        if (linear_terms(&s->eqs[i], &v) == 1 && v != s->asked)
            list[n++] = v;
    }
    return n ? list[rng_below(r, n)] : SIZE_MAX;
}

/* asked = m * easy + rest, with the rest that makes the decoy of it; where no
 * variable is easy a mere guess, asked = decoy. */
static bool draw_equation(const struct operator_call *o,
                          const struct linear_problem *l, size_t easy,
                          struct equation *eq, struct ratio *decoy)
{
    static const int64_t factors[] = { 1, 1, 1, 2, 2, 3, -1 };
    struct ratio m =
        RATIO(factors[rng_below(o->rng, sizeof(factors) / sizeof(*factors))]);
    struct settled value;
    struct ratio product;

    *eq = linear_zero();
    *decoy = RATIO(rng_range(o->rng, l->shape.low, l->shape.high));
    draw_slip(o, 2, decoy);
    eq->c[l->system.asked] = RATIO(1);
    eq->rhs = *decoy;
    if (easy == SIZE_MAX)
        return true;
    if (!linear_settle(&l->system, easy, l->system.n_eqs, &value) ||
        !value.settled || !ratio_mul(&product, m, value.value) ||
        !ratio_sub(&eq->rhs, *decoy, product))
        return false;
    eq->c[easy] = ratio_neg(m);
    return true;
}

/* The value of the asked variable if the equation held: its only other
 * variable, if it has one, has the value it has. */
static bool read_decoy(struct arena *a, const struct individual *s, size_t part,
                       const struct equation *eq, struct ratio *out)
{
    const struct structure *b = &s->parts[part].structure;
    const struct linear_problem *l = structure_linear_of(b);
    struct quantity q[STRUCTURE_QUANTITIES];
    size_t n = b->kind->quantities(a, b->data, q), found = 0, other = 0;
    struct ratio x;

    for (size_t i = 0; i < LINEAR_VARIABLES; i++)
        if (i != l->system.asked && ratio_sign(eq->c[i])) {
            other = i;
            found++;
        }
    if (found > 1 || other >= l->system.n_vars ||
        !ratio_sign(eq->c[l->system.asked]))
        return false;
    if (!found)
        return ratio_div(out, eq->rhs, eq->c[l->system.asked]);
    for (size_t i = 0; i < n; i++)
        if (str_eq(q[i].phrase, l->theme->things[l->thing[other]]))
            return q[i].easy && ratio_mul(&x, eq->c[other], q[i].value) &&
                   ratio_sub(&x, eq->rhs, x) &&
                   ratio_div(out, x, eq->c[l->system.asked]);
    return false;
}

static bool lay_linear(const struct operator_call *o, struct lure *out)
{
    const struct individual *s = o->first;
    const struct linear_problem *l =
        structure_linear_of(&s->parts[o->part].structure);
    size_t easy = easy_variable(o->rng, &l->system);
    struct equation eq, back;
    struct ratio again;

    if (!draw_equation(o, l, easy, &eq, &out->decoy))
        return false;
    out->hint = op_vague(o, &eq);
    out->easy = easy == SIZE_MAX ? NULL : l->theme->things[l->thing[easy]];
    return op_read_vague(o->arena, s, o->part, out->hint.text, &back) &&
           read_decoy(o->arena, s, o->part, &back, &again) &&
           ratio_equal(again, out->decoy);
}

/* ---- over other quantities ---- */

/* The asked quantity, or one that is easily known and of the same unit.
 * Returns SIZE_MAX if there is none. */
static size_t pick_quantity(struct rng *r, const struct quantity *q, size_t n,
                            const struct quantity *asked)
{
    size_t list[STRUCTURE_QUANTITIES], k = 0;

    for (size_t i = 0; i < n; i++)
        if (asked ? q[i].easy && q[i].phrase && q[i].unit && asked->unit &&
                        str_eq(q[i].unit, asked->unit)
                  : q[i].asked)
            list[k++] = i;
    return k ? list[rng_below(r, k)] : SIZE_MAX;
}

/* The whole number at or below x. */
static int64_t floor_of(struct ratio x)
{
    return x.p >= 0 ? x.p / x.q : -((-x.p + x.q - 1) / x.q);
}

/* From half to double of the key; of 0: 1 to 10. */
static bool range_of(struct ratio key, struct ratio *lo, struct ratio *hi)
{
    if (ratio_sign(key) == 0) {
        *lo = RATIO(1);
        *hi = RATIO(10);
        return true;
    }
    return ratio_sign(key) > 0
               ? ratio_div(lo, key, RATIO(2)) && ratio_mul(hi, key, RATIO(2))
               : ratio_mul(lo, key, RATIO(2)) && ratio_div(hi, key, RATIO(2));
}

static bool draw_near(struct rng *r, struct ratio key, struct ratio *out)
{
    struct ratio lo, hi;
    int64_t least, most;

    if (!range_of(key, &lo, &hi))
        return false;
    least = -floor_of(ratio_neg(lo));
    most = floor_of(hi);
    if (least > most)
        return false;
    *out = RATIO(op_round_number(r, floor_of(key), least, most));
    return true;
}

/* The answer with one number of the text misread by a little, if that is a
 * plausible one; else *out is left alone. */
static void draw_misread(const struct operator_call *o, struct ratio *out)
{
    const struct individual_part *p = &o->first->parts[o->part];
    const struct structure_kind *kind = p->structure.kind;
    const struct structure_slot *slots;
    size_t n = kind->slots(o->arena, p->structure.data, &slots), slot;
    struct ratio x;

    if (!n)
        return;
    slot = (size_t)rng_below(o->rng, n);
    if (ratio_add(&x, slots[slot].value,
                  RATIO(rng_below(o->rng, 2) ? 1 : -1)) &&
        kind->solve(o->arena, p->structure.data, slot, x, &x) &&
        ratio_whole(x) && op_plausible(&p->structure, p->answer, x))
        *out = x;
}

/* What makes the decoy of the quantity `from`: a multiple, or so much more or
 * less. */
static bool relate(struct rng *r, struct ratio decoy, struct ratio from,
                   struct hedge *h)
{
    struct ratio k;

    if (ratio_div(&k, decoy, from) && ratio_whole(k) && k.p >= 2 && k.p <= 9 &&
        rng_below(r, 2)) {
        h->way = HEDGE_TIMES;
        h->number = k.p;
        return true;
    }
    if (!ratio_sub(&k, decoy, from) || !ratio_whole(k) || k.p == 0)
        return false;
    h->way = k.p > 0 ? HEDGE_MORE : HEDGE_LESS;
    h->number = k.p > 0 ? k.p : -k.p;
    return true;
}

/* A relation to another quantity, or a mere guess. */
static bool lay_other(const struct operator_call *o, struct lure *out)
{
    const struct individual *s = o->first;
    struct quantity q[STRUCTURE_QUANTITIES];
    size_t n = op_quantities(o->arena, s, o->part, q), asked;
    struct hedge h = { .of = asked = pick_quantity(o->rng, q, n, NULL) }, back;

    if (asked == SIZE_MAX ||
        !draw_near(o->rng, s->parts[o->part].answer, &out->decoy))
        return false;
    draw_misread(o, &out->decoy);
    draw_slip(o, 4, &out->decoy);
    h.commas = op_commas(s, o->part);
    h.relation = (size_t)rng_below(o->rng, hedge_wordings(&q[asked]));
    h.from = pick_quantity(o->rng, q, n, &q[asked]);
    if (h.from == SIZE_MAX || !relate(o->rng, out->decoy, q[h.from].value, &h))
        h = (struct hedge){ .relation = h.relation,
                            .commas = h.commas,
                            .way = HEDGE_IS,
                            .number = out->decoy.p,
                            .of = asked,
                            .from = asked };
    if (h.number < 0)
        return false;
    out->hint = (struct op_hint){ hedge_say(o->arena, &h, q),
                                  hedge_equation(o->arena, &h, q) };
    out->easy = h.way == HEDGE_IS ? NULL : q[h.from].phrase;
    return hedge_read(out->hint.text, q, n, &back) && back.of == h.of &&
           back.way == h.way;
}

/* ---- applying ---- */

static void lay(const struct operator_call *o, const struct lure *b,
                struct individual *out)
{
    struct arena *a = o->arena;
    struct json *detail = json_new(a, JSON_OBJECT);
    size_t step, at;

    *out = individual_copy(a, o->first);
    json_set(a, detail, "sentence", json_new_string(a, b->hint.text));
    json_set(a, detail, "equation", json_new_string(a, b->hint.relation));
    if (b->easy)
        json_set(a, detail, "easy", json_new_string(a, b->easy));
    json_set(a, detail, "decoy", json_new_string(a, ratio_text(a, b->decoy)));
    step = op_step(o, &op_replacement, out, detail);
    at = op_place(out, o->part, o->rng, true);
    op_insert(o, &op_replacement, out, at, b->hint.text, step);
    op_lure(a, out, o->part, b->decoy, step);
}

static bool apply(const struct operator_call *o, struct individual *out,
                  struct err *e)
{
    const struct individual_part *p = &o->first->parts[o->part];
    bool linear = p->structure.kind == &structure_linear;
    struct lure b;

    if (p->text)
        return err_set(e, ERR_DOMAIN,
                       "the answer is not a number, so it has no plausible "
                       "wrong value");
    for (int i = 0; i < TRIES; i++) {
        if (!(linear ? lay_linear(o, &b) : lay_other(o, &b)) ||
            !is_plausible(o->arena, o->first, o->part, b.decoy) ||
            op_is_laid(o->first, o->part, b.decoy) ||
            slip_is_quantity(o->arena, &p->structure, b.decoy) ||
            op_lures(o->arena, o->first, o->part, b.hint.text, NULL))
            continue;
        lay(o, &b, out);
        return true;
    }
    return err_set(e, ERR_DOMAIN,
                   "no quantity of the problem leads to a plausible wrong "
                   "answer");
}

/* ---- checking ---- */

/* The decoy again, from the sentence as it stands. */
static bool decoy_of_line(struct arena *a, const struct individual *s,
                          const struct individual_line *l, struct ratio *out,
                          const char **why)
{
    struct quantity q[STRUCTURE_QUANTITIES];
    struct equation eq;
    struct hedge h;
    size_t n;

    if (s->parts[l->part].structure.kind == &structure_linear) {
        if (!op_read_vague(a, s, l->part, l->text, &eq))
            return op_broken(why, "its sentence does not leave the relation "
                                  "open");
        return read_decoy(a, s, l->part, &eq, out) ||
               op_broken(why, "its sentence neither guesses the asked "
                              "quantity nor relates it to an easy one");
    }
    n = op_quantities(a, s, l->part, q);
    if (!hedge_read(l->text, q, n, &h))
        return op_broken(why, "its sentence cannot be read back as an "
                              "uncertain statement");
    return (q[h.of].asked && (h.way == HEDGE_IS || q[h.from].easy) &&
            hedge_value(&h, q[h.from].value, out)) ||
           op_broken(why, "its sentence does not relate the asked quantity to "
                          "an easy one");
}

bool op_replacement_value(struct arena *a, const struct individual *s,
                          const struct individual_line *l, struct ratio *out)
{
    const char *why;

    return decoy_of_line(a, s, l, out, &why);
}

static bool check(struct arena *a, const struct individual *s, size_t step,
                  const char **why)
{
    const struct individual_step *t = &s->steps[step - 1];
    const struct individual_line *l = op_line(s, step, 0);
    const struct decoy *d = op_decoy(s, step, t->part);
    const char *told = json_string(json_get(t->detail, "decoy"));
    struct ratio x;

    if (!l || op_line(s, step, 1) || l->part != t->part ||
        l->role != ROLE_DECOY)
        return op_broken(why, "it must have one line in its part");
    if (op_lures(a, s, t->part, l->text, l))
        return op_broken(why, OP_REPEATS);
    if (!d || d->follows || !told || s->parts[t->part].text)
        return op_broken(why, "its decoy is not recorded");
    if (!decoy_of_line(a, s, l, &x, why))
        return false;
    if (!ratio_equal(x, d->value) || !str_eq(told, ratio_text(a, x)))
        return op_broken(why, "the sentence leads to another decoy");
    if (!is_plausible(a, s, t->part, x))
        return op_broken(why, "the decoy is the key, or not plausible");
    return op_follows(a, s, d, why);
}

const struct operator_card op_replacement = {
    .name = "approximate-replacement",
    .kind = OPERATOR_FORMULA,
    .promise = "A sentence relates the asked quantity to an easy one, or "
               "guesses it, without stating anything for certain. Read as "
               "an equation it gives a plausible wrong answer, which is "
               "recorded as a decoy.",
    .role = ROLE_DECOY,
    .apply = apply,
    .check = check,
};
