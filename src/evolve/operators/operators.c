/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/str.h"
#include "base/vec.h"
#include "evolve/individual/individual_int.h"
#include "evolve/operators/hedge.h"
#include "evolve/operators/op_int.h"
#include "evolve/structure/gap.h"
#include "evolve/structure/slips.h"

#include <string.h>

/*
 * Another order of the conditions. Only the sentences of a linear structure can
 * be moved freely: each is an equation of its own. Those of an imported problem
 * hang together ("then", "he", "the rest"), so that only lines of noise change
 * places there; a concept problem is one statement.
 */

#define LINES_MOST 512

/* The lines that may change places. A background stands before all, an
 * irrelevant topic behind the conditions; nothing of the problem moves behind
 * the question or such a topic. */
static size_t movable(const struct individual *s, size_t part, size_t *out)
{
    bool linear = s->parts[part].structure.kind == &structure_linear;
    size_t n = 0;

    for (size_t i = 0; i < s->n_lines && n < LINES_MOST; i++) {
        enum role r = s->lines[i].role;

        if (s->lines[i].part != part)
            continue;
        if (r == ROLE_QUESTION || r == ROLE_TOPIC)
            break;
        if ((role_is_noise(r) && r != ROLE_BACKGROUND) ||
            (linear && r == ROLE_CONDITION))
            out[n++] = i;
    }
    return n;
}

static bool reorder_apply(const struct operator_call *o, struct individual *out,
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
    if (n < 2)
        return err_set(e, ERR_DOMAIN,
                       "the problem has too few sentences that can be "
                       "reordered");
    memcpy(order, list, n * sizeof(*order));
    while (memcmp(order, list, n * sizeof(*order)) == 0)
        rng_shuffle(o->rng, order, n, sizeof(*order));
    *out = individual_copy(a, s);
    names = json_put(a, detail, "order", JSON_ARRAY);
    for (size_t i = 0; i < n; i++) {
        const struct individual_line *l = &s->lines[order[i]];

        out->lines[list[i]] = *l;
        json_push(names,
                  json_new_string(
                      a, l->role == ROLE_CONDITION
                             ? arena_printf(a, "sentence %zu", l->sentence + 1)
                             : role_name(l->role)));
    }
    op_step(o, &op_reorder, out, detail);
    return true;
}

/* Each sentence of the structure stands there once, the question of a linear
 * structure behind all conditions, and sentences of other structures in their
 * order. */
static const char *reorder_fault(struct arena *a, const struct individual *s,
                                 size_t step)
{
    const struct individual_step *t = &s->steps[step - 1];
    const struct json *order = json_list(t->detail, "order");
    const struct individual_part *p = &s->parts[t->part];
    bool linear = p->structure.kind == &structure_linear, asked = false;
    bool seen[STRUCTURE_SENTENCES] = { false };
    const struct individual_line *l = NULL;
    struct saying said;
    size_t next = 0;

    if (p->structure.kind == &structure_concept || !order || order->count < 2)
        return "its order is not recorded";
    p->structure.kind->say(a, p->structure.data, NO_SLOT, NULL, &said);
    while ((l = individual_told(s, t->part, l))) {
        if (!linear && l->sentence != next++)
            return "sentences that depend on each other were reordered";
        if (linear && asked)
            return "a condition comes after the question";
        if (l->sentence >= said.n || seen[l->sentence])
            return "a sentence occurs twice";
        asked = asked || l->role == ROLE_QUESTION;
        seen[l->sentence] = true;
    }
    for (size_t i = 0; i < said.n; i++)
        if (!seen[i] && !(p->gap && p->gap->sentence == i))
            return "a sentence is missing";
    return NULL;
}

const struct operator_card op_reorder = {
    .name = "reorder",
    .kind = OPERATOR_FRESH,
    .promise = "The same sentences in another order; only sentences whose "
               "order does not matter are moved.",
    .role = ROLES,
    .apply = reorder_apply,
    .fault = reorder_fault,
};

/*
 * Insufficient: one condition that the answer needs is missing, so that it
 * cannot be determined; two ways to fill the gap, with two answers, prove it. A
 * line says that such an answer is allowed. Sufficient: the same line where
 * nothing is missing, so that the line gives nothing away.
 */

/* What both need: one question, and not the line already. */
static bool gap_allowed(const struct operator_call *o, struct err *e)
{
    const struct individual *s = o->first;

    if (s->n_parts > 1)
        return err_set(e, ERR_DOMAIN,
                       "a chain needs the answer of each question");
    if (individual_line_of(s, 0, ROLE_OPEN))
        return err_set(e, ERR_DOMAIN,
                       "it says already that the answer may be undetermined");
    return true;
}

static void gap_add_line(struct arena *a, struct individual *s, size_t step)
{
    individual_insert(a, s, s->n_lines,
                      (struct individual_line){ .role = ROLE_OPEN,
                                                .text = INDIVIDUAL_OPEN,
                                                .step = step });
}

/* The step's line is the last one, and stands there once. */
static bool line_stands(const struct individual *s, size_t step)
{
    const struct individual_line *l = &s->lines[s->n_lines - 1];

    return s->n_parts == 1 && l->role == ROLE_OPEN && l->step == step &&
           individual_line_of(s, 0, ROLE_OPEN) == l;
}

/* ---- insufficient ---- */

/* What is missing, for people: the sentence, or the number with what it
 * counts. */
static const struct json *gap_detail(struct arena *a, const struct structure *b,
                                     const struct gap *g)
{
    struct json *v = json_new(a, JSON_OBJECT);
    struct ratio keys[2] = { g->fills[0].key, g->fills[1].key };
    const struct structure_slot *slots;
    struct saying said;

    if (g->word) {
        b->kind->slots(a, b->data, &slots);
        json_put_text(a, v, "missing", ratio_text(a, slots[g->slot].value));
    } else {
        b->kind->say(a, b->data, NO_SLOT, NULL, &said);
        json_put_text(a, v, "missing", said.sentences[g->sentence]);
    }
    json_set(a, v, "answers", structure_ratios(a, keys, 2, 1));
    return v;
}

static bool insufficient_apply(const struct operator_call *o,
                               struct individual *out, struct err *e)
{
    const struct individual *s = o->first;
    const struct structure *b = &s->parts[0].structure;
    struct gap *g = arena_new(o->arena, struct gap);
    bool laid = false;
    size_t kept = 0;

    if (!gap_allowed(o, e))
        return false;
    if (!b->kind->gap)
        return err_set(e, ERR_DOMAIN,
                       "a problem of a concept family is one statement: "
                       "nothing of it can be missing");
    for (size_t i = 0; i < s->n_decoys; i++)
        laid = laid || s->decoys[i].step;
    for (size_t i = 0; i < s->n_lines; i++)
        laid = laid || s->lines[i].polished;
    if (laid)
        return err_set(e, ERR_DOMAIN,
                       "it has decoys or a writer's text: put insufficient "
                       "before the operators that add them");
    if (!b->kind->gap(o->arena, b->data, o->rng, g, e))
        return false;
    *out = individual_copy(o->arena, s);
    out->n_decoys = 0; /* slips on the way to an answer that there is not */
    individual_set_gap(&out->parts[0], g);
    for (size_t i = 0; i < s->n_lines; i++)
        if (!line_is_told(&s->lines[i]) || s->lines[i].sentence != g->sentence)
            out->lines[kept++] = s->lines[i];
    out->n_lines = kept;
    individual_tell(o->arena, out); /* numbers as they are now */
    gap_add_line(o->arena, out,
                 op_step(o, &op_insufficient, out, gap_detail(o->arena, b, g)));
    return true;
}

#define UNSAID "its last line must say that the answer may be undetermined"

static const char *insufficient_fault(struct arena *a,
                                      const struct individual *s, size_t step)
{
    const struct individual_part *p = &s->parts[s->steps[step - 1].part];

    if (!p->gap || !p->structure.kind->gap)
        return "no condition is missing";
    return line_stands(s, step)
               ? p->structure.kind->gap_fault(a, p->structure.data, p->gap)
               : UNSAID;
}

const struct operator_card op_insufficient = {
    .name = "insufficient",
    .kind = OPERATOR_FRESH,
    .promise = "One condition that the answer needs is missing: two ways to "
               "fill the gap satisfy all stated conditions and give "
               "different answers. A line says that the answer may be "
               "undetermined.",
    .role = ROLES,
    .apply = insufficient_apply,
    .fault = insufficient_fault,
};

/* ---- sufficient ---- */

static bool apply_sufficient(const struct operator_call *o,
                             struct individual *out, struct err *e)
{
    if (!gap_allowed(o, e))
        return false;
    *out = individual_copy(o->arena, o->first);
    gap_add_line(
        o->arena, out,
        op_step(o, &op_sufficient, out, json_new(o->arena, JSON_OBJECT)));
    return true;
}

static const char *sufficient_fault(struct arena *a, const struct individual *s,
                                    size_t step)
{
    (void)a;
    if (s->parts[0].gap)
        return "a condition is missing";
    return line_stands(s, step) ? NULL : UNSAID;
}

const struct operator_card op_sufficient = {
    .name = "sufficient",
    .kind = OPERATOR_FRESH,
    .promise = "A line says that the answer may be undetermined, as in "
               "insufficient problems; no condition is missing.",
    .role = ROLES,
    .apply = apply_sufficient,
    .fault = sufficient_fault,
};

/*
 * Approximate replacement: a sentence that relates the asked quantity to one
 * that is easily known, in words that say nothing for certain. Who takes it
 * for an equation gets the decoy: a wrong answer that looks like a right one.
 */

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
static bool lure_equation(const struct operator_call *o,
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
static bool lure_value(struct arena *a, const struct individual *s, size_t part,
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
    return other < n && q[other].easy &&
           ratio_mul(&x, eq->c[other], q[other].value) &&
           ratio_sub(&x, eq->rhs, x) &&
           ratio_div(out, x, eq->c[l->system.asked]);
}

static bool lay_linear(const struct operator_call *o, struct lure *out)
{
    const struct individual *s = o->first;
    const struct linear_problem *l = individual_linear(s, o->part);
    size_t easy = easy_variable(o->rng, &l->system);
    struct equation eq, back;
    struct ratio again;

    if (!lure_equation(o, l, easy, &eq, &out->decoy))
        return false;
    out->hint = op_vague(o, &eq);
    out->easy = easy == SIZE_MAX ? NULL : l->theme->things[l->thing[easy]];
    return op_read_vague(o->arena, s, o->part, out->hint.text, &back) &&
           lure_value(o->arena, s, o->part, &back, &again) &&
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
static int64_t lure_floor(struct ratio x)
{
    return x.p >= 0 ? x.p / x.q : -((-x.p + x.q - 1) / x.q);
}

static bool draw_near(struct rng *r, struct ratio key, struct ratio *out)
{
    struct ratio lo, hi;
    int64_t least, most;

    if (!op_near_key(key, &lo, &hi))
        return false;
    least = -lure_floor(ratio_neg(lo));
    most = lure_floor(hi);
    if (least > most)
        return false;
    *out = RATIO(op_round_number(r, lure_floor(key), least, most));
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
    size_t step;

    *out = individual_copy(a, o->first);
    json_put_text(a, detail, "sentence", b->hint.text);
    json_put_text(a, detail, "equation", b->hint.relation);
    json_put_text(a, detail, "easy", b->easy);
    json_put_text(a, detail, "decoy", ratio_text(a, b->decoy));
    step = op_step(o, &op_replacement, out, detail);
    op_insert(o, &op_replacement, out, op_place(out, o->part, o->rng, true),
              b->hint.text, step);
    op_lure(a, out, o->part, b->decoy, step);
}

static bool replacement_apply(const struct operator_call *o,
                              struct individual *out, struct err *e)
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
static const char *decoy_fault(struct arena *a, const struct individual *s,
                               const struct individual_line *l,
                               struct ratio *out)
{
    struct quantity q[STRUCTURE_QUANTITIES];
    struct equation eq;
    struct hedge h;
    size_t n;

    if (s->parts[l->part].structure.kind == &structure_linear) {
        if (!op_read_vague(a, s, l->part, l->text, &eq))
            return "its sentence does not leave the relation open";
        return lure_value(a, s, l->part, &eq, out)
                   ? NULL
                   : "its sentence neither guesses the asked quantity nor "
                     "relates it to an easy one";
    }
    n = op_quantities(a, s, l->part, q);
    if (!hedge_read(l->text, q, n, &h))
        return "its sentence cannot be read back as an uncertain statement";
    return q[h.of].asked && (h.way == HEDGE_IS || q[h.from].easy) &&
                   hedge_value(&h, q[h.from].value, out)
               ? NULL
               : "its sentence does not relate the asked quantity to an easy "
                 "one";
}

bool op_replacement_value(struct arena *a, const struct individual *s,
                          const struct individual_line *l, struct ratio *out)
{
    return !decoy_fault(a, s, l, out);
}

static const char *replacement_fault(struct arena *a,
                                     const struct individual *s, size_t step)
{
    const struct individual_step *t = &s->steps[step - 1];
    const struct individual_line *l = op_line(s, step, 0);
    const struct decoy *d = op_decoy(s, step, t->part);
    const char *told = json_string(json_get(t->detail, "decoy")), *fault;
    struct ratio x;

    if (!l || op_line(s, step, 1) || l->part != t->part ||
        l->role != ROLE_DECOY)
        return "it must have one line in its part";
    if (op_lures(a, s, t->part, l->text, l))
        return OP_REPEATS;
    if (!d || d->follows || !told || s->parts[t->part].text)
        return "its decoy is not recorded";
    if ((fault = decoy_fault(a, s, l, &x)))
        return fault;
    if (!ratio_equal(x, d->value) || !str_eq(told, ratio_text(a, x)))
        return "the sentence leads to another decoy";
    return is_plausible(a, s, t->part, x)
               ? op_follow_fault(a, s, d)
               : "the decoy is the key, or not plausible";
}

const struct operator_card op_replacement = {
    .name = "approximate-replacement",
    .kind = OPERATOR_FORMULA,
    .promise = "A sentence relates the asked quantity to an easy one, or "
               "guesses it, without stating anything for certain. Read as "
               "an equation it gives a plausible wrong answer, which is "
               "recorded as a decoy.",
    .role = ROLE_DECOY,
    .apply = replacement_apply,
    .fault = replacement_fault,
};

/* Other names for the same things: numbers and answer stay. */

#define RENAME_TRIES 20
#define WORDS_MOST   400

/* ---- the words of a structure ---- */

static struct vec said_words(struct arena *a, const struct structure *b)
{
    struct vec out = vec_in(a, sizeof(const char *));
    struct saying s;

    b->kind->say(a, b->data, NO_SLOT, NULL, &s);
    for (size_t i = 0; i < s.n; i++) {
        struct span t = span_of(s.sentences[i]);

        for (size_t at = 0, n; at < t.n; at += n ? n : 1)
            if ((n = span_letters(t, at)) && out.n < WORDS_MOST)
                vec_add_name(&out, arena_strndup(a, t.s + at, n));
    }
    return out;
}

static struct json *words_but(struct arena *a, const struct vec *w,
                              const struct vec *but)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < w->n; i++) {
        const char *word = *vec_get(w, const char *, i);

        if (vec_find_name(but, word) == but->n)
            json_push(list, json_new_string(a, word));
    }
    return list;
}

/* ---- the card's functions ---- */

static bool try_structure(const struct operator_call *o, struct individual *out,
                          struct err *e)
{
    struct structure_key was = individual_key(o->arena, o->first, o->part), now;

    *out = individual_copy(o->arena, o->first);
    if (!op_change(o, out, o->part, out->parts[o->part].structure.kind->rename,
                   e))
        return false;
    now = individual_key(o->arena, out, o->part);
    if (!structure_key_equal(&was, &now))
        return err_set(e, ERR_DOMAIN, "with other names the answer changes");
    return cross_links_hold(o->arena, out) ||
           err_set(e, ERR_DOMAIN, "the new names are also in other parts");
}

static bool rename_apply(const struct operator_call *o, struct individual *out,
                         struct err *e)
{
    struct arena *a = o->arena;
    struct vec old = said_words(a, &o->first->parts[o->part].structure), new;
    struct json *detail = json_new(a, JSON_OBJECT), *now = NULL;

    for (int i = 0;; i++) {
        if (i == RENAME_TRIES)
            return false;
        if (!try_structure(o, out, e))
            continue;
        new = said_words(a, &out->parts[o->part].structure);
        now = words_but(a, &new, &old);
        if (now->count)
            break;
        err_set(e, ERR_DOMAIN, "no name in it changes");
    }
    json_set(a, detail, "was", words_but(a, &old, &new));
    json_set(a, detail, "now", now);
    op_step(o, &op_rename, out, detail);
    return true;
}

/* All words of the list stand in the structure, or none does. */
static bool stand(const struct json *list, const struct vec *w, bool all)
{
    for (const struct json *v = list->first; v; v = v->next)
        if (!json_string(v) || (vec_find_name(w, v->text) < w->n) != all)
            return false;
    return true;
}

static const char *rename_fault(struct arena *a, const struct individual *s,
                                size_t step)
{
    const struct individual_step *t = &s->steps[step - 1];
    const struct json *was = json_list(t->detail, "was");
    const struct json *now = json_list(t->detail, "now");
    struct vec words;

    if (!was || !now || !now->count)
        return "the new names are not recorded";
    if (!cross_apart(s, t->part))
        return "a thing of it is also in another part";
    if (op_later(s, step, op_rename.name) ||
        op_later(s, step, op_renumber.name) ||
        op_later(s, step, op_crossover.name)) /* told anew since then */
        return NULL;
    words = said_words(a, &s->parts[t->part].structure);
    return stand(was, &words, false) && stand(now, &words, true)
               ? NULL
               : "the names are not the recorded ones";
}

const struct operator_card op_rename = {
    .name = "rename",
    .kind = OPERATOR_FRESH,
    .promise = "Things and people have new names; numbers and answer are "
               "the same. In a chain no thing is in two parts.",
    .role = ROLES,
    .apply = rename_apply,
    .fault = rename_fault,
};

/* Fresh numbers: another problem of the same structure. */

#define RENUMBER_TRIES 20

static struct json *numbers_json(struct arena *a, const struct structure *b)
{
    const struct structure_slot *slots;
    size_t n = b->kind->slots(a, b->data, &slots);
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < n; i++)
        json_push(list, json_new_string(a, ratio_text(a, slots[i].value)));
    return list;
}

/* The letter must still be told: a slot may be another one now. */
static bool numbers_put(const struct operator_call *o, const void *data,
                        struct individual *out, struct err *e)
{
    struct structure b = { o->first->parts[o->part].structure.kind, data };

    *out = individual_copy(o->arena, o->first);
    if (!individual_set_structure(o->arena, out, o->part, b, e))
        return false;
    return cross_links_hold(o->arena, out) ||
           err_set(e, ERR_DOMAIN,
                   "the parts of the chain would no longer "
                   "fit together");
}

static const char *numbers_answer(struct arena *a,
                                  const struct individual_part *p)
{
    return p->text ? p->text : ratio_text(a, p->answer);
}

/* What is fresh was never there, whatever step changed it: no answer of the
 * part comes back, and in a row of a public set no number at its place. */
static const char *again_fault(struct arena *a, const struct individual *s,
                               size_t part)
{
    const struct individual_part *p = &s->parts[part];
    const struct json *now = numbers_json(a, &p->structure);

    for (size_t i = 0; i < s->n_steps; i++) {
        const struct json *old = s->steps[i].detail, *x, *y = now->first;

        if (s->steps[i].part != part ||
            !str_eq(s->steps[i].name, op_renumber.name))
            continue;
        x = json_get(old, "answer was");
        if (json_string(x) && str_eq(x->text, numbers_answer(a, p)))
            return "its answer is an earlier answer";
        x = json_get(old, "was");
        x = x && p->structure.kind == &structure_graph ? x->first : NULL;
        for (; x && y; x = x->next, y = y->next)
            if (json_equal(x, y))
                return "a number equals an earlier number at the same place";
    }
    return NULL;
}

static bool renumber_apply(const struct operator_call *o,
                           struct individual *out, struct err *e)
{
    struct arena *a = o->arena;
    const struct individual_part *was = &o->first->parts[o->part];
    struct json *old = numbers_json(a, &was->structure), *detail, *new;
    const char *why;
    void *data;

    for (int i = 0;; i++) {
        /* A structure draws often itself before it says that it has none. */
        if (i == RENUMBER_TRIES ||
            !was->structure.kind->renumber(a, was->structure.data, o->rng,
                                           &data, e))
            return false;
        if (!numbers_put(o, data, out, e))
            continue;
        new = numbers_json(a, &out->parts[o->part].structure);
        if (json_equal(old, new))
            err_set(e, ERR_DOMAIN, "the problem has no other numbers");
        else if (str_eq(numbers_answer(a, &out->parts[o->part]),
                        numbers_answer(a, was)))
            err_set(e, ERR_DOMAIN, "its answer would be the same");
        else if ((why = again_fault(a, out, o->part)))
            err_set(e, ERR_DOMAIN, "%s", why);
        else
            break;
    }
    detail = json_new(a, JSON_OBJECT);
    json_set(a, detail, "was", old);
    json_set(a, detail, "now", new);
    json_put_text(a, detail, "answer was", numbers_answer(a, was));
    op_step(o, &op_renumber, out, detail);
    return true;
}

static const char *renumber_fault(struct arena *a, const struct individual *s,
                                  size_t step)
{
    const struct individual_step *t = &s->steps[step - 1];
    const struct json *was = json_list(t->detail, "was");
    const struct json *now = json_list(t->detail, "now");

    if (!was || !now)
        return "its new numbers are not recorded";
    if (json_equal(was, now))
        return "its numbers have not changed";
    /* Other things may be told by other templates, which print other
     * numbers of the same equation. */
    if (!op_later(s, step, op_renumber.name) &&
        !op_later(s, step, op_rename.name) &&
        !json_equal(now, numbers_json(a, &s->parts[t->part].structure)))
        return "the numbers of the problem are not the recorded ones";
    return again_fault(a, s, t->part);
}

const struct operator_card op_renumber = {
    .name = "renumber",
    .kind = OPERATOR_FRESH,
    .promise = "The structure is the same and the numbers are new. In a row "
               "of a public set every free number changes and never takes "
               "an earlier value. The key is computed from the new numbers "
               "and differs from all earlier keys.",
    .role = ROLES,
    .apply = renumber_apply,
    .fault = renumber_fault,
};
