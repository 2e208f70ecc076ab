/* SPDX-License-Identifier: Apache-2.0 */
#include "math/read/parse_int.h"

#include <string.h>

/*
 * Functions by name: \sin^2 x, \log_2 8, \max(a, b).
 *
 * An argument without brackets is made of the factors that stand side by
 * side: numbers, letters and constants, up to a sign, a dot, a bracket, a
 * fraction, a power of e or another function. So \sin 2x is sin(2x), \ln xy
 * is ln(xy), \sin x\cos x is a product, and \sin x/2 is (sin x)/2; but
 * \sin 2\pi/3 is sin(2 pi/3), because nobody divides the sine of 2 pi.
 */

/* ---- arguments ---- */

unsigned parse_script_end(const struct parser *p, unsigned k)
{
    const struct token *t = &p->t[k < p->count ? k : p->count - 1];

    if ((t->kind == TOKEN_MINUS || t->kind == TOKEN_PLUS) &&
        (t[1].kind == TOKEN_NUMBER || t[1].kind == TOKEN_NAME ||
         t[1].kind == TOKEN_OPEN))
        t++;
    if (t->kind == TOKEN_END || t->kind == TOKEN_CLOSE)
        return 0;
    if (t->kind == TOKEN_OPEN)
        return t->match ? t->match + 1 : 0;
    return (unsigned)(t - p->t) + 1;
}

static bool argument_separator(const struct parser *p, const struct token *at)
{
    const struct token *t = peek(p);

    return t->kind == TOKEN_COMMA || t->kind == TOKEN_SEMICOLON ||
           (t->kind == TOKEN_BAR && at->odd_bars);
}

/* {\left(a, b\right)}: what a group holds are the arguments. */
static void parse_call_spread(struct parser *p, struct parse_items *items)
{
    const struct expr *x = items->v[0];

    if (items->n != 1 || (x->op != EXPR_TUPLE && x->op != EXPR_LIST &&
                          x->op != EXPR_SET && x->op != EXPR_INTERVAL))
        return;
    items_init(items);
    for (unsigned i = 0; i < x->count; i++)
        items_add(p, items, x->args[i]);
}

bool parse_arguments(struct parser *p, unsigned most, struct parse_items *items)
{
    const struct token *at = peek(p);
    struct parse_inside was = parse_inside(p, most != 1);
    const struct expr *x;

    items_init(items);
    p->i++;
    p->builder = at->odd_bars && most != 1;
    if (peek(p)->kind == TOKEN_SEMICOLON) /* {}_0F_1(;b;z) */
        p->i++;
    do {
        if (items->n)
            p->i++;
        p->start = p->i;
        x = parse_set(p);
        if (!x)
            return false;
        items_add(p, items, x);
    } while (most != 1 && argument_separator(p, at));
    parse_outside(p, was);
    if (!parse_close(p, at->sub))
        return false;
    if (most != 1)
        parse_call_spread(p, items);
    return true;
}

static enum function_id by_count(enum function_id id, unsigned n)
{
    switch (id) {
    case FN_GAMMA: return n == 2 ? FN_GAMMA_INC : id;
    case FN_ZETA: return n == 2 ? FN_HURWITZ : id;
    case FN_BETA: return n == 3 ? FN_BETA_INC : id;
    case FN_ELLIPTIC_E: return n == 2 ? FN_ELLIPTIC_EINC : id;
    default: return id;
    }
}

const struct expr *parse_applied(struct parser *p, const struct token *at,
                                 enum function_id id, struct parse_items *items)
{
    const struct function *f = function_card(by_count(id, items->n));

    if (id == FN_LAMBERT && items->n == 1) {
        const struct expr *x = items->v[0];

        items->v[0] = parse_integer(p, at, 0);
        items_add(p, items, x);
    }
    if (items->n < f->arity_min || (f->arity_max && items->n > f->arity_max))
        return parse_fail(p, at,
                          "a function has too many or too few arguments");
    return parse_called(p, at, f->id, items->v, items->n);
}

/* ---- arguments without brackets ---- */

static bool power_of_e(const struct parser *p)
{
    const struct token *t = peek(p);

    return t->kind == TOKEN_NAME && t->name[0] == 'e' && !t->name[1] &&
           parse_ahead(p, 1)->kind == TOKEN_CARET && !parse_is_symbol(p, "e");
}

/* May the next token go on with a bare argument that has factors already?
 * `numbers`: all of them are numbers. */
static bool bare_goes_on(const struct parser *p, bool numbers)
{
    const struct token *t = peek(p);

    if (parse_dx_next(p))
        return false;
    switch (t->kind) {
    case TOKEN_NUMBER: return parse_factor_follows(p);
    case TOKEN_CONSTANT:
    case TOKEN_VULGAR:
    case TOKEN_ACCENT: return true;
    case TOKEN_NAME: return !power_of_e(p);
    case TOKEN_FRAC:
    case TOKEN_SQRT: return numbers;
    case TOKEN_OPEN:
        return numbers &&
               (t->sub == DELIMITER_ROUND || t->sub == DELIMITER_SQUARE) &&
               !t->comma;
    default: return false;
    }
}

static bool parse_call_is_pi(const struct expr *x)
{
    return expr_is_constant(x, CONSTANT_PI);
}

/* Factors of numbers and pi, with pi among them, before / and a number. */
static const struct expr *over_number(struct parser *p, const struct expr *x)
{
    const struct token *at = peek(p);
    bool pi = x && parse_call_is_pi(x);
    bool plain = pi;

    if (x && x->op == EXPR_MUL) {
        plain = true;
        for (unsigned i = 0; i < x->count; i++) {
            pi |= parse_call_is_pi(x->args[i]);
            plain &=
                parse_call_is_pi(x->args[i]) || x->args[i]->op == EXPR_NUMBER;
        }
    }
    if (!pi || !plain || at->kind != TOKEN_SLASH ||
        parse_ahead(p, 1)->kind != TOKEN_NUMBER)
        return x;
    p->i++;
    return parse_binary(p, at, EXPR_DIV, x, parse_power(p));
}

static const struct expr *bare_argument(struct parser *p)
{
    struct parse_items factors;
    const struct token *at = peek(p);
    const struct expr *x;
    bool numbers = true;

    if (at->kind == TOKEN_MINUS || at->kind == TOKEN_PLUS) {
        if (!parse_enter(p))
            return NULL;
        p->i++;
        x = bare_argument(p);
        p->depth--;
        return at->kind == TOKEN_MINUS ? parse_unary(p, at, EXPR_NEG, x) : x;
    }
    items_init(&factors);
    do {
        const struct token *t = peek(p);

        x = parse_power(p);
        if (!x)
            return NULL;
        items_add(p, &factors, x);
        numbers &= x->op == EXPR_NUMBER || parse_call_is_pi(x);
        /* \sin\cos x, \ln|x|, \ln\frac{a}{b}: that is all of it. */
        if (!token_in(t, KIND(NUMBER) | KIND(NAME) | KIND(CONSTANT) |
                             KIND(ACCENT) | KIND(VULGAR)))
            break;
    } while (bare_goes_on(p, numbers));
    return over_number(p, items_node(p, &factors, EXPR_MUL));
}

/* ---- names with scripts ---- */

static enum function_id inverse_of(enum function_id id)
{
    if (id <= FN_CSC)
        return (enum function_id)(id + (FN_ARCSIN - FN_SIN));
    if (id >= FN_SINH && id <= FN_CSCH)
        return (enum function_id)(id + (FN_ARSINH - FN_SINH));
    return FN_COUNT;
}

static bool parse_call_is_minus_one(const struct expr *x)
{
    return x->op == EXPR_NEG && x->args[0]->op == EXPR_NUMBER &&
           fmpq_is_one(x->args[0]->number->value);
}

/* What stands between the name of a function and its argument. */
struct scripts {
    const struct expr *index, *power;
    bool prime;
};

static bool parse_scripts(struct parser *p, struct scripts *s)
{
    for (;;) {
        const struct token *t = peek(p);

        if (token_in(t, KIND(UNDER) | KIND(SUBSCRIPT)) && !s->index) {
            s->index = parse_subscript(p);
            if (!s->index)
                return false;
        } else if (t->kind == TOKEN_CARET && !s->power) {
            p->i++;
            s->power = parse_script(p);
            if (!s->power)
                return false;
        } else if (t->kind == TOKEN_SUPER && !s->power) {
            const struct expr *one = parse_integer(p, t, 1);
            const struct expr *x = one ? parse_postfix(p, t, one) : NULL;

            if (!x || x->op != EXPR_POW)
                return false;
            s->power = x->args[1];
        } else if (t->kind == TOKEN_PRIME && t->sub == 1 && !s->prime) {
            s->prime = true;
            p->i++;
        } else {
            return true;
        }
    }
}

/* The function that name and scripts say together; FN_COUNT: none. The index
 * becomes the first argument. */
static enum function_id with_scripts(enum function_id id, struct scripts *s)
{
    if (s->prime) {
        if (id != FN_AIRY_AI && id != FN_AIRY_BI)
            return FN_COUNT;
        id = id == FN_AIRY_AI ? FN_AIRY_AI_PRIME : FN_AIRY_BI_PRIME;
    }
    if (s->index) {
        if (id == FN_LOG)
            id = FN_LOGB;
        else if (id != FN_POLYLOG && id != FN_LAMBERT && id != FN_LOGB)
            return FN_COUNT;
    }
    if (s->power && parse_call_is_minus_one(s->power) &&
        inverse_of(id) != FN_COUNT) {
        id = inverse_of(id);
        s->power = NULL;
    }
    return id;
}

static bool call_arguments(struct parser *p, enum function_id id,
                           const struct expr *index, struct parse_items *items)
{
    unsigned most = function_card(id)->arity_max;
    const struct token *t = peek(p);
    const struct expr *x;
    struct parse_items rest;

    items_init(items);
    if (index)
        items_add(p, items, index);
    /* A function that shares its name may have more arguments. */
    if (id == FN_GAMMA || id == FN_ZETA || id == FN_BETA || id == FN_ELLIPTIC_E)
        most = 4;
    else if (index)
        most--;
    if (t->kind == TOKEN_OPEN &&
        (t->sub == DELIMITER_ROUND || t->sub == DELIMITER_SQUARE ||
         t->sub == DELIMITER_BRACE || t->sub == DELIMITER_GROUP)) {
        if (!parse_arguments(p, most, &rest))
            return false;
        for (unsigned i = 0; i < rest.n; i++)
            items_add(p, items, rest.v[i]);
        return true;
    }
    if (most != 1)
        return parse_fail(p, t,
                          "a function needs brackets around its "
                          "arguments") != NULL;
    x = bare_argument(p);
    if (x)
        items_add(p, items, x);
    return x != NULL;
}

const struct expr *parse_call(struct parser *p)
{
    const struct token *at = peek(p);
    struct scripts s = { NULL, NULL, false };
    enum function_id id = at->function->id;
    struct parse_items items;
    const struct expr *x;

    if (!parse_enter(p))
        return NULL;
    p->i++;
    if (at->sub && id == FN_LOGB)
        s.index = parse_integer(p, at, at->sub);
    if (!parse_scripts(p, &s))
        return p->e->code ? NULL : parse_unexpected(p, peek(p));
    id = with_scripts(id, &s);
    if (id == FN_COUNT)
        return parse_fail(p, at,
                          "cannot read a function with this subscript "
                          "or prime mark");
    if (!call_arguments(p, id, s.index, &items))
        return NULL;
    if (at->sub && id == FN_EXP && items.n == 1) /* cis x = e^(i x) */
        items.v[0] = parse_binary(
            p, at, EXPR_MUL, parse_constant(p, at, CONSTANT_I), items.v[0]);
    x = items.n && items.v[0] ? parse_applied(p, at, id, &items) : NULL;
    p->depth--;
    if (x && s.power)
        x = parse_binary(p, at, EXPR_POW, x, s.power);
    return x;
}
