/* SPDX-License-Identifier: Apache-2.0 */
/* No person stands twice in a chain: who is who, and other names. */
#include "base/str.h"
#include "evolve/individual/individual_int.h"
#include "evolve/operators/cross_int.h"
#include "evolve/operators/op_int.h"
#include "evolve/structure/graph_int.h"

#include <string.h>

/* Scenes and other worlds have people and places of their own, and the link
 * has none. */
static bool tells_of_people(const struct individual_line *l, bool told)
{
    if (l->role == ROLE_CONDITION || l->role == ROLE_QUESTION)
        return true;
    return !told && role_is_noise(l->role) && l->role != ROLE_BACKGROUND &&
           l->role != ROLE_TOPIC;
}

/* Lines of the part (SIZE_MAX: of all), those of structures alone when
 * `told`. */
const char *cross_people_text(struct arena *a, const struct individual *s,
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
    const char *own = cross_people_text(a, s, part, true);

    for (size_t k = 0; k < s->n_parts; k++)
        if (k != part &&
            entities_shared(own, cross_people_text(a, s, k, true), true))
            return false;
    return true;
}

/* ---- "she" that nobody was before ---- */

bool cross_opens_with_pronoun(const char *text)
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

/* ---- other names ---- */

/* Does the step speak of things of its own, whose names stay? */
static bool of_its_own(const char *step)
{
    return str_eq(step, op_useless.name) || str_eq(step, op_topic.name) ||
           str_eq(step, op_background.name);
}

/* In what is laid on the part, and in words of a writer. */
static void rename_lines(struct arena *a, struct individual *s, size_t part,
                         const struct entities *names)
{
    for (size_t i = 0; i < s->n_lines; i++) {
        struct individual_line *l = &s->lines[i];

        if (l->part == part && (l->polished || role_is_noise(l->role)) &&
            !(l->step && of_its_own(s->steps[l->step - 1].name)))
            l->text = entities_renamed(a, names, span_of(l->text));
    }
    for (size_t i = 0; i < s->n_steps; i++) {
        struct individual_step *t = &s->steps[i];

        if (t->part == part && t->detail && !of_its_own(t->name))
            t->detail = entities_renamed_json(a, names, t->detail);
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

bool cross_rename_people(const struct operator_call *o, struct individual *s,
                         size_t part, const char *text, struct err *e)
{
    struct arena *a = o->arena;
    struct individual new = individual_copy(a, s);
    struct individual_part *p = &new.parts[part];
    const char *others = arena_printf(a, "%s\n%s", text,
                                      cross_people_text(a, s, SIZE_MAX, false));
    struct entities names;
    void *data;

    if (!graph_rename_beside(a, p->structure.data, o->rng, text, others, &names,
                             &data, e))
        return false;
    p->structure.data = data;
    rename_lines(a, &new, part, &names);
    individual_tell(a, &new);
    if (!individual_holds(a, &new) || !promises_hold(a, &new))
        return err_set(e, ERR_DOMAIN, "with other names its steps do not hold");
    *s = new;
    return true;
}
