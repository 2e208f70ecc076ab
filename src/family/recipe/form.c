/* SPDX-License-Identifier: Apache-2.0 */
#include "family/recipe/form.h"
#include "family/words.h"

#include <stdio.h>
#include <string.h>

int form_kind(const struct form *f, const void *values)
{
    return f->kind ? (int)*values_at(f->kind, values, 0) : -1;
}

bool form_serves(const struct form_text *t, int kind)
{
    return t->kind < 0 || t->kind == kind;
}

struct form_text *form_step(const struct form *f, const char *name, int kind)
{
    char what[160];

    for (size_t i = 0; i < f->n_steps; i++)
        if (form_serves(f->steps[i], kind) &&
            strcmp(f->steps[i]->name, name) == 0)
            return f->steps[i];
    snprintf(what, sizeof(what), "there is no step \"%s\" for this kind", name);
    bug(f->path, 1, what);
}

/* ---- what C gives ---- */

void form_begin(const struct form *f, struct speech *s)
{
    s->form = f;
    s->given = arena_array(s->arena, struct speech_given, f->n_given + 1);
}

static struct speech_given *find_given(struct speech *s, const char *name)
{
    const struct form *f = s->form;

    for (size_t i = 0; i < f->n_given; i++)
        if (*f->given[i] == *name && strcmp(f->given[i], name) == 0)
            return &s->given[i];
    bug(f->path, 1, arena_printf(s->arena, "no text has the place <%s>", name));
}

void form_let(struct speech *s, const char *name, int64_t x)
{
    *find_given(s, name) = (struct speech_given){ GIVEN_NUMBER, NULL, x };
}

void form_let_text(struct speech *s, const char *name, const char *text)
{
    *find_given(s, name) = (struct speech_given){ GIVEN_TEXT, text, 0 };
}

/* ---- filling ---- */

static void fill(struct speech *s, const struct form_text *t,
                 const struct form_piece *p);

void form_say(struct speech *s, struct form_text *t)
{
    if (!atomic_load_explicit(&t->said, memory_order_relaxed))
        atomic_store_explicit(&t->said, true, memory_order_relaxed);
    for (size_t i = 0; i < t->n_pieces; i++)
        if (t->pieces[i].of == PIECE_LITERAL)
            str_addn(&s->out, t->pieces[i].text, t->pieces[i].n);
        else
            fill(s, t, &t->pieces[i]);
}

_Noreturn static void stop(const struct speech *s, const struct form_text *t,
                           const char *what, const struct form_piece *p)
{
    const char *name = p->of == PIECE_GIVEN ? s->form->given[p->index]
                       : p->field           ? p->field->name
                                            : "key";

    bug(s->form->path, t->line, arena_printf(s->arena, "%s <%s>", what, name));
}

/* Returns the number of a place, or NULL if it has none. */
static const int64_t *number_of(const struct speech *s,
                                const struct form_piece *p)
{
    size_t i = p->of == PIECE_ITEM ? s->item : p->index;

    if (p->of == PIECE_GIVEN)
        return s->given[i].what == GIVEN_NUMBER ? &s->given[i].number : NULL;
    if (p->of == PIECE_COUNT)
        return values_count_at(p->field, s->values);
    return i < values_count(p->field, s->values)
               ? values_at(p->field, s->values, i)
               : NULL;
}

/* Returns the row of a choice. If its value is hidden, the row "else" is taken,
 * so that the statement does not give the value away. */
static struct form_text *choose(const struct speech *s,
                                const struct form_named *c)
{
    const int64_t *x = number_of(s, &c->by);
    struct form_text *otherwise = NULL;

    if (!x)
        stop(s, c->rows[0].text, "nothing to choose by:", &c->by);
    for (size_t i = 0; i < c->n_rows; i++)
        if (c->rows[i].otherwise)
            otherwise = c->rows[i].text;
        else if (c->rows[i].value == *x && (!s->hidden || x != s->hidden))
            return c->rows[i].text;
    if (!otherwise)
        stop(s, c->rows[0].text, "no row for the value of", &c->by);
    return otherwise;
}

static void repeat(struct speech *s, const struct form_named *named)
{
    size_t n = values_count(named->list, s->values), was = s->item;

    for (size_t i = 0; i < n; i++) {
        str_add(&s->out, named->what == NAMED_LIST ? words_join(i, n)
                         : i                       ? " "
                                                   : "");
        s->item = i;
        form_say(s, named->rows[0].text);
    }
    s->item = was;
}

static void fill(struct speech *s, const struct form_text *t,
                 const struct form_piece *p)
{
    const struct form_named *named;
    const int64_t *x;

    switch (p->of) {
    case PIECE_LETTER: str_addc(&s->out, (char)('A' + (int)s->item)); return;
    case PIECE_PLACE: str_addf(&s->out, "%zu", s->item + 1); return;
    case PIECE_WORD: speech_add_word(s, p->text, p->n); return;
    case PIECE_KEY:
        if (!s->key)
            stop(s, t, "nothing fills", p);
        str_add(&s->out, s->key);
        return;
    case PIECE_NAMED:
        named = &s->form->named[p->index];
        if (named->what == NAMED_CHOICE)
            form_say(s, choose(s, named));
        else if (named->what == NAMED_TEXT)
            form_say(s, named->rows[0].text);
        else
            repeat(s, named);
        return;
    case PIECE_GIVEN:
        if (s->given[p->index].what == GIVEN_TEXT && !p->shape_n) {
            str_add(&s->out, s->given[p->index].text);
            return;
        }
        break;
    default: break;
    }
    if (!(x = number_of(s, p)))
        stop(s, t, "nothing fills", p);
    speech_add_value(s, x, p->shape, p->shape_n);
}
