/* SPDX-License-Identifier: Apache-2.0 */
/* No thing and nobody stands twice in a chain. */
#include "base/str.h"
#include "evolve/individual/individual_int.h"
#include "evolve/operators/cross_int.h"
#include "evolve/operators/op_int.h"
#include "evolve/structure/entities.h"
#include "evolve/structure/graph_int.h"

#include <string.h>

#define TRIES 60

static const char *thing_of(const struct linear_problem *l, size_t var)
{
    return l->theme->things[l->thing[var]];
}

bool cross_apart(const struct individual *s, size_t part)
{
    const struct linear_problem *l =
        structure_linear_of(&s->parts[part].structure);

    for (size_t i = 0; l && i < s->n_lines; i++)
        for (size_t v = 0; v < l->system.n_vars; v++)
            if (s->lines[i].part != part &&
                op_mentions(s->lines[i].text, thing_of(l, v)))
                return false;
    return true;
}

/* ---- people ---- */

/* Scenes and other worlds have people and places of their own, and the link
 * has none. */
static bool tells_of_people(const struct individual_line *l, bool told)
{
    if (line_is_told(l))
        return true;
    return !told && role_is_noise(l->role) && l->role != ROLE_BACKGROUND &&
           l->role != ROLE_TOPIC;
}

/* Returns the text of the lines that speak of people, of one part or (SIZE_MAX)
 * of all; with `told` only lines that structures tell. */
static const char *people_text(struct arena *a, const struct individual *s,
                               size_t part, bool told)
{
    struct str out = str_in(a);

    for (size_t i = 0; i < s->n_lines; i++)
        if ((part == SIZE_MAX || s->lines[i].part == part) &&
            tells_of_people(&s->lines[i], told))
            str_addf(&out, "%s\n", individual_bare(s->lines[i].text));
    return str_get(&out);
}

bool cross_people_apart(struct arena *a, const struct individual *s,
                        size_t part)
{
    const char *own = people_text(a, s, part, true);

    for (size_t k = 0; k < s->n_parts; k++)
        if (k != part && entities_shared(own, people_text(a, s, k, true), true))
            return false;
    return true;
}

/* Returns whether the text begins with a pronoun. After another problem, "She
 * buys ..." would mean somebody of that problem. */
static bool opens_with_pronoun(const char *text)
{
    struct span t = span_of(text);

    for (size_t i = 0, n; i < t.n; i += n ? n : 1) {
        struct span word = span_cut(t, i, i + (n = span_letters(t, i)));

        if (n && span_among(word, "he she they his her their"))
            return true;
        if (n ? !span_among(word, "if when after before while since then now "
                                  "later also and but how many much did does "
                                  "do")
              : !strchr(" ,", t.s[i]))
            return false;
    }
    return false;
}

/* ---- other names for people ---- */

/* Does the step speak of things of its own, whose names stay? */
static bool of_its_own(const struct individual_step *t)
{
    if (str_eq(t->name, op_useless.name))
        return !json_get(t->detail, "who");
    return str_eq(t->name, op_topic.name) ||
           str_eq(t->name, op_background.name);
}

static const char *renamed(struct arena *a, const char *s, const void *names)
{
    return entities_renamed(a, names, span_of(s));
}

/* In what is laid on the part, and in words of a writer. */
static void rename_lines(struct arena *a, struct individual *s, size_t part,
                         const struct entities *names)
{
    for (size_t i = 0; i < s->n_lines; i++) {
        struct individual_line *l = &s->lines[i];

        if (l->part == part && (l->polished || role_is_noise(l->role)) &&
            !(l->step && of_its_own(&s->steps[l->step - 1])))
            l->text = renamed(a, l->text, names);
    }
    for (size_t i = 0; i < s->n_steps; i++) {
        struct individual_step *t = &s->steps[i];

        if (t->part == part && t->detail && !of_its_own(t))
            t->detail = op_map(a, t->detail, renamed, names);
    }
}

static bool promises_hold(struct arena *a, const struct individual *s)
{
    const char *why;

    for (size_t i = 0; i < s->n_steps; i++)
        if (!operator_find(s->steps[i].name)->check(a, s, i + 1, &why))
            return false;
    return true;
}

/* Renames people of the part's graph who stand in `text`, also in the lines that
 * operators added to the part. Fails if no names are left. */
static bool rename_people(const struct operator_call *o, struct individual *s,
                          size_t part, const char *text, struct err *e)
{
    struct arena *a = o->arena;
    struct individual new = individual_copy(a, s);
    struct individual_part *p = &new.parts[part];
    const char *others =
        arena_printf(a, "%s\n%s", text, people_text(a, s, SIZE_MAX, false));
    struct entities names;
    void *data;

    if (!graph_rename_beside(a, p->structure.data, o->rng, text, others, &names,
                             &data, e))
        return false;
    p->structure.data = data;
    rename_lines(a, &new, part, &names);
    individual_tell(a, &new);
    if (!individual_holds(a, &new) || !promises_hold(a, &new))
        return err_set(e, ERR_DOMAIN,
                       "with other names its steps are no "
                       "longer valid");
    *s = new;
    return true;
}

/* ---- linear structures ---- */

static bool structure_clashes(const struct structure *b, const char *text)
{
    const struct linear_problem *l = structure_linear_of(b);

    for (size_t v = 0; l && v < l->system.n_vars; v++)
        if (op_mentions(text, thing_of(l, v)))
            return true;
    return false;
}

/* Does the part need other names than it has, beside `text`, in which `people`
 * stand? */
static bool needs_names(const struct operator_call *o,
                        const struct individual *s, size_t part,
                        const char *text, const char *people)
{
    bool linear = s->parts[part].structure.kind == &structure_linear;

    return structure_clashes(&s->parts[part].structure, text) ||
           entities_shared(people_text(o->arena, s, part, linear), people,
                           false);
}

static bool rename_part(const struct operator_call *o, struct individual *s,
                        size_t part, const char *text, const char *people,
                        struct err *e)
{
    const struct structure *b = &s->parts[part].structure;

    for (int i = 0; i < TRIES; i++) {
        struct individual new = individual_copy(o->arena, s);
        struct structure other = { b->kind, NULL };
        void *data;

        if (!b->kind->rename(o->arena, b->data, o->rng, &data, e))
            return false;
        other.data = data;
        if (!individual_set_structure(o->arena, &new, part, other, e) ||
            needs_names(o, &new, part, text, people) ||
            !cross_apart(&new, part) ||
            !cross_people_apart(o->arena, &new, part))
            continue;
        *s = new;
        return true;
    }
    return err_set(e, ERR_DOMAIN,
                   "no names are left for the second problem that the first "
                   "does not use");
}

static bool has_noise(const struct individual *s, size_t part)
{
    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].part == part && role_is_noise(s->lines[i].role))
            return true;
    return false;
}

/* Other words for a part that has some of `text`. Noise on a concept problem
 * uses its words, so rather than lose the noise the pair is given up. */
static bool other_names(const struct operator_call *o, struct individual *s,
                        size_t part, const char *text, const char *people,
                        struct err *e)
{
    const struct structure_kind *kind = s->parts[part].structure.kind;

    if (kind == &structure_concept && has_noise(s, part))
        return false;
    if (kind != &structure_graph)
        return rename_part(o, s, part, text, people, e);
    return rename_people(o, s, part, people, e) &&
           !needs_names(o, s, part, text, people);
}

/* Of a story that is told second, and of a chain's parts. */
static bool opens_well(const struct operator_call *o,
                       const struct individual *s, size_t part)
{
    return s->parts[part].structure.kind != &structure_graph ||
           !opens_with_pronoun(people_text(o->arena, s, part, true));
}

/* Things of useless conditions change by themselves. */
static bool useless_apart(const struct operator_call *o,
                          struct individual *second, const char *text,
                          struct err *e)
{
    for (size_t i = 1; i <= second->n_steps; i++)
        if (str_eq(second->steps[i - 1].name, op_useless.name) &&
            op_useless_clash(o->arena, second, i, text) &&
            !op_useless_again(o->arena, o->rng, second, i, text))
            return err_set(e, ERR_DOMAIN,
                           "useless conditions of both problems use the "
                           "same things");
    return true;
}

/* A thing of the one may be a part of a name of the other ("bread", "bread
 * knife"), so that it is looked at from both sides. */
static bool first_apart(const struct operator_call *o,
                        const struct individual *second, struct err *e)
{
    const char *text = individual_text(o->arena, second);

    for (size_t i = 1; i <= o->first->n_steps; i++)
        if (str_eq(o->first->steps[i - 1].name, op_useless.name) &&
            op_useless_clash(o->arena, o->first, i, text))
            return err_set(e, ERR_DOMAIN,
                           "the second problem uses things of a useless "
                           "condition of the first");
    return true;
}

/* So does idle text: no sentence of it stands in both. */
static bool texts_apart(const struct operator_call *o,
                        struct individual *second, struct err *e)
{
    for (size_t i = 1; i <= second->n_steps; i++) {
        const struct operator_card *card =
            operator_find(second->steps[i - 1].name);

        if (card && card->kind == OPERATOR_TEXT && card != &op_polish &&
            !op_text_apart(o->arena, o->rng, second, i, o->first))
            return err_set(e, ERR_DOMAIN,
                           "both problems have the same filler text");
    }
    return true;
}

/* Linear structures take what is laid on them along, and come first for
 * that. */
static bool parts_apart(const struct operator_call *o,
                        struct individual *second, bool linear,
                        const char *text, struct err *e)
{
    const char *people = people_text(o->arena, o->first, SIZE_MAX, false);

    for (size_t k = 0; k < second->n_parts; k++) {
        if ((second->parts[k].structure.kind == &structure_linear) != linear)
            continue;
        if (!opens_well(o, second, k))
            return err_set(e, ERR_DOMAIN,
                           "the second problem begins with a pronoun, which "
                           "would refer to a person of the first");
        if (needs_names(o, second, k, text, people) &&
            !other_names(o, second, k, text, people, e))
            return err_set(e, ERR_DOMAIN,
                           "both problems have a name that cannot be changed");
    }
    return true;
}

bool cross_names(const struct operator_call *o, struct individual *second,
                 struct err *e)
{
    const char *text = individual_text(o->arena, o->first);

    return parts_apart(o, second, true, text, e) &&
           useless_apart(o, second, text, e) &&
           parts_apart(o, second, false, text, e) &&
           first_apart(o, second, e) && texts_apart(o, second, e);
}
