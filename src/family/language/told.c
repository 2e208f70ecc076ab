/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Which given values a letter may stand for: those that every wording tells by
 * places of their own, and that no wording uses in another way. In "<a + b>"
 * the value of a would show through.
 */
#include "family/language/file_int.h"
#include "family/language/texts.h"

#include <string.h>

/* What the wordings do with one given value. */
struct use {
    const struct symbol *given;
    const struct symbol *item; /* of a loop through the given list; or NULL */
    bool told, otherwise, in_term;
};

static void look_at(struct use *u, const struct node *x)
{
    if (x->op == OP_VAR && (x->symbol == u->given || x->symbol == u->item))
        u->otherwise = true;
    if ((x->op == OP_VAR || x->op == OP_APPLY) &&
        x->symbol->kind == SYMBOL_LET && x->symbol->value &&
        x->symbol->seen_by != u->given) {
        x->symbol->seen_by = u->given; /* once for each given value */
        look_at(u, x->symbol->value);
    }
    for (size_t i = 0; i < x->n; i++)
        if (x->kids[i])
            look_at(u, x->kids[i]);
    if (x->op == OP_LOOP) {
        look_at(u, x->loop->body);
        if (x->loop->where)
            look_at(u, x->loop->where);
        for (size_t i = 0; i < x->loop->n; i++)
            for (size_t j = 0; j < x->loop->clauses[i].n_lists; j++)
                look_at(u, x->loop->clauses[i].lists[j]);
    }
}

/* <x>, <m[0]>, or the item of a loop. */
static bool is_bare(const struct use *u, const struct node *x)
{
    if (x->op == OP_INDEX && x->kids[0]->op == OP_VAR &&
        x->kids[0]->symbol == u->given)
        return x->kids[1]->op == OP_LITERAL;
    return x->op == OP_VAR &&
           (x->symbol == u->item ||
            (x->symbol == u->given && type_of(x->type) == TYPE_NUMBER));
}

static void look_at_words(struct use *u, const struct say_text *w);

static void look_at_loop(struct use *u, const struct say *p)
{
    const struct symbol *was = u->item;

    for (size_t i = 0; i < p->loop->n; i++) {
        const struct clause *c = &p->loop->clauses[i];

        for (size_t j = 0; j < c->n_lists; j++)
            if (c->lists[j]->op == OP_VAR && c->n_lists == c->n_vars &&
                c->lists[j]->symbol == u->given)
                u->item = c->vars[j];
            else
                look_at(u, c->lists[j]);
    }
    if (p->loop->where)
        look_at(u, p->loop->where);
    look_at_words(u, p->words);
    u->item = was;
}

static void look_at_words(struct use *u, const struct say_text *w)
{
    for (size_t i = 0; i < w->n; i++) {
        const struct say *p = &w->pieces[i];

        switch (p->kind) {
        case SAY_TEXT:
        case SAY_WORD: break;
        case SAY_WORDS: look_at_words(u, p->words); break;
        case SAY_VALUE:
            u->in_term = u->in_term || words_is_term(p);
            if (!is_bare(u, p->value))
                look_at(u, p->value);
            else if (!p->shape_n || *p->shape != '?' || words_is_term(p))
                u->told = true;
            else if (!memchr(p->shape, '|', p->shape_n))
                u->otherwise = true; /* "<n?th>": no letter can stand there */
            break;                   /* "<n?day|days>" tells no number */
        case SAY_CHOICE:
            look_at(u, p->value);
            look_at_words(u, p->words);
            look_at_words(u, p->otherwise);
            break;
        case SAY_EACH: look_at_loop(u, p); break;
        }
    }
}

void told_find(const struct file_kind *k)
{
    for (size_t i = 0; i < k->given.n; i++) {
        struct symbol *s = *vec_get(&k->given, struct symbol *, i);

        s->is_told = true;
        for (size_t j = 0; j < k->wordings.n; j++) {
            const struct file_text *t = vec_at(&k->wordings, j);
            struct use u = { .given = s };

            look_at_words(&u, t->words);
            s->is_told = s->is_told && u.told && !u.otherwise;
            s->in_term = s->in_term || u.in_term;
        }
    }
}
