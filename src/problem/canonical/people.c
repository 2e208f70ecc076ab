/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Names of people become @p1, @p2 ... in the order in which they appear.
 *
 * A capitalised word is a name when the lexicon says so, or
 * when it stands where people stand: "how many does Zorba have". A word that
 * is a name in one place of a statement is one in all.
 */
#include "base/map.h"
#include "problem/canonical/parts.h"
#include "text/lexicon.h"

#include <stdio.h>
#include <string.h>

static bool listed(const struct canonical_form *f, const struct form_token *t,
                   enum word_class c)
{
    return t->kind == TOKEN_WORD && word_is(form_span(f, t), c);
}

/* Does the i-th token stand where people stand? */
static bool among_people(const struct canonical_form *f, size_t i)
{
    const struct form_token *t = form_token(f, i);

    if (i > 0 &&
        (listed(f, t - 1, WORD_BEFORE_PERSON) || listed(f, t - 1, WORD_TITLE)))
        return true;
    return i + 1 < f->tokens.n && listed(f, t + 1, WORD_AFTER_PERSON);
}

/* Can the token be a name at all? "the word Mississippi" is its letters. */
static bool may_be_name(const struct canonical_form *f, size_t i)
{
    const struct form_token *t = form_token(f, i);

    return t->kind == TOKEN_WORD && (t->flags & TOKEN_CAPITAL) &&
           !(t->flags & TOKEN_QUOTED) &&
           !(i > 0 && form_has(f, i - 1, TOKEN_WORD, "word"));
}

/* Words that are no people wherever they stand. */
static bool never_named(const struct lexeme *x)
{
    return lexeme_is(x, WORD_NEVER_PERSON) || lexeme_is(x, WORD_TITLE) ||
           lexeme_is(x, WORD_MONTH) || lexeme_is(x, WORD_WEEKDAY);
}

static bool is_name(const struct canonical_form *f, size_t i)
{
    const struct form_token *t = form_token(f, i);
    const struct lexeme *x = lexicon_find(form_span(f, t));
    bool start = t->flags & TOKEN_START;

    if (lexeme_is(x, WORD_NAME))
        return true;
    if (lexeme_is(x, WORD_NAME_AND_WORD))
        return !start || among_people(f, i) ||
               form_has(f, i + 1, TOKEN_WORD, "'s");
    if (lexeme_is(x, WORD_NAME_OR_PLACE))
        return among_people(f, i);
    return !start && among_people(f, i) && !never_named(x);
}

static void fill_names(const struct canonical_form *f, struct map *names)
{
    for (size_t i = 0; i < f->tokens.n; i++) {
        const struct form_token *t = form_token(f, i);

        if (t->kind == TOKEN_PERSON || (may_be_name(f, i) && is_name(f, i)))
            map_put(names, form_text(f, t), t->n, NULL);
    }
}

/* May the token be one of the names that were found? Some write a name that
 * is nothing else in lower case the second time. */
static bool may_repeat(const struct canonical_form *f, size_t i)
{
    const struct form_token *t = form_token(f, i);

    return t->kind == TOKEN_PERSON || may_be_name(f, i) ||
           (t->kind == TOKEN_WORD && !(t->flags & TOKEN_QUOTED) &&
            word_is(form_span(f, t), WORD_NAME));
}

/* Make the token a person if it names one; a new name gets a new number. */
static void name_person(struct canonical_form *f, struct form_token *t,
                        struct map *names, size_t *count)
{
    size_t *number = map_get(names, form_text(f, t), t->n);
    char text[32];

    if (!number)
        return;
    if (*number == 0)
        *number = ++*count;
    snprintf(text, sizeof(text), "@p%zu", *number);
    form_spell(f, t, text, strlen(text));
    t->kind = TOKEN_PERSON;
}

/* Mrs, Ms and Miss are Mr. */
static void fold_title(struct canonical_form *f, struct form_token *t)
{
    if ((t->flags & TOKEN_CAPITAL) &&
        (form_is(f, t, "miss") || form_is(f, t, "mrs") || form_is(f, t, "ms")))
        form_spell(f, t, "mr", 2);
}

void form_people(struct canonical_form *f)
{
    struct map names = { 0 };
    size_t out = 0, count = 0;

    fill_names(f, &names);
    for (size_t i = 0; i < f->tokens.n; i++) {
        struct form_token t = *form_token(f, i);

        if (may_repeat(f, i))
            name_person(f, &t, &names, &count);
        fold_title(f, &t);
        if ((t.flags & TOKEN_BARE) &&
            (out == 0 || form_token(f, out - 1)->kind != TOKEN_PERSON))
            continue;
        *form_token(f, out++) = t;
    }
    f->tokens.n = out;
    map_clear(&names);
}
