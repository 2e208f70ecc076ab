/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Misleading mathematical conditions: sentences about the problem's own
 * quantities, but the asked one, that could be taken for conditions and say
 * nothing for certain. What they would say is false, so that nobody is helped
 * by them. Over a linear system such a sentence is one of its own equations with
 * a slip in it, or another relation; elsewhere it is hearsay that a number of
 * the text be another one, and who believes it gets a wrong answer, which is
 * noted.
 */
#include "base/str.h"
#include "evolve/operators/hedge.h"
#include "evolve/operators/op_int.h"
#include "family/linear/measure.h"

#define TRIES 60

/* ---- over a linear system ---- */

/* A variable that is neither asked nor `but` and stands from `least` to `most`
 * away from the path; SIZE_MAX: there is none. */
static size_t pick_variable(struct rng *r, const struct system *s, size_t but,
                            size_t least, size_t most)
{
    size_t list[LINEAR_VARIABLES], away[LINEAR_VARIABLES], n = 0;

    linear_away(s, away);
    for (size_t i = 0; i < s->n_vars; i++)
        if (i != s->asked && i != but && away[i] >= least && away[i] <= most)
            list[n++] = i;
    return n ? list[rng_below(r, n)] : SIZE_MAX;
}

/* How far the equation stands from the path: its nearest variable. */
static size_t away_of(const struct system *s, const struct equation *eq)
{
    size_t away[LINEAR_VARIABLES], least = SIZE_MAX;

    linear_away(s, away);
    for (size_t i = 0; i < s->n_vars; i++)
        if (ratio_sign(eq->c[i]) && away[i] < least)
            least = away[i];
    return least;
}

/* x = m y + rest with another x than the true one; of two variables in all
 * but x there is none: x = rest. */
static bool draw_equation(struct rng *r, const struct linear_problem *l,
                          struct linear_promise away, struct equation *eq)
{
    size_t least = away.set ? away.is : 0, most = away.set ? least : SIZE_MAX;
    size_t x = pick_variable(r, &l->system, SIZE_MAX, least, most);
    size_t y = pick_variable(r, &l->system, x, least, SIZE_MAX);
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

/* Can positive things be so? */
static bool can_hold(const struct equation *eq)
{
    int sign = 0;

    for (size_t i = 0; i < LINEAR_VARIABLES; i++) {
        if (sign * ratio_sign(eq->c[i]) < 0)
            return true;
        sign = sign ? sign : ratio_sign(eq->c[i]);
    }
    return sign * ratio_sign(eq->rhs) > 0;
}

/* One of the system's own equations, without the asked variable, misread: more
 * for less, a sum for a difference, a factor that is not there. */
static bool misread_equation(struct rng *r, const struct system *s,
                             struct linear_promise away, struct equation *eq)
{
    size_t list[LINEAR_EQUATIONS], n = 0, v;

    for (size_t i = 0; i < s->n_eqs; i++)
        if (linear_terms(&s->eqs[i], &v) == 2 &&
            !ratio_sign(s->eqs[i].c[s->asked]) &&
            (!away.set || away_of(s, &s->eqs[i]) == away.is))
            list[n++] = i;
    if (!n)
        return false;
    *eq = s->eqs[list[rng_below(r, n)]];
    linear_terms(eq, &v);
    switch (rng_below(r, 3)) {
    case 0: eq->rhs = ratio_neg(eq->rhs); break;
    case 1: eq->c[v] = ratio_neg(eq->c[v]); break;
    default: eq->c[v] = RATIO(ratio_sign(eq->c[v])); break;
    }
    return can_hold(eq);
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

/* Read as an open relation between own quantities, and false if it were one;
 * *away: how far it stands from the path. */
static bool misleads_linear(struct arena *a, const struct individual *s,
                            size_t part, const char *text, size_t *away,
                            const char **why)
{
    const struct structure *b = &s->parts[part].structure;
    const struct linear_problem *l = structure_linear_of(b);
    struct equation eq;
    size_t last;
    bool holds;

    if (!op_read_vague(a, s, part, text, &eq))
        return op_broken(why, "its sentence does not leave the relation open");
    if (!linear_terms(&eq, &last) || ratio_sign(eq.c[l->system.asked]))
        return op_broken(why, "it must be about quantities of the problem "
                              "other than the asked one");
    if (!is_true(a, b, &eq, &holds) || holds)
        return op_broken(why, "what it hints at is true");
    *away = away_of(&l->system, &eq);
    return true;
}

static bool hint_linear(const struct operator_call *o, struct op_hint *out)
{
    const struct linear_problem *l =
        structure_linear_of(&o->first->parts[o->part].structure);
    struct equation eq;
    const char *why;
    size_t away;

    if (!(rng_below(o->rng, 4) &&
          misread_equation(o->rng, &l->system, o->away, &eq)) &&
        !draw_equation(o->rng, l, o->away, &eq))
        return false;
    *out = op_vague(o, &eq);
    return misleads_linear(o->arena, o->first, o->part, out->text, &away, &why);
}

/* ---- over other quantities ---- */

/* The hearsay that the sentence is: about a number of the text, and false. */
static bool read_hearsay(struct arena *a, const struct individual *s,
                         size_t part, const char *text, struct quantity *of,
                         struct hedge *h, const char **why)
{
    struct quantity q[STRUCTURE_QUANTITIES];
    size_t n = op_quantities(a, s, part, q);

    if (!hedge_read(text, q, n, h))
        return op_broken(why, "its sentence cannot be read back as an "
                              "uncertain statement");
    *of = q[h->of];
    if (of->asked)
        return op_broken(why, "it must not be about the asked quantity");
    if (h->way != HEDGE_IS || ratio_equal(of->value, RATIO(h->number)))
        return op_broken(why, "what it hints at is true");
    return true;
}

/* The answer of who believes it. Returns false if there is none, or it is no
 * plausible one; a number that stands twice may be another one there. */
static bool believed(struct arena *a, const struct individual *s, size_t part,
                     const struct quantity *of, int64_t number,
                     struct ratio *out)
{
    const struct structure *b = &s->parts[part].structure;
    const struct structure_slot *slots;
    size_t n = b->kind->slots(a, b->data, &slots), equal = 0;

    for (size_t i = 0; i < n; i++)
        equal += ratio_equal(slots[i].value, of->value);
    return equal == 1 && !s->parts[part].text &&
           b->kind->solve(a, b->data, of->slot, RATIO(number), out) &&
           op_plausible(b, s->parts[part].answer, *out);
}

/* A printed number with a name, and another one from two thirds to one and a
 * half of it. */
static bool hint_other(const struct operator_call *o, struct op_hint *out)
{
    struct quantity q[STRUCTURE_QUANTITIES], of;
    size_t n = op_quantities(o->arena, o->first, o->part, q), k = 0;
    size_t list[STRUCTURE_QUANTITIES];
    struct hedge h = { .way = HEDGE_IS,
                       .commas = op_commas(o->first, o->part) };
    const char *why;
    int64_t value;

    for (size_t i = 0; i < n; i++)
        if (!q[i].asked && q[i].phrase && ratio_whole(q[i].value) &&
            q[i].value.p > 1 && q[i].value.p < INT64_MAX / 2)
            list[k++] = i;
    if (!k)
        return false;
    h.of = h.from = list[rng_below(o->rng, k)];
    value = q[h.of].value.p;
    h.relation = (size_t)rng_below(o->rng, hedge_wordings(&q[h.of]));
    h.number = op_round_number(o->rng, value, (2 * value + 2) / 3,
                               value + value / 2 + 1);
    *out = (struct op_hint){ hedge_say(o->arena, &h, q),
                             hedge_equation(o->arena, &h, q) };
    return read_hearsay(o->arena, o->first, o->part, out->text, &of, &h, &why);
}

/* Notes where the sentence leads. */
static void lure(struct arena *a, struct individual *s, size_t part,
                 const char *text, size_t step)
{
    struct quantity of;
    struct ratio x;
    struct hedge h;
    const char *why;

    if (read_hearsay(a, s, part, text, &of, &h, &why) &&
        believed(a, s, part, &of, h.number, &x) && !op_is_laid(s, part, x))
        op_lure(a, s, part, x, step);
}

static bool misleads_other(struct arena *a, const struct individual *s,
                           size_t step, const struct individual_line *l,
                           const char **why)
{
    const struct decoy *d = op_decoy(s, step, l->part);
    struct quantity of;
    struct ratio x;
    struct hedge h;

    if (!read_hearsay(a, s, l->part, l->text, &of, &h, why))
        return false;
    if (!d)
        return true;
    if (d->follows || !believed(a, s, l->part, &of, h.number, &x) ||
        !ratio_equal(x, d->value))
        return op_broken(why, "the sentence leads to another decoy");
    return op_follows(a, s, d, why);
}

/* ---- the card's functions ---- */

static bool is_linear(const struct individual *s, size_t part)
{
    return s->parts[part].structure.kind == &structure_linear;
}

/* What the problem does not say yet. */
static bool hint(const struct operator_call *o, struct op_hint *out,
                 struct err *e)
{
    bool any = false;

    for (int i = 0; i < TRIES; i++) {
        if (!(is_linear(o->first, o->part) ? hint_linear(o, out)
                                           : hint_other(o, out)))
            continue;
        any = true;
        if (!op_lures(o->arena, o->first, o->part, out->text, NULL))
            return true;
    }
    return err_set(e, ERR_DOMAIN,
                   any           ? "all possible misleading sentences are "
                                   "already there"
                   : o->away.set ? "no quantity is that far from the path"
                                 : "no quantity other than the asked one "
                                   "has a name that a sentence can use");
}

/* How far each sentence stands from the path. */
static struct json *distances_of(const struct operator_call *o,
                                 const char *const *texts, size_t n)
{
    const struct linear_problem *l =
        structure_linear_of(&o->first->parts[o->part].structure);
    struct json *list = json_new(o->arena, JSON_ARRAY);
    struct equation eq;

    for (size_t i = 0; i < n; i++) {
        INVARIANT(op_read_vague(o->arena, o->first, o->part, texts[i], &eq));
        json_push(list,
                  json_new_int(o->arena, (int64_t)away_of(&l->system, &eq)));
    }
    return list;
}

/* One sentence, or over a linear system two that say something else each. */
static bool apply(const struct operator_call *o, struct individual *out,
                  struct err *e)
{
    struct arena *a = o->arena;
    const char *texts[2], *relations[2];
    struct json *detail = json_new(a, JSON_OBJECT);
    bool linear = is_linear(o->first, o->part);
    size_t n = linear ? 1 + (size_t)rng_below(o->rng, 2) : 1, step;

    for (size_t i = 0; i < n; i++) {
        struct op_hint x;

        if (!hint(o, &x, e))
            return false;
        texts[i] = x.text;
        relations[i] = x.relation;
    }
    if (n == 2 && op_same_lure(a, o->first, o->part, texts[0], texts[1]))
        n = 1;
    *out = individual_copy(a, o->first);
    json_set(a, detail, "sentences", op_list(a, texts, n));
    json_set(a, detail, "equations", op_list(a, relations, n));
    if (linear)
        json_set(a, detail, "distances", distances_of(o, texts, n));
    step = op_step(o, &op_misleading, out, detail);
    for (size_t i = 0; i < n; i++)
        op_insert(o, &op_misleading, out, op_place(out, o->part, o->rng, true),
                  texts[i], step);
    if (!linear)
        lure(a, out, o->part, texts[0], step);
    return true;
}

/* The line is a sentence of the step, and says what it promises. */
static bool check_line(struct arena *a, const struct individual *s, size_t step,
                       const struct individual_line *l, const char **why)
{
    const struct json *detail = s->steps[step - 1].detail;
    const struct json *told = json_get(detail, "sentences"),
                      *far = json_get(detail, "distances"), *x;
    size_t away, i = 0;
    int64_t noted;

    for (x = told ? told->first : NULL;
         x && !(json_string(x) && str_eq(x->text, l->text)); x = x->next)
        i++;
    if (!x)
        return op_broken(why, "its sentence is not the recorded one");
    if (op_lures(a, s, l->part, l->text, l))
        return op_broken(why, OP_REPEATS);
    if (!is_linear(s, l->part))
        return misleads_other(a, s, step, l, why);
    if (!misleads_linear(a, s, l->part, l->text, &away, why))
        return false;
    if (!far) /* old files */
        return true;
    for (x = far->type == JSON_ARRAY ? far->first : NULL; x && i; x = x->next)
        i--;
    return (x && json_int64(x, &noted) && (uint64_t)noted == away) ||
           op_broken(why, "its distance to the path is not the recorded one");
}

static bool check(struct arena *a, const struct individual *s, size_t step,
                  const char **why)
{
    const struct individual_step *t = &s->steps[step - 1];
    const struct json *told = json_get(t->detail, "sentences");
    const struct individual_line *l;
    size_t n = 0;

    for (; (l = op_line(s, step, n)); n++) {
        if (l->part != t->part || l->role != ROLE_MISLEADING)
            return op_broken(why, "it has a line in another part");
        if (!check_line(a, s, step, l, why))
            return false;
    }
    return (told && told->type == JSON_ARRAY && n == told->count && n > 0) ||
           op_broken(why, "a sentence of it is missing");
}

const struct operator_card op_misleading = {
    .name = "misleading-condition",
    .kind = OPERATOR_FORMULA,
    .promise = "Sentences about the problem's own quantities, except the "
               "asked one, hint at relations or other values without "
               "stating them. As equations they would be false. Their "
               "distance to the path of a linear system is recorded.",
    .role = ROLE_MISLEADING,
    .apply = apply,
    .check = check,
};
