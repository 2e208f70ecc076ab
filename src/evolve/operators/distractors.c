/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/operators/hedge.h"
#include "evolve/operators/op_int.h"
#include "evolve/operators/owned.h"
#include "evolve/structure/entities.h"
#include "family/linear/measure.h"

#include <string.h>

/*
 * Useless mathematical conditions: true-sounding equations over things that
 * the problem does not speak of: others of its theme, or what its people have
 * besides. They stand among the conditions, can all hold at once, and share no
 * thing with the problem: the system falls into blocks, and the block of the
 * asked quantity is the one it was.
 */

#define TRIES          40
#define EQUATIONS_MOST 3

struct idle {
    struct op_things things;
    struct equation eqs[EQUATIONS_MOST];
    const char *texts[EQUATIONS_MOST];
    size_t n;
};

/* ---- things ---- */

/* A thing is free if neither it nor its last word stands anywhere: "the price
 * of the lamp" would be misunderstood in a problem with a lamp. In linear
 * structures, and with an owner, the whole phrase tells it apart. */
static bool idle_is_free(const struct individual *s, const char *phrase,
                         const char *text, bool own)
{
    const char *last = strrchr(phrase, ' ');
    bool linear = true;

    last = last ? last + 1 : phrase;
    for (size_t i = 0; i < s->n_parts; i++)
        linear = linear && s->parts[i].structure.kind == &structure_linear;
    return !op_mentioned(s, phrase, SIZE_MAX) && !op_mentions(text, phrase) &&
           (own || linear ||
            (!op_mentioned(s, last, SIZE_MAX) && !op_mentions(text, last)));
}

static bool free_things(struct rng *r, const struct individual *s,
                        const struct theme *theme, const char *text,
                        struct op_things *out)
{
    size_t list[THEME_THINGS], n = 0;

    for (size_t i = 0; i < THEME_THINGS && theme->things[i]; i++)
        if (idle_is_free(s, theme->things[i], text, out->who != NULL))
            list[n++] = i;
    if (n < out->n)
        return false;
    rng_shuffle(r, list, n, sizeof(*list));
    out->theme = theme;
    memcpy(out->thing, list, out->n * sizeof(*list));
    return true;
}

/* Of the problem's own theme where that has some left, or of its people; else
 * of any. A row of a public set has a world of its own: nothing comes from
 * another. */
static bool pick_things(struct arena *a, struct rng *r,
                        const struct individual *s, size_t part,
                        const char *text, struct op_things *out)
{
    const struct linear_problem *l = individual_linear(s, part);
    const struct theme *own = l ? l->theme : NULL;

    out->who = NULL;
    if (!l)
        own = owned_draw(a, r, s, part, &out->who);
    if (own && free_things(r, s, own, text, out))
        return true;
    if (s->parts[part].structure.kind == &structure_graph)
        return false;
    out->who = NULL;
    for (int i = 0; i < TRIES; i++) {
        const struct theme *t = &linear_themes[rng_below(r, n_linear_themes)];

        if (free_things(r, s, t, text, out))
            return true;
    }
    return false;
}

/* ---- equations ---- */

/* In thing x, and perhaps y, true for the values. */
static void idle_draw_equation(struct rng *r, const int64_t *values, size_t x,
                               size_t y, struct equation *eq)
{
    int64_t c = rng_range(r, 1, 3), d = rng_range(r, 1, 3), rhs;

    if (rng_below(r, 2))
        d = -d;
    *eq = linear_zero();
    eq->c[x] = RATIO(c);
    rhs = c * values[x];
    if (y != x) {
        eq->c[y] = RATIO(d);
        rhs += d * values[y];
    }
    eq->rhs = RATIO(rhs);
}

/* Equation i ties thing i to another one, so that all of them stand there;
 * no two equations have the same terms. */
static bool draw_equations(struct rng *r, int64_t low, int64_t high,
                           struct idle *out)
{
    int64_t values[OP_THINGS];
    unsigned terms[EQUATIONS_MOST] = { 0 }, all = 0; /* things, as bits */

    for (size_t i = 0; i < out->things.n; i++)
        values[i] = rng_range(r, low, high);
    for (size_t i = 0; i < out->n; i++) {
        size_t x = i % out->things.n, y = (size_t)rng_below(r, out->things.n);

        if (y == x && (i + 1 == out->n || rng_below(r, 2)))
            y = (x + 1) % out->things.n;
        idle_draw_equation(r, values, x, y, &out->eqs[i]);
        terms[i] = 1u << x | 1u << y;
        for (size_t k = 0; k < i; k++)
            if (terms[k] == terms[i])
                return false;
        all |= terms[i];
    }
    return all == (1u << out->things.n) - 1;
}

/* ---- telling and reading ---- */

/* Read a line of the step: the equation, over the structure's variables first
 * and then the things. */
static bool idle_read_line(struct arena *a, const struct individual *s,
                           size_t part, const struct op_things *things,
                           const char *text, struct equation *eq)
{
    struct linear_words words;
    size_t asked;

    op_vocabulary(a, s, part, things, true, &words);
    return linear_read(text, strlen(text), &words, eq, &asked) ==
           READING_EQUATION;
}

static size_t own_variables(const struct individual *s, size_t part)
{
    const struct linear_problem *l = individual_linear(s, part);

    return l ? l->system.n_vars : 0;
}

/* The equation over the things, with their variables counted from `from` on. */
static struct equation idle_shifted(const struct equation *eq, size_t from,
                                    size_t n)
{
    struct equation out = linear_zero();

    memcpy(out.c + from, eq->c, n * sizeof(*out.c));
    out.rhs = eq->rhs;
    return out;
}

static bool idle_tell(struct arena *a, struct rng *r,
                      const struct individual *s, size_t part, struct idle *d)
{
    struct say_options say = { .theme = d->things.theme,
                               .thing = d->things.thing,
                               .hidden = SIZE_MAX };
    struct equation back;

    for (size_t i = 0; i < d->n; i++) {
        struct equation own =
            idle_shifted(&d->eqs[i], own_variables(s, part), d->things.n);
        struct str text = str_in(a);

        say.style = (unsigned)rng_below(r, 64);
        linear_say(&text, &d->eqs[i], &say, NULL);
        d->texts[i] = str_get(&text);
        if (!idle_read_line(a, s, part, &d->things, d->texts[i], &back) ||
            !linear_same(&back, &own))
            return false;
    }
    return true;
}

static const struct json *idle_detail_of(struct arena *a, const struct idle *d)
{
    struct json *v = json_new(a, JSON_OBJECT);
    const char *names[OP_THINGS];

    for (size_t i = 0; i < d->things.n; i++)
        names[i] = d->things.theme->things[d->things.thing[i]];
    json_put_text(a, v, "theme", d->things.theme->name);
    json_put_text(a, v, "who", d->things.who);
    json_set(a, v, "things", json_texts(a, names, d->things.n));
    json_set(a, v, "sentences", json_texts(a, d->texts, d->n));
    return v;
}

/* The things that a step names; false: they are none. */
static bool things_of(struct arena *a, const struct individual_step *t,
                      struct op_things *out)
{
    const char *theme = json_string(json_get(t->detail, "theme"));
    const struct json *list = json_list(t->detail, "things");

    *out = (struct op_things){ .who = json_string(json_get(t->detail, "who")) };
    if (theme)
        out->theme =
            out->who ? owned_theme(a, theme, out->who) : theme_find(theme);
    if (!out->theme || !list || !list->count || list->count > OP_THINGS)
        return false;
    for (const struct json *v = list->first; v; v = v->next) {
        const char *name = json_string(v);
        size_t i = name ? theme_thing(out->theme, name) : THEME_THINGS;

        if (i == THEME_THINGS)
            return false;
        out->thing[out->n++] = i;
    }
    return true;
}

/* ---- applying ---- */

static bool idle_draw(const struct operator_call *o, struct idle *out)
{
    const struct linear_problem *l = individual_linear(o->first, o->part);
    int64_t low = l ? l->shape.low : 1, high = l ? l->shape.high : 20;

    out->n = 1 + (size_t)rng_below(o->rng, EQUATIONS_MOST);
    out->things.n = out->n == 1 ? 2 : 2 + (size_t)rng_below(o->rng, 2);
    if (!pick_things(o->arena, o->rng, o->first, o->part, "", &out->things))
        return false;
    if (out->things.who)
        owned_range(out->things.theme->name, &low, &high);
    return draw_equations(o->rng, low, high, out) &&
           idle_tell(o->arena, o->rng, o->first, o->part, out);
}

static bool idle_apply(const struct operator_call *o, struct individual *out,
                       struct err *e)
{
    struct idle d = { .n = 0 };
    size_t step;
    int tries = 0;

    while (tries < TRIES && !idle_draw(o, &d))
        tries++;
    if (tries == TRIES)
        return err_set(e, ERR_DOMAIN,
                       "no unused things are left, or no person or place "
                       "that could own them");
    *out = individual_copy(o->arena, o->first);
    step = op_step(o, &op_useless, out, idle_detail_of(o->arena, &d));
    for (size_t i = 0; i < d.n; i++)
        op_insert(o, &op_useless, out, op_place(out, o->part, o->rng, false),
                  d.texts[i], step);
    return true;
}

/* ---- the same with other things ---- */

bool op_useless_clash(struct arena *a, const struct individual *s, size_t step,
                      const char *text)
{
    struct op_things things;

    if (!things_of(a, &s->steps[step - 1], &things))
        return true;
    for (size_t i = 0; i < things.n; i++)
        if (op_mentions(text, things.theme->things[things.thing[i]]) ||
            (!things.who && /* people get other names by themselves */
             entities_shared(things.theme->things[things.thing[i]], text,
                             false)))
            return true;
    return false;
}

/* The equations of the step, over its things alone. */
static bool idle_read_step(struct arena *a, const struct individual *s,
                           size_t step, struct idle *out)
{
    size_t part = s->steps[step - 1].part, from = own_variables(s, part);
    const struct individual_line *l;

    *out = (struct idle){ .n = 0 };
    if (!things_of(a, &s->steps[step - 1], &out->things))
        return false;
    for (size_t i = 0; (l = op_line(s, step, i)); i++) {
        struct equation eq;

        if (i == EQUATIONS_MOST || l->part != part ||
            !idle_read_line(a, s, part, &out->things, l->text, &eq))
            return false;
        out->eqs[i] = linear_zero();
        for (size_t k = 0; k < LINEAR_VARIABLES; k++) {
            bool own = k >= from && k < from + out->things.n;

            if (ratio_sign(eq.c[k]) && !own)
                return false;
            if (own)
                out->eqs[i].c[k - from] = eq.c[k];
        }
        out->eqs[i].rhs = eq.rhs;
        out->texts[out->n++] = l->text;
    }
    return true;
}

bool op_useless_again(struct arena *a, struct rng *r, struct individual *s,
                      size_t step, const char *text)
{
    size_t part = s->steps[step - 1].part, n = 0;
    struct idle d;

    if (!idle_read_step(a, s, step, &d))
        return false;
    for (int tries = 0;; tries++) {
        if (tries == TRIES || !pick_things(a, r, s, part, text, &d.things))
            return false;
        if (idle_tell(a, r, s, part, &d))
            break;
    }
    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].step == step && role_is_noise(s->lines[i].role))
            s->lines[i].text = d.texts[n++];
    s->steps[step - 1].detail = idle_detail_of(a, &d);
    return true;
}

/* ---- checking ---- */

/* The equations of the part, as they are told, and those of the step in one
 * system: it settles the asked quantity to the answer. */
static bool settles(struct arena *a, const struct individual *s, size_t part,
                    const struct idle *d)
{
    const struct linear_problem *l = individual_linear(s, part);
    struct system all = { .n_vars = l->system.n_vars + d->things.n,
                          .asked = l->system.asked };
    struct linear_words words;
    struct settled x;
    size_t asked;

    op_vocabulary(a, s, part, &d->things, false, &words);
    linear_words_open(a, &words);
    for (size_t i = 0; i < s->n_lines; i++) {
        const struct individual_line *t = &s->lines[i];

        if (t->part != part || t->role != ROLE_CONDITION)
            continue;
        if (all.n_eqs + d->n >= LINEAR_EQUATIONS ||
            linear_read(t->text, strlen(t->text), &words, &all.eqs[all.n_eqs],
                        &asked) != READING_EQUATION)
            return false;
        for (size_t k = l->system.n_vars; k < LINEAR_VARIABLES; k++)
            if (ratio_sign(all.eqs[all.n_eqs].c[k]))
                return false;
        all.n_eqs++;
    }
    for (size_t i = 0; i < d->n; i++)
        all.eqs[all.n_eqs++] =
            idle_shifted(&d->eqs[i], l->system.n_vars, d->things.n);
    if (!linear_settle(&all, all.asked, all.n_eqs, &x) || !x.consistent)
        return false;
    if (s->parts[part].gap) /* what is missing is missing still */
        return !x.settled;
    return x.settled && ratio_equal(x.value, s->parts[part].answer);
}

/* No thing of it stands in a sentence of a structure, or in one of other
 * useless conditions. */
static bool idle_apart(const struct individual *s, size_t step,
                       const struct op_things *things)
{
    for (size_t i = 0; i < s->n_lines; i++) {
        const struct individual_line *l = &s->lines[i];

        if (l->step == step ||
            (role_is_noise(l->role) && l->role != ROLE_USELESS))
            continue;
        for (size_t k = 0; k < things->n; k++)
            if (op_mentions(l->text, things->theme->things[things->thing[k]]))
                return false;
    }
    return true;
}

/* The sentences of the step are those that it noted. */
static const char *sentences_fault(const struct json *told,
                                   const struct idle *d)
{
    if (!d->n || !told || told->count != d->n)
        return "a sentence of it is missing";
    for (const struct json *v = told->first; v; v = v->next)
        if (!json_string(v) || !str_is_one(v->text, d->texts, d->n))
            return "a sentence of it is not the recorded one";
    return NULL;
}

static const char *idle_fault(struct arena *a, const struct individual *s,
                              size_t step)
{
    const struct individual_step *t = &s->steps[step - 1];
    struct system only = { .n_vars = 0 };
    const char *fault;
    struct settled x;
    struct idle d;

    if (!idle_read_step(a, s, step, &d))
        return "its sentences are not equations over its own things alone";
    if ((fault = sentences_fault(json_list(t->detail, "sentences"), &d)))
        return fault;
    if (d.things.who &&
        !owned_fits(a, s, t->part, d.things.theme->name, d.things.who))
        return "the problem may use its things already, or does not name "
               "their owner";
    if (!idle_apart(s, step, &d.things))
        return "its things are also used elsewhere";
    only.n_vars = d.things.n;
    only.n_eqs = d.n;
    memcpy(only.eqs, d.eqs, d.n * sizeof(*d.eqs));
    if (!linear_settle(&only, 0, d.n, &x) || !x.consistent)
        return "its equations contradict each other";
    return s->parts[t->part].structure.kind == &structure_linear &&
                   !settles(a, s, t->part, &d)
               ? "with it the conditions do not determine the answer"
               : NULL;
}

const struct operator_card op_useless = {
    .name = "useless-condition",
    .kind = OPERATOR_FORMULA,
    .promise = "Consistent equations over things that no other sentence "
               "uses are added among the conditions; the things are of the "
               "same theme or belong to people of the problem. The "
               "conditions determine the same answer with and without them.",
    .role = ROLE_USELESS,
    .apply = idle_apply,
    .fault = idle_fault,
};

/*
 * Misleading mathematical conditions: sentences about the problem's own
 * quantities, but the asked one, that could be taken for conditions and say
 * nothing for certain. What they would say is false, so that nobody is helped
 * by them. Over a linear system such a sentence is one of its own equations with
 * a slip in it, or another relation; elsewhere it is hearsay that a number of
 * the text be another one, and who believes it gets a wrong answer, which is
 * noted.
 */

#define MISLEADING_TRIES 60

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
static bool misleading_draw_equation(struct rng *r,
                                     const struct linear_problem *l,
                                     struct linear_promise away,
                                     struct equation *eq)
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

/* One of the system's own equations, without the asked variable, misread: more
 * for less, a sum for a difference, a factor that is not there. */
static bool misread_equation(struct rng *r, const struct system *s,
                             struct linear_promise away, struct equation *eq)
{
    size_t list[LINEAR_EQUATIONS], n = 0, v;
    int sign = 0;

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
    /* Can positive things be so? */
    for (size_t i = 0; i < LINEAR_VARIABLES; i++) {
        if (sign * ratio_sign(eq->c[i]) < 0)
            return true;
        sign = sign ? sign : ratio_sign(eq->c[i]);
    }
    return sign * ratio_sign(eq->rhs) > 0;
}

/* Would the equation be true? Values as the quantities have them. */
static bool idle_is_true(struct arena *a, const struct structure *b,
                         const struct equation *eq, bool *out)
{
    const struct linear_problem *l = structure_linear_of(b);
    struct quantity q[STRUCTURE_QUANTITIES];
    size_t n = b->kind->quantities(a, b->data, q);
    struct ratio sum = RATIO(0), x;

    INVARIANT(n == l->system.n_vars); /* in their order */
    for (size_t i = 0; i < n; i++)
        if (ratio_sign(eq->c[i]) &&
            (!ratio_mul(&x, eq->c[i], q[i].value) || !ratio_add(&sum, sum, x)))
            return false;
    *out = ratio_equal(sum, eq->rhs);
    return true;
}

/* Read as an open relation between own quantities, and false if it were one;
 * *away: how far it stands from the path. */
static const char *hint_linear_fault(struct arena *a,
                                     const struct individual *s, size_t part,
                                     const char *text, size_t *away)
{
    const struct structure *b = &s->parts[part].structure;
    const struct linear_problem *l = structure_linear_of(b);
    struct equation eq;
    size_t last;
    bool holds;

    if (!op_read_vague(a, s, part, text, &eq))
        return "its sentence does not leave the relation open";
    if (!linear_terms(&eq, &last) || ratio_sign(eq.c[l->system.asked]))
        return "it must be about quantities of the problem other than the "
               "asked one";
    if (!idle_is_true(a, b, &eq, &holds) || holds)
        return "what it hints at is true";
    *away = away_of(&l->system, &eq);
    return NULL;
}

static bool hint_linear(const struct operator_call *o, struct op_hint *out)
{
    const struct linear_problem *l = individual_linear(o->first, o->part);
    struct equation eq;
    size_t away;

    if (!(rng_below(o->rng, 4) &&
          misread_equation(o->rng, &l->system, o->away, &eq)) &&
        !misleading_draw_equation(o->rng, l, o->away, &eq))
        return false;
    *out = op_vague(o, &eq);
    return !hint_linear_fault(o->arena, o->first, o->part, out->text, &away);
}

/* ---- over other quantities ---- */

/* The hearsay that the sentence is: about a number of the text, and false. */
static const char *hearsay_fault(struct arena *a, const struct individual *s,
                                 size_t part, const char *text,
                                 struct quantity *of, struct hedge *h)
{
    struct quantity q[STRUCTURE_QUANTITIES];
    size_t n = op_quantities(a, s, part, q);

    if (!hedge_read(text, q, n, h))
        return "its sentence cannot be read back as an uncertain statement";
    *of = q[h->of];
    if (of->asked)
        return "it must not be about the asked quantity";
    return h->way != HEDGE_IS || ratio_equal(of->value, RATIO(h->number))
               ? "what it hints at is true"
               : NULL;
}

/* The answer of who believes it. Returns false if there is none, or it is no
 * plausible one; a number that stands twice may be another one there. */
static bool idle_believed(struct arena *a, const struct individual *s,
                          size_t part, const struct quantity *of,
                          int64_t number, struct ratio *out)
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
    return !hearsay_fault(o->arena, o->first, o->part, out->text, &of, &h);
}

static const char *hint_other_fault(struct arena *a, const struct individual *s,
                                    size_t step,
                                    const struct individual_line *l)
{
    const struct decoy *d = op_decoy(s, step, l->part);
    struct quantity of;
    struct ratio x;
    struct hedge h;
    const char *fault = hearsay_fault(a, s, l->part, l->text, &of, &h);

    if (fault || !d)
        return fault;
    return !d->follows && idle_believed(a, s, l->part, &of, h.number, &x) &&
                   ratio_equal(x, d->value)
               ? op_follow_fault(a, s, d)
               : "the sentence leads to another decoy";
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

    for (int i = 0; i < MISLEADING_TRIES; i++) {
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
    const struct linear_problem *l = individual_linear(o->first, o->part);
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
static bool misleading_apply(const struct operator_call *o,
                             struct individual *out, struct err *e)
{
    struct arena *a = o->arena;
    const char *texts[2], *relations[2];
    struct quantity of;
    struct ratio value;
    struct hedge h;
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
    json_set(a, detail, "sentences", json_texts(a, texts, n));
    json_set(a, detail, "equations", json_texts(a, relations, n));
    if (linear)
        json_set(a, detail, "distances", distances_of(o, texts, n));
    step = op_step(o, &op_misleading, out, detail);
    for (size_t i = 0; i < n; i++)
        op_insert(o, &op_misleading, out, op_place(out, o->part, o->rng, true),
                  texts[i], step);
    /* Where the sentence leads is noted. */
    if (!linear && !hearsay_fault(a, out, o->part, texts[0], &of, &h) &&
        idle_believed(a, out, o->part, &of, h.number, &value) &&
        !op_is_laid(out, o->part, value))
        op_lure(a, out, o->part, value, step);
    return true;
}

/* The line is a sentence of the step, and says what it promises. */
static const char *line_fault(struct arena *a, const struct individual *s,
                              size_t step, const struct individual_line *l)
{
    const struct json *detail = s->steps[step - 1].detail;
    const struct json *told = json_get(detail, "sentences"),
                      *far = json_get(detail, "distances"), *x;
    const char *fault;
    size_t away, i = 0;
    int64_t noted;

    for (x = told ? told->first : NULL;
         x && !(json_string(x) && str_eq(x->text, l->text)); x = x->next)
        i++;
    if (!x)
        return "its sentence is not the recorded one";
    if (op_lures(a, s, l->part, l->text, l))
        return OP_REPEATS;
    if (!is_linear(s, l->part))
        return hint_other_fault(a, s, step, l);
    fault = hint_linear_fault(a, s, l->part, l->text, &away);
    if (fault || !far) /* old files */
        return fault;
    for (x = far->type == JSON_ARRAY ? far->first : NULL; x && i; x = x->next)
        i--;
    return x && json_int64(x, &noted) && (uint64_t)noted == away
               ? NULL
               : "its distance to the path is not the recorded one";
}

static const char *misleading_fault(struct arena *a, const struct individual *s,
                                    size_t step)
{
    const struct individual_step *t = &s->steps[step - 1];
    const struct json *told = json_list(t->detail, "sentences");
    const struct individual_line *l;
    const char *fault;
    size_t n = 0;

    for (; (l = op_line(s, step, n)); n++) {
        if (l->part != t->part || l->role != ROLE_MISLEADING)
            return "it has a line in another part";
        if ((fault = line_fault(a, s, step, l)))
            return fault;
    }
    return told && n == told->count && n > 0 ? NULL
                                             : "a sentence of it is missing";
}

const struct operator_card op_misleading = {
    .name = "misleading-condition",
    .kind = OPERATOR_FORMULA,
    .promise = "Sentences about the problem's own quantities, except the "
               "asked one, hint at relations or other values without "
               "stating them. As equations they would be false. Their "
               "distance to the path of a linear system is recorded.",
    .role = ROLE_MISLEADING,
    .apply = misleading_apply,
    .fault = misleading_fault,
};
