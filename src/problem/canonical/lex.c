/* SPDX-License-Identifier: Apache-2.0 */

/*
 * From bytes to tokens: spacing, words, quotes, hyphens and emphasis. What
 * begins with a backslash, a dollar or a brace is in canonical/tex.c, what
 * begins with a digit in canonical/number.c.
 */
#include "base/utf8.h"
#include "problem/canonical/parts.h"
#include "text/prose.h"

#include <string.h>

struct form_token *scan_push(struct form_lexer *l, enum form_token_kind kind,
                             const char *text, size_t n)
{
    struct form_token *t = form_push(l->form, kind, text, n);

    l->join = false;
    if (l->math)
        t->flags |= TOKEN_MATH;
    if (kind != TOKEN_MARK)
        l->start = false;
    else if (strchr(".?!:", *text))
        l->start = true;
    return t;
}

/* Returns the length of a character above ASCII, or 0 for a byte that is not
 * UTF-8. */
static size_t wide(const char *s, uint32_t *ch)
{
    return utf8_read(s, strnlen(s, UTF8_MAX), ch);
}

/* Blocks of signs; whatever else is above ASCII is a letter. */
static bool is_sign(uint32_t ch)
{
    return ch < 0xC0 || (ch >= 0x2000 && ch <= 0x2BFF) ||
           (ch >= 0x3000 && ch <= 0x303F) || ch >= 0x1F000;
}

size_t scan_letter(const char *s)
{
    uint32_t ch;
    size_t n;

    if ((*s & 0x80) == 0)
        return is_letter(*s);
    n = wide(s, &ch);
    return n && is_sign(ch) ? 0 : n;
}

static size_t letters(const char *s)
{
    size_t n = 0, k;

    while ((k = scan_letter(s + n)) > 0)
        n += k;
    return n;
}

/* Letters of maths: neighbours are one run, whatever space is between. */
void scan_maths(struct form_lexer *l, const char *s, size_t n)
{
    struct canonical_form *f = l->form;

    if (l->join) {
        str_addn(&f->text, s, n);
        form_token(f, f->tokens.n - 1)->n += n;
        return;
    }
    scan_push(l, TOKEN_SYMBOL, s, n);
    l->join = true;
}

/* At 's or 'S with no letter behind it. */
static bool possessive(const char *s)
{
    return s[0] == '\'' && (s[1] == 's' || s[1] == 'S') && !scan_letter(s + 2);
}

/* The word at s with its inner apostrophes: don't, O'Brien. */
static size_t word_length(const char *s)
{
    size_t n = letters(s);

    while (s[n] == '\'' && scan_letter(s + n + 1) && !possessive(s + n))
        n += 1 + letters(s + n + 1);
    return n;
}

static bool all_upper(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!is_upper(s[i]))
            return false;
    return true;
}

static bool is_quote(char c)
{
    return c == '"' || c == '\'' || c == '`';
}

static void push_word(struct form_lexer *l, const char *s, size_t n)
{
    bool start = l->start;
    struct form_token *t;
    char *w;

    if (scan_letter(s) == n || all_upper(s, n)) {
        t = scan_push(l, TOKEN_SYMBOL, s, n);
        t->flags |= start ? TOKEN_START : 0u;
        return;
    }
    t = scan_push(l, TOKEN_WORD, s, n);
    t->flags |= start ? TOKEN_START : 0u;
    if (is_upper(s[0]))
        t->flags |= TOKEN_CAPITAL;
    if (s > l->s && is_quote(s[-1]) && is_quote(s[n]) && !possessive(s + n))
        t->flags |= TOKEN_QUOTED;
    w = l->form->text.s + t->at;
    for (size_t i = 0; i < n; i++)
        if (is_upper(w[i]))
            w[i] = (char)(w[i] - 'A' + 'a');
}

static void push_primes(struct form_lexer *l)
{
    for (; *l->p == '\''; l->p++)
        scan_push(l, TOKEN_COMMAND, "\\prime", 6);
}

/* What an apostrophe right behind the word of n bytes means. */
static void after_word(struct form_lexer *l, const char *word, size_t n)
{
    if (possessive(l->p)) {
        scan_push(l, TOKEN_WORD, "'s", 2);
        l->p += 2;
    } else if (*l->p == '\'' && scan_letter(word) == n) {
        push_primes(l);
    } else if (*l->p == '\'' && is_upper(*word) && word[n - 1] == 's') {
        scan_push(l, TOKEN_WORD, "'s", 2)->flags |= TOKEN_BARE;
        l->p++;
    }
}

static void scan_letters(struct form_lexer *l)
{
    const char *s = l->p;
    size_t n = l->math ? letters(s) : word_length(s);

    l->p += n;
    if (l->math) {
        scan_maths(l, s, n);
    } else {
        push_word(l, s, n);
        after_word(l, s, n);
    }
}

static void scan_apostrophe(struct form_lexer *l)
{
    if (l->math) {
        push_primes(l);
    } else if (possessive(l->p)) {
        scan_push(l, TOKEN_WORD, "'s", 2);
        l->p += 2;
    } else {
        l->p++;
    }
}

/* Is the '-' at p a hyphen between words rather than a minus? */
static bool is_hyphen(const struct form_lexer *l)
{
    const char *p = l->p;
    size_t n = 0, least = 2;

    if (p == l->s)
        return false;
    if (strchr("$)]}", p[-1]))
        least = 3;
    else if (is_letter(p[-1]) && (p - 1 == l->s || !is_letter(p[-2])))
        least = 3; /* x-axis, but x-yz */
    else if (!is_letter(p[-1]) && !is_digit(p[-1]) && (p[-1] & 0x80) == 0)
        return false;
    while (n < 8 && is_letter(p[1 + n]))
        n++;
    return n >= least && !word_is_function((struct span){ p + 1, n });
}

static void scan_hyphen(struct form_lexer *l)
{
    size_t n = strspn(l->p, "-"), marks = n;

    if (!l->math && n == 1 && is_hyphen(l))
        marks = 0;
    else if (!l->math && n > 1 && !is_digit(l->p[n]) && !strchr(".(", l->p[n]))
        marks = 1; /* a dash */
    for (size_t i = 0; i < marks; i++)
        scan_push(l, TOKEN_MARK, "-", 1);
    l->p += n;
}

static bool is_edge(char c)
{
    return c == '\0' || is_gap(c) || strchr(".,;:!?()[]\"'", c);
}

/* Stars and underscores of Markdown: an outer side at white space or
 * punctuation, an inner side at a word. */
static bool is_emphasis(struct form_lexer *l, size_t n)
{
    char before = l->p > l->s ? l->p[-1] : '\0', after = l->p[n];
    bool strong = n > 1;

    if (l->math)
        return false;
    if (l->emphasis && is_edge(after) && before && !is_gap(before) &&
        (strong || is_letter(before))) {
        l->emphasis = false;
        return true;
    }
    if (!is_edge(before))
        return false;
    if (!scan_letter(l->p + n) &&
        !(strong && (is_digit(after) || after == '$' || after == '\\')))
        return false;
    l->emphasis = true;
    return true;
}

static void scan_stars(struct form_lexer *l)
{
    char c = *l->p;
    size_t n = 1;

    while (l->p[n] == c)
        n++;
    if (!is_emphasis(l, n))
        for (size_t i = 0; i < n; i++)
            scan_push(l, TOKEN_MARK, &c, 1);
    l->p += n;
}

/* A heading's marks at the start of a line are dropped. */
static void scan_hash(struct form_lexer *l)
{
    size_t n = strspn(l->p, "#");

    if ((l->p > l->s && l->p[-1] != '\n') || l->p[n] != ' ')
        for (size_t i = 0; i < n; i++)
            scan_push(l, TOKEN_COMMAND, "\\#", 2);
    l->p += n;
}

/* "Mr." ends no sentence. */
static bool after_title(const struct form_lexer *l)
{
    const struct canonical_form *f = l->form;
    const struct form_token *t;

    if (f->tokens.n == 0 || l->p == l->s || !is_letter(l->p[-1]))
        return false;
    t = form_token(f, f->tokens.n - 1);
    return (t->flags & TOKEN_CAPITAL) &&
           prose_listed(" dr mr mrs miss ms prof ", form_text(f, t), t->n);
}

static void scan_dot(struct form_lexer *l)
{
    size_t n = strspn(l->p, ".");
    char before = l->p > l->s ? l->p[-1] : ' ';

    if (n == 1 && is_digit(l->p[1]) && !is_letter(before) &&
        !is_digit(before) && !strchr(")]}%", before) && (before & 0x80) == 0) {
        scan_number(l);
        return;
    }
    if (n > 2)
        scan_push(l, TOKEN_COMMAND, "\\ldots", 6);
    else if (n > 1 || !after_title(l))
        for (size_t i = 0; i < n; i++)
            scan_push(l, TOKEN_MARK, ".", 1);
    l->p += n;
}

/* The placeholder of a person, as a form writes it. */
static bool scan_person(struct form_lexer *l)
{
    size_t n = 2;

    if (l->p[0] != '@' || l->p[1] != 'p' || !is_digit(l->p[2]))
        return false;
    while (is_digit(l->p[n]))
        n++;
    scan_push(l, TOKEN_PERSON, l->p, n);
    l->p += n;
    return true;
}

static void scan_mark(struct form_lexer *l)
{
    const char *p = l->p;

    if ((*p == '<' || *p == '>') && p[1] == '=') {
        scan_push(l, TOKEN_COMMAND, *p == '<' ? "\\leq" : "\\geq", 4);
        l->p += 2;
    } else if (!scan_person(l)) {
        uint32_t ch;
        size_t n = (*p & 0x80) == 0 ? 1 : wide(p, &ch);

        n = n ? n : 1; /* a byte that is not UTF-8 */
        scan_push(l, TOKEN_MARK, p, n);
        l->p += n;
    }
}

static void scan_one(struct form_lexer *l)
{
    char c = *l->p;

    if (is_gap(c) || c == '~' || c == '"' || c == '`')
        l->p++;
    else if (is_digit(c))
        scan_number(l);
    else if (scan_letter(l->p))
        scan_letters(l);
    else
        switch (c) {
        case '\\': scan_backslash(l); break;
        case '$': scan_dollar(l); break;
        case '{':
            scan_open(l, GROUP_BRACE, l->math);
            l->p++;
            break;
        case '}': scan_close(l); break;
        case '\'': scan_apostrophe(l); break;
        case '-': scan_hyphen(l); break;
        case '*':
        case '_': scan_stars(l); break;
        case '#': scan_hash(l); break;
        case '.': scan_dot(l); break;
        default: scan_mark(l);
        }
}

void form_lex(struct canonical_form *f, const char *s)
{
    struct form_lexer l = { .form = f, .s = s, .p = s, .ungroup = s };

    l.groups = vec_in(NULL, sizeof(struct form_group));
    l.start = true;
    while (*l.p)
        scan_one(&l);
    vec_clear(&l.groups);
}
