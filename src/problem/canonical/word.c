/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Words: numbers written out, pronouns, percent and dollars, the article.
 */
#include "problem/canonical/parts.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

struct small {
    const char *word;
    uint64_t value;
};

static const struct small smalls[] = {
    { "zero", 0 },      { "one", 1 },       { "two", 2 },
    { "three", 3 },     { "four", 4 },      { "five", 5 },
    { "six", 6 },       { "seven", 7 },     { "eight", 8 },
    { "nine", 9 },      { "ten", 10 },      { "eleven", 11 },
    { "twelve", 12 },   { "thirteen", 13 }, { "fourteen", 14 },
    { "fifteen", 15 },  { "sixteen", 16 },  { "seventeen", 17 },
    { "eighteen", 18 }, { "nineteen", 19 }, { "twenty", 20 },
    { "thirty", 30 },   { "forty", 40 },    { "fourty", 40 },
    { "fifty", 50 },    { "sixty", 60 },    { "seventy", 70 },
    { "eighty", 80 },   { "ninety", 90 },
};

/* Falling. */
static const struct small scales[] = {
    { "trillion", 1000000000000 },
    { "billion", 1000000000 },
    { "million", 1000000 },
    { "thousand", 1000 },
    { "hundred", 100 },
};

static const struct {
    const char *from, *to;
} rewrites[] = {
    { "dollar", "dollars" },  { "her", "his" }, { "hers", "his" },
    { "herself", "himself" }, { "him", "his" }, { "she", "he" },
};

static bool spelt(const char *word, const char *s, size_t n)
{
    return strlen(word) == n && memcmp(word, s, n) == 0;
}

static const struct small *find(const struct small *table, size_t count,
                                const char *s, size_t n)
{
    for (size_t i = 0; i < count; i++)
        if (spelt(table[i].word, s, n))
            return &table[i];
    return NULL;
}

/* Each word that a rule below speaks of: in maths they are letters, and have
 * to be told from the words when the form is read again. */
bool word_is_special(const char *s, size_t n)
{
    static const char *const more[] = { "and", "cent", "dollars", "percent",
                                        "per" };

    for (size_t i = 0; i < COUNT(more); i++)
        if (spelt(more[i], s, n))
            return true;
    for (size_t i = 0; i < COUNT(rewrites); i++)
        if (spelt(rewrites[i].from, s, n))
            return true;
    return find(smalls, COUNT(smalls), s, n) ||
           find(scales, COUNT(scales), s, n);
}

/* ---- numbers written out ---- */

/* The entry of the i-th token, NULL when it is no such word. */
static const struct small *word_at(const struct form *f, size_t i,
                                   const struct small *table, size_t count)
{
    const struct token *t;

    if (i >= f->tokens.n)
        return NULL;
    t = form_token(f, i);
    if (t->kind != TOKEN_WORD)
        return NULL;
    return find(table, count, form_text(f, t), t->n);
}

static const struct small *scale_at(const struct form *f, size_t i)
{
    return word_at(f, i, scales, COUNT(scales));
}

static bool hundred_at(const struct form *f, size_t i)
{
    return form_has(f, i, TOKEN_WORD, "hundred");
}

/* "seven", "twenty one": the words taken, 0 when there is no number. */
static size_t below_100(const struct form *f, size_t i, uint64_t *v)
{
    const struct small *a = word_at(f, i, smalls, COUNT(smalls));
    const struct small *b = word_at(f, i + 1, smalls, COUNT(smalls));

    if (!a)
        return 0;
    *v = a->value;
    if (a->value < 20 || !b || b->value == 0 || b->value > 9)
        return 1;
    *v += b->value;
    return 2;
}

/* What may follow "hundred": "five", "and five", but not the first words of
 * another number, as in "one hundred and two hundred". */
static size_t rest_of_hundred(const struct form *f, size_t i, uint64_t *v)
{
    size_t link = form_has(f, i, TOKEN_WORD, "and");
    size_t n = below_100(f, i + link, v);

    return n && !hundred_at(f, i + link + n) ? link + n : 0;
}

/* "three hundred and five", "fifteen hundred"; "hundred" alone if bare. */
static size_t hundreds(const struct form *f, size_t i, bool bare, uint64_t *v)
{
    uint64_t rest;
    size_t n = below_100(f, i, v), m;

    if (!hundred_at(f, i + n) || (n == 0 && !bare))
        return n;
    *v = n ? *v * 100 : 100;
    n++;
    m = rest_of_hundred(f, i + n, &rest);
    if (m)
        *v += rest;
    return n + m;
}

/* The last part of a number, behind "thousand and": "five". */
static size_t rest_of_scale(const struct form *f, size_t i, uint64_t *v)
{
    uint64_t rest;
    size_t n = below_100(f, i, &rest);

    if (n == 0 || scale_at(f, i + n))
        return 0;
    *v += rest;
    return n + 1;
}

/* A number written out, from the i-th token on: the words taken. Scales fall
 * from left to right, so the value stays below 10^17. */
static size_t number_words(const struct form *f, size_t i, uint64_t *total)
{
    uint64_t above = UINT64_MAX;
    size_t taken = 0;

    *total = 0;
    for (;;) {
        uint64_t v = 1;
        size_t n = hundreds(f, i + taken, taken == 0, &v);
        const struct small *s = scale_at(f, i + taken + n);

        if (n == 0 && (!s || taken))
            break;
        if (!s || s->value == 100) {
            *total += v;
            return taken + n;
        }
        if (s->value >= above)
            break;
        *total += v * s->value;
        above = s->value;
        taken += n + 1;
    }
    if (taken && form_has(f, i + taken, TOKEN_WORD, "and"))
        taken += rest_of_scale(f, i + taken + 1, total);
    return taken;
}

/* Multiply a number by a power of ten: "2.5", 1000000 -> "2500000". */
static void shift(struct form *f, struct token *t, uint64_t by)
{
    struct str *text = &f->text;
    size_t at = text->n;
    bool fraction = false;

    for (size_t k = 0; k < t->n; k++) {
        char c = text->s[t->at + k];

        if (c == '.') {
            fraction = true;
            continue;
        }
        if (fraction && by == 1)
            str_addc(text, '.');
        if (fraction)
            by /= 10; /* 0 once the point is written */
        if (text->n == at + 1 && text->s[at] == '0')
            text->n = at;
        str_addc(text, c);
    }
    for (; by > 1 && (text->n > at + 1 || text->s[at] != '0'); by /= 10)
        str_addc(text, '0');
    t->at = at;
    t->n = text->n - at;
}

/* ---- the pass ---- */

/* "A train", "A 5 km run", but "A is a point": it begins a sentence, and what
 * follows begins a noun. */
static bool is_article(const struct form *f, size_t i)
{
    static const char *const not_nouns[] = { "and", "has", "is", "or" };
    const struct token *t = form_token(f, i), *next = t + 1;

    if (t->kind != TOKEN_SYMBOL || (t->flags & TOKEN_MATH) ||
        !(t->flags & TOKEN_START) || !form_is(f, t, "A"))
        return false;
    if (i + 1 == f->tokens.n)
        return false;
    if (next->kind == TOKEN_NUMBER || next->kind == TOKEN_MONEY)
        return true;
    return next->kind == TOKEN_WORD && *form_text(f, next) != '\'' &&
           !words_have(not_nouns, COUNT(not_nouns), form_text(f, next),
                       next->n);
}

static void rewrite(struct form *f, struct token *t)
{
    if (form_is(f, t, "percent")) {
        form_spell(f, t, "%", 1);
        t->kind = TOKEN_MARK;
        return;
    }
    for (size_t i = 0; i < COUNT(rewrites); i++)
        if (form_is(f, t, rewrites[i].from)) {
            form_spell(f, t, rewrites[i].to, strlen(rewrites[i].to));
            return;
        }
}

/* A number in words from the i-th token on, written into *t: the tokens
 * taken, 0 when there is none. */
static size_t number_at(struct form *f, size_t i, struct token *t)
{
    char digits[24];
    uint64_t v;
    /* "a hundred" */
    size_t a =
        t->kind == TOKEN_SYMBOL && form_is(f, t, "a") && scale_at(f, i + 1);
    size_t n = a || t->kind == TOKEN_WORD ? number_words(f, i + a, &v) : 0;

    if (n == 0)
        return 0;
    snprintf(digits, sizeof(digits), "%" PRIu64, v);
    form_spell(f, t, digits, strlen(digits));
    t->kind = TOKEN_NUMBER;
    return a + n;
}

/* Rewrite what begins with the i-th token into *t; the tokens taken. */
static size_t rewrite_at(struct form *f, size_t i, struct token *t)
{
    const struct small *s;
    size_t n;

    if (t->flags & TOKEN_ARG)
        return 1;
    if (is_article(f, i))
        form_spell(f, t, "a", 1);
    n = number_at(f, i, t);
    if (n)
        return n;
    n = 1;
    if (t->kind == TOKEN_NUMBER) {
        for (; (s = scale_at(f, i + n)); n++)
            shift(f, t, s->value);
    } else if (t->kind == TOKEN_WORD) {
        if (form_is(f, t, "per") && form_has(f, i + 1, TOKEN_WORD, "cent")) {
            form_spell(f, t, "percent", 7);
            n = 2;
        }
        rewrite(f, t);
    }
    return n;
}

void form_words(struct form *f)
{
    size_t out = 0;

    for (size_t i = 0; i < f->tokens.n;) {
        struct token t = *form_token(f, i);

        i += rewrite_at(f, i, &t);
        *form_token(f, out++) = t;
    }
    f->tokens.n = out;
}

/* ---- money ---- */

/* Will \frac here become a number of dollars? */
static bool is_frac(const struct form *f, size_t i)
{
    return form_has(f, i, TOKEN_COMMAND, "\\frac") &&
           !(form_token(f, i)->flags & TOKEN_ARG);
}

static bool is_amount(const struct token *t)
{
    return (t->kind == TOKEN_NUMBER || t->kind == TOKEN_FRACTION) &&
           !(t->flags & TOKEN_ARG);
}

void form_money(struct form *f, bool fractions_done)
{
    size_t out = 0, n = f->tokens.n;

    for (size_t i = 0; i < n; i++) {
        struct token t = *form_token(f, i);

        if (t.kind == TOKEN_MONEY && (fractions_done || !is_frac(f, i + 1))) {
            if (i + 1 == n || !is_amount(form_token(f, i + 1)))
                continue;
            *form_token(f, out++) = *form_token(f, ++i);
            t.kind = TOKEN_WORD;
            form_spell(f, &t, "dollars", 7);
            if (form_has(f, i + 1, TOKEN_WORD, "dollars"))
                i++;
        }
        *form_token(f, out++) = t;
    }
    f->tokens.n = out;
}
