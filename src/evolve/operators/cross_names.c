/* SPDX-License-Identifier: Apache-2.0 */
/* No thing stands twice in a chain. */
#include "base/ascii.h"
#include "base/str.h"
#include "evolve/operators/cross_int.h"
#include "evolve/operators/op_int.h"

#include <string.h>

#define TRIES 60

static const char *thing_of(const struct linear_told *l, size_t var)
{
    return l->theme->things[l->thing[var]];
}

bool cross_apart(const struct specimen *s, size_t part)
{
    const struct linear_told *l = body_linear_of(&s->parts[part].body);

    for (size_t i = 0; l && i < s->n_lines; i++)
        for (size_t v = 0; v < l->system.n_vars; v++)
            if (s->lines[i].part != part &&
                op_mentions(s->lines[i].text, thing_of(l, v)))
                return false;
    return true;
}

/* ---- linear bodies ---- */

static bool body_clashes(const struct body *b, const char *text)
{
    const struct linear_told *l = body_linear_of(b);

    for (size_t v = 0; l && v < l->system.n_vars; v++)
        if (op_mentions(text, thing_of(l, v)))
            return true;
    return false;
}

/* The names that a chance of words gives to both: a capital word of the body
 * that stands in the text and that renaming does away with. */
static bool is_name(const char *p, const char *text)
{
    return is_upper(*p) && (p == text || !is_letter(p[-1]));
}

static size_t word_length(const char *p)
{
    size_t n = 0;

    while (is_letter(p[n]))
        n++;
    return n;
}

static bool shares_name(struct arena *a, const char *said, const char *renamed,
                        const char *text)
{
    for (const char *p = said; *p; p++) {
        const char *word;

        if (!is_name(p, said) || word_length(p) < 2)
            continue;
        word = arena_strndup(a, p, word_length(p));
        if (!op_mentions(renamed, word) && op_mentions(text, word))
            return true;
    }
    return false;
}

static const char *whole_saying(struct arena *a, const struct body *b)
{
    struct saying s;
    struct str out = str_in(a);

    b->kind->say(a, b->data, NO_SLOT, NULL, &s);
    for (size_t i = 0; i < s.n; i++)
        str_addf(&out, "%s ", s.sentences[i]);
    return str_get(&out);
}

/* Does the body need other names than it has, beside `text`? For bodies that
 * are no linear systems that is told from what another name changes. */
static bool needs_names(const struct operation *o, const struct body *b,
                        const char *text)
{
    struct rng r = *o->rng;
    struct err ignored;
    struct body other = { b->kind, NULL };
    void *data;

    if (b->kind == &body_linear)
        return body_clashes(b, text);
    if (!b->kind->rename(o->arena, b->data, &r, &data, &ignored))
        return false;
    other.data = data;
    return shares_name(o->arena, whole_saying(o->arena, b),
                       whole_saying(o->arena, &other), text);
}

static bool rename_part(const struct operation *o, struct specimen *s,
                        size_t part, const char *text, struct err *e)
{
    const struct body *b = &s->parts[part].body;

    for (int i = 0; i < TRIES; i++) {
        struct specimen new = specimen_copy(o->arena, s);
        struct body other = { b->kind, NULL };
        void *data;

        if (!b->kind->rename(o->arena, b->data, o->rng, &data, e))
            return false;
        other.data = data;
        if (needs_names(o, &other, text) ||
            !specimen_set_body(o->arena, &new, part, other, e) ||
            !cross_apart(&new, part))
            continue;
        *s = new;
        return true;
    }
    return err_set(e, ERR_DOMAIN,
                   "the second problem found no names that the first has not");
}

static bool has_noise(const struct specimen *s, size_t part)
{
    for (size_t i = 0; i < s->n_lines; i++)
        if (s->lines[i].part == part && role_is_noise(s->lines[i].role))
            return true;
    return false;
}

bool cross_names(const struct operation *o, struct specimen *second,
                 struct err *e)
{
    const char *text = specimen_text(o->arena, o->first);

    for (size_t k = 0; k < second->n_parts; k++) {
        bool linear = second->parts[k].body.kind == &body_linear;

        /* Two people of one name do less harm than work undone. */
        if ((!linear && has_noise(second, k)) ||
            !needs_names(o, &second->parts[k].body, text))
            continue;
        if (!rename_part(o, second, k, text, e) && linear)
            return false;
    }
    for (size_t i = 1; i <= second->n_steps; i++)
        if (str_eq(second->steps[i - 1].name, op_useless.name) &&
            op_useless_clash(second, i, text) &&
            !op_useless_again(o->arena, o->rng, second, i, text))
            return err_set(e, ERR_DOMAIN,
                           "useless conditions of both problems speak of the "
                           "same things");
    return true;
}
