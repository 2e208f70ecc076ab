/* SPDX-License-Identifier: Apache-2.0 */
#include "math/read/parse_int.h"

#include "base/ascii.h"

#include <stdlib.h>
#include <string.h>

/*
 * Sums, terms and powers.
 *
 * Juxtaposition, \cdot, / and mod are of one strength and go from the left:
 * 1/2x is (1/2)x and a/bc is (a/b)c, as a calculator reads them. A sign
 * before a term belongs to the whole term: -2x is -(2x), -x^2 is -(x^2).
 */

/* ---- sums ---- */

/* The value with its unit, when one stands behind it. */
static const struct expr *parse_term_with_unit(struct parser *p,
                                               const struct expr *x)
{
    const struct token *at = peek(p);
    const char *unit;
    struct expr *q;

    if (!x || x->op == EXPR_QUANTITY ||
        (!expr_is_value(x) && x->op != EXPR_RATIO))
        return x;
    unit = parse_unit(p);
    if (!unit)
        return p->e->code ? NULL : x;
    q = parse_unary(p, at, EXPR_QUANTITY, x);
    if (q) {
        q->name = unit;
        q->column = x->column;
    }
    return q;
}

static const struct expr *plusminus(struct parser *p, const struct token *at,
                                    const struct expr *left,
                                    const struct expr *right)
{
    struct expr *x = left ? parse_binary(p, at, EXPR_PLUSMINUS, left, right)
                          : parse_unary(p, at, EXPR_PLUSMINUS, right);

    if (!x)
        return NULL;
    x->mirror = at->sub == 1;
    if (left)
        x->column = left->column;
    return x;
}

/* -x; of a quantity, the value is negative and not the unit. */
static const struct expr *negated(struct parser *p, const struct token *at,
                                  const struct expr *x)
{
    struct expr *q;

    if (x->op != EXPR_QUANTITY)
        return parse_unary(p, at, EXPR_NEG, x);
    q = parse_unary(p, at, EXPR_QUANTITY,
                    parse_unary(p, at, EXPR_NEG, x->args[0]));
    if (q)
        q->name = x->name;
    return q;
}

static bool sum_goes_on(const struct token *t)
{
    return token_in(t, KIND(PLUS) | KIND(MINUS) | KIND(PLUSMINUS));
}

/* 5 ft 3 in: a quantity beside a quantity is their sum. */
static bool quantity_beside(const struct parser *p, const struct expr *last)
{
    return last->op == EXPR_QUANTITY && peek(p)->kind == TOKEN_NUMBER;
}

/* Does a unit stand next? Then the term is over, and the sum takes it. */
static bool unit_next(struct parser *p)
{
    unsigned i = p->i;
    bool unit = parse_unit(p) != NULL;

    p->i = i;
    return unit;
}

/* A unit behind a sum of bare values belongs to all of it, behind a sum of
 * quantities to its last term. */
static const struct expr *sum_unit(struct parser *p, struct parse_items *terms)
{
    const struct expr *x;
    const struct expr *last = terms->v[terms->n - 1];
    bool bare = terms->v[0]->op != EXPR_QUANTITY && last->op != EXPR_QUANTITY;

    if (!unit_next(p))
        return last;
    if (bare && terms->n > 1) {
        x = items_node(p, terms, EXPR_ADD);
        x = parse_term_with_unit(p, x);
        if (x && x->op == EXPR_QUANTITY) {
            items_init(terms);
            items_add(p, terms, x);
        }
        return x;
    }
    x = parse_term_with_unit(p, last);
    if (x)
        terms->v[terms->n - 1] = x;
    return x;
}

const struct expr *parse_sum(struct parser *p)
{
    struct parse_items terms;
    const char *dx = p->dx;
    const struct expr *x = parse_term(p);

    if (!x)
        return NULL;
    items_init(&terms);
    items_add(p, &terms, x);
    while (x) {
        const struct token *at = peek(p);

        if (p->dx != dx) /* the integral is over */
            break;
        if (!sum_goes_on(at) && !sum_unit(p, &terms))
            return NULL;
        at = peek(p);
        if (quantity_beside(p, terms.v[terms.n - 1])) {
            x = parse_term(p);
            if (x)
                x = parse_term_with_unit(p, x);
            if (x && x->op != EXPR_QUANTITY)
                return parse_fail(p, at, "unexpected number after a unit");
            if (x)
                items_add(p, &terms, x);
            continue;
        }
        if (!sum_goes_on(at))
            break;
        if (at->kind == TOKEN_PLUSMINUS)
            p->i++;
        x = parse_term(p); /* takes the sign */
        if (x && at->kind == TOKEN_PLUSMINUS) {
            const struct expr *left = items_node(p, &terms, EXPR_ADD);

            x = left ? plusminus(p, at, left, x) : NULL;
            items_init(&terms);
        }
        if (x)
            items_add(p, &terms, x);
    }
    return x ? items_node(p, &terms, EXPR_ADD) : NULL;
}

/* ---- terms ---- */

static bool bar_follows(const struct parser *p, const struct token *t)
{
    return !t->sub && !p->bars && !p->builder;
}

bool parse_factor_follows(const struct parser *p)
{
    const struct token *t = peek(p);

    switch (t->kind) {
    case TOKEN_NUMBER: /* 2 3 could be anything; 2^6 3^2 is a product */
        return t[-1].kind != TOKEN_NUMBER || t[1].kind == TOKEN_FRAC ||
               (t[-2].kind == TOKEN_CARET && t->space) ||
               (t[-2].kind == TOKEN_UNDER && t[1].kind == TOKEN_CARET) ||
               t[-2].kind == TOKEN_FRAC ||
               (t[-2].kind == TOKEN_NUMBER && t[-3].kind == TOKEN_FRAC);
    case TOKEN_TEXT: return t->len == 1;
    case TOKEN_BAR: return bar_follows(p, t);
    case TOKEN_BARS: return !p->bars;
    case TOKEN_OPEN:
        return t->sub != DELIMITER_NONE &&
               !(t->sub == DELIMITER_ROUND && t[1].kind == TOKEN_MOD) &&
               !(t->sub == DELIMITER_ROUND && t[1].kind == TOKEN_WORD);
    default:
        return token_in(t, KIND(NAME) | KIND(CONSTANT) | KIND(FUNCTION) |
                               KIND(VULGAR) | KIND(FRAC) | KIND(SQRT) |
                               KIND(CBRT) | KIND(BINOM) | KIND(SUM) |
                               KIND(PRODUCT) | KIND(INTEGRAL) | KIND(LIMIT) |
                               KIND(BEGIN) | KIND(ACCENT) | KIND(DOTS));
    }
}

/* A factor behind * or /, which may carry a sign. */
static const struct expr *signed_factor(struct parser *p)
{
    const struct token *at = peek(p);
    const struct expr *x;

    if (at->kind != TOKEN_MINUS && at->kind != TOKEN_PLUS)
        return parse_power(p);
    p->i++;
    x = parse_power(p);
    return x && at->kind == TOKEN_MINUS ? parse_unary(p, at, EXPR_NEG, x) : x;
}

/* One step of a term: another factor, divisor or modulus. NULL without an
 * error when the term is over. */
static bool term_step(struct parser *p, struct parse_items *factors,
                      const struct token **minus)
{
    const struct token *at = peek(p);
    enum expr_op op = EXPR_MUL;
    const struct expr *x;

    if (parse_dx_next(p))
        return parse_dx(p);
    if (at->kind == TOKEN_SLASH)
        op = EXPR_DIV;
    else if (at->kind == TOKEN_MOD)
        op = EXPR_MOD;
    else if (at->kind != TOKEN_TIMES && !parse_factor_follows(p))
        return false;
    if (at->kind == TOKEN_SLASH || at->kind == TOKEN_MOD ||
        at->kind == TOKEN_TIMES) {
        p->i++;
        if (at->kind == TOKEN_TIMES && parse_dx_next(p))
            return parse_dx(p);
        x = signed_factor(p);
    } else {
        x = parse_power(p);
    }
    if (!x)
        return false;
    if (op != EXPR_MUL) {
        const struct expr *left = items_node(p, factors, EXPR_MUL);

        if (op == EXPR_MOD && *minus) { /* -1 mod 2 is (-1) mod 2 */
            left = parse_unary(p, *minus, EXPR_NEG, left);
            *minus = NULL;
        }
        x = parse_binary(p, at, op, left, x);
        if (!x)
            return false;
        ((struct expr *)x)->column = factors->v[0]->column;
        items_init(factors);
    }
    items_add(p, factors, x);
    return true;
}

/* A term behind its sign; minus is NULL for a term that has none. */
static const struct expr *unsigned_term(struct parser *p,
                                        const struct token *minus)
{
    struct parse_items factors;
    const struct token *at = peek(p);
    const struct expr *x;

    items_init(&factors);
    if (parse_dx_next(p)) { /* \int dx f */
        if (!parse_dx(p))
            return NULL;
        if (!parse_factor_follows(p)) {
            x = parse_integer(p, at, 1);
            return x && minus ? negated(p, minus, x) : x;
        }
    }
    x = parse_power(p);
    if (!x)
        return NULL;
    items_add(p, &factors, x);
    for (;;) {
        const char *dx = p->dx;

        if (unit_next(p))
            break;
        if (!term_step(p, &factors, &minus))
            break;
        if (p->dx != dx)
            break;
    }
    if (p->e->code)
        return NULL;
    x = items_node(p, &factors, EXPR_MUL);
    return x && minus ? negated(p, minus, x) : x;
}

const struct expr *parse_term(struct parser *p)
{
    const struct token *at = peek(p);
    const struct token *next = at + 1;
    const struct expr *x;

    if (!sum_goes_on(at))
        return unsigned_term(p, NULL);
    p->i++;
    if (!sum_goes_on(next) && at->kind != TOKEN_PLUSMINUS)
        return unsigned_term(p, at->kind == TOKEN_MINUS ? at : NULL);
    if (!parse_enter(p))
        return NULL;
    x = parse_term(p);
    p->depth--;
    if (!x || at->kind == TOKEN_PLUS)
        return x;
    if (at->kind == TOKEN_PLUSMINUS)
        return plusminus(p, at, NULL, x);
    return negated(p, at, x);
}

/* ---- powers ---- */

static const struct expr *parse_bangs(struct parser *p, const struct token *at,
                                      const struct expr *x)
{
    unsigned n = 0;
    struct expr *y;

    while (peek(p)->kind == TOKEN_BANG) {
        p->i++;
        n++;
    }
    if (n > 2)
        return parse_fail(p, peek(p) - 1, "too many factorial signs");
    y = parse_unary(p, at, EXPR_FACTORIAL, x);
    if (y)
        y->degree = n;
    return y;
}

const struct expr *parse_run(struct parser *p)
{
    const struct token *t = peek(p);
    const char *s = t->name;
    bool minus = *s == '-';
    const struct expr *y;
    char *end;

    p->i++;
    s += *s == '-' || *s == '+';
    if (is_digit(*s)) {
        y = parse_integer(p, t, strtol(s, &end, 10));
        if (*end || end - s > 15)
            y = NULL;
    } else {
        y = is_letter(*s) && !s[1] ? parse_symbol(p, t, lex_letter(*s)) : NULL;
        if (y && *s == 'i' && !parse_is_symbol(p, "i"))
            y = parse_constant(p, t, CONSTANT_I);
    }
    if (!y)
        return parse_fail(p, t,
                          t->kind == TOKEN_SUPER ? "cannot read an exponent"
                                                 : "cannot read a subscript");
    return minus ? parse_unary(p, t, EXPR_NEG, y) : y;
}

/* x² and x⁻¹: a run of raised characters. */
static const struct expr *parse_raised(struct parser *p, const struct token *at,
                                       const struct expr *x)
{
    const struct expr *y = parse_run(p);

    return y ? parse_binary(p, at, EXPR_POW, x, y) : NULL;
}

/* What ^ may carry that is no exponent: \circ, \prime, + and -. */
static bool degree_sign(struct parser *p)
{
    const struct token *end, *t = parse_lone(peek(p), &end);

    if (!t || t->kind != TOKEN_DEGREE)
        return false;
    p->i = (unsigned)(end - p->t);
    return true;
}

static bool side_sign(struct parser *p)
{
    bool group = parse_is_open(parse_ahead(p, 1), DELIMITER_GROUP);
    const struct token *t = parse_ahead(p, group ? 2 : 1);
    const struct token *end = parse_ahead(p, group ? 3 : 2);

    if (!p->side_ok || (t->kind != TOKEN_PLUS && t->kind != TOKEN_MINUS) ||
        end->kind != TOKEN_CLOSE)
        return false;
    p->side = t->kind == TOKEN_PLUS ? 1 : -1;
    p->i += group ? 4 : 2;
    return true;
}

static bool transpose_sign(struct parser *p, const struct expr *x)
{
    const struct token *end, *t = parse_lone(peek(p), &end);

    if (x->op != EXPR_MATRIX || !t || t->kind != TOKEN_NAME ||
        t->name[0] != 'T')
        return false;
    p->i = (unsigned)(end - p->t);
    return true;
}

/* Returns the index of the token behind marks of minutes (1) or seconds (2)
 * that begin at token k, or 0 if they do not: ', '', ^{\prime}, "minutes". */
static unsigned marks_end(const struct parser *p, unsigned k, unsigned marks)
{
    const struct token *t = &p->t[k];
    bool caret = t->kind == TOKEN_CARET;
    bool group = caret && parse_is_open(t + 1, DELIMITER_GROUP);
    unsigned n = 0;

    if (t->kind == TOKEN_WORD &&
        parse_says(p, t, marks == 1 ? "minutes minute" : "seconds second"))
        return k + 1;
    for (t += caret + group; t->kind == TOKEN_PRIME; t++)
        n += t->sub;
    if (n != marks || (group && !is_close(t, DELIMITER_GROUP)))
        return 0;
    return (unsigned)(t - p->t) + group;
}

/* Takes a number with marks of minutes or seconds. NULL without an error if
 * none stands next. */
static const struct expr *parse_term_marked(struct parser *p, unsigned marks)
{
    unsigned k = p->i + (peek(p)->kind == TOKEN_AND);
    unsigned end =
        p->t[k].kind == TOKEN_NUMBER ? marks_end(p, k + 1, marks) : 0;
    const struct expr *x;

    if (!end)
        return NULL;
    p->i = k;
    x = parse_bare_number(p);
    p->i = end;
    return x;
}

/* 63^\circ 45' 30'': minutes and seconds behind degrees are parts of them. */
static const struct expr *with_minutes(struct parser *p, const struct token *at,
                                       const struct expr *x)
{
    static const long sixty[] = { 60, 3600 };
    struct parse_items sum;

    if (x->op != EXPR_NUMBER)
        return x;
    items_init(&sum);
    items_add(p, &sum, x);
    for (unsigned marks = 1; marks <= 2 && !p->e->code; marks++) {
        const struct expr *part = parse_term_marked(p, marks);

        if (part)
            items_add(p, &sum,
                      parse_binary(p, at, EXPR_DIV, part,
                                   parse_integer(p, at, sixty[marks - 1])));
    }
    return p->e->code ? NULL : items_node(p, &sum, EXPR_ADD);
}

/* 5' 6": feet and inches, where both are given or the inches alone. */
static const struct expr *feet_and_inches(struct parser *p,
                                          const struct token *at,
                                          const struct expr *x)
{
    static const char *const units[] = { "ft", "in" };
    unsigned feet = marks_end(p, p->i, 1), inches = marks_end(p, p->i, 2);
    const struct expr *part[2] = { x, NULL };
    struct parse_items sum;

    if (x->op != EXPR_NUMBER || peek(p)->kind == TOKEN_WORD ||
        (!feet && !inches))
        return x;
    p->i = feet ? feet : inches;
    part[1] = feet ? parse_term_marked(p, 2) : NULL;
    if (feet && !part[1])
        return p->e->code ? NULL : parse_unexpected(p, peek(p) - 1);
    items_init(&sum);
    for (unsigned k = 0; k < 2; k++) {
        struct expr *q = parse_unary(p, at, EXPR_QUANTITY, part[k]);

        if (q) {
            q->name = units[feet ? k : 1];
            items_add(p, &sum, q);
        }
    }
    return p->e->code ? NULL : items_node(p, &sum, EXPR_ADD);
}

static const struct expr *parse_caret(struct parser *p, const struct token *at,
                                      const struct expr *x)
{
    const struct expr *y;

    if (degree_sign(p))
        return parse_unary(p, at, EXPR_DEGREE, with_minutes(p, at, x));
    if (side_sign(p))
        return x;
    if (transpose_sign(p, x))
        return parse_called(p, at, FN_TRANSPOSE, &x, 1);
    p->i++;
    y = parse_script(p);
    /* x^2^3 is x^(2^3). */
    if (y && peek(p)->kind == TOKEN_CARET) {
        if (!parse_enter(p))
            return NULL;
        y = parse_caret(p, at, y);
        p->depth--;
    }
    return parse_binary(p, at, EXPR_POW, x, y);
}

const struct expr *parse_postfix(struct parser *p, const struct token *at,
                                 const struct expr *x)
{
    while (x) {
        if (parse_celsius(p))
            return x;
        switch (peek(p)->kind) {
        case TOKEN_PRIME:
            if (x->op != EXPR_NUMBER)
                return x;
            return feet_and_inches(p, at, x);
        case TOKEN_CARET:
            if (x->op == EXPR_NUMBER &&
                (marks_end(p, p->i, 1) || marks_end(p, p->i, 2)))
                return feet_and_inches(p, at, x);
            x = parse_caret(p, at, x);
            break;
        case TOKEN_SUPER: x = parse_raised(p, at, x); break;
        case TOKEN_BANG: x = parse_bangs(p, at, x); break;
        case TOKEN_PERCENT:
            p->i++;
            x = parse_unary(p, at, EXPR_PERCENT, x);
            if (x && peek(p)->kind == TOKEN_NUMBER)
                return parse_fail(p, peek(p),
                                  "unexpected number after a percent sign");
            break;
        case TOKEN_DEGREE:
            if (x->op == EXPR_SYMBOL && peek(p)[1].kind == TOKEN_NAME)
                return parse_fail(p, peek(p),
                                  "cannot read a composition of functions");
            p->i++;
            x = parse_unary(p, at, EXPR_DEGREE, with_minutes(p, at, x));
            break;
        default: return x;
        }
    }
    return NULL;
}

const struct expr *parse_power(struct parser *p)
{
    const struct token *at = peek(p);
    const struct expr *x;

    if (!parse_enter(p))
        return NULL;
    x = parse_primary(p);
    if (x)
        x = parse_postfix(p, at, x);
    p->depth--;
    return x;
}

const struct expr *parse_primary(struct parser *p)
{
    const struct token *t = peek(p);

    switch (t->kind) { /* long: a table of what begins a value */
    case TOKEN_NUMBER: return parse_number(p);
    case TOKEN_VULGAR: return parse_vulgar(p);
    case TOKEN_NAME: return parse_name(p);
    case TOKEN_ACCENT: return parse_accent(p);
    case TOKEN_UNDER:
    case TOKEN_SUBSCRIPT:
    case TOKEN_CARET: return parse_presub(p);
    case TOKEN_FUNCTION: return parse_call(p);
    case TOKEN_OPEN: return parse_bracket(p);
    case TOKEN_BAR:
    case TOKEN_BARS: return parse_bars(p);
    case TOKEN_FRAC:
        return parse_is_derivative(p) ? parse_derivative(p) : parse_fraction(p);
    case TOKEN_SQRT:
    case TOKEN_CBRT: return parse_root(p);
    case TOKEN_BINOM: return parse_binomial(p);
    case TOKEN_SUM:
    case TOKEN_PRODUCT:
    case TOKEN_INTEGRAL:
    case TOKEN_LIMIT: return parse_big(p);
    case TOKEN_BEGIN: return parse_environment(p);
    case TOKEN_TEXT: return parse_words(p);
    case TOKEN_CURRENCY: return parse_money(p);
    case TOKEN_CONSTANT:
        p->i++;
        return parse_constant(p, t, (enum expr_constant)t->sub);
    case TOKEN_DOTS: p->i++; return parse_node(p, t, EXPR_DOTS, NULL, 0);
    case TOKEN_DOMAIN: return parse_domain(p);
    case TOKEN_WORD: return parse_factorial_word(p);
    case TOKEN_SUPER: return parse_raised_root(p);
    case TOKEN_PARTIAL: return parse_partial(p);
    default: return parse_unexpected(p, t);
    }
}
