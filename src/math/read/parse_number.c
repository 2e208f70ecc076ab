/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/limits.h"
#include "math/read/lex_int.h"
#include "math/read/parse_int.h"

#include <string.h>

/*
 * Numbers: digits in groups of three, points, exponents, bases and mixed
 * numbers.
 *
 * A comma groups digits only where it could not separate items: not inside
 * brackets, and never with a space behind it. {,} and ,\! group, but 3{,}5 is
 * a decimal: nobody groups one digit.
 */

/* ---- digits ---- */

/* The characters of a number, with ASCII digits and a point. */
struct digits {
    char *s;
    size_t n;
};

/* Points of 1.234,5 and 1.234.567 group digits: the lexer let them pass. */
static bool points_group(const char *s, size_t n)
{
    const char *point = memchr(s, '.', n);
    size_t left = point ? n - (size_t)(point + 1 - s) : 0;

    return point &&
           (memchr(point + 1, '.', left) || memchr(point + 1, ',', left));
}

static void parse_number_add_token(struct parser *p, struct digits *d,
                                   const struct token *t)
{
    const char *s = p->text + t->at;
    bool group = points_group(s, t->len);

    for (size_t i = 0; i < t->len; i++) {
        unsigned char c = (unsigned char)s[i];

        if ((c == '.' && group) || c == ' ') {
            continue;
        } else if (c < 0x80) {
            d->s[d->n++] = s[i] == ',' ? '.' : s[i];
        } else if (i + 2 < t->len) { /* full-width: EF BC 90 ... */
            unsigned char last = (unsigned char)s[i + 2];

            d->s[d->n++] = last == 0x8E ? '.' : (char)('0' + (last - 0x90));
            i += 2;
        }
    }
}

static bool parse_number_all_digits(const struct parser *p,
                                    const struct token *t)
{
    for (size_t i = 0; i < t->len; i++)
        if (!is_digit(p->text[t->at + i]))
            return false;
    return t->kind == TOKEN_NUMBER;
}

/* Three digits, perhaps with a point behind them? */
static bool is_group(const struct parser *p, const struct token *t, bool *last)
{
    const char *s = p->text + t->at;

    if (t->kind != TOKEN_NUMBER || t->len < 3 || !is_digit(s[0]) ||
        !is_digit(s[1]) || !is_digit(s[2]))
        return false;
    *last = t->len > 3;
    return t->len == 3 || s[3] == '.' || s[3] == ',';
}

enum separator {
    SEPARATOR_NONE,
    SEPARATOR_COMMA,
    SEPARATOR_BRACED,
    SEPARATOR_THIN,
    SEPARATOR_APOSTROPHE,
    SEPARATOR_SPACE
};

static bool parse_number_between(const struct parser *p,
                                 const struct token *left,
                                 const struct token *right, const char *text)
{
    size_t from = left->at + left->len;
    size_t n = strlen(text);

    return right->at - from == n && memcmp(p->text + from, text, n) == 0;
}

static bool thin_space(const struct parser *p, const struct token *left,
                       const struct token *right)
{
    static const char *const spaces[] = {
        "\\,", "\\;",          "\\:",          "\\ ",
        "~",   "\xE2\x80\x89", "\xE2\x80\xAF", "\xC2\xA0"
    };

    for (size_t i = 0; i < sizeof(spaces) / sizeof(spaces[0]); i++)
        if (parse_number_between(p, left, right, spaces[i]))
            return true;
    return false;
}

/* What stands between the number token t and the next one; *next is that. */
static enum separator parse_number_separator(const struct parser *p,
                                             const struct token *t,
                                             const struct token **next)
{
    if (t[1].kind == TOKEN_COMMA && t[2].kind == TOKEN_NUMBER) {
        *next = t + 2;
        if ((parse_number_between(p, t + 1, t + 2, "\\!") ||
             parse_number_between(p, t + 1, t + 2, "\\! ")) &&
            !t[1].space)
            return SEPARATOR_BRACED;
        if (t[1].space || t[2].space || p->separate || p->opt->commas_separate)
            return SEPARATOR_NONE;
        return SEPARATOR_COMMA;
    }
    if (parse_is_open(t + 1, DELIMITER_GROUP) && t[2].kind == TOKEN_COMMA &&
        is_close(t + 3, DELIMITER_GROUP) && t[4].kind == TOKEN_NUMBER) {
        *next = t + 4;
        return SEPARATOR_BRACED;
    }
    if (t[1].kind == TOKEN_PRIME && t[1].sub == 1 &&
        t[2].kind == TOKEN_NUMBER && !t[1].space && !t[2].space) {
        *next = t + 2;
        return SEPARATOR_APOSTROPHE;
    }
    if (t[1].kind != TOKEN_NUMBER)
        return SEPARATOR_NONE;
    *next = t + 1;
    if (thin_space(p, t, t + 1))
        return SEPARATOR_THIN;
    return parse_number_between(p, t, t + 1, " ") ? SEPARATOR_SPACE
                                                  : SEPARATOR_NONE;
}

/* 1 234 with one plain space is a number only where nothing else stands
 * beside it: 3 100/200 is three and a half. */
static bool lone_group(const struct token *before, const struct token *behind)
{
    return token_in(before, KIND(END) | KIND(RELATION) | KIND(COMMA) |
                                KIND(MINUS) | KIND(PLUS) | KIND(OPEN) |
                                KIND(CURRENCY)) &&
           !token_in(behind,
                     KIND(NUMBER) | KIND(SLASH) | KIND(FRAC) | KIND(VULGAR)) &&
           (behind->kind != TOKEN_NAME ||
            (behind->space && behind->plain && behind->match > 1));
}

/* Returns how many groups follow the first token, all separated alike, or 0 if
 * the digits are not grouped. */
static unsigned groups_follow(const struct parser *p, const struct token *t)
{
    const struct token *first = t;
    const struct token *next = NULL;
    enum separator kind = SEPARATOR_NONE;
    unsigned n = 0;
    bool last = false;

    if (t->len > 3 || !parse_number_all_digits(p, t) || p->text[t->at] == '0')
        return 0;
    for (;;) {
        enum separator s = parse_number_separator(p, t, &next);

        if (s == SEPARATOR_NONE || (n && s != kind))
            break;
        if (last || !is_group(p, next, &last))
            return 0; /* 1,234,5: a list */
        kind = s;
        t = next;
        n++;
    }
    if (kind == SEPARATOR_SPACE && n == 1 && !lone_group(first - 1, t + 1))
        return 0;
    return n;
}

/* Returns the digits behind a decimal comma in braces, 3{,}5, or NULL if there
 * are none. */
static const struct token *braced_decimal(const struct parser *p,
                                          const struct token *t)
{
    const struct token *next;

    if (!parse_number_all_digits(p, t) ||
        parse_number_separator(p, t, &next) != SEPARATOR_BRACED ||
        !parse_is_open(t + 1, DELIMITER_GROUP) ||
        !parse_number_all_digits(p, next) ||
        (next->len == 3 && !p->opt->decimal_comma) ||
        next[1].kind == TOKEN_DOTS)
        return NULL;
    if (parse_is_open(next + 1, DELIMITER_GROUP) && next[2].kind == TOKEN_COMMA)
        return NULL;
    return next;
}

/* All characters of the number at the position, which is moved behind it. */
static struct digits parse_number_take_digits(struct parser *p)
{
    const struct token *t = peek(p);
    const struct token *decimal = braced_decimal(p, t);
    unsigned groups = decimal ? 0 : groups_follow(p, t);
    struct digits d = { NULL, 0 };
    size_t room = t->len + 1;
    const struct token *next = t;

    for (unsigned i = 0; i < groups; i++) {
        parse_number_separator(p, next, &next);
        room += next->len;
    }
    room += decimal ? decimal->len : 0;
    d.s = arena_text(p->arena, room);
    parse_number_add_token(p, &d, t);
    if (decimal) {
        d.s[d.n++] = '.';
        t = decimal;
        parse_number_add_token(p, &d, t);
    }
    for (unsigned i = 0; i < groups; i++) {
        parse_number_separator(p, t, &t);
        parse_number_add_token(p, &d, t);
    }
    d.s[d.n] = '\0';
    p->i = (unsigned)(t - p->t) + 1;
    return d;
}

/* ---- values ---- */

/* The parts of "12.340e-5". */
struct parts {
    const char *whole, *fraction;
    size_t whole_n, fraction_n;
    long exponent;
    bool decimal;
};

static struct parts parse_number_split(const char *s)
{
    struct parts x = { .whole = s };

    while (*s && *s != '.' && *s != 'e' && *s != 'E')
        s++;
    x.whole_n = (size_t)(s - x.whole);
    x.fraction = s;
    if (*s == '.') {
        x.decimal = true;
        x.fraction = ++s;
        while (is_digit(*s))
            s++;
        x.fraction_n = (size_t)(s - x.fraction);
    }
    if (*s == 'e' || *s == 'E') {
        bool minus = *++s == '-';

        x.decimal = true;
        s += *s == '-' || *s == '+';
        for (; is_digit(*s) && x.exponent < 100000000; s++)
            x.exponent = 10 * x.exponent + (*s - '0');
        if (minus)
            x.exponent = -x.exponent;
    }
    return x;
}

/* mantissa * base^-places as a fraction. */
static void parse_number_scale(fmpq_t value, ulong base, long places)
{
    fmpz_t power;

    if (!places)
        return;
    fmpz_init(power);
    fmpz_set_ui(power, base);
    fmpz_pow_ui(power, power, (ulong)(places < 0 ? -places : places));
    if (places < 0)
        fmpz_mul(fmpq_numref(value), fmpq_numref(value), power);
    else
        fmpz_set(fmpq_denref(value), power);
    fmpq_canonicalise(value);
    fmpz_clear(power);
}

bool parse_digits(fmpz_t out, const char *s, size_t n, int base)
{
    ulong small = 0;
    char *copy;
    bool good;

    if (n <= 18 && base == 10) {
        for (size_t i = 0; i < n; i++)
            small = 10 * small + (ulong)(s[i] - '0');
        fmpz_set_ui(out, small);
        return true;
    }
    copy = flint_malloc(n + 1);
    memcpy(copy, s, n);
    copy[n] = '\0';
    good = n > 0 && fmpz_set_str(out, copy, base) == 0;
    flint_free(copy);
    return good;
}

static int significant(const char *s, size_t n)
{
    size_t i = 0;

    while (i + 1 < n && s[i] == '0')
        i++;
    return (int)(n - i);
}

const struct expr *parse_number_node(struct parser *p, const struct token *at,
                                     struct expr_number *number)
{
    struct expr *x = parse_node(p, at, EXPR_DOTS, NULL, 0); /* counts */

    if (!x)
        return NULL;
    x = expr_number(p->arena, number);
    x->column = at->column;
    return x;
}

static const struct expr *too_long(struct parser *p, const struct token *at)
{
    if (!p->e->code)
        err_at(p->e, ERR_LIMIT, 1, at->column,
               "digits: the exponent of a number is too large");
    return NULL;
}

static const struct expr *from_digits(struct parser *p, const struct token *at,
                                      struct digits d, int base)
{
    struct parts x = parse_number_split(d.s);
    struct expr_number number = { .base = base };
    const struct expr *out = NULL;
    long places;
    char *joined;
    size_t n;

    if (base != 10) { /* letters are digits here, and no exponent */
        x = (struct parts){ .whole = d.s, .fraction = "" };
        x.whole_n = strcspn(x.whole, ".");
        x.decimal = d.s[x.whole_n] == '.';
        if (x.decimal)
            x.fraction = d.s + x.whole_n + 1;
        x.fraction_n = strlen(x.fraction);
    }
    places = (long)x.fraction_n - x.exponent;
    if (places > LIMIT_NUMBER_CHARS || places < -LIMIT_NUMBER_CHARS)
        return too_long(p, at);
    n = x.whole_n + x.fraction_n;
    joined = arena_text(p->arena, n);
    memcpy(joined, x.whole, x.whole_n);
    memcpy(joined + x.whole_n, x.fraction, x.fraction_n);
    /* 2.05e2 is written to its last digit: 205. */
    number.decimal = places != 0;
    number.places = (int)places;
    number.digits = significant(joined, n);
    fmpq_init(number.value);
    if (parse_digits(fmpq_numref(number.value), joined, n, base)) {
        parse_number_scale(number.value, (ulong)base, places);
        out = parse_number_node(p, at, &number);
    } else {
        parse_fail(p, at, "a digit is not valid in its number base");
    }
    fmpq_clear(number.value);
    return out;
}

/* ---- bases ---- */

/* Returns the base that stands as an index behind a number, or 0 if none does.
 */
static int parse_number_base_of(struct parser *p)
{
    const struct token *t = peek(p);
    bool group, round;
    long base = 0;

    if (t->kind == TOKEN_SUBSCRIPT) {
        for (const char *s = t->name; *s; s++)
            base = is_digit(*s) && base < 100 ? 10 * base + (*s - '0') : 100;
        p->i++;
    } else {
        group = parse_is_open(t + 1, DELIMITER_GROUP);
        t += group ? 2 : 1;
        round = group && parse_is_open(t, DELIMITER_ROUND);
        t += round;
        if (t->kind == TOKEN_TEXT || t->kind == TOKEN_WORD)
            base = lex_base_word(p->text + t->at, t->len);
        else if (!parse_number_all_digits(p, t) || t->len > 2)
            return 0;
        else
            for (size_t i = 0; i < t->len; i++)
                base = 10 * base + (p->text[t->at + i] - '0');
        t += round && is_close(t + 1, DELIMITER_ROUND);
        if (group && !is_close(t + 1, DELIMITER_GROUP))
            return 0;
        p->i = (unsigned)(t - p->t) + (group ? 2 : 1);
    }
    return base >= 2 && base <= 36 ? (int)base : 0;
}

/* ---- mixed numbers ---- */

long parse_small_number(const struct parser *p, const struct token *t,
                        const struct token **end)
{
    bool group = parse_is_open(t, DELIMITER_GROUP);
    long v = 0;

    t += group;
    if (!parse_number_all_digits(p, t) || t->len > 9)
        return -1;
    for (size_t i = 0; i < t->len; i++)
        v = 10 * v + (p->text[t->at + i] - '0');
    if (group && !is_close(t + 1, DELIMITER_GROUP))
        return -1;
    *end = t + (group ? 2 : 1);
    return v;
}

/* Is a proper fraction of numbers next: \frac{1}{2}, \frac12? */
static bool proper_fraction(const struct parser *p)
{
    const struct token *t = peek(p) + 1;
    const struct token *end;
    long a, b;

    if (t[-1].kind != TOKEN_FRAC)
        return false;
    if (t->kind == TOKEN_NUMBER && t->len == 2 &&
        parse_number_all_digits(p, t)) {
        a = p->text[t->at] - '0';
        b = p->text[t->at + 1] - '0';
        return a > 0 && a < b;
    }
    a = parse_small_number(p, t, &end);
    if (a < 0)
        return false;
    b = parse_small_number(p, end, &end);
    return a > 0 && a < b;
}

/* 3 1/2, with the fraction glued together. */
static bool plain_fraction(const struct parser *p)
{
    const struct token *t = peek(p);
    const struct token *end;
    long a, b;

    if (!parse_number_all_digits(p, t) || !t->space ||
        t[1].kind != TOKEN_SLASH || t[1].space || t[2].space ||
        t[2].kind != TOKEN_NUMBER)
        return false;
    a = parse_small_number(p, t, &end);
    b = parse_small_number(p, t + 2, &end);
    return a > 0 && a < b;
}

static const struct expr *parse_mixed(struct parser *p, const struct token *at,
                                      const struct expr *whole)
{
    const struct expr *x, *y;
    const struct token *t = peek(p);

    if (t->kind == TOKEN_VULGAR) {
        x = parse_vulgar(p);
    } else if (proper_fraction(p)) {
        x = parse_fraction(p);
    } else if (plain_fraction(p)) {
        x = from_digits(p, t, parse_number_take_digits(p), 10);
        p->i++;
        t = peek(p);
        y = x ? from_digits(p, t, parse_number_take_digits(p), 10) : NULL;
        x = parse_binary(p, t, EXPR_DIV, x, y);
    } else {
        return whole;
    }
    return parse_binary(p, at, EXPR_ADD, whole, x);
}

const struct expr *parse_bare_number(struct parser *p)
{
    const struct token *t = peek(p);
    struct digits d = { arena_text(p->arena, t->len), 0 };

    p->i++;
    parse_number_add_token(p, &d, t);
    d.s[d.n] = '\0';
    for (size_t i = 0; i < d.n; i++)
        if (is_letter(d.s[i]) && d.s[i] != 'e' && d.s[i] != 'E')
            return parse_fail(p, t, "cannot read a number");
    return from_digits(p, t, d, 10);
}

const struct expr *parse_vulgar(struct parser *p)
{
    const struct token *t = peek(p);
    const struct expr *a, *b;

    p->i++;
    a = parse_integer(p, t, t->sub / 16);
    b = parse_integer(p, t, t->sub % 16);
    return parse_binary(p, t, EXPR_DIV, a, b);
}

/* 5C2 and 5P2, glued: of five, two. */
static bool counted_follows(const struct parser *p, const struct token *at)
{
    const struct token *t = peek(p), *end;
    long n, k;

    if (t->kind != TOKEN_NAME || t->space || t->match != 1 || t[1].space ||
        !lex_among(t->name, strlen(t->name), "C P") ||
        parse_is_symbol(p, t->name) || at != t - 1)
        return false;
    n = parse_small_number(p, at, &end);
    k = parse_number_all_digits(p, t + 1) ? parse_small_number(p, t + 1, &end)
                                          : -1;
    return k >= 0 && n >= k;
}

/* (1011)_2, \text{FF}_{16}: digits in brackets before their base. */
bool parse_base_follows(const struct parser *p)
{
    const struct token *t = peek(p);

    return t->kind == TOKEN_OPEN && t[1].kind == TOKEN_NUMBER &&
           t[2].kind == TOKEN_CLOSE && t[2].sub == t->sub &&
           (t->sub == DELIMITER_ROUND || t->sub == DELIMITER_GROUP) &&
           (t[3].kind == TOKEN_UNDER || t[3].kind == TOKEN_SUBSCRIPT);
}

const struct expr *parse_based(struct parser *p, const struct token *at)
{
    const struct token *t = peek(p);
    struct digits d = { arena_text(p->arena, at->len), 0 };
    int base = parse_number_base_of(p);

    parse_number_add_token(p, &d, at);
    d.s[d.n] = '\0';
    if (!base)
        return parse_fail(p, t, "the subscript is not a number base");
    return from_digits(p, at, d, base);
}

const struct expr *parse_number(struct parser *p)
{
    const struct token *at = peek(p);
    struct digits d = parse_number_take_digits(p);
    const struct token *t = peek(p);
    bool point = memchr(d.s, '.', d.n) != NULL;
    const struct expr *x;

    if (t->kind == TOKEN_DOTS && point && !t->space)
        return parse_repeat_dots(p, at, d.s);
    if (t->kind == TOKEN_ACCENT && point && !t->space)
        return parse_repeating(p, at, d.s);
    if (point && parse_repeat_bracket(p, at))
        return parse_repeat_digits(p, at, d.s);
    if (counted_follows(p, at))
        return parse_choose(p, at, from_digits(p, at, d, 10));
    if (t->kind == TOKEN_UNDER || t->kind == TOKEN_SUBSCRIPT) {
        int base = parse_number_base_of(p);

        if (!base)
            return parse_fail(p, t, "the subscript is not a number base");
        return from_digits(p, at, d, base);
    }
    for (size_t i = 0; i < d.n; i++)
        if (is_letter(d.s[i]) && d.s[i] != 'e' && d.s[i] != 'E')
            return parse_fail(p, at, "cannot read a number");
    x = from_digits(p, at, d, 10);
    return x && !point ? parse_mixed(p, at, x) : x;
}

/*
 * What binds a variable: sums, products, integrals, limits, derivatives.
 *
 * The body of a sum, product, limit or derivative is one term: up to the next
 * plus sign. The body of an integral ends with its dx, which may stand inside
 * of it, as in \int \frac{dz}{z}.
 */

static void parse_number_bind(struct parser *p, const char *name)
{
    if (p->bound_n < PARSE_BOUND)
        p->bound[p->bound_n] = name;
    p->bound_n += p->bound_n < PARSE_BOUND;
}

/* Expect the group behind "_". */
static bool open_group(struct parser *p)
{
    if (!parse_is_open(peek(p), DELIMITER_GROUP))
        return parse_fail(p, peek(p), "the bounds need braces") != NULL;
    p->i++;
    return true;
}

/* ---- sums and products ---- */

/* _{k=1}: variable and lower bound. */
static const struct expr *lower_bound(struct parser *p, const char **name)
{
    struct parse_inside was;
    const struct expr *from;

    p->i++;
    if (!open_group(p))
        return NULL;
    *name = parse_variable(p);
    if (!*name)
        return NULL;
    if (peek(p)->kind != TOKEN_RELATION || peek(p)->sub != RELATION_EQ)
        return parse_fail(p, peek(p), "cannot read the bounds");
    p->i++;
    was = parse_inside(p, true);
    from = parse_sum(p);
    parse_outside(p, was);
    return from && parse_close(p, DELIMITER_GROUP) ? from : NULL;
}

static const struct expr *parse_series(struct parser *p)
{
    const struct token *at = peek(p);
    unsigned bound = p->bound_n;
    const char *name = NULL;
    const struct expr *args[4] = { NULL, NULL, NULL, NULL };

    p->i++;
    while (token_in(peek(p), KIND(UNDER) | KIND(CARET))) {
        bool lower = peek(p)->kind == TOKEN_UNDER;

        if (args[lower ? 2 : 3])
            return parse_unexpected(p, peek(p));
        if (lower) {
            args[2] = lower_bound(p, &name);
        } else {
            p->i++;
            args[3] = parse_script(p);
        }
        if (!args[lower ? 2 : 3])
            return NULL;
    }
    if (!args[2] || !args[3])
        return parse_fail(p, at, "a sum or product has no bounds");
    parse_number_bind(p, name);
    args[1] = parse_symbol(p, at, name);
    args[0] = args[1] ? parse_term(p) : NULL;
    p->bound_n = bound;
    if (!args[0])
        return NULL;
    return parse_node(p, at, at->kind == TOKEN_SUM ? EXPR_SUM : EXPR_PRODUCT,
                      args, 4);
}

/* ---- integrals ---- */

bool parse_dx_next(const struct parser *p)
{
    const struct token *t = peek(p);

    return p->integrals && !p->dx && t->kind == TOKEN_NAME &&
           t->name[0] == 'd' && !t->name[1] && t[1].kind == TOKEN_NAME &&
           !parse_is_symbol(p, "d");
}

bool parse_dx(struct parser *p)
{
    const char *name;

    p->i++;
    name = parse_variable(p);
    if (!name)
        return false;
    /* A separate copy: two dx are distinguished by their addresses. */
    p->dx = arena_strdup(p->arena, name);
    return true;
}

/* A bound of an integral; an empty group is none. */
static bool integral_bound(struct parser *p, const struct expr **out)
{
    p->i++;
    if (parse_is_open(peek(p), DELIMITER_GROUP) &&
        is_close(parse_ahead(p, 1), DELIMITER_GROUP)) {
        p->i += 2;
        return true;
    }
    *out = parse_script(p);
    return *out != NULL;
}

static const struct expr *parse_integral(struct parser *p)
{
    const struct token *at = peek(p);
    const struct expr *args[4] = { NULL, NULL, NULL, NULL };
    const char *outer = p->dx;
    unsigned integrals = p->integrals;

    p->i++;
    p->integrals = 0;
    while (peek(p)->kind == TOKEN_UNDER || peek(p)->kind == TOKEN_CARET)
        if (!integral_bound(p,
                            peek(p)->kind == TOKEN_UNDER ? &args[2] : &args[3]))
            return NULL;
    if (!args[2] != !args[3])
        return parse_fail(p, peek(p), "an integral has only one bound");
    p->integrals = 1;
    p->dx = NULL;
    args[0] = parse_sum(p);
    if (args[0] && !p->dx)
        return parse_fail(p, peek(p), "an integral has no dx");
    if (!args[0])
        return NULL;
    args[1] = parse_symbol(p, at, p->dx);
    p->dx = outer;
    p->integrals = integrals;
    return args[1] ? parse_node(p, at, EXPR_INTEGRAL, args, args[2] ? 4 : 2)
                   : NULL;
}

/* ---- limits ---- */

static const struct expr *parse_limit(struct parser *p)
{
    const struct token *at = peek(p);
    struct parse_inside was;
    const struct expr *args[3];
    const char *name;
    struct expr *x;
    int side;

    p->i++;
    if (peek(p)->kind != TOKEN_UNDER)
        return parse_fail(p, peek(p), "a limit has no variable");
    p->i++;
    if (!open_group(p))
        return NULL;
    name = parse_variable(p);
    if (!name)
        return NULL;
    if (peek(p)->kind != TOKEN_RELATION || peek(p)->sub != RELATION_TO)
        return parse_unexpected(p, peek(p));
    p->i++;
    was = parse_inside(p, true);
    p->side_ok = true;
    p->side = 0;
    args[2] = parse_sum(p);
    side = p->side;
    parse_outside(p, was);
    if (!args[2] || !parse_close(p, DELIMITER_GROUP))
        return NULL;
    args[1] = parse_symbol(p, at, name);
    args[0] = args[1] ? parse_term(p) : NULL;
    x = args[0] ? parse_node(p, at, EXPR_LIMIT, args, 3) : NULL;
    if (x)
        x->side = side;
    return x;
}

const struct expr *parse_big(struct parser *p)
{
    const struct expr *x;

    if (!parse_enter(p))
        return NULL;
    switch (peek(p)->kind) {
    case TOKEN_INTEGRAL: x = parse_integral(p); break;
    case TOKEN_LIMIT: x = parse_limit(p); break;
    default: x = parse_series(p); break;
    }
    p->depth--;
    return x;
}

/* ---- derivatives ---- */

static bool is_d(const struct parser *p, const struct token *t)
{
    return t->kind == TOKEN_PARTIAL ||
           (t->kind == TOKEN_NAME && t->name[0] == 'd' && !t->name[1] &&
            !parse_is_symbol(p, "d"));
}

/* Does the group at `low` hold nothing but dx, dx^2, \partial x \partial y? */
static bool only_variables(const struct parser *p, const struct token *low)
{
    unsigned i = (unsigned)(low - p->t) + 1, end;

    while (is_d(p, &p->t[i]) && p->t[i + 1].kind == TOKEN_NAME) {
        i += 2;
        while (token_in(&p->t[i], KIND(PRIME) | KIND(SUPER) | KIND(SUBSCRIPT)))
            i++;
        while (token_in(&p->t[i], KIND(CARET) | KIND(UNDER)) &&
               (end = parse_script_end(p, i + 1)) != 0)
            i = end;
    }
    return i == low->match;
}

/* Behind \frac: { d ... }{ d x ... }. */
bool parse_is_derivative(const struct parser *p)
{
    const struct token *top = parse_ahead(p, 1);
    const struct token *low;

    if (!parse_is_open(top, DELIMITER_GROUP) || !top->match ||
        !is_d(p, top + 1))
        return false;
    low = &p->t[top->match + 1];
    return parse_is_open(low, DELIMITER_GROUP) && low->match &&
           is_d(p, low + 1) && only_variables(p, low);
}

/* Returns the order behind d or x, as in ^2; 1 if there is none, and 0 for
 * nonsense. */
static unsigned order(struct parser *p)
{
    const struct expr *x;

    if (peek(p)->kind == TOKEN_SUPER) {
        const char *s = peek(p)->name;

        p->i++;
        return s[0] >= '1' && s[0] <= '9' && !s[1] ? (unsigned)(s[0] - '0') : 0;
    }
    if (peek(p)->kind != TOKEN_CARET)
        return 1;
    p->i++;
    x = parse_script(p);
    if (!x || x->op != EXPR_NUMBER || x->number->decimal ||
        fmpq_cmp_ui(x->number->value, 1) < 0 ||
        fmpq_cmp_ui(x->number->value, 99) > 0)
        return 0;
    return (unsigned)fmpz_get_ui(fmpq_numref(x->number->value));
}

#define DERIVATIVE_VARIABLES 8

struct variables {
    const char *name[DERIVATIVE_VARIABLES];
    unsigned order[DERIVATIVE_VARIABLES];
    unsigned n, total;
};

/* The lower group: dx^2, \partial x \partial y. */
static bool lower_variables(struct parser *p, struct variables *v)
{
    p->i++;
    while (is_d(p, peek(p)) && v->n < DERIVATIVE_VARIABLES) {
        p->i++;
        v->name[v->n] = parse_variable(p);
        if (!v->name[v->n])
            return false;
        v->order[v->n] = order(p);
        if (!v->order[v->n])
            return parse_fail(p, peek(p),
                              "the order of a derivative must be "
                              "a number from 1 to 99") != NULL;
        v->total += v->order[v->n++];
    }
    return parse_close(p, DELIMITER_GROUP);
}

/* \partial f/\partial x, in one line. */
const struct expr *parse_partial(struct parser *p)
{
    const struct token *at = peek(p);
    const char *name, *by;
    unsigned total, of;
    struct expr *x;

    p->i++;
    total = order(p);
    name = parse_variable(p);
    if (!name)
        return NULL;
    if (peek(p)->kind != TOKEN_SLASH ||
        parse_ahead(p, 1)->kind != TOKEN_PARTIAL)
        return parse_unexpected(p, at);
    p->i += 2;
    by = parse_variable(p);
    of = by ? order(p) : 0;
    if (!by || of == 0 || of != total)
        return by ? parse_fail(p, at, "the orders of a derivative do not agree")
                  : NULL;
    x = parse_binary(p, at, EXPR_DERIVATIVE, parse_symbol(p, at, name),
                     parse_symbol(p, at, by));
    if (x)
        x->degree = of;
    return x;
}

const struct expr *parse_derivative(struct parser *p)
{
    const struct token *at = peek(p);
    unsigned integrals = p->integrals;
    struct variables v = { .n = 0 };
    const struct expr *body = NULL;
    unsigned total;

    if (!parse_enter(p))
        return NULL;
    p->integrals = 0;
    p->i += 3;
    total = order(p);
    if (peek(p)->kind != TOKEN_CLOSE) {
        body = parse_term(p);
        if (!body)
            return NULL;
    }
    if (!parse_close(p, DELIMITER_GROUP) || !lower_variables(p, &v))
        return NULL;
    if (v.total != total)
        return parse_fail(p, at, "the orders of a derivative do not agree");
    p->integrals = integrals;
    if (!body)
        body = parse_term(p);
    p->depth--;
    while (body && v.n) {
        struct expr *x;

        v.n--;
        x = parse_binary(p, at, EXPR_DERIVATIVE, body,
                         parse_symbol(p, at, v.name[v.n]));
        if (x)
            x->degree = v.order[v.n];
        body = x;
    }
    return body;
}
