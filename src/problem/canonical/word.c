/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Words: numbers written out, pronouns, percent and dollars, the article.
 */
#include "problem/canonical/parts.h"
#include "text/lexicon.h"
#include "text/numeral.h"
#include "text/prose.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static const struct {
    const char *from, *to;
} rewrites[] = {
    { "dollar", "dollars" },  { "her", "his" }, { "hers", "his" },
    { "herself", "himself" }, { "him", "his" }, { "she", "he" },
};

/* Is it a word that a rule below uses? In maths such words are letters, and
 * must differ from the words when the form is read again. */
bool word_is_special(struct span word)
{
    const struct lexeme *x = lexicon_find(word);

    for (size_t i = 0; i < COUNT(rewrites); i++)
        if (span_is(word, rewrites[i].from))
            return true;
    return lexeme_is(x, WORD_CARDINAL) || lexeme_is(x, WORD_SCALE) ||
           prose_listed(" and cent dollars percent per ", word.s, word.n);
}

/* ---- numbers written out ---- */

/* The value of the i-th token if it is "hundred" or the like, else 0. */
static uint64_t scale_at(const struct canonical_form *f, size_t i)
{
    const struct lexeme *x = NULL;

    if (i < f->tokens.n && form_token(f, i)->kind == TOKEN_WORD)
        x = lexicon_find(form_span(f, form_token(f, i)));
    return lexeme_is(x, WORD_SCALE) ? (uint64_t)x->value : 0;
}

/* A number written out, from the i-th token on: the words taken. */
static size_t number_words(const struct canonical_form *f, size_t i,
                           struct numeral *out)
{
    struct span words[NUMERAL_WORDS];
    size_t n = 0;

    for (; n < NUMERAL_WORDS && i + n < f->tokens.n; n++) {
        const struct form_token *t = form_token(f, i + n);

        if (t->kind != TOKEN_WORD)
            break;
        words[n] = form_span(f, t);
        if (n == 0 && !numeral_begins(words[0]))
            return 0;
    }
    return numeral_words(words, n, NUMERAL_BARE, out);
}

/* Multiply a number by a power of ten: "2.5", 1000000 -> "2500000". */
static void shift(struct canonical_form *f, struct form_token *t, uint64_t by)
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
static bool is_article(const struct canonical_form *f, size_t i)
{
    const struct form_token *t = form_token(f, i), *next = t + 1;

    if (t->kind != TOKEN_SYMBOL || (t->flags & TOKEN_MATH) ||
        !(t->flags & TOKEN_START) || !form_is(f, t, "A"))
        return false;
    if (i + 1 == f->tokens.n)
        return false;
    if (next->kind == TOKEN_NUMBER || next->kind == TOKEN_MONEY)
        return true;
    return next->kind == TOKEN_WORD && *form_text(f, next) != '\'' &&
           !prose_listed(" and has is or ", form_text(f, next), next->n);
}

static void rewrite(struct canonical_form *f, struct form_token *t)
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

/* Read a number in words from the i-th token on into *t. Returns how many
 * tokens it takes, or 0 if there is none. */
static size_t number_at(struct canonical_form *f, size_t i,
                        struct form_token *t)
{
    char digits[24];
    struct numeral v;
    /* "a hundred" */
    size_t a =
        t->kind == TOKEN_SYMBOL && form_is(f, t, "a") && scale_at(f, i + 1);
    size_t n = a || t->kind == TOKEN_WORD ? number_words(f, i + a, &v) : 0;

    if (n == 0)
        return 0;
    snprintf(digits, sizeof(digits), "%" PRId64, v.over);
    form_spell(f, t, digits, strlen(digits));
    t->kind = TOKEN_NUMBER;
    return a + n;
}

/* Rewrite what begins with the i-th token into *t; the tokens taken. */
static size_t rewrite_at(struct canonical_form *f, size_t i,
                         struct form_token *t)
{
    uint64_t scale;
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
        for (; (scale = scale_at(f, i + n)); n++)
            shift(f, t, scale);
    } else if (t->kind == TOKEN_WORD) {
        if (form_is(f, t, "per") && form_has(f, i + 1, TOKEN_WORD, "cent")) {
            form_spell(f, t, "percent", 7);
            n = 2;
        }
        rewrite(f, t);
    }
    return n;
}

void form_words(struct canonical_form *f)
{
    size_t out = 0;

    for (size_t i = 0; i < f->tokens.n;) {
        struct form_token t = *form_token(f, i);

        i += rewrite_at(f, i, &t);
        *form_token(f, out++) = t;
    }
    f->tokens.n = out;
}

/* ---- money ---- */

/* Will \frac here become a number of dollars? */
static bool is_frac(const struct canonical_form *f, size_t i)
{
    return form_has(f, i, TOKEN_COMMAND, "\\frac") &&
           !(form_token(f, i)->flags & TOKEN_ARG);
}

static bool is_amount(const struct form_token *t)
{
    return (t->kind == TOKEN_NUMBER || t->kind == TOKEN_FRACTION) &&
           !(t->flags & TOKEN_ARG);
}

void form_money(struct canonical_form *f, bool fractions_done)
{
    size_t out = 0, n = f->tokens.n;

    for (size_t i = 0; i < n; i++) {
        struct form_token t = *form_token(f, i);

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
