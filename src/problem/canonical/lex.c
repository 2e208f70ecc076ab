/* SPDX-License-Identifier: Apache-2.0 */
#include "base/utf8.h"
#include "problem/canonical/parts.h"
#include "problem/canonical/rules.h"
#include "text/lexicon.h"
#include "text/numeral.h"
#include "text/prose.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/*
 * Words: numbers written out, pronouns, percent and dollars, the article.
 */

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
static uint64_t problem_lex_scale_at(const struct canonical_form *f, size_t i)
{
    const struct lexeme *x = NULL;

    if (i < f->tokens.n && form_token(f, i)->kind == TOKEN_WORD)
        x = lexicon_find(form_span(f, form_token(f, i)));
    return lexeme_is(x, WORD_SCALE) ? (uint64_t)x->value : 0;
}

/* A number written out, from the i-th token on: the words taken. */
static size_t problem_lex_number_words(const struct canonical_form *f, size_t i,
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
static bool problem_lex_is_article(const struct canonical_form *f, size_t i)
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

static void problem_lex_rewrite(struct canonical_form *f, struct form_token *t)
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
static size_t problem_lex_number_at(struct canonical_form *f, size_t i,
                                    struct form_token *t)
{
    char digits[24];
    struct numeral v;
    /* "a hundred" */
    size_t a = t->kind == TOKEN_SYMBOL && form_is(f, t, "a") &&
               problem_lex_scale_at(f, i + 1);
    size_t n =
        a || t->kind == TOKEN_WORD ? problem_lex_number_words(f, i + a, &v) : 0;

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
    if (problem_lex_is_article(f, i))
        form_spell(f, t, "a", 1);
    n = problem_lex_number_at(f, i, t);
    if (n)
        return n;
    n = 1;
    if (t->kind == TOKEN_NUMBER) {
        for (; (scale = problem_lex_scale_at(f, i + n)); n++)
            shift(f, t, scale);
    } else if (t->kind == TOKEN_WORD) {
        if (form_is(f, t, "per") && form_has(f, i + 1, TOKEN_WORD, "cent")) {
            form_spell(f, t, "percent", 7);
            n = 2;
        }
        problem_lex_rewrite(f, t);
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

static bool problem_lex_is_amount(const struct form_token *t)
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
            if (i + 1 == n || !problem_lex_is_amount(form_token(f, i + 1)))
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

/*
 * The lexer's LaTeX: commands, groups and dollars. Modes and groups are kept
 * on a stack; malformed nesting is legal input and only has to give the same
 * form every time.
 */

/* ---- groups ---- */

static bool ends_with_brace(enum group_kind k)
{
    return k == GROUP_BRACE || k == GROUP_DROP || k == GROUP_PAREN;
}

static struct form_group *top(const struct form_lexer *l)
{
    return l->groups.n ? vec_get(&l->groups, struct form_group, l->groups.n - 1)
                       : NULL;
}

static void problem_lex_leave(struct form_lexer *l)
{
    struct form_group *g = top(l);

    l->math = g->math;
    l->join = false;
    if (ends_with_brace(g->kind))
        l->n_braces--;
    l->groups.n--;
}

/* Enter a group; what opens it has been or will be skipped. */
static void scan_open(struct form_lexer *l, enum group_kind kind, bool math)
{
    struct form_group g = { .kind = kind, .math = l->math };

    if (ends_with_brace(kind))
        l->n_braces++;
    if (kind == GROUP_BRACE)
        scan_push(l, TOKEN_OPEN, "{", 1);
    l->join = false;
    l->math = math;
    *(struct form_group *)vec_push(&l->groups) = g;
}

/* At "}". It ends whatever was opened inside its group; one that ends no
 * group is a token all the same. */
static void scan_close(struct form_lexer *l)
{
    enum group_kind kind = GROUP_BRACE;

    if (l->n_braces > 0) {
        while (!ends_with_brace(top(l)->kind))
            problem_lex_leave(l);
        kind = top(l)->kind;
        problem_lex_leave(l);
    }
    if (kind == GROUP_BRACE)
        scan_push(l, TOKEN_CLOSE, "}", 1);
    else if (kind == GROUP_PAREN)
        scan_push(l, TOKEN_MARK, ")", 1);
    l->p++;
}

static void leave_if(struct form_lexer *l, enum group_kind kind)
{
    if (l->groups.n && top(l)->kind == kind)
        problem_lex_leave(l);
}

/* ---- dollars ---- */

struct gap {
    const char *end; /* the next dollar that is not \$; NULL: none */
    int prose;       /* words outside braces that no formula has */
    bool blank;      /* a blank line */
};

/* Does a word of prose begin at p? Letters of a formula also stand between
 * spaces, hence the vowel, and the list of the shortest words. */
static bool problem_lex_prose_at(const char *s, const char *p)
{
    static const char shortest[] = " an at by he if in is it of on or to ";
    size_t n = 1;
    bool vowel = strchr("AEIOUaeiou", *p) != NULL;

    if (!is_letter(*p) || p == s || !(is_gap(p[-1]) || p[-1] == ','))
        return false;
    for (; is_lower(p[n]); n++)
        vowel = vowel || strchr("aeiou", p[n]);
    if (!is_gap(p[n]) && (!p[n] || !strchr(".,;:?!)", p[n])))
        return false;
    if (n == 2)
        return prose_listed(shortest, p, n);
    return n > 2 && vowel && !word_is_function((struct span){ p, n });
}

static struct gap gap_after(const char *s, const char *p)
{
    struct gap g = { 0 };
    int depth = 0;

    for (; *p; p++) {
        if (*p == '$') {
            g.end = p;
            break;
        }
        if (*p == '\\' && p[1])
            p++;
        else if (*p == '{')
            depth++;
        else if (*p == '}')
            depth--;
        else if (*p == '\n' && p[1] == '\n')
            g.blank = true;
        else if (depth == 0 && problem_lex_prose_at(s, p))
            g.prose++;
    }
    return g;
}

static bool tex_is_amount(const char *p)
{
    return is_digit(*p) || (*p == '.' && is_digit(p[1]));
}

enum dollar { DOLLAR_OPENS, DOLLAR_MONEY, DOLLAR_DROPPED };

/* What a dollar outside maths means. Before an amount it is money unless the
 * next dollar closes what reads as a formula. */
static enum dollar dollar_means(const char *s, const char *p)
{
    struct gap g = gap_after(s, p + 1);
    const char *q = p + 1;

    while (is_gap(*q))
        q++;
    if (!tex_is_amount(q))
        return g.end && !g.blank && g.prose < 2 ? DOLLAR_OPENS : DOLLAR_DROPPED;
    if (!g.end || g.blank || g.prose || tex_is_amount(g.end + 1))
        return DOLLAR_MONEY;
    return DOLLAR_OPENS;
}

/* A sign of money, behind which l->p stands; without an amount it goes. */
static void scan_money(struct form_lexer *l)
{
    const char *p = l->p;

    while (is_gap(*p))
        p++;
    if (tex_is_amount(p) || !strncmp(p, "\\frac", 5) ||
        !strncmp(p, "\\dfrac", 6) || !strncmp(p, "\\tfrac", 6))
        scan_push(l, TOKEN_MONEY, "$", 1);
    l->join = false;
}

static void scan_dollar(struct form_lexer *l)
{
    int n = l->p[1] == '$' ? 2 : 1;

    if (l->groups.n && top(l)->kind == GROUP_DOLLAR) {
        n = n < top(l)->dollars ? n : top(l)->dollars;
        problem_lex_leave(l);
        l->p += n;
        return;
    }
    l->p += n;
    switch (n == 2 ? DOLLAR_OPENS : dollar_means(l->s, l->p - 1)) {
    case DOLLAR_OPENS:
        scan_open(l, GROUP_DOLLAR, true);
        top(l)->dollars = n;
        break;
    case DOLLAR_MONEY: scan_money(l); break;
    case DOLLAR_DROPPED: l->join = false; break;
    }
}

/* ---- commands ---- */

static void problem_lex_skip_space(struct form_lexer *l)
{
    while (is_gap(*l->p))
        l->p++;
}

static void skip_star(struct form_lexer *l)
{
    if (*l->p == '*')
        l->p++;
    problem_lex_skip_space(l);
}

static void problem_lex_push_text(struct form_lexer *l,
                                  enum form_token_kind kind, const char *s)
{
    scan_push(l, kind, s, strlen(s));
}

/* Push the tokens of a spelling, which stand apart by one space. */
static void push_spelling(struct form_lexer *l, const char *s)
{
    while (*s) {
        size_t n = strcspn(s, " ");

        scan_push(l, *s == '\\' ? TOKEN_COMMAND : TOKEN_MARK, s, n);
        s += n + (s[n] == ' ');
    }
}

static void scan_maths(struct form_lexer *l, const char *s, size_t n);

/* \text{...}: what is in the braces is text. */
static void push_text_group(struct form_lexer *l, bool roman)
{
    skip_star(l);
    if (*l->p != '{')
        return;
    if (roman && l->math && is_letter(l->p[1]) && l->p[2] == '}') {
        scan_maths(l, l->p + 1, 1);
        l->p += 3;
        return;
    }
    scan_open(l, GROUP_DROP, false);
    l->p++;
}

/* Environments that only mark maths. */
static bool problem_lex_is_display(const char *s, size_t n)
{
    return prose_listed(" displaymath equation math ", s, n);
}

/* \begin{name} becomes \begin name, which changes no mode when read again. */
static void push_environment(struct form_lexer *l, bool begins)
{
    const char *name = l->p + 1;
    size_t n = 0, star;

    while (*l->p == '{' && is_letter(name[n]))
        n++;
    star = n && name[n] == '*';
    if (n == 0 || name[n + star] != '}') {
        problem_lex_push_text(l, TOKEN_COMMAND, begins ? "\\begin" : "\\end");
        return;
    }
    if (!begins)
        leave_if(l, GROUP_ENV);
    if (!problem_lex_is_display(name, n)) {
        problem_lex_push_text(l, TOKEN_COMMAND, begins ? "\\begin" : "\\end");
        scan_push(l, TOKEN_SYMBOL, name, n);
        if (star)
            problem_lex_push_text(l, TOKEN_MARK, "*");
    }
    if (begins)
        scan_open(l, GROUP_ENV, n != 7 || strncmp(name, "tabular", 7) != 0);
    l->p += n + star + 2;
}

/* \left and its like go, with the "." that stands for no delimiter. */
static void skip_size(struct form_lexer *l)
{
    problem_lex_skip_space(l);
    if (*l->p == '.' && !is_digit(l->p[1]))
        l->p++;
}

static void problem_lex_skip_argument(struct form_lexer *l)
{
    skip_star(l);
    if (*l->p != '{')
        return;
    while (*l->p && *l->p != '}')
        l->p++;
    l->p += *l->p == '}';
}

static void push_modulo(struct form_lexer *l)
{
    problem_lex_skip_space(l);
    problem_lex_push_text(l, TOKEN_MARK, "(");
    problem_lex_push_text(l, TOKEN_WORD, "mod");
    if (*l->p == '{') {
        scan_open(l, GROUP_PAREN, l->math);
        l->p++;
    } else if (is_digit(*l->p) || is_letter(*l->p)) {
        scan_push(l, is_digit(*l->p) ? TOKEN_NUMBER : TOKEN_SYMBOL, l->p, 1);
        problem_lex_push_text(l, TOKEN_MARK, ")");
        l->p++;
    }
}

/* The command of n bytes, backslash included, that stood before l->p. */
static void push_command(struct form_lexer *l, const char *s, size_t n)
{
    const struct command_rule *r = command_rule_find(s + 1, n - 1);
    const char *spell = r && r->spell ? r->spell : NULL;

    if (!r) {
        scan_push(l, TOKEN_COMMAND, s, n);
        return;
    }
    switch (r->action) {
    case ACTION_DROP: break;
    case ACTION_SIZED: skip_size(l); break;
    case ACTION_SKIP: problem_lex_skip_argument(l); break;
    case ACTION_TEXT: push_text_group(l, false); break;
    case ACTION_ROMAN: push_text_group(l, true); break;
    case ACTION_NAME:
        scan_push(l, TOKEN_WORD, spell ? spell : s + 1,
                  spell ? strlen(spell) : n - 1);
        break;
    case ACTION_SPELL: push_spelling(l, spell); break;
    case ACTION_MONEY: scan_money(l); break;
    case ACTION_MODULO: push_modulo(l); break;
    case ACTION_BEGIN: push_environment(l, true); break;
    case ACTION_END: push_environment(l, false); break;
    }
}

/* A backslash and one character that is no letter. */
static void push_control(struct form_lexer *l, char c)
{
    char text[2] = { '\\', c };

    if (is_gap(c) || strchr(",;:!>/-@\"'`^=.~*", c))
        return;
    switch (c) {
    case '$': scan_money(l); break;
    case '%': problem_lex_push_text(l, TOKEN_MARK, "%"); break;
    case '(':
    case '[': scan_open(l, GROUP_SHOWN, true); break;
    case ')':
    case ']': leave_if(l, GROUP_SHOWN); break;
    default: scan_push(l, TOKEN_COMMAND, text, 2);
    }
}

static void scan_backslash(struct form_lexer *l)
{
    const char *s = l->p++;
    size_t n = 1;

    while (is_letter(s[n]))
        n++;
    if (n > 1) {
        l->p = s + n;
        push_command(l, s, n);
    } else if (*l->p && (*l->p & 0x80) == 0) {
        l->p++;
        push_control(l, l->p[-1]);
    }
}

/*
 * From bytes to tokens: spacing, words, quotes, hyphens and emphasis. What
 * begins with a backslash, a dollar or a brace is in canonical/tex.c, what
 * begins with a digit in canonical/number.c.
 */

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
static bool problem_lex_is_sign(uint32_t ch)
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
    return n && problem_lex_is_sign(ch) ? 0 : n;
}

static size_t problem_lex_letters(const char *s)
{
    size_t n = 0, k;

    while ((k = scan_letter(s + n)) > 0)
        n += k;
    return n;
}

/* Letters of maths: neighbours are one run, whatever space is between. */
static void scan_maths(struct form_lexer *l, const char *s, size_t n)
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
static size_t problem_lex_word_length(const char *s)
{
    size_t n = problem_lex_letters(s);

    while (s[n] == '\'' && scan_letter(s + n + 1) && !possessive(s + n))
        n += 1 + problem_lex_letters(s + n + 1);
    return n;
}

static bool all_upper(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!is_upper(s[i]))
            return false;
    return true;
}

static bool problem_lex_is_quote(char c)
{
    return c == '"' || c == '\'' || c == '`';
}

static void problem_lex_push_word(struct form_lexer *l, const char *s, size_t n)
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
    if (s > l->s && problem_lex_is_quote(s[-1]) && problem_lex_is_quote(s[n]) &&
        !possessive(s + n))
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
    size_t n = l->math ? problem_lex_letters(s) : problem_lex_word_length(s);

    l->p += n;
    if (l->math) {
        scan_maths(l, s, n);
    } else {
        problem_lex_push_word(l, s, n);
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
