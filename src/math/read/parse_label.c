/* SPDX-License-Identifier: Apache-2.0 */
#include "math/read/parse_int.h"

#include "base/ascii.h"
#include "base/str.h"

#include <string.h>

/*
 * Names of figures: \angle ABC, segments AB on the left of an equation, points
 * A(1, 2); and sets of numbers with a sign, \mathbb{R}^+.
 */

static bool is_capital(const struct token *t)
{
    return t->kind == TOKEN_NAME && is_upper(t->name[0]) && !t->name[1];
}

/* BAC is a word to the lexer. */
static bool all_capitals(const struct parser *p, const struct token *t)
{
    for (size_t i = 0; i < t->len; i++)
        if (!is_upper(p->text[t->at + i]))
            return false;
    return t->len < 6;
}

/* ---- angles ---- */

bool parse_is_figure(const struct token *t)
{
    return t->kind == TOKEN_ACCENT &&
           (strcmp(t->name, "angle") == 0 || strcmp(t->name, "triangle") == 0);
}

/* \angle A, \angle ABC, \angle 1; a bare \angle is a name as well. */
const struct expr *parse_figure(struct parser *p)
{
    const struct token *at = peek(p), *t = at + 1;
    struct str s = str_in(p->arena);

    p->i++;
    if (is_open(t, DELIMITER_GROUP) && t->match && t[1].kind != TOKEN_CLOSE)
        return NULL; /* as any accent */
    str_add(&s, at->name);
    if (is_capital(t)) {
        str_addc(&s, '{');
        do
            str_add(&s, t++->name);
        while (is_capital(t) && !t->space && s.n < 20);
        str_addc(&s, '}');
    } else if (t->kind == TOKEN_WORD && all_capitals(p, t)) {
        str_addf(&s, "{%.*s}", (int)t->len, p->text + t->at);
        t++;
    } else if (t->kind == TOKEN_NAME || t->kind == TOKEN_NUMBER) {
        str_addf(&s, "{%.*s}", (int)(t->len < 20 ? t->len : 20),
                 t->kind == TOKEN_NAME ? t->name : p->text + t->at);
        t++;
    } else if (t->kind != TOKEN_RELATION) {
        return parse_unexpected(p, t);
    }
    p->i = (unsigned)(t - p->t);
    return parse_symbol(p, at, str_get(&s));
}

/* ---- segments ---- */

/* Is any capital letter between here and the end of the statement? Then AB is
 * a product, as in AB = BA and PV = nRT. */
static bool capital_follows(const struct token *t)
{
    for (; t->kind != TOKEN_END && t->kind != TOKEN_COMMA; t++)
        if (is_capital(t))
            return true;
    return false;
}

/* Returns how many capitals stand at t, before a sign of the given kind, or 0
 * if it is no name of a segment. */
static unsigned capitals(const struct parser *p, const struct token *t,
                         unsigned kind)
{
    unsigned n = t->match;

    if (!is_capital(t) || !t->plain || n < 2 || n > 4)
        return 0;
    for (unsigned i = 0; i < n; i++)
        if (!is_capital(t + i) || parse_is_symbol(p, t[i].name))
            return 0;
    return t[n].kind == kind ? n : 0;
}

const struct expr *parse_segment(struct parser *p)
{
    const struct token *at = peek(p);
    bool bars = at->kind == TOKEN_BAR && !p->bars && !p->builder;
    unsigned n = capitals(p, at + bars, bars ? TOKEN_BAR : TOKEN_RELATION);
    const struct token *sign = at + n + (bars ? 2 : 0);

    if (!n || sign->kind != TOKEN_RELATION ||
        (sign->sub != RELATION_EQ && sign->sub != RELATION_APPROX) ||
        capital_follows(sign + 1))
        return NULL;
    p->i = (unsigned)(sign - p->t);
    return parse_symbol(p, at,
                        arena_strndup(p->arena, p->text + at[bars].at, n));
}

/* ---- points ---- */

static bool number_token(const struct token *t)
{
    switch (t->kind) {
    case TOKEN_NUMBER:
    case TOKEN_MINUS:
    case TOKEN_PLUS:
    case TOKEN_SLASH:
    case TOKEN_COMMA:
    case TOKEN_SEMICOLON:
    case TOKEN_FRAC:
    case TOKEN_SQRT:
    case TOKEN_VULGAR:
    case TOKEN_CONSTANT: return true;
    case TOKEN_OPEN:
    case TOKEN_CLOSE: return t->sub == DELIMITER_GROUP;
    default: return false;
    }
}

/* C(5, 2) counts, B(2, 3) is a beta function, U(1, 2, 3) is one too: whole
 * numbers, and the first is not less than the second. */
static bool known_function(const struct parser *p, const struct token *t)
{
    long v[2] = { 0, 0 };
    unsigned n = 0;

    if (t[-2].kind == TOKEN_COMMA && t[-3].kind == TOKEN_CLOSE)
        return false; /* A(1, 2), B(3, 4) */
    if (t[-1].name[0] == 'B' || t[-1].name[0] == 'U') {
        for (; t->kind != TOKEN_CLOSE; t++)
            if (t->kind == TOKEN_MINUS)
                return false;
        return true;
    }
    if (t[-1].name[0] != 'C' && t[-1].name[0] != 'P')
        return false;
    for (t++; t->kind != TOKEN_CLOSE; t++) {
        if (t->kind == TOKEN_COMMA && n == 0) {
            n++;
            continue;
        }
        if (t->kind != TOKEN_NUMBER || t->len > 9)
            return false;
        for (size_t i = 0; i < t->len; i++) {
            if (!is_digit(p->text[t->at + i]))
                return false;
            v[n] = 10 * v[n] + (p->text[t->at + i] - '0');
        }
    }
    return v[0] >= v[1];
}

/* A(1, 2) as a whole statement: the point and its name. */
const struct expr *parse_point(struct parser *p)
{
    const struct token *at = peek(p), *open = at + 1, *end;
    const struct expr *x, *name;
    unsigned n = 0;

    if (!is_capital(at) || !at->plain || at->match != 1 ||
        !is_open(open, DELIMITER_ROUND) || open->space || !open->match ||
        !open->comma || parse_is_symbol(p, at->name))
        return NULL;
    end = &p->t[open->match];
    if (end->sub != DELIMITER_ROUND ||
        (end[1].kind != TOKEN_END && end[1].kind != TOKEN_COMMA &&
         end[1].kind != TOKEN_AND && end[1].kind != TOKEN_SEMICOLON))
        return NULL;
    for (const struct token *t = open + 1; t < end; t++) {
        if (!number_token(t))
            return NULL;
        n += t->kind == TOKEN_COMMA || t->kind == TOKEN_SEMICOLON;
    }
    if (n > 2 || known_function(p, open))
        return NULL;
    p->i++;
    name = parse_symbol(p, at, at->name);
    x = parse_power(p);
    if (!x || !name)
        return NULL;
    return expr_relation(p->arena, name, RELATION_EQ, x);
}

/* ---- sets of numbers ---- */

static struct expr *domain(struct parser *p, const struct token *at,
                           const char *name)
{
    struct expr *x = parse_node(p, at, EXPR_DOMAIN, NULL, 0);

    if (x)
        x->name = name;
    return x;
}

/* From 0 upwards or downwards. */
static const struct expr *half_line(struct parser *p, const struct token *at,
                                    bool up, bool zero)
{
    const struct expr *none = parse_integer(p, at, 0);
    const struct expr *far = parse_constant(p, at, CONSTANT_INFINITY);
    struct expr *x;

    if (!up)
        far = parse_unary(p, at, EXPR_NEG, far);
    x = up ? parse_binary(p, at, EXPR_INTERVAL, none, far)
           : parse_binary(p, at, EXPR_INTERVAL, far, none);
    if (x) {
        x->open_from = !up || !zero;
        x->open_to = up || !zero;
    }
    return x;
}

enum sign { SIGN_NONE, POSITIVE, NEGATIVE, NOT_NEGATIVE, NOT_POSITIVE, STAR };

/* The sign of ^+, _{>0}, _0 that stands next; consumed. */
static enum sign set_sign(struct parser *p)
{
    const struct token *t = peek(p);
    bool raised = t->kind == TOKEN_CARET;
    bool group = is_open(t + 1, DELIMITER_GROUP);
    enum sign sign = SIGN_NONE;

    if (!raised && t->kind != TOKEN_UNDER)
        return SIGN_NONE;
    t += group ? 2 : 1;
    if (t->kind == TOKEN_PLUS)
        sign = POSITIVE;
    else if (t->kind == TOKEN_MINUS)
        sign = NEGATIVE;
    else if (t->kind == TOKEN_TIMES)
        sign = STAR;
    else if (t->kind == TOKEN_RELATION && !raised &&
             t[1].kind == TOKEN_NUMBER && p->text[t[1].at] == '0' &&
             t[1].len == 1) {
        sign = t->sub == RELATION_GT   ? POSITIVE
               : t->sub == RELATION_LT ? NEGATIVE
               : t->sub == RELATION_GE ? NOT_NEGATIVE
               : t->sub == RELATION_LE ? NOT_POSITIVE
               : t->sub == RELATION_NE ? STAR
                                       : SIGN_NONE;
        t++;
    } else if (t->kind == TOKEN_NUMBER && !raised && t->len == 1 &&
               p->text[t->at] == '0') {
        sign = NOT_NEGATIVE; /* of N alone; see below */
    }
    if (sign == SIGN_NONE || (group && !is_close(t + 1, DELIMITER_GROUP)))
        return SIGN_NONE;
    p->i = (unsigned)(t - p->t) + (group ? 2 : 1);
    return sign;
}

/* \mathbb{R}^+ is an interval, \mathbb{Z}^+ the integers in it. */
const struct expr *parse_domain(struct parser *p)
{
    const struct token *at = peek(p);
    const char *name = at->name;
    enum sign sign;
    const struct expr *line;

    p->i++;
    if (!strchr("RZQNC", name[0]))
        return domain(p, at, name);
    sign = set_sign(p);
    if (sign == SIGN_NONE && peek(p)->kind == TOKEN_UNDER)
        return parse_letter(p, at, name); /* \mathbb{Z}_5 */
    if (name[0] == 'C' && sign != SIGN_NONE && sign != STAR)
        return parse_fail(p, at,
                          "the set of complex numbers cannot have a sign");
    if (sign == SIGN_NONE)
        return domain(p, at, name);
    if (name[0] == 'N')
        name = "Z";
    if (sign == STAR && name[0] != 'Z')
        return parse_binary(
            p, at, EXPR_DIFFERENCE, domain(p, at, name),
            parse_unary(p, at, EXPR_SET, parse_integer(p, at, 0)));
    if (sign == STAR)
        return parse_fail(p, at, "cannot read this set of numbers with a star");
    line = half_line(p, at, sign == POSITIVE || sign == NOT_NEGATIVE,
                     sign == NOT_NEGATIVE || sign == NOT_POSITIVE);
    return name[0] == 'R' ? line
                          : parse_binary(p, at, EXPR_INTERSECTION,
                                         domain(p, at, name), line);
}

/* ---- phrases ---- */

static bool word_is(const struct parser *p, const struct token *t,
                    const char *word)
{
    return (t->kind == TOKEN_WORD || t->kind == TOKEN_TEXT) &&
           strlen(word) == t->len && memcmp(p->text + t->at, word, t->len) == 0;
}

/* all real numbers except 2: the set without these values. */
const struct expr *parse_except(struct parser *p)
{
    const struct token *at = peek(p), *t = at;
    struct parse_items items;
    const struct expr *x;

    if (!word_is(p, t, "all") && !word_is(p, t, "All"))
        return NULL;
    t++;
    if (word_is(p, t, "real") && word_is(p, t + 1, "numbers"))
        t += 2;
    else if (word_is(p, t, "reals"))
        t++;
    else
        return NULL;
    if (!word_is(p, t, "except"))
        return NULL;
    p->i = (unsigned)(t - p->t) + 1;
    x = parse_list(p);
    if (!x)
        return NULL;
    if (x->op == EXPR_RELATION && x->count == 2 &&
        x->relations[0] == RELATION_EQ)
        x = x->args[1];
    items_init(&items);
    for (unsigned i = 0; x->op == EXPR_LIST && i < x->count; i++)
        items_add(p, &items, x->args[i]);
    if (!items.n)
        items_add(p, &items, x);
    return parse_binary(p, at, EXPR_DIFFERENCE, domain(p, at, "R"),
                        parse_node(p, at, EXPR_SET, items.v, items.n));
}

/* factorial(5) */
const struct expr *parse_factorial_word(struct parser *p)
{
    const struct token *at = peek(p);
    struct parse_items items;
    struct expr *x;

    if ((!word_is(p, at, "factorial") && !word_is(p, at, "Factorial")) ||
        !is_open(at + 1, DELIMITER_ROUND))
        return parse_unexpected(p, at);
    p->i++;
    if (!parse_arguments(p, 1, &items))
        return NULL;
    x = parse_unary(p, at, EXPR_FACTORIAL, items.v[0]);
    if (x)
        x->degree = 1;
    return x;
}

/* ⁴√16: the raised run before a root is its index. */
const struct expr *parse_raised_root(struct parser *p)
{
    const struct token *at = peek(p);
    const struct expr *args[2];
    long n = 0;

    if (at[1].kind != TOKEN_SQRT || strlen(at->name) > 4)
        return parse_unexpected(p, at);
    for (const char *c = at->name; *c; c++) {
        if (!is_digit(*c))
            return parse_unexpected(p, at);
        n = 10 * n + (*c - '0');
    }
    p->i += 2;
    args[0] = parse_integer(p, at, n);
    args[1] = parse_argument(p, false);
    return parse_called(p, at, FN_ROOT, args, 2);
}
