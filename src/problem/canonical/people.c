/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Names of people become @p1, @p2 ... in the order in which they appear.
 *
 * A capitalised word is a name when the table of given names says so, or
 * when it stands where people stand: "how many does Zorba have". A word that
 * is a name in one place of a statement is one in all.
 */
#include "base/map.h"
#include "problem/canonical/given_names.h"
#include "problem/canonical/parts.h"

#include <stdio.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static const char *const titles[] = {
    "aunt", "coach", "dr", "grandma",   "grandpa", "miss",
    "mr",   "mrs",   "ms", "professor", "uncle",
};

/* Words before a person. */
static const char *const before_people[] = {
    "can",  "could",  "did",  "do",   "does",
    "must", "should", "than", "will", "would",
};

/* Words behind a person: what people do. */
static const char *const after_people[] = {
    "adds",      "ate",    "bakes",  "baked", "bet",      "bought",  "buys",
    "collected", "cut",    "did",    "drank", "collects", "decided", "decides",
    "drives",    "drove",  "earned", "earns", "eats",     "finds",   "found",
    "gave",      "gets",   "gives",  "goes",  "got",      "had",     "has",
    "have",      "keeps",  "kept",   "lost",  "made",     "makes",   "needed",
    "needs",     "owns",   "paid",   "pays",  "picked",   "picks",   "planted",
    "plants",    "plays",  "put",    "puts",  "ran",      "reads",   "received",
    "receives",  "runs",   "saved",  "saves", "sells",    "shares",  "sold",
    "spends",    "spent",  "starts", "takes", "thinks",   "took",    "used",
    "uses",      "walked", "won",    "walks", "wanted",   "wants",   "went",
    "works",     "writes", "wrote",
};

/* Capitalised words that are no people wherever they stand. */
static const char *const never_people[] = {
    "april",  "august",    "christmas", "december", "each",      "earth",
    "easter", "everyone",  "february",  "friday",   "he",        "her",
    "his",    "how",       "if",        "internet", "it",        "january",
    "july",   "june",      "jupiter",   "march",    "mars",      "may",
    "monday", "november",  "october",   "saturday", "september", "she",
    "sunday", "that",      "the",       "their",    "there",     "these",
    "they",   "this",      "those",     "thursday", "tuesday",   "venus",
    "we",     "wednesday", "what",      "when",     "which",     "who",
    "you",
};

static bool listed(const struct form *f, const struct token *t,
                   const char *const *words, size_t count)
{
    return t->kind == TOKEN_WORD &&
           words_have(words, count, form_text(f, t), t->n);
}

/* Does the i-th token stand where people stand? */
static bool among_people(const struct form *f, size_t i)
{
    const struct token *t = form_token(f, i);

    if (i > 0 && (listed(f, t - 1, before_people, COUNT(before_people)) ||
                  listed(f, t - 1, titles, COUNT(titles))))
        return true;
    return i + 1 < f->tokens.n &&
           listed(f, t + 1, after_people, COUNT(after_people));
}

/* Can the token be a name at all? "the word Mississippi" is its letters. */
static bool may_be_name(const struct form *f, size_t i)
{
    const struct token *t = form_token(f, i);

    return t->kind == TOKEN_WORD && (t->flags & TOKEN_CAPITAL) &&
           !(t->flags & TOKEN_QUOTED) &&
           !(i > 0 && form_has(f, i - 1, TOKEN_WORD, "word"));
}

static bool is_name(const struct form *f, size_t i)
{
    const struct token *t = form_token(f, i);
    bool start = t->flags & TOKEN_START;

    switch (given_name_find(form_text(f, t), t->n)) {
    case GIVEN_SURE: return true;
    case GIVEN_WORD:
        return !start || among_people(f, i) ||
               form_has(f, i + 1, TOKEN_WORD, "'s");
    case GIVEN_DOUBT: return among_people(f, i);
    case GIVEN_NONE: break;
    }
    return !start && among_people(f, i) &&
           !listed(f, t, never_people, COUNT(never_people)) &&
           !listed(f, t, titles, COUNT(titles));
}

static void fill_names(const struct form *f, struct map *names)
{
    for (size_t i = 0; i < f->tokens.n; i++) {
        const struct token *t = form_token(f, i);

        if (t->kind == TOKEN_PERSON || (may_be_name(f, i) && is_name(f, i)))
            map_put(names, form_text(f, t), t->n, NULL);
    }
}

/* May the token be one of the names that were found? Some write a name that
 * is nothing else in lower case the second time. */
static bool may_repeat(const struct form *f, size_t i)
{
    const struct token *t = form_token(f, i);

    return t->kind == TOKEN_PERSON || may_be_name(f, i) ||
           (t->kind == TOKEN_WORD && !(t->flags & TOKEN_QUOTED) &&
            given_name_find(form_text(f, t), t->n) == GIVEN_SURE);
}

/* Make the token a person if it names one; a new name gets a new number. */
static void name_person(struct form *f, struct token *t, struct map *names,
                        size_t *count)
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
static void fold_title(struct form *f, struct token *t)
{
    static const char *const same[] = { "miss", "mrs", "ms" };

    if ((t->flags & TOKEN_CAPITAL) && listed(f, t, same, COUNT(same)))
        form_spell(f, t, "mr", 2);
}

void form_people(struct form *f)
{
    struct map names = { 0 };
    size_t out = 0, count = 0;

    fill_names(f, &names);
    for (size_t i = 0; i < f->tokens.n; i++) {
        struct token t = *form_token(f, i);

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
