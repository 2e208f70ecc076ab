/* SPDX-License-Identifier: Apache-2.0 */
#include "family/linear/read_int.h"

#include <string.h>

/* The text as tokens: things first, then letters, units, numbers, words. */

/* Names made plain, without "the". */
struct lexer {
    const struct plain *text;
    const struct vocabulary *v;
    struct plain name; /* scratch */
    struct tokens *out;
    size_t at;
    bool dropped; /* the word before was dropped */
    bool lead;    /* only such words so far */
};

static bool word_start(const struct plain *text, size_t at)
{
    return at == 0 || !reader_word_char(text->low[at - 1]);
}

/* Does a name end here? Not before "'s", or inside "lamp-like". */
static bool word_end(const struct plain *text, size_t at)
{
    char c = text->low[at];

    if (reader_word_char(c))
        return false;
    return !((c == '\'' || c == '-') && reader_word_char(text->low[at + 1]));
}

static size_t skip_the(const struct plain *text, size_t at)
{
    return strncmp(text->low + at, "the ", 4) == 0 ? at + 4 : at;
}

/* ---- things ---- */

/* Could the name stand here, by its first letter? A quick look, since names
 * are tried at every word. */
static bool name_may(const struct plain *text, size_t at, const char *name)
{
    char c, low;

    if (strncmp(name, "the ", 4) == 0 || strncmp(name, "The ", 4) == 0)
        name += 4;
    c = *name;
    low = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    return !((low >= 'a' && low <= 'z') || (low >= '0' && low <= '9')) ||
           text->low[at] == low || text->low[skip_the(text, at)] == low;
}

/* The length of the thing's name at the place, or 0. */
static size_t name_at(struct lexer *x, size_t at, const char *name)
{
    size_t from, start, n;

    if (!name_may(x->text, at, name) ||
        !reader_plain(&x->name, name, strlen(name)))
        return 0;
    from = skip_the(&x->name, 0);
    n = x->name.n - from;
    for (int the = 0; the < 2; the++) {
        start = the ? skip_the(x->text, at) : at;
        if (n > 0 && n <= x->text->n - start &&
            memcmp(x->text->low + start, x->name.low + from, n) == 0 &&
            word_end(x->text, start + n))
            return start + n - at;
    }
    return 0;
}

static size_t lex_thing(struct lexer *x, struct token *t)
{
    size_t best = 0;

    for (size_t i = 0; i < x->v->n && i < LINEAR_VARIABLES; i++) {
        size_t n = name_at(x, x->at, x->v->names[i]);

        if (n > best) {
            best = n;
            t->kind = TOK_THING;
            t->thing = i;
        }
    }
    return best;
}

/* ---- letters and units ---- */

static size_t lex_letter(struct lexer *x, struct token *t)
{
    for (size_t i = 0; i < x->v->n_letters; i++) {
        size_t n = strlen(x->v->letters[i]);

        if (n > 0 && n <= x->text->n - x->at &&
            memcmp(x->text->raw + x->at, x->v->letters[i], n) == 0 &&
            word_end(x->text, x->at + n)) {
            t->kind = TOK_NUMBER;
            t->value = x->v->letter_values[i];
            return n;
        }
    }
    return 0;
}

/* "kilometres" is also written "kilometers". */
static size_t unit_at(struct lexer *x, const char *unit)
{
    char other[64];
    char *re;
    size_t n;

    if (!unit || strlen(unit) >= sizeof other)
        return 0;
    n = reader_word_at(x->text, x->at, unit);
    memcpy(other, unit, strlen(unit) + 1);
    re = strstr(other, "tre");
    if (n == 0 && re) {
        re[1] = 'e';
        re[2] = 'r';
        n = reader_word_at(x->text, x->at, other);
    }
    return n;
}

static size_t lex_unit(struct lexer *x, struct token *t)
{
    size_t many = unit_at(x, x->v->unit), one = unit_at(x, x->v->one);

    t->kind = TOK_UNIT;
    return many > one ? many : one;
}

/* "a dollar" is 1 dollar: the article. */
static size_t lex_article(struct lexer *x, struct token *t)
{
    size_t n = reader_word_at(x->text, x->at, "a");

    if (n == 0)
        n = reader_word_at(x->text, x->at, "an");
    if (n == 0 || !x->v->one || x->text->low[x->at + n] != ' ' ||
        !reader_word_at(x->text, x->at + n + 1, x->v->one))
        return 0;
    t->kind = TOK_NUMBER;
    t->value = RATIO(1);
    return n;
}

/* ---- signs ---- */

static size_t lex_sign(struct lexer *x, struct token *t)
{
    const char *s = x->text->low + x->at;

    switch (*s) {
    case ',': t->kind = TOK_COMMA; return 1;
    case '(': t->kind = TOK_OPEN; return 1;
    case ')': t->kind = TOK_CLOSE; return 1;
    case '?': t->kind = TOK_QUESTION; return 1;
    case '.':
    case '!':
        t->kind = x->at + 1 == x->text->n ? TOK_FILL : TOK_OTHER;
        return 1;
    case '$': /* "$14", where dollars are meant */
        t->kind = x->v->unit && strcmp(x->v->unit, "dollars") == 0 ? TOK_FILL
                                                                   : TOK_OTHER;
        return 1;
    default: return 0;
    }
}

/* Words, numbers, or what is not understood: at least one byte. */
static size_t lex_word(struct lexer *x, struct token *t)
{
    struct ratio number;
    size_t n = reader_phrase(x->text, x->at, &t->kind, &t->value);
    size_t m = reader_number(x->text, x->at, &number);

    if (m > n) {
        t->kind = TOK_NUMBER;
        t->value = number;
        return m;
    }
    if (n > 0)
        return n;
    t->kind = TOK_OTHER;
    while (reader_word_char(x->text->low[x->at + n]) ||
           x->text->low[x->at + n] == '\'')
        n++;
    return n > 0 ? n : 1;
}

static size_t lex_one(struct lexer *x, struct token *t)
{
    size_t n = 0;

    if (word_start(x->text, x->at)) {
        n = lex_thing(x, t);
        if (n == 0)
            n = lex_letter(x, t);
        if (n == 0)
            n = lex_unit(x, t);
        if (n == 0)
            n = lex_article(x, t);
    }
    if (n == 0)
        n = lex_sign(x, t);
    return n > 0 ? n : lex_word(x, t);
}

/* ---- all of it ---- */

/* Words that are not kept take the commas around them along. */
static bool keep(struct lexer *x, struct token t)
{
    struct tokens *out = x->out;
    bool lead = t.kind == TOK_LEAD;

    if (t.kind == TOK_HEDGE)
        out->hedged = true;
    if (t.kind == TOK_HEDGE || t.kind == TOK_FILL || (lead && x->lead)) {
        x->dropped = true;
        return true;
    }
    if (t.kind == TOK_COMMA && x->dropped &&
        (out->n == 0 || out->t[out->n - 1].kind == TOK_COMMA)) {
        if (out->n > 0)
            out->n--;
        return true;
    }
    if (lead)
        t.kind = TOK_OTHER;
    x->dropped = x->lead = false;
    if (out->n == READ_TOKENS)
        return false;
    out->t[out->n++] = t;
    return true;
}

bool reader_tokens(struct tokens *out, const struct plain *text,
                   const struct vocabulary *v)
{
    struct lexer x = { .text = text, .v = v, .out = out, .lead = true };
    bool ok = true;

    *out = (struct tokens){ .rest = { 0 } };
    while (x.at < text->n && ok) {
        struct token t = { .value = RATIO(0) };
        size_t n = 1;

        if (text->low[x.at] != ' ') {
            n = lex_one(&x, &t);
            ok = keep(&x, t);
        }
        if (t.kind == TOK_THING)
            str_add(&out->rest, "it");
        else
            str_addn(&out->rest, text->raw + x.at, n);
        x.at += n;
    }
    out->t[out->n] = (struct token){ .kind = TOK_END, .value = RATIO(0) };
    return ok;
}
