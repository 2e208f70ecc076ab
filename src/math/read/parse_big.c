/* SPDX-License-Identifier: Apache-2.0 */
#include "math/read/parse_int.h"

#include <string.h>

/*
 * What binds a variable: sums, products, integrals, limits, derivatives.
 *
 * The body of a sum, product, limit or derivative is one term: up to the next
 * plus sign. The body of an integral ends with its dx, which may stand inside
 * of it, as in \int \frac{dz}{z}.
 */

static void bind(struct parser *p, const char *name)
{
    if (p->bound_n < PARSE_BOUND)
        p->bound[p->bound_n] = name;
    p->bound_n += p->bound_n < PARSE_BOUND;
}

/* Expect the group behind "_". */
static bool open_group(struct parser *p)
{
    if (!is_open(peek(p), DELIMITER_GROUP))
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
    while (peek(p)->kind == TOKEN_UNDER || peek(p)->kind == TOKEN_CARET) {
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
    bind(p, name);
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
    if (is_open(peek(p), DELIMITER_GROUP) &&
        is_close(ahead(p, 1), DELIMITER_GROUP)) {
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
        while (p->t[i].kind == TOKEN_PRIME || p->t[i].kind == TOKEN_SUPER ||
               p->t[i].kind == TOKEN_SUBSCRIPT)
            i++;
        while ((p->t[i].kind == TOKEN_CARET || p->t[i].kind == TOKEN_UNDER) &&
               (end = parse_script_end(p, i + 1)) != 0)
            i = end;
    }
    return i == low->match;
}

/* Behind \frac: { d ... }{ d x ... }. */
bool parse_is_derivative(const struct parser *p)
{
    const struct token *top = ahead(p, 1);
    const struct token *low;

    if (!is_open(top, DELIMITER_GROUP) || !top->match || !is_d(p, top + 1))
        return false;
    low = &p->t[top->match + 1];
    return is_open(low, DELIMITER_GROUP) && low->match && is_d(p, low + 1) &&
           only_variables(p, low);
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
    if (peek(p)->kind != TOKEN_SLASH || ahead(p, 1)->kind != TOKEN_PARTIAL)
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
