/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/limits.h"
#include "base/str.h"
#include "base/utf8.h"
#include "math/exact/unit.h"
#include "math/read/lex_int.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/*
 * Signs whose meaning depends on their neighbours: the U between two intervals,
 * the minus in R - {0}, the braces of {x | x > 2}. Done once over all tokens,
 * when brackets know their partners.
 */

/* Is the bracket that closes here a set or an interval? */
static bool set_closes(const struct tokens *t, const struct token *k)
{
    if (k->kind == TOKEN_DOMAIN)
        return true;
    if (k->kind != TOKEN_CLOSE || !k->match)
        return false;
    return k->sub == DELIMITER_BRACE || t->items[k->match].comma;
}

static bool set_opens(const struct token *k)
{
    if (k->kind == TOKEN_DOMAIN)
        return true;
    return k->kind == TOKEN_OPEN && k->match &&
           (k->sub == DELIMITER_BRACE || k->sub == DELIMITER_GROUP || k->comma);
}

bool lex_domain_letter(const struct lexer *x, const struct token *k)
{
    return k->kind == TOKEN_NAME && k->plain && k->match == 1 && !k->name[1] &&
           strchr("RZQNC", k->name[0]) && !lex_declared(x->opt, k->name, 1) &&
           (k[-1].kind == TOKEN_END || k[-1].kind == TOKEN_RELATION);
}

/* R - {0}; [0, 5] - {1}. */
static void mark_difference(const struct lexer *x, struct tokens *t,
                            struct token *k)
{
    bool braces = k[1].kind == TOKEN_OPEN && k[1].match &&
                  (k[1].sub == DELIMITER_BRACE || k[1].sub == DELIMITER_GROUP);

    if (!braces)
        return;
    if (lex_domain_letter(x, k - 1))
        k[-1].kind = TOKEN_DOMAIN;
    else if (!set_closes(t, k - 1))
        return;
    k->kind = TOKEN_DIFFERENCE;
    k[1].sub = DELIMITER_BRACE;
    t->items[k[1].match].sub = DELIMITER_BRACE;
}

/* Does the name at k come again between from and to? */
static bool comes_again(const struct tokens *t, const struct token *k,
                        unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++)
        if (t->items[i].kind == TOKEN_NAME &&
            strcmp(t->items[i].name, k->name) == 0)
            return true;
    return false;
}

/* {x | x > 2}, {x in R : x != 0} with TeX's own braces. */
static void mark_builder(struct tokens *t, struct token *k)
{
    unsigned from = (unsigned)(k - t->items) + 1, bar = 0;
    bool relation = false;

    if (k->plain || !k->match || k[1].kind != TOKEN_NAME ||
        !token_in(k - 1, KIND(END) | KIND(RELATION) | KIND(UNION) |
                             KIND(INTERSECTION) | KIND(DIFFERENCE)))
        return;
    for (unsigned i = from; i < k->match; i++) {
        const struct token *j = &t->items[i];

        if (j->kind == TOKEN_OPEN && j->match > i)
            i = j->match;
        else if (j->kind == TOKEN_BAR || j->kind == TOKEN_COLON)
            bar = bar ? bar : i;
        else
            relation |= bar && j->kind == TOKEN_RELATION;
    }
    if (!bar || !relation || !comes_again(t, k + 1, bar, k->match))
        return;
    k->sub = DELIMITER_BRACE;
    t->items[k->match].sub = DELIMITER_BRACE;
}

/* Settle the meaning of signs that depend on their neighbours. Brackets are
 * matched by then. */
static void lex_mark(const struct lexer *x, struct tokens *t)
{
    for (unsigned i = 1; i + 1 < t->count; i++) {
        struct token *k = &t->items[i];

        if (k->kind == TOKEN_NAME && k->plain && strcmp(k->name, "U") == 0 &&
            set_closes(t, k - 1) && set_opens(k + 1) &&
            !lex_declared(x->opt, "U", 1))
            k->kind = TOKEN_UNION;
        else if (k->kind == TOKEN_MINUS)
            mark_difference(x, t, k);
        else if (k->kind == TOKEN_OPEN && k->sub == DELIMITER_GROUP)
            mark_builder(t, k);
    }
}

/*
 * The walk over the text: white space, numbers, punctuation, money, and at
 * the end the partners of brackets. Each byte is looked at a bounded number
 * of times.
 */

/* Returns the column of a byte, in characters from 1. Asking in rising order
 * keeps the cost of all calls linear. */
static uint32_t lex_column(struct lexer *x, size_t at);

struct token *lex_push(struct lexer *x, unsigned kind, size_t at, size_t n)
{
    struct token *t;

    /* A control word of three bytes gives one token, "½" two bytes: tokens
     * never outnumber bytes, but for the two ends. */
    INVARIANT(x->count < x->room);
    t = &x->items[x->count++]; /* zeroed by the arena */
    t->kind = (unsigned char)kind;
    t->space = x->space;
    t->plain = x->argument && kind == TOKEN_OPEN;
    x->argument = false;
    x->rows |= kind == TOKEN_ROW;
    t->at = (uint32_t)at;
    t->len = (uint32_t)n;
    t->column = lex_column(x, at);
    t->wide = x->wide;
    x->wides |= x->wide;
    x->space = x->wide = false;
    return t;
}

struct token *lex_take(struct lexer *x, unsigned kind, size_t from, size_t end)
{
    struct token *t = lex_push(x, kind, from, end - from);

    t->plain = true;
    x->i = end;
    return t;
}

bool lex_among(const char *s, size_t n, const char *list)
{
    for (size_t k; *list; list += k + (list[k] == ' ')) {
        k = strcspn(list, " ");
        if (k == n && memcmp(s, list, n) == 0)
            return true;
    }
    return false;
}

static uint32_t lex_column(struct lexer *x, size_t at)
{
    if (at < x->counted) {
        x->counted = 0;
        x->column = 1;
    }
    for (; x->counted < at; x->counted++)
        x->column += ((unsigned char)x->s[x->counted] & 0xC0) != 0x80;
    return x->column;
}

bool lex_fail(struct lexer *x, size_t at, const char *fmt, ...)
{
    char msg[200];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(msg, sizeof(msg), fmt, ap);
    va_end(ap);
    return err_at(x->e, ERR_SYNTAX, 1, lex_column(x, at), "%s", msg);
}

bool lex_declared(const struct read_options *opt, const char *name, size_t n)
{
    for (size_t i = 0; i < opt->symbols_n; i++)
        if (lex_same(name, n, opt->symbols[i]))
            return true;
    return false;
}

const char *lex_letter(char c)
{
    static const char upper[26][2] = { "A", "B", "C", "D", "E", "F", "G",
                                       "H", "I", "J", "K", "L", "M", "N",
                                       "O", "P", "Q", "R", "S", "T", "U",
                                       "V", "W", "X", "Y", "Z" };
    static const char lower[26][2] = { "a", "b", "c", "d", "e", "f", "g",
                                       "h", "i", "j", "k", "l", "m", "n",
                                       "o", "p", "q", "r", "s", "t", "u",
                                       "v", "w", "x", "y", "z" };

    return is_upper(c) ? upper[c - 'A'] : lower[c - 'a'];
}

/* ---- numbers ---- */

static size_t lex_digits_end(const struct lexer *x, size_t i)
{
    while (is_digit(lex_at(x, i)))
        i++;
    return i;
}

int lex_base_word(const char *s, size_t n)
{
    static const char *const words[] = { "two",      "three",   "four",
                                         "five",     "six",     "seven",
                                         "eight",    "nine",    "ten",
                                         "eleven",   "twelve",  "thirteen",
                                         "fourteen", "fifteen", "sixteen" };

    for (int k = 0; k < 15; k++)
        if (lex_same(s, n, words[k]))
            return k + 2;
    return 0;
}

/* Returns the base that follows as an index of two digits or in words, or 0 if
 * none does; a bracket may close before it, as in (1A)_{16}. */
static int base_behind(const struct lexer *x, size_t i)
{
    size_t n = 0;

    i += lex_at(x, i) == ')' || lex_at(x, i) == '}';
    if (lex_at(x, i) != '_')
        return 0;
    i += lex_at(x, i + 1) == '{' ? 2 : 1;
    if (x->n - i > 6 && memcmp(x->s + i, "\\text{", 6) == 0)
        i += 6;
    while (n < 10 && is_letter(lex_at(x, i + n)))
        n++;
    if (n)
        return lex_base_word(x->s + i, n);
    if (!is_digit(lex_at(x, i)) || !is_digit(lex_at(x, i + 1)) ||
        is_digit(lex_at(x, i + 2)))
        return 0;
    return 10 * (x->s[i] - '0') + (x->s[i + 1] - '0');
}

#define NUMERAL_MOST 64 /* digits of a numeral with letters */

/*
 * Returns the end of 1A3 in 1A3_{16}, or 0 if it is no such numeral. 2A_{10} is
 * a multiple of A_{10}; AB_{12} is no numeral either, but for its base 16.
 */
static size_t lex_numeral_end(const struct lexer *x, size_t i)
{
    size_t from = i;
    bool letters = false, digits = false;
    int largest = 0, base;

    for (; i - from < NUMERAL_MOST; i++) {
        char c = lex_at(x, i);

        if (!is_digit(c) && !(c >= 'A' && c <= 'F'))
            break;
        digits |= is_digit(c);
        letters |= !is_digit(c);
        if (!is_digit(c) && c - 'A' + 10 > largest)
            largest = c - 'A' + 10;
    }
    base = letters && i - from > 1 ? base_behind(x, i) : 0;
    return base > largest && base <= 36 && (digits || base == 16) ? i : 0;
}

/*
 * The end of an exponent "e3", "E-2" that begins at i, or i. 2e-3 without a
 * point may as well be twice Euler's number less three: it is an exponent
 * only behind a point, a lone 1, a capital E, or with two digits.
 */
static size_t exponent_end(const struct lexer *x, size_t from, size_t i)
{
    size_t k = i, end;
    bool sure = lex_at(x, i) == 'E' || memchr(x->s + from, '.', i - from) ||
                (i - from == 1 && x->s[from] == '1');

    if (lex_at(x, k) != 'e' && lex_at(x, k) != 'E')
        return i;
    k++;
    if (lex_at(x, k) == '+' || lex_at(x, k) == '-')
        k++;
    else
        sure = true;
    end = lex_digits_end(x, k);
    if (end == k || (!sure && end - k < 2) || is_letter(lex_at(x, end)))
        return i;
    return end;
}

/* Does a repeating part follow: 0.\overline{3}, 0.\dot{3}, 0.\bar{3}? */
static bool repeat_follows(const struct lexer *x, size_t i)
{
    static const char *const words[] = { "\\overline", "\\bar", "\\dot" };

    for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++) {
        size_t len = strlen(words[k]);

        if (x->n - i >= len && memcmp(x->s + i, words[k], len) == 0 &&
            !is_letter(lex_at(x, i + len)))
            return true;
    }
    return false;
}

/* Returns the end of 1.234,5 and 1.234.567, whose points group digits, or 0 if
 * it is no such number. */
static size_t lex_grouped_end(const struct lexer *x, size_t from)
{
    size_t i = lex_digits_end(x, from), groups = 0;

    if (i - from > 3 || i == from || x->s[from] == '0')
        return 0;
    while (lex_at(x, i) == '.' && lex_digits_end(x, i + 1) == i + 4) {
        i += 4;
        groups++;
    }
    if (groups && lex_at(x, i) == ',' && x->opt->decimal_comma &&
        is_digit(lex_at(x, i + 1)))
        return lex_digits_end(x, i + 1);
    return groups > 1 && lex_at(x, i) != '.' ? i : 0;
}

/* The end of the digits behind a point at i; i when the point is none. */
static size_t lex_fraction_end(const struct lexer *x, size_t i)
{
    char sign = lex_at(x, i);
    char next = lex_at(x, i + 1);

    if (sign == ' ' && next == '.' && lex_at(x, i + 2) == ' ' &&
        repeat_follows(x, i + 3))
        return i + 3; /* 0 . \overline{3}, as scanned books have it */
    if (sign == ',' && x->opt->decimal_comma && is_digit(next))
        return lex_digits_end(x, i + 1);
    if (sign != '.' || next == '.')
        return i;
    if (is_digit(next))
        return lex_digits_end(x, i + 1);
    /* "5." before an operator or bracket; a full stop is trimmed before. */
    if (repeat_follows(x, i + 1) ||
        (next && !is_letter(next) && !is_space(next) && next != '\\'))
        return i + 1;
    return i;
}

/* Read a number, which begins with a digit or with a point before one. */
static bool lex_number(struct lexer *x)
{
    size_t from = x->i, end = lex_numeral_end(x, from);

    if (!end)
        end = lex_grouped_end(x, from);
    if (!end) {
        end = lex_fraction_end(x, lex_digits_end(x, from));
        end = exponent_end(x, from, end);
    }
    if (end - from > LIMIT_NUMBER_CHARS)
        return err_at(x->e, ERR_LIMIT, 1, lex_column(x, from),
                      "digits: a number has %zu characters", end - from);
    if (end < x->n && x->s[end] == '.' && is_digit(lex_at(x, end + 1)))
        return lex_fail(x, end, "a number has two decimal points");
    lex_push(x, TOKEN_NUMBER, from, end - from);
    x->i = end;
    return true;
}

/* ---- punctuation ---- */

bool lex_value_ends(const struct token *t)
{
    return token_in(t, KIND(NUMBER) | KIND(NAME) | KIND(CONSTANT) |
                           KIND(VULGAR) | KIND(CLOSE) | KIND(BAR) | KIND(BANG) |
                           KIND(PERCENT) | KIND(DEGREE) | KIND(SUPER) |
                           KIND(DOMAIN) | KIND(TEXT));
}

struct spelling {
    const char *text;
    unsigned char kind, sub;
};

/* Signs of several characters. */
static const struct spelling spellings[] = {
    { "**", TOKEN_CARET, 0 },
    { "...", TOKEN_DOTS, 0 },
    { "+-", TOKEN_PLUSMINUS, 0 },
    { "+/-", TOKEN_PLUSMINUS, 0 },
    { "->", TOKEN_RELATION, RELATION_TO },
    { ":=", TOKEN_RELATION, RELATION_EQ },
    { "==>", TOKEN_RELATION, TOKEN_IFF },
    { "<=>", TOKEN_RELATION, TOKEN_IFF },
    { "=>", TOKEN_RELATION, TOKEN_IFF },
    { "==", TOKEN_RELATION, RELATION_EQ },
    { "!=", TOKEN_RELATION, RELATION_NE },
    { "<=", TOKEN_RELATION, RELATION_LE },
    { ">=", TOKEN_RELATION, RELATION_GE },
};

/* Signs of one character; TOKEN_END: none. */
static const struct {
    unsigned char kind, sub;
    bool more; /* begins longer signs */
} signs[128] = {
    ['*'] = { TOKEN_TIMES, 0, true },
    ['.'] = { TOKEN_STRAY, TOKEN_STOP, true },
    ['+'] = { TOKEN_PLUS, 0, true },
    ['-'] = { TOKEN_MINUS, 0, true },
    ['/'] = { TOKEN_SLASH, 0, false },
    ['^'] = { TOKEN_CARET, 0, false },
    ['_'] = { TOKEN_UNDER, 0, false },
    [','] = { TOKEN_COMMA, 0, false },
    [';'] = { TOKEN_SEMICOLON, 0, false },
    [':'] = { TOKEN_COLON, 0, true },
    ['='] = { TOKEN_RELATION, RELATION_EQ, true },
    ['<'] = { TOKEN_RELATION, RELATION_LT, true },
    ['>'] = { TOKEN_RELATION, RELATION_GT, true },
    ['!'] = { TOKEN_BANG, 0, true },
    ['%'] = { TOKEN_PERCENT, 0, false },
    ['('] = { TOKEN_OPEN, DELIMITER_ROUND, false },
    [')'] = { TOKEN_CLOSE, DELIMITER_ROUND, false },
    ['['] = { TOKEN_OPEN, DELIMITER_SQUARE, false },
    [']'] = { TOKEN_CLOSE, DELIMITER_SQUARE, false },
    ['{'] = { TOKEN_OPEN, DELIMITER_GROUP, false },
    ['}'] = { TOKEN_CLOSE, DELIMITER_GROUP, false },
    ['|'] = { TOKEN_BAR, 0, false },
};

bool lex_ascii(char c, struct lex_meaning *out)
{
    unsigned char k = (unsigned char)c;

    *out = (struct lex_meaning){ signs[k].kind, signs[k].sub, NULL };
    return signs[k].kind != TOKEN_END;
}

static bool lex_ampersand(struct lexer *x)
{
    static const struct spelling entities[] = {
        { "&lt;", TOKEN_RELATION, RELATION_LT },
        { "&gt;", TOKEN_RELATION, RELATION_GT },
        { "&le;", TOKEN_RELATION, RELATION_LE },
        { "&ge;", TOKEN_RELATION, RELATION_GE },
        { "&ne;", TOKEN_RELATION, RELATION_NE },
        { "&pi;", TOKEN_CONSTANT, CONSTANT_PI },
        { "&nbsp;", TOKEN_END, 0 },
    };

    for (size_t k = 0; k < sizeof(entities) / sizeof(entities[0]); k++) {
        size_t len = strlen(entities[k].text);

        if (x->n - x->i < len || memcmp(x->s + x->i, entities[k].text, len))
            continue;
        if (entities[k].kind == TOKEN_END)
            x->space = true;
        else
            lex_push(x, entities[k].kind, x->i, len)->sub = entities[k].sub;
        x->i += len;
        return true;
    }
    if (x->depth && x->depth <= LEX_ENVIRONMENTS &&
        (x->lines >> (x->depth - 1) & 1))
        x->space = true;
    else
        lex_push(x, x->depth ? TOKEN_AMP : TOKEN_AND, x->i, 1);
    x->i++;
    return true;
}

/* Is this ** the edge of bold Markdown text, and no power? */
static bool markdown(const struct lexer *x, const struct spelling *p)
{
    return p->kind == TOKEN_CARET && p->text[0] == '*' &&
           (x->i + 2 == x->n || !lex_value_ends(&x->items[x->count - 1]));
}

/* A sign of several characters, when one stands here. */
static bool lex_long_sign(struct lexer *x)
{
    size_t left = x->n - x->i;

    for (size_t k = 0; k < sizeof(spellings) / sizeof(spellings[0]); k++) {
        const struct spelling *p = &spellings[k];
        size_t len;

        if (p->text[0] != x->s[x->i] || left < 2 ||
            p->text[1] != x->s[x->i + 1])
            continue;
        len = strlen(p->text);
        if (len > left || memcmp(p->text, x->s + x->i, len) != 0)
            continue;
        /* +- is a sign before a value; between values it is + and -. */
        if (p->kind == TOKEN_PLUSMINUS && len == 2 &&
            lex_value_ends(&x->items[x->count - 1]))
            continue;
        /* 5!=120 is a factorial; x!=3 and 5 != 3 are not. */
        if (p->sub == RELATION_NE && p->kind == TOKEN_RELATION && x->i > 0 &&
            x->s[x->i] == '!' && is_digit(x->s[x->i - 1]))
            continue;
        if (markdown(x, p))
            x->space = true;
        else
            lex_push(x, p->kind, x->i, len)->sub = p->sub;
        x->i += len;
        return true;
    }
    return false;
}

/* Is this the point of "sq." or "in.", behind a number? */
static bool abbreviated(const struct lexer *x)
{
    size_t from = x->i;

    while (from > 0 && x->i - from < 5 && is_letter(x->s[from - 1]))
        from--;
    return from > 0 && !is_digit(lex_at(x, x->i + 1)) &&
           lex_among(x->s + from, x->i - from,
                     "sq cu ft in yd mi lb lbs oz hr hrs min sec cm mm km yr "
                     "yrs gal qt pt");
}

static bool math_lex_sign(struct lexer *x)
{
    unsigned char c = (unsigned char)x->s[x->i];

    if (c == '"' && x->items[x->count - 1].kind == TOKEN_NUMBER) {
        lex_push(x, TOKEN_PRIME, x->i++, 1)->sub = 2; /* 5' 6" */
        return true;
    }
    if (signs[c].more && lex_long_sign(x))
        return true;
    if (c == '.' && abbreviated(x)) {
        x->space = true;
        x->i++;
        return true;
    }
    if (signs[c].kind == TOKEN_END)
        return lex_fail(x, x->i, "cannot read the character \"%c\"", c);
    lex_push(x, signs[c].kind, x->i, 1)->sub = signs[c].sub;
    x->i++;
    return true;
}

static bool lex_primes(struct lexer *x)
{
    size_t from = x->i;
    size_t n;

    while (lex_at(x, x->i) == '\'')
        x->i++;
    n = x->i - from;
    if (n > 9)
        return lex_fail(x, from, "too many prime marks");
    lex_push(x, TOKEN_PRIME, from, n)->sub = (unsigned char)n;
    return true;
}

/* A dollar sign: money before or behind a number, else the edge of a formula,
 * which says nothing. */
static bool lex_dollar(struct lexer *x)
{
    size_t k = x->i + 1;
    bool behind = x->count > 1 && x->items[x->count - 1].kind == TOKEN_NUMBER;

    while (lex_at(x, k) == ' ')
        k++;
    if (x->dollars && (is_digit(lex_at(x, k)) || lex_at(x, k) == '.' || behind))
        lex_push(x, TOKEN_CURRENCY, x->i, 1)->name = "USD";
    else if (x->dollars && x->i > 0 && x->i + 1 < x->n)
        return lex_fail(x, x->i, "\"$\" without a partner");
    else
        x->space = true;
    x->i++;
    return true;
}

/* Are the dollar signs of the text money? Formulas have them in pairs; but
 * of "$5 and $6" the second one is not the end of a formula. */
static bool dollars_are_money(const char *s, size_t n)
{
    size_t count = 0, money = 0;

    for (size_t i = 0; i < n; i++) {
        if (s[i] == '\\')
            i++;
        else if (s[i] == '$') {
            count++;
            money += i + 1 < n && is_digit(s[i + 1]) &&
                     (i == 0 || s[i - 1] == ' ' || s[i - 1] == '(');
        }
    }
    return count % 2 == 1 || (count && money == count);
}

/*
 * \frac in a JSON string whose backslash nobody escaped is a form feed and
 * "rac". Such a character before the rest of a control word is its backslash
 * and first letter; of the white ones, only where no text could mean it.
 */
static bool lost_backslash(const struct lexer *x, char c)
{
    static const char *const white[] = { "\tfrac", "\text",  "\times",
                                         "\theta", "\right", "\rfloor",
                                         "\rceil", "\rangle" };
    const char *rest = x->s + x->i + 1;
    size_t n = x->n - x->i - 1;

    if (c == '\f' || c == '\b')
        return n > 1 && is_letter(rest[0]);
    for (size_t k = 0; k < sizeof(white) / sizeof(white[0]); k++) {
        size_t len = strlen(white[k]) - 1;

        if (c == white[k][0] && n >= len && !memcmp(rest, white[k] + 1, len))
            return true;
    }
    return false;
}

static bool math_lex_one(struct lexer *x)
{
    char c = x->s[x->i];

    if ((unsigned char)c < 0x20 && lost_backslash(x, c))
        return lex_lost(x, c == '\f'   ? 'f'
                           : c == '\b' ? 'b'
                           : c == '\t' ? 't'
                                       : 'r');
    if (is_space(c) || c == '~') {
        x->space = true;
        x->i++;
        return true;
    }
    if (is_digit(c) || (c == '.' && is_digit(lex_at(x, x->i + 1))) ||
        (c >= 'A' && c <= 'F' && lex_numeral_end(x, x->i)))
        return lex_number(x);
    if (is_letter(c))
        return lex_word(x);
    if (c == '\\')
        return lex_control(x);
    if (c == '\'')
        return lex_primes(x);
    if (c == '&')
        return lex_ampersand(x);
    if (c == '$')
        return lex_dollar(x);
    if ((unsigned char)c >= 0x80)
        return lex_unicode(x);
    if ((unsigned char)c < 0x20 || c == 0x7F)
        return lex_fail(x, x->i, "cannot read a control character");
    return math_lex_sign(x);
}

/* ---- partners ---- */

/* Could token t follow an interval, but never an opening bracket? */
static bool interval_follower(const struct token *t)
{
    return token_in(t, KIND(END) | KIND(UNION) | KIND(INTERSECTION) |
                           KIND(CLOSE) | KIND(COMMA) | KIND(AND) | KIND(OR) |
                           KIND(DIFFERENCE));
}

/* Square brackets that look outwards, ]0,1[: the sides are exchanged. */
static void turn_brackets(struct tokens *t)
{
    for (unsigned i = 1; i + 1 < t->count; i++) {
        struct token *k = &t->items[i];

        if (k->sub != DELIMITER_SQUARE)
            continue;
        if (k->kind == TOKEN_OPEN && lex_value_ends(k - 1) &&
            interval_follower(k + 1))
            k->kind = TOKEN_CLOSE;
        else if (k->kind == TOKEN_CLOSE &&
                 token_in(k - 1, KIND(END) | KIND(UNION) | KIND(INTERSECTION) |
                                     KIND(RELATION)))
            k->kind = TOKEN_OPEN;
    }
}

/* Does the row that begins at token i hold a relation, before the next row? */
static bool row_relates(const struct tokens *t, unsigned i)
{
    for (; t->items[i].kind != TOKEN_END && t->items[i].kind != TOKEN_ROW; i++)
        if (t->items[i].kind == TOKEN_RELATION)
            return true;
    return false;
}

/* Is it a comma or full stop with which a row ends, "x &= 3."? */
static bool ends_row(const struct token *k)
{
    return (k->kind == TOKEN_COMMA ||
            (k->kind == TOKEN_STRAY && k->sub == TOKEN_STOP)) &&
           (k[1].kind == TOKEN_ROW || k[1].kind == TOKEN_END);
}

/*
 * Rows outside of matrices: a formula broken over lines, or formulas below
 * each other. A row goes on with the last one when it begins with + or = or
 * when that one has a relation and it has none.
 */
static void lex_join_rows(struct tokens *t)
{
    unsigned kept = 1, depth = 0;
    bool relates = row_relates(t, 1);

    for (unsigned i = 1; i < t->count; i++) {
        const struct token *k = &t->items[i];
        bool drop = false;

        depth += k->kind == TOKEN_BEGIN;
        depth -= k->kind == TOKEN_FINISH && depth > 0;
        if (ends_row(k))
            drop = true;
        if (k->kind == TOKEN_ROW && !depth) {
            bool next = row_relates(t, i + 1);

            drop = token_in(k + 1, KIND(END) | KIND(PLUS) | KIND(RELATION)) ||
                   (relates && !next);
            relates = next || (drop && relates);
        }
        if (!drop)
            t->items[kept++] = *k;
        else
            t->items[i + 1].space = true;
    }
    t->count = kept;
}

/* x = 1 \quad x = 2: a comma is put behind a statement with a relation, when
 * another relation follows. */
static void part_statements(struct arena *a, struct tokens *t)
{
    struct token *out =
        arena_array(a, struct token, 2 * (size_t)t->count + LEX_AHEAD);
    unsigned n = 0, depth = 0, last = t->count - 1;
    bool relates = false;

    while (last && t->items[last].kind != TOKEN_RELATION)
        last--;
    for (unsigned i = 0; i < t->count; i++) {
        const struct token *k = &t->items[i];

        if (depth == 0 && k->wide && relates && i < last &&
            k->kind != TOKEN_RELATION && lex_value_ends(k - 1)) {
            out[n] = *k;
            out[n].kind = TOKEN_COMMA;
            out[n++].len = 0;
            relates = false;
        }
        depth += k->kind == TOKEN_OPEN || k->kind == TOKEN_BEGIN;
        depth -= (k->kind == TOKEN_CLOSE || k->kind == TOKEN_FINISH) && depth;
        out[n++] = *k;
        relates |= depth == 0 && k->kind == TOKEN_RELATION;
        relates &= k->kind != TOKEN_COMMA && k->kind != TOKEN_SEMICOLON;
    }
    t->items = out;
    t->count = n;
}

/* Does a chain go on behind this arrow? \to also says where a limit goes: it
 * is a link only between two equations. */
static bool lex_is_link(const struct tokens *t, unsigned i, bool relates)
{
    const struct token *k = &t->items[i];

    if (k->kind != TOKEN_RELATION)
        return false;
    if (k->sub == TOKEN_IFF && i == 1)
        return true; /* \therefore x = 5 */
    if (k->sub == TOKEN_IMPLIES || k->sub == TOKEN_IFF)
        return relates;
    return k->sub == RELATION_TO && relates && row_relates(t, i + 1);
}

/*
 * 2x = 20 \Rightarrow x = 10: the last link of a chain is what it says, and
 * the links before it are dropped. An arrow between names is logic.
 */
static void keep_last_link(struct tokens *t)
{
    unsigned last = 0, depth = 0;
    bool relates = false;

    for (unsigned i = 1; i + 2 < t->count; i++) {
        struct token *k = &t->items[i];

        depth += k->kind == TOKEN_OPEN || k->kind == TOKEN_BEGIN;
        depth -= (k->kind == TOKEN_CLOSE || k->kind == TOKEN_FINISH) && depth;
        if (depth == 0 && lex_is_link(t, i, relates))
            last = i;
        else if (k->kind == TOKEN_RELATION && k->sub == TOKEN_IMPLIES)
            k->sub = RELATION_TO;
        relates |= depth == 0 && k->kind == TOKEN_RELATION;
    }
    if (!last)
        return;
    t->count -= last;
    memmove(t->items + 1, t->items + 1 + last,
            (t->count - 1) * sizeof(*t->items));
    memset(t->items + t->count, 0, last * sizeof(*t->items));
}

/* Give brackets their partners. A group { } closes whatever is still open in
 * it; other brackets may be of two kinds, as in [0,1). */
static void lex_match_brackets(struct arena *a, struct tokens *t)
{
    unsigned *stack = arena_array(a, unsigned, t->count);
    unsigned depth = 0;

    for (unsigned i = 1; i + 1 < t->count; i++) {
        struct token *k = &t->items[i];
        struct token *top = depth ? &t->items[stack[depth - 1]] : NULL;

        if (k->kind == TOKEN_OPEN) {
            stack[depth++] = i;
        } else if (k->kind == TOKEN_CLOSE) {
            bool group = k->sub == DELIMITER_GROUP;

            while (group && top && top->sub != DELIMITER_GROUP) {
                depth--;
                top = depth ? &t->items[stack[depth - 1]] : NULL;
            }
            if (!top || (!group && top->sub == DELIMITER_GROUP))
                continue;
            top->match = i;
            k->match = stack[--depth];
        } else if (top) {
            top->comma |= k->kind == TOKEN_COMMA || k->kind == TOKEN_SEMICOLON;
            top->odd_bars ^= k->kind == TOKEN_BAR;
        }
    }
}

/* \frac{3}{4}}: a brace too many at the end. */
static void drop_last_brace(struct tokens *t)
{
    struct token *end = &t->items[t->count - 1], *last = end - 1;

    if (t->count < 3 || last->kind != TOKEN_CLOSE ||
        last->sub != DELIMITER_GROUP || last->match)
        return;
    *last = *end;
    *end = (struct token){ 0 };
    t->count--;
}

bool lex_text(struct arena *a, const char *text, size_t n,
              const struct read_options *opt, struct tokens *out, struct err *e)
{
    struct lexer x = { .arena = a, .opt = opt, .s = text, .column = 1, .e = e };

    if (n > LIMIT_ANSWER_BYTES)
        return err_at(e, ERR_LIMIT, 1, 1, "bytes: the text has %zu", n);
    x.n = n;
    x.room = (unsigned)n + 2;
    /* The parser looks a few tokens ahead: zeroed ones are TOKEN_END. */
    x.items = arena_array(a, struct token, x.room + LEX_AHEAD);
    x.dollars = dollars_are_money(text, n);
    lex_push(&x, TOKEN_END, 0, 0);
    x.space = true;
    while (x.i < n)
        if (!math_lex_one(&x))
            return false;
    lex_push(&x, TOKEN_END, n, 0);
    *out = (struct tokens){ text, n, x.items, x.count };
    if (x.rows)
        lex_join_rows(out);
    keep_last_link(out);
    if (x.wides)
        part_statements(a, out);
    turn_brackets(out);
    lex_match_brackets(a, out);
    drop_last_brace(out);
    lex_mark(&x, out);
    return true;
}

/*
 * Units that are set as formulas: \mathrm{m\,s^{-2}}, \text{kg\cdot m/s^2},
 * and µm. They become one token with the canonical text of the unit.
 */

struct scan {
    const char *s NONSTRING;
    size_t n, i;
    struct str *out;
    bool sign; /* something else than one word was met */
};

static char at_of_unit(const struct scan *c, size_t i)
{
    return i < c->n ? c->s[i] : '\0';
}

static bool math_lex_skip(struct scan *c, const char *text)
{
    size_t n = strlen(text);

    if (c->n - c->i < n || memcmp(c->s + c->i, text, n) != 0)
        return false;
    c->i += n;
    return true;
}

/* Spaces and dots between the words. */
static bool lex_between(struct scan *c)
{
    static const char *const spaces[] = { " ",        "~",      "\\,",
                                          "\\;",      "\\ ",    "\\:",
                                          "\\!",      "\\cdot", "\\times",
                                          "\xC2\xB7", "*",      "." };
    bool any = false;

    for (size_t k = 0; k < sizeof(spaces) / sizeof(spaces[0]); k++)
        if (c->i < c->n && math_lex_skip(c, spaces[k])) {
            any = true;
            k = (size_t)-1; /* from the first one again */
        }
    c->sign |= any;
    return any;
}

/* Letters of a unit; \mu and \Omega are among them. */
static bool math_lex_word(struct scan *c, const struct read_options *opt)
{
    size_t from, start;

    if (c->out->n && c->out->s[c->out->n - 1] != '/')
        str_addc(c->out, ' ');
    from = c->out->n;
    if (math_lex_skip(c, "\\mu ") ||
        (at_of_unit(c, c->i + 3) == '\\' && math_lex_skip(c, "\\mu")))
        str_add(c->out, "\xC2\xB5");
    if (math_lex_skip(c, "\\Omega"))
        str_add(c->out, "\xCE\xA9");
    start = c->i;
    while (is_letter(at_of_unit(c, c->i)) ||
           (unsigned char)at_of_unit(c, c->i) >= 0xC3)
        c->i++;
    str_addn(c->out, c->s + start, c->i - start);
    return c->out->n > from && c->out->n - from < 32 &&
           unit_known(c->out->s + from, c->out->n - from) &&
           !lex_declared(opt, c->out->s + from, c->out->n - from);
}

/* ^2, ^{-2}, ^{2} */
static bool lex_power(struct scan *c)
{
    bool brace;
    size_t from;

    if (!math_lex_skip(c, "^"))
        return true;
    c->sign = true;
    brace = math_lex_skip(c, "{");
    str_add(c->out, "^{");
    if (math_lex_skip(c, "-"))
        str_addc(c->out, '-');
    from = c->i;
    while (is_digit(at_of_unit(c, c->i)) && c->i - from < 2 &&
           (brace || c->i == from))
        c->i++;
    str_addn(c->out, c->s + from, c->i - from);
    str_addc(c->out, '}');
    return c->i > from && (!brace || math_lex_skip(c, "}"));
}

const char *lex_unit(struct lexer *x, const char *s, size_t n)
{
    struct str out = str_in(x->arena);
    struct scan c = { .s = s, .n = n, .out = &out };
    bool open = false;

    if (n > 64 || memchr(s, '\0', n))
        return NULL;
    lex_between(&c);
    while (c.i < c.n) {
        if (math_lex_skip(&c, "/")) {
            c.sign = true;
            if (!out.n || out.s[out.n - 1] == '/')
                return NULL;
            str_addc(&out, '/');
            lex_between(&c);
            open = math_lex_skip(&c, "("); /* J/(kg K) is J/kg K here */
        }
        if (!math_lex_word(&c, x->opt) || !lex_power(&c))
            return NULL;
        if (open && math_lex_skip(&c, ")"))
            open = false;
        lex_between(&c);
    }
    return !open && out.n && c.sign ? str_get(&out) : NULL;
}

/* µm, µs: the micro sign and the letters behind it, after a number. */
bool lex_micro(struct lexer *x, size_t len)
{
    size_t end = x->i + len;
    char name[16] = "\xC2\xB5";

    if (x->items[x->count - 1].kind != TOKEN_NUMBER)
        return false;
    while (end < x->n && is_letter(x->s[end]))
        end++;
    if (end == x->i + len || end - x->i - len > 8)
        return false;
    memcpy(name + 2, x->s + x->i + len, end - x->i - len);
    if (!unit_known(name, strlen(name)))
        return false;
    lex_push(x, TOKEN_UNIT, x->i, end - x->i)->name =
        arena_strndup(x->arena, name, strlen(name));
    x->i = end;
    return true;
}

/* The kilo-ohm behind 5, whose k is a letter of its own to others. */
bool lex_ohm(struct lexer *x, size_t from, size_t end)
{
    static const char ohm[] = "\xCE\xA9";

    if (end - from != 1 || !strchr("kMGm", x->s[from]) || x->n - end < 2 ||
        memcmp(x->s + end, ohm, 2) != 0 ||
        x->items[x->count - 1].kind != TOKEN_NUMBER)
        return false;
    lex_push(x, TOKEN_UNIT, from, 3)->name =
        arena_printf(x->arena, "%c%s", x->s[from], ohm);
    x->i = end + 2;
    return true;
}

/*
 * Words that join values in other languages ("oder", "et", "或"), and words
 * before sums of money ("Rs.", "USD"). Such a word joins only between two
 * sides, where it stands apart: o, y and e are letters everywhere else.
 */

struct joiner {
    const char *word;
    unsigned char kind;
};

static const struct joiner joiners[] = {
    { "oder", TOKEN_OR }, { "ou", TOKEN_OR },     { "eller", TOKEN_OR },
    { "lub", TOKEN_OR },  { "oppure", TOKEN_OR }, { "und", TOKEN_AND },
    { "et", TOKEN_AND },  { "och", TOKEN_AND },   { "og", TOKEN_AND },
    { "oraz", TOKEN_AND }
};

/* Only in \text{ o }, with its spaces. */
static const struct joiner letters[] = { { "o", TOKEN_OR },
                                         { "u", TOKEN_OR },
                                         { "y", TOKEN_AND },
                                         { "e", TOKEN_AND },
                                         { "i", TOKEN_AND } };

static unsigned lex_find(const struct joiner *table, size_t count,
                         const char *s, size_t n)
{
    for (size_t k = 0; k < count; k++)
        if (lex_same(s, n, table[k].word))
            return table[k].kind;
    return TOKEN_END;
}

static bool side_before(const struct lexer *x)
{
    const struct token *last = &x->items[x->count - 1];

    return lex_value_ends(last) || last->kind == TOKEN_WORD;
}

bool lex_joiner(struct lexer *x, size_t from, size_t end)
{
    unsigned kind = lex_find(joiners, sizeof(joiners) / sizeof(joiners[0]),
                             x->s + from, end - from);

    if (kind == TOKEN_END || !from || !is_space(x->s[from - 1]) ||
        !is_space(lex_at(x, end)) || !side_before(x))
        return false;
    lex_take(x, kind, from, end);
    return true;
}

bool lex_text_joiner(struct lexer *x, size_t from, size_t n, size_t end)
{
    unsigned kind =
        lex_find(joiners, sizeof(joiners) / sizeof(joiners[0]), x->s + from, n);

    if (kind == TOKEN_END && n == 1 && is_space(x->s[from - 1]) &&
        is_space(lex_at(x, from + 1)))
        kind = lex_find(letters, sizeof(letters) / sizeof(letters[0]),
                        x->s + from, n);
    if (kind == TOKEN_END || !side_before(x) || end >= x->n)
        return false;
    lex_push(x, kind, from, n);
    x->i = end;
    return true;
}

/* Longer ones first; Cyrillic words need spaces around them. */
static const struct joiner scripts[] = {
    { "或者", TOKEN_OR }, { "または", TOKEN_OR }, { "以及", TOKEN_AND },
    { "或", TOKEN_OR },   { "和", TOKEN_AND },    { "及", TOKEN_AND },
    { "与", TOKEN_AND },  { "と", TOKEN_AND },    { "или", TOKEN_OR },
    { "и", TOKEN_AND },
};

bool lex_script_joiner(struct lexer *x)
{
    for (size_t k = 0; k < sizeof(scripts) / sizeof(scripts[0]); k++) {
        size_t n = strlen(scripts[k].word);
        bool spaced = (unsigned char)scripts[k].word[0] < 0xE0;

        if (x->n - x->i <= n || memcmp(x->s + x->i, scripts[k].word, n) != 0)
            continue;
        /* Another letter of the script behind it makes it a part of a word. */
        if ((unsigned char)lex_at(x, x->i + n) >= 0x80 || !side_before(x) ||
            (spaced && (!x->i || !is_space(x->s[x->i - 1]) ||
                        !is_space(lex_at(x, x->i + n)))))
            return false;
        lex_take(x, scripts[k].kind, x->i, x->i + n);
        return true;
    }
    return false;
}

/* ---- money ---- */

/* Rs. 5, USD 5; the US of US$5 says nothing that the dollar does not. */
bool lex_money_word(struct lexer *x, size_t from, size_t end)
{
    static const char *const words[][2] = {
        { "Rs", "INR" },  { "INR", "INR" }, { "USD", "USD" }, { "EUR", "EUR" },
        { "GBP", "GBP" }, { "JPY", "JPY" }, { "CNY", "CNY" }, { "RMB", "CNY" },
    };
    size_t i = end;

    if (x->items[x->count - 1].kind == TOKEN_NUMBER)
        return false;
    if (end - from == 2 && memcmp(x->s + from, "US", 2) == 0 &&
        (lex_at(x, end) == '$' ||
         (lex_at(x, end) == '\\' && lex_at(x, end + 1) == '$'))) {
        x->i = end;
        return true;
    }
    i += lex_at(x, i) == '.';
    while (lex_at(x, i) == ' ')
        i++;
    if (!is_digit(lex_at(x, i)))
        return false;
    for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++) {
        if (!lex_same(x->s + from, end - from, words[k][0]))
            continue;
        lex_push(x, TOKEN_CURRENCY, from, end - from)->name = words[k][1];
        x->i = end + (lex_at(x, end) == '.');
        return true;
    }
    return false;
}
