/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Useless mathematical conditions: true-sounding equations over things that
 * the problem does not speak of: others of its theme, or what its people have
 * besides. They stand among the conditions, can all hold at once, and share no
 * thing with the problem: the system falls into blocks, and the block of the
 * asked quantity is the one it was.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/operators/cross_int.h"
#include "evolve/operators/op_int.h"
#include "evolve/operators/owned.h"
#include "evolve/structure/entities.h"

#include <string.h>

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
static const char *last_word(const char *phrase)
{
    const char *at = strrchr(phrase, ' ');

    return at ? at + 1 : phrase;
}

static bool is_free(const struct individual *s, const char *phrase,
                    const char *text, bool own)
{
    bool linear = true;

    for (size_t i = 0; i < s->n_parts; i++)
        linear = linear && s->parts[i].structure.kind == &structure_linear;
    return !op_mentioned(s, phrase, SIZE_MAX) && !op_mentions(text, phrase) &&
           (own || linear ||
            (!op_mentioned(s, last_word(phrase), SIZE_MAX) &&
             !op_mentions(text, last_word(phrase))));
}

static bool free_things(struct rng *r, const struct individual *s,
                        const struct theme *theme, const char *text,
                        struct op_things *out)
{
    size_t list[THEME_THINGS], n = 0;

    for (size_t i = 0; i < THEME_THINGS && theme->things[i]; i++)
        if (is_free(s, theme->things[i], text, out->who != NULL))
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
    const struct linear_problem *l =
        structure_linear_of(&s->parts[part].structure);
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
static void draw_equation(struct rng *r, const int64_t *values, size_t x,
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

static bool same_terms(const struct equation *p, const struct equation *q)
{
    for (size_t i = 0; i < LINEAR_VARIABLES; i++)
        if ((ratio_sign(p->c[i]) != 0) != (ratio_sign(q->c[i]) != 0))
            return false;
    return true;
}

/* Equation i ties thing i to another one, so that all of them stand there;
 * no two equations have the same terms. */
static bool draw_equations(struct rng *r, int64_t low, int64_t high,
                           struct idle *out)
{
    int64_t values[OP_THINGS];

    for (size_t i = 0; i < out->things.n; i++)
        values[i] = rng_range(r, low, high);
    for (size_t i = 0; i < out->n; i++) {
        size_t x = i % out->things.n, y = (size_t)rng_below(r, out->things.n);

        if (y == x && (i + 1 == out->n || rng_below(r, 2)))
            y = (x + 1) % out->things.n;
        draw_equation(r, values, x, y, &out->eqs[i]);
        for (size_t k = 0; k < i; k++)
            if (same_terms(&out->eqs[k], &out->eqs[i]))
                return false;
    }
    return true;
}

static bool all_stand(const struct idle *d)
{
    for (size_t k = 0; k < d->things.n; k++) {
        bool found = false;

        for (size_t i = 0; i < d->n; i++)
            found = found || ratio_sign(d->eqs[i].c[k]);
        if (!found)
            return false;
    }
    return true;
}

/* ---- telling and reading ---- */

/* Read a line of the step: the equation, over the structure's variables first
 * and then the things. */
static bool read_line(struct arena *a, const struct individual *s, size_t part,
                      const struct op_things *things, const char *text,
                      struct equation *eq)
{
    struct linear_words words;
    size_t asked;

    op_vocabulary(a, s, part, things, true, &words);
    return linear_read(text, strlen(text), &words, eq, &asked) ==
           READING_EQUATION;
}

static size_t own_variables(const struct individual *s, size_t part)
{
    const struct linear_problem *l =
        structure_linear_of(&s->parts[part].structure);

    return l ? l->system.n_vars : 0;
}

/* The equation over the things, with their variables counted from `from` on. */
static struct equation shifted(const struct equation *eq, size_t from, size_t n)
{
    struct equation out = linear_zero();

    memcpy(out.c + from, eq->c, n * sizeof(*out.c));
    out.rhs = eq->rhs;
    return out;
}

static bool tell(struct arena *a, struct rng *r, const struct individual *s,
                 size_t part, struct idle *d)
{
    struct say_options say = { .theme = d->things.theme,
                               .thing = d->things.thing,
                               .hidden = SIZE_MAX };
    struct equation back;

    for (size_t i = 0; i < d->n; i++) {
        struct equation own =
            shifted(&d->eqs[i], own_variables(s, part), d->things.n);
        struct str text = str_in(a);

        say.style = (unsigned)rng_below(r, 64);
        linear_say(&text, &d->eqs[i], &say, NULL);
        d->texts[i] = str_get(&text);
        if (!read_line(a, s, part, &d->things, d->texts[i], &back) ||
            !linear_same(&back, &own))
            return false;
    }
    return true;
}

static const struct json *detail_of(struct arena *a, const struct idle *d)
{
    struct json *v = json_new(a, JSON_OBJECT);
    const char *names[OP_THINGS];

    for (size_t i = 0; i < d->things.n; i++)
        names[i] = d->things.theme->things[d->things.thing[i]];
    json_set(a, v, "theme", json_new_string(a, d->things.theme->name));
    if (d->things.who)
        json_set(a, v, "who", json_new_string(a, d->things.who));
    json_set(a, v, "things", op_list(a, names, d->things.n));
    json_set(a, v, "sentences", op_list(a, d->texts, d->n));
    return v;
}

/* The things that a step names; false: they are none. */
static bool things_of(struct arena *a, const struct individual_step *t,
                      struct op_things *out)
{
    const char *theme = json_string(json_get(t->detail, "theme"));
    const struct json *list = json_get(t->detail, "things");

    *out = (struct op_things){ .who = json_string(json_get(t->detail, "who")) };
    if (theme)
        out->theme =
            out->who ? owned_theme(a, theme, out->who) : theme_find(theme);
    if (!out->theme || !list || list->type != JSON_ARRAY || list->count == 0 ||
        list->count > OP_THINGS)
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

static bool draw(const struct operator_call *o, struct idle *out)
{
    const struct linear_problem *l =
        structure_linear_of(&o->first->parts[o->part].structure);
    int64_t low = l ? l->shape.low : 1, high = l ? l->shape.high : 20;

    out->n = 1 + (size_t)rng_below(o->rng, EQUATIONS_MOST);
    out->things.n = out->n == 1 ? 2 : 2 + (size_t)rng_below(o->rng, 2);
    if (!pick_things(o->arena, o->rng, o->first, o->part, "", &out->things))
        return false;
    if (out->things.who)
        owned_range(out->things.theme->name, &low, &high);
    return draw_equations(o->rng, low, high, out) && all_stand(out) &&
           tell(o->arena, o->rng, o->first, o->part, out);
}

static bool apply(const struct operator_call *o, struct individual *out,
                  struct err *e)
{
    struct idle d = { .n = 0 };
    size_t step;
    int tries = 0;

    while (tries < TRIES && !draw(o, &d))
        tries++;
    if (tries == TRIES)
        return err_set(e, ERR_DOMAIN,
                       "no unused things are left, or no person or place "
                       "that could own them");
    *out = individual_copy(o->arena, o->first);
    step = op_step(o, &op_useless, out, detail_of(o->arena, &d));
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
static bool read_step(struct arena *a, const struct individual *s, size_t step,
                      struct idle *out)
{
    size_t part = s->steps[step - 1].part, from = own_variables(s, part);
    const struct individual_line *l;

    *out = (struct idle){ .n = 0 };
    if (!things_of(a, &s->steps[step - 1], &out->things))
        return false;
    for (size_t i = 0; (l = op_line(s, step, i)); i++) {
        struct equation eq;

        if (i == EQUATIONS_MOST || l->part != part ||
            !read_line(a, s, part, &out->things, l->text, &eq))
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

    if (!read_step(a, s, step, &d))
        return false;
    for (int tries = 0;; tries++) {
        if (tries == TRIES || !pick_things(a, r, s, part, text, &d.things))
            return false;
        if (tell(a, r, s, part, &d))
            break;
    }
    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].step == step && role_is_noise(s->lines[i].role))
            s->lines[i].text = d.texts[n++];
    s->steps[step - 1].detail = detail_of(a, &d);
    return true;
}

/* ---- checking ---- */

/* Can all the equations hold at once? */
static bool consistent(const struct idle *d)
{
    struct system s = { .n_vars = d->things.n, .n_eqs = d->n };
    struct settled x;

    memcpy(s.eqs, d->eqs, d->n * sizeof(*s.eqs));
    return linear_settle(&s, 0, s.n_eqs, &x) && x.consistent;
}

/* The equations of the part, as they are told, and those of the step in one
 * system: it settles the asked quantity to the answer. */
static bool settles(struct arena *a, const struct individual *s, size_t part,
                    const struct idle *d)
{
    const struct linear_problem *l =
        structure_linear_of(&s->parts[part].structure);
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
            shifted(&d->eqs[i], l->system.n_vars, d->things.n);
    if (!linear_settle(&all, all.asked, all.n_eqs, &x) || !x.consistent)
        return false;
    if (s->parts[part].gap) /* what is missing is missing still */
        return !x.settled;
    return x.settled && ratio_equal(x.value, s->parts[part].answer);
}

/* No thing of it stands in a sentence of a structure, or in one of other
 * useless conditions. */
static bool apart(const struct individual *s, size_t step,
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

static bool check(struct arena *a, const struct individual *s, size_t step,
                  const char **why)
{
    const struct individual_step *t = &s->steps[step - 1];
    const struct json *told = json_get(t->detail, "sentences");
    struct idle d;

    if (!read_step(a, s, step, &d))
        return op_broken(why, "its sentences are not equations over its own "
                              "things alone");
    if (!d.n || !told || told->type != JSON_ARRAY || told->count != d.n)
        return op_broken(why, "a sentence of it is missing");
    for (const struct json *v = told->first; v; v = v->next) {
        bool found = false;

        for (size_t i = 0; i < d.n; i++)
            found = found || (json_string(v) && str_eq(v->text, d.texts[i]));
        if (!found)
            return op_broken(why, "a sentence of it is not the recorded one");
    }
    if (d.things.who &&
        !owned_fits(a, s, t->part, d.things.theme->name, d.things.who))
        return op_broken(why, "the problem may use its things already, or "
                              "does not name their owner");
    if (!apart(s, step, &d.things))
        return op_broken(why, "its things are also used elsewhere");
    if (!consistent(&d))
        return op_broken(why, "its equations contradict each other");
    if (s->parts[t->part].structure.kind == &structure_linear &&
        !settles(a, s, t->part, &d))
        return op_broken(why, "with it the conditions do not determine the "
                              "answer");
    return true;
}

const struct operator_card op_useless = {
    .name = "useless-condition",
    .kind = OPERATOR_FORMULA,
    .promise = "Consistent equations over things that no other sentence "
               "uses are added among the conditions; the things are of the "
               "same theme or belong to people of the problem. The "
               "conditions determine the same answer with and without them.",
    .role = ROLE_USELESS,
    .apply = apply,
    .check = check,
};
