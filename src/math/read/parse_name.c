/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/str.h"
#include "math/read/parse_int.h"

#include <string.h>

/*
 * Names of figures: \angle ABC, segments AB on the left of an equation, points
 * A(1, 2); and sets of numbers with a sign, \mathbb{R}^+.
 */

static bool parse_name_is_capital(const struct token *t)
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

static bool parse_is_figure(const struct token *t)
{
    return t->kind == TOKEN_ACCENT &&
           (strcmp(t->name, "angle") == 0 || strcmp(t->name, "triangle") == 0);
}

/* \angle A, \angle ABC, \angle 1; a bare \angle is a name as well. */
static const struct expr *parse_figure(struct parser *p)
{
    const struct token *at = peek(p), *t = at + 1;
    struct str s = str_in(p->arena);

    p->i++;
    if (parse_is_open(t, DELIMITER_GROUP) && t->match &&
        t[1].kind != TOKEN_CLOSE)
        return NULL; /* as any accent */
    str_add(&s, at->name);
    if (parse_name_is_capital(t)) {
        str_addc(&s, '{');
        do
            str_add(&s, t++->name);
        while (parse_name_is_capital(t) && !t->space && s.n < 20);
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
        if (parse_name_is_capital(t))
            return true;
    return false;
}

/* Returns how many capitals stand at t, before a sign of the given kind, or 0
 * if it is no name of a segment. */
static unsigned parse_name_capitals(const struct parser *p,
                                    const struct token *t, unsigned kind)
{
    unsigned n = t->match;

    if (!parse_name_is_capital(t) || !t->plain || n < 2 || n > 4)
        return 0;
    for (unsigned i = 0; i < n; i++)
        if (!parse_name_is_capital(t + i) || parse_is_symbol(p, t[i].name))
            return 0;
    return t[n].kind == kind ? n : 0;
}

const struct expr *parse_segment(struct parser *p)
{
    const struct token *at = peek(p);
    bool bars = at->kind == TOKEN_BAR && !p->bars && !p->builder;
    unsigned n =
        parse_name_capitals(p, at + bars, bars ? TOKEN_BAR : TOKEN_RELATION);
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

static bool parse_name_number_token(const struct token *t)
{
    return token_in(t, KIND(NUMBER) | KIND(MINUS) | KIND(PLUS) | KIND(SLASH) |
                           KIND(COMMA) | KIND(SEMICOLON) | KIND(FRAC) |
                           KIND(SQRT) | KIND(VULGAR) | KIND(CONSTANT)) ||
           (token_in(t, KIND(OPEN) | KIND(CLOSE)) && t->sub == DELIMITER_GROUP);
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

    if (!parse_name_is_capital(at) || !at->plain || at->match != 1 ||
        !parse_is_open(open, DELIMITER_ROUND) || open->space || !open->match ||
        !open->comma || parse_is_symbol(p, at->name))
        return NULL;
    end = &p->t[open->match];
    if (end->sub != DELIMITER_ROUND ||
        !token_in(end + 1,
                  KIND(END) | KIND(COMMA) | KIND(AND) | KIND(SEMICOLON)))
        return NULL;
    for (const struct token *t = open + 1; t < end; t++) {
        if (!parse_name_number_token(t))
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

/* From 0 upwards or downwards. */
static const struct expr *parse_name_half_line(struct parser *p,
                                               const struct token *at, bool up,
                                               bool zero)
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
    bool group = parse_is_open(t + 1, DELIMITER_GROUP);
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
        return parse_leaf(p, at, EXPR_DOMAIN, name);
    sign = set_sign(p);
    if (sign == SIGN_NONE && peek(p)->kind == TOKEN_UNDER)
        return parse_letter(p, at, name); /* \mathbb{Z}_5 */
    if (name[0] == 'C' && sign != SIGN_NONE && sign != STAR)
        return parse_fail(p, at,
                          "the set of complex numbers cannot have a sign");
    if (sign == SIGN_NONE)
        return parse_leaf(p, at, EXPR_DOMAIN, name);
    if (name[0] == 'N')
        name = "Z";
    if (sign == STAR && name[0] != 'Z')
        return parse_binary(
            p, at, EXPR_DIFFERENCE, parse_leaf(p, at, EXPR_DOMAIN, name),
            parse_unary(p, at, EXPR_SET, parse_integer(p, at, 0)));
    if (sign == STAR)
        return parse_fail(p, at, "cannot read this set of numbers with a star");
    line = parse_name_half_line(p, at, sign == POSITIVE || sign == NOT_NEGATIVE,
                                sign == NOT_NEGATIVE || sign == NOT_POSITIVE);
    return name[0] == 'R'
               ? line
               : parse_binary(p, at, EXPR_INTERSECTION,
                              parse_leaf(p, at, EXPR_DOMAIN, name), line);
}

/* ---- phrases ---- */

/* all real numbers except 2: the set without these values. */
const struct expr *parse_except(struct parser *p)
{
    const struct token *at = peek(p), *t = at;
    struct parse_items items;
    const struct expr *x;

    if (at->kind == TOKEN_NAME || !parse_says(p, t++, "all All"))
        return NULL;
    if (parse_says(p, t, "real") && parse_says(p, t + 1, "numbers"))
        t++;
    else if (!parse_says(p, t, "reals"))
        return NULL;
    t++;
    if (!parse_says(p, t, "except"))
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
    return parse_binary(p, at, EXPR_DIFFERENCE,
                        parse_leaf(p, at, EXPR_DOMAIN, "R"),
                        parse_node(p, at, EXPR_SET, items.v, items.n));
}

/* factorial(5) */
const struct expr *parse_factorial_word(struct parser *p)
{
    const struct token *at = peek(p);
    struct parse_items items;
    struct expr *x;

    if (!parse_says(p, at, "factorial Factorial") ||
        !parse_is_open(at + 1, DELIMITER_ROUND))
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

/*
 * Letters: symbols with their indices and primes, constants, and letters
 * before brackets.
 *
 * f, g and h (and capitals) before a bracket are unknown functions; so is any
 * letter on the left side of an equation when the bracket holds symbols alone.
 * J_0(x), P_n(x), \Gamma(x), B(a, b) and their like are the functions that
 * mathematics knows under these letters. Other letters multiply. A declared
 * symbol is a symbol.
 */

bool parse_is_symbol(const struct parser *p, const char *name)
{
    for (unsigned i = 0; i < p->bound_n; i++)
        if (strcmp(p->bound[i], name) == 0)
            return true;
    return lex_declared(p->opt, name, strlen(name));
}

/* ---- indices ---- */

#define INDEX_MOST 200 /* bytes of an index */

/* A token as text in a name: without the backslash of a control word, and
 * without spaces, which say nothing there. */
static void parse_name_add_raw(struct parser *p, struct str *s,
                               const struct token *t)
{
    size_t skip = 0;

    while (skip + 1 < t->len && p->text[t->at + skip] == '\\')
        skip++;
    for (size_t i = skip; i < t->len; i++)
        if (!is_space(p->text[t->at + i]))
            str_addc(s, p->text[t->at + i]);
}

/* Canonical text of tokens k..end: names, digits and signs without spaces. */
static bool add_index(struct parser *p, struct str *s, unsigned k, unsigned end)
{
    for (; k < end && s->n <= INDEX_MOST; k++) {
        const struct token *t = &p->t[k];

        if (token_in(t, KIND(END) | KIND(STRAY) | KIND(ROW) | KIND(CURRENCY) |
                            KIND(AMP)))
            return false;
        switch (t->kind) {
        case TOKEN_NAME: str_add(s, t->name); break;
        case TOKEN_SUBSCRIPT: str_addf(s, "_{%s}", t->name); break;
        case TOKEN_UNDER:
            if (k + 1 >= end)
                return false;
            str_addc(s, '_');
            if (parse_is_open(t + 1, DELIMITER_GROUP))
                break;
            str_addc(s, '{');
            if (t[1].kind == TOKEN_CLOSE || !add_index(p, s, k + 1, k + 2))
                return false;
            str_addc(s, '}');
            k++;
            break;
        case TOKEN_OPEN:
        case TOKEN_CLOSE:
            if (!t->match)
                return false;
            if (t->sub == DELIMITER_GROUP)
                str_addc(s, t->kind == TOKEN_OPEN ? '{' : '}');
            else
                parse_name_add_raw(p, s, t);
            break;
        default: parse_name_add_raw(p, s, t); break;
        }
    }
    return s->n <= INDEX_MOST;
}

/* Returns the canonical text of the index that follows ("_" or a lowered run),
 * or NULL if there is none. */
static const char *parse_name_parse_index(struct parser *p)
{
    struct str s = str_in(p->arena);
    const struct token *t = peek(p);
    unsigned end;

    if (t->kind == TOKEN_SUBSCRIPT) {
        p->i++;
        return t->name;
    }
    end = parse_script_end(p, p->i + 1);
    if (!end) {
        parse_unexpected(p, parse_ahead(p, 1));
        return NULL;
    }
    if (parse_is_open(t + 1, DELIMITER_GROUP)
            ? !add_index(p, &s, p->i + 2, end - 1)
            : !add_index(p, &s, p->i + 1, end)) {
        parse_fail(p, t, "cannot read a subscript");
        return NULL;
    }
    p->i = end;
    return str_get(&s);
}

static unsigned primes_here(struct parser *p)
{
    const struct token *t = peek(p);
    bool group;

    if (t->kind == TOKEN_PRIME) {
        p->i++;
        return t->sub;
    }
    group = parse_is_open(t + 1, DELIMITER_GROUP);
    if (t->kind != TOKEN_CARET || t[group ? 2 : 1].kind != TOKEN_PRIME ||
        (group && !is_close(t + 3, DELIMITER_GROUP) &&
         !(t[3].kind == TOKEN_PRIME && is_close(t + 4, DELIMITER_GROUP))))
        return 0;
    if (group && t[3].kind == TOKEN_PRIME) {
        p->i += 5;
        return 2;
    }
    p->i += group ? 4 : 2;
    return t[group ? 2 : 1].sub;
}

/* base, index and primes that follow, as one canonical name. */
static const char *parse_name_full_name(struct parser *p, const char *base)
{
    const char *index = NULL;
    unsigned primes = 0, more;

    for (;;) {
        const struct token *t = peek(p);

        if ((t->kind == TOKEN_UNDER || t->kind == TOKEN_SUBSCRIPT) && !index) {
            index = parse_name_parse_index(p);
            if (!index)
                return NULL;
        } else if ((more = primes_here(p)) != 0) {
            primes += more;
        } else {
            break;
        }
    }
    if (!index && !primes)
        return base;
    if (primes > 9) {
        parse_fail(p, peek(p), "too many prime marks");
        return NULL;
    }
    return arena_printf(p->arena, "%s%s%s%s%.*s", base, index ? "_{" : "",
                        index ? index : "", index ? "}" : "", (int)primes,
                        "'''''''''");
}

/* ---- unknown functions ---- */

const struct token *parse_bracket_next(const struct parser *p)
{
    const struct token *t = peek(p);

    if (parse_is_open(t, DELIMITER_GROUP) &&
        parse_is_open(t + 1, DELIMITER_ROUND) && t[1].match &&
        t[1].match + 1 == t->match)
        return t + 1;
    return parse_is_open(t, DELIMITER_ROUND) ? t : NULL;
}

const struct expr *parse_apply(struct parser *p, const struct token *at,
                               const char *name)
{
    bool group = parse_is_open(peek(p), DELIMITER_GROUP);
    struct parse_items items;
    struct expr *x;

    p->i += group;
    if (!parse_arguments(p, 0, &items))
        return NULL;
    if (group && !parse_close(p, DELIMITER_GROUP))
        return NULL;
    x = parse_node(p, at, EXPR_APPLY, items.v, items.n);
    if (x)
        x->name = name;
    return x;
}

/* u(x, t) = ...: the bracket holds symbols, numbers and arrows alone, and a
 * relation follows. */
static bool is_left_side(const struct parser *p, unsigned from)
{
    const struct token *t = parse_bracket_next(p);
    bool value = false;
    unsigned end;

    if (from != p->start || !t || !t->match)
        return false;
    end = t->match + (t != peek(p));
    if (p->t[end + 1].kind != TOKEN_RELATION)
        return false;
    for (unsigned i = (unsigned)(t - p->t) + 1; i < t->match; i++) {
        const struct token *k = &p->t[i];
        bool was = value;

        value = k->kind == TOKEN_NAME || k->kind == TOKEN_NUMBER ||
                k->kind == TOKEN_CONSTANT;
        if (k->kind == TOKEN_UNDER && was) {
            i = parse_script_end(p, i + 1) - 1;
            if (i >= t->match)
                return false;
            value = true;
        } else if (value
                       ? was
                       : k->kind != TOKEN_COMMA && k->kind != TOKEN_SEMICOLON &&
                             k->kind != TOKEN_RELATION &&
                             (k->kind != TOKEN_MINUS || was)) {
            return false; /* f(-1) = 2, but x(x - 1) = 0 is a product */
        }
    }
    return value;
}

/* Arguments of a left side may be relations: u(x, t \to \infty). */
static const struct expr *parse_left_side(struct parser *p,
                                          const struct token *at,
                                          const char *name)
{
    bool group = parse_is_open(peek(p), DELIMITER_GROUP);
    struct parse_inside was = parse_inside(p, true);
    struct parse_items items;
    const struct expr *x;
    struct expr *y;

    items_init(&items);
    p->i += group ? 2 : 1;
    for (;;) {
        x = parse_statement(p);
        if (!x)
            return NULL;
        items_add(p, &items, x);
        if (peek(p)->kind != TOKEN_COMMA && peek(p)->kind != TOKEN_SEMICOLON)
            break;
        p->i++;
    }
    parse_outside(p, was);
    if (!parse_close(p, DELIMITER_ROUND) ||
        (group && !parse_close(p, DELIMITER_GROUP)))
        return NULL;
    y = parse_node(p, at, EXPR_APPLY, items.v, items.n);
    if (y)
        y->name = name;
    return y;
}

/* ---- known functions of one letter ---- */

struct lettered {
    const char *name;
    enum function_id id;
    unsigned counts; /* bit n: n arguments, the index not counted */
};

/* With an index, which becomes the first argument. */
static const struct lettered indexed[] = {
    { "J", FN_BESSEL_J, 2 },    { "Y", FN_BESSEL_Y, 2 },
    { "I", FN_BESSEL_I, 2 },    { "K", FN_BESSEL_K, 2 },
    { "P", FN_LEGENDRE_P, 2 },  { "Q", FN_LEGENDRE_Q, 2 },
    { "H", FN_HERMITE, 2 },     { "L", FN_LAGUERRE, 2 },
    { "T", FN_CHEBYSHEV_T, 2 }, { "U", FN_CHEBYSHEV_U, 2 },
    { "E", FN_EN, 2 },          { "W", FN_LAMBERT, 2 },
    { "B", FN_BETA_INC, 4 },
};

/* Without one. */
static const struct lettered lettered[] = {
    { "Gamma", FN_GAMMA, 2 | 4 },
    { "gamma", FN_GAMMA_LOW, 4 },
    { "zeta", FN_ZETA, 2 | 4 },
    { "psi", FN_DIGAMMA, 2 },
    { "B", FN_BETA, 4 | 8 },
    { "W", FN_LAMBERT, 2 },
    { "U", FN_HYPU, 8 },
    { "C", FN_BINOM, 4 },
    { "P", FN_PERM, 4 },
    { "F", FN_ELLIPTIC_F, 4 },
    { "Pi", FN_ELLIPTIC_PI, 4 | 8 },
};

static unsigned arguments_in(const struct parser *p, const struct token *open)
{
    unsigned n = 1;

    if (!open->match)
        return 0;
    for (unsigned i = (unsigned)(open - p->t) + 1; i < open->match; i++) {
        const struct token *t = &p->t[i];

        if (t->kind == TOKEN_OPEN && t->match > i)
            i = t->match;
        else
            n += t->kind == TOKEN_COMMA || t->kind == TOKEN_SEMICOLON ||
                 (t->kind == TOKEN_BAR && open->odd_bars);
    }
    return n;
}

/* C(n, k) and P(n, k) are counts only of whole numbers and small letters:
 * P(3, -4) is a point. F(x, y) is elliptic only when written F(phi | m). */
static bool plausible(const struct parser *p, enum function_id id,
                      const struct token *open)
{
    if (id == FN_ELLIPTIC_F)
        return open->odd_bars;
    if (id != FN_BINOM && id != FN_PERM)
        return true;
    for (const struct token *t = open + 1; t < &p->t[open->match]; t++) {
        if (t->kind == TOKEN_NAME
                ? !strchr("nkrmjNK", t->name[0])
                : t->kind != TOKEN_NUMBER && t->kind != TOKEN_COMMA &&
                      t->kind != TOKEN_PLUS)
            return false;
        if (t->kind == TOKEN_NUMBER && memchr(p->text + t->at, '.', t->len))
            return false;
    }
    return true;
}

static const struct lettered *find_lettered(const struct parser *p,
                                            const char *name)
{
    const struct token *open = parse_bracket_next(p);
    unsigned n;

    if (!open)
        return NULL;
    for (size_t k = 0; k < sizeof(lettered) / sizeof(lettered[0]); k++) {
        if (strcmp(lettered[k].name, name) != 0)
            continue;
        n = arguments_in(p, open);
        if (n < 8 && (lettered[k].counts >> n & 1) &&
            plausible(p, lettered[k].id, open))
            return &lettered[k];
    }
    return NULL;
}

static const struct expr *parse_lettered(struct parser *p,
                                         const struct token *at,
                                         const struct lettered *f)
{
    bool group = parse_is_open(peek(p), DELIMITER_GROUP);
    struct parse_items items;

    p->i += group;
    if (!parse_arguments(p, 0, &items) ||
        (group && !parse_close(p, DELIMITER_GROUP)))
        return NULL;
    return parse_applied(p, at, f->id, &items);
}

static const struct lettered *find_indexed(const struct parser *p)
{
    const struct token *t = peek(p);
    unsigned end, n;

    if (t->name[1] || t[1].kind == TOKEN_PRIME)
        return NULL;
    if (t[1].kind == TOKEN_SUBSCRIPT)
        end = p->i + 2;
    else if (t[1].kind == TOKEN_UNDER)
        end = parse_script_end(p, p->i + 2);
    else
        return NULL;
    if (end && p->t[end].kind == TOKEN_CARET && strchr("PL", t->name[0]))
        end = parse_script_end(p, end + 1);
    if (!end || !parse_is_open(&p->t[end], DELIMITER_ROUND))
        return NULL;
    n = arguments_in(p, &p->t[end]);
    /* An index in words names something else: P_{max}(x). */
    if (t[2].kind == TOKEN_TEXT ||
        (t[2].kind == TOKEN_OPEN &&
         (t[3].kind == TOKEN_TEXT || t[3].kind == TOKEN_WORD)))
        return NULL;
    for (size_t k = 0; k < sizeof(indexed) / sizeof(indexed[0]); k++)
        if (indexed[k].name[0] == t->name[0] && n < 8 &&
            (indexed[k].counts >> n & 1))
            return &indexed[k];
    return NULL;
}

/* J_0(x), P_n^m(x), L_n^{(a)}(x). */
static const struct expr *parse_indexed(struct parser *p,
                                        const struct lettered *f)
{
    const struct token *at = peek(p);
    struct parse_items items, rest;
    const struct expr *x;

    items_init(&items);
    p->i++;
    x = parse_subscript(p);
    if (!x)
        return NULL;
    items_add(p, &items, x);
    if (peek(p)->kind == TOKEN_CARET) {
        p->i++;
        x = parse_script(p);
        if (!x)
            return NULL;
        items_add(p, &items, x);
    }
    if (!parse_arguments(p, 0, &rest))
        return NULL;
    for (unsigned i = 0; i < rest.n; i++)
        items_add(p, &items, rest.v[i]);
    return parse_applied(p, at, f->id, &items);
}

/* ---- symbols ---- */

static bool unknown_function(const char *name)
{
    return strcmp(name, "Phi") == 0 ||
           (strchr("fghFGH", name[0]) &&
            (name[1] == '\0' || name[1] == '_' || name[1] == '\''));
}

/* f^{-1}(x), f^{(n)}(x): the exponent belongs to the name. */
static const struct expr *raised_function(struct parser *p,
                                          const struct token *at,
                                          const char *name)
{
    struct str s = str_in(p->arena);
    unsigned end;

    if (peek(p)->kind != TOKEN_CARET)
        return NULL;
    end = parse_script_end(p, p->i + 1);
    if (!end || !parse_is_open(&p->t[end], DELIMITER_ROUND) ||
        peek(p)[1].kind == TOKEN_DEGREE)
        return NULL;
    str_addf(&s, "%s^{", name);
    if (parse_is_open(peek(p) + 1, DELIMITER_GROUP)
            ? !add_index(p, &s, p->i + 2, end - 1)
            : !add_index(p, &s, p->i + 1, end))
        return NULL;
    str_addc(&s, '}');
    p->i = end;
    return parse_apply(p, at, str_get(&s));
}

/* Capital I for the imaginary unit, as computer algebra prints it: only
 * beside a number or pi, when no small i is in the text. */
static bool capital_unit(const struct parser *p, const struct token *at)
{
    return strcmp(at->name, "I") == 0 && !p->lower_i && p->t != at &&
           ((at[-1].kind == TOKEN_NUMBER && !at->space) ||
            at[-1].kind == TOKEN_CONSTANT || at[1].kind == TOKEN_CONSTANT);
}

static const struct expr *constant_letter(struct parser *p,
                                          const struct token *at,
                                          const char *name)
{
    if (name[0] == 'e' && !name[1])
        return parse_constant(p, at, CONSTANT_E);
    if ((name[0] == 'i' && !name[1]) ||
        (name == at->name && capital_unit(p, at)))
        return parse_constant(p, at, CONSTANT_I);
    if (strcmp(name, "gamma_{E}") == 0)
        return parse_constant(p, at, CONSTANT_EULER_GAMMA);
    return NULL;
}

/* x^2_i: the index behind an exponent. */
static const struct expr *index_behind(struct parser *p, const struct token *at,
                                       const char *base)
{
    unsigned end =
        peek(p)->kind == TOKEN_CARET ? parse_script_end(p, p->i + 1) : 0;
    const struct expr *power;
    const char *name;

    if (!end || p->t[end].kind != TOKEN_UNDER || strchr(base, '_'))
        return NULL;
    p->i++;
    power = parse_script(p);
    name = power ? parse_name_full_name(p, base) : NULL;
    return name
               ? parse_binary(p, at, EXPR_POW, parse_symbol(p, at, name), power)
               : NULL;
}

static const struct expr *parse_named(struct parser *p, const struct token *at,
                                      unsigned from, const char *base)
{
    const char *name = parse_name_full_name(p, base);
    bool known;
    const struct expr *x;

    if (!name)
        return NULL;
    if (is_left_side(p, from))
        return parse_left_side(p, at, name);
    known = parse_is_symbol(p, name);
    if (!known) {
        const struct lettered *f = find_lettered(p, name);

        if (f)
            return parse_lettered(p, at, f);
        if (unknown_function(name)) {
            if (parse_bracket_next(p))
                return parse_apply(p, at, name);
            x = raised_function(p, at, name);
            if (x || p->e->code)
                return x;
        }
        x = constant_letter(p, at, name);
        if (x || p->e->code)
            return x;
    }
    x = index_behind(p, at, name);
    if (x || p->e->code)
        return x;
    return parse_symbol(p, at, name);
}

const struct expr *parse_bare_name(struct parser *p)
{
    const struct token *at = peek(p);
    const struct expr *x = NULL;

    p->i++;
    if (!parse_is_symbol(p, at->name))
        x = constant_letter(p, at, at->name);
    return x || p->e->code ? x : parse_symbol(p, at, at->name);
}

const struct expr *parse_name(struct parser *p)
{
    const struct token *at = peek(p);
    unsigned from = p->i;
    const struct lettered *f = find_indexed(p);
    const char *name;

    if (strcmp(at->name, "m") == 0 && parse_is_figure(at + 1)) {
        p->i++; /* m\angle A, the measure of it */
        return parse_accent(p);
    }
    if (parse_counts_next(p))
        return parse_counting(p);
    p->i++;
    if (f) {
        name = parse_name_full_name(p, at->name);
        if (!name)
            return NULL;
        if (!is_left_side(p, from) && !parse_is_symbol(p, name)) {
            p->i = from;
            return parse_indexed(p, f);
        }
        p->i = from + 1;
    }
    return parse_named(p, at, from, at->name);
}

const char *parse_variable(struct parser *p)
{
    const struct token *t = peek(p);

    if (t->kind != TOKEN_NAME) {
        parse_fail(p, t, "a variable is missing");
        return NULL;
    }
    p->i++;
    return parse_name_full_name(p, t->name);
}

const struct expr *parse_letter(struct parser *p, const struct token *at,
                                const char *name)
{
    return parse_named(p, at, p->i - 1, name);
}

/* \overline{3+4i}: a bar over a sum is no name; but A+B may be one of logic,
 * and \overline{AB} is a segment. */
static bool is_conjugate(const struct parser *p, const struct token *at)
{
    bool sign = false, value = false;

    if (strcmp(at->name, "bar") != 0)
        return false;
    for (const struct token *t = at + 2; t < &p->t[at[1].match]; t++) {
        bool i = t->kind == TOKEN_NAME && strcmp(t->name, "i") == 0 &&
                 !parse_is_symbol(p, "i");

        if (token_in(t, KIND(RELATION) | KIND(COMMA) | KIND(WORD) | KIND(TEXT)))
            return false;
        sign |= token_in(t, KIND(PLUS) | KIND(MINUS)) ||
                (i && t[-1].kind == TOKEN_NUMBER);
        value |= token_in(t, KIND(NUMBER) | KIND(FUNCTION)) ||
                 (t->kind == TOKEN_NAME && !is_upper(t->name[0]));
    }
    return sign && value && at[2].kind != TOKEN_PLUS;
}

/* \bar{x}, \hat{x}, \vec{v}: names of their own. */
const struct expr *parse_accent(struct parser *p)
{
    const struct token *at = peek(p);
    struct str s = str_in(p->arena);
    unsigned from = p->i;
    unsigned end = parse_script_end(p, p->i + 1);
    bool group = parse_is_open(at + 1, DELIMITER_GROUP);
    const struct expr *x;

    if (parse_is_figure(at)) {
        x = parse_figure(p);
        if (x || p->e->code)
            return x;
        p->i = from;
    }
    if (group && at[1].match && is_conjugate(p, at)) {
        p->i++;
        x = parse_argument(p, false);
        return parse_called(p, at, FN_CONJ, &x, 1);
    }
    str_addf(&s, "%s{", at->name);
    if (!end || !add_index(p, &s, p->i + 1 + group, end - group))
        return parse_fail(p, at, "an accent must be over a name");
    str_addc(&s, '}');
    p->i = end;
    return parse_named(p, at, from, str_get(&s));
}
