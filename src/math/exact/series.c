/* SPDX-License-Identifier: Apache-2.0 */
#include "math/exact/series.h"

#include "math/decide/decide.h"

#define FIRST_MOST 50 /* where a sum of 1/n^s may begin */
#define POWER_MOST 12 /* the largest s that is tried */

struct series {
    struct arena *a;
    struct work *w;
    const struct expr *body, *variable, *from;
};

static const struct expr *at(const struct series *s, const struct expr *f,
                             const struct expr *value)
{
    return expr_replace(s->a, f, s->variable->name, value);
}

static const struct expr *times(const struct series *s, const struct expr *x,
                                const struct expr *y)
{
    return expr_binary(s->a, EXPR_MUL, x, y);
}

static const struct expr *plus(const struct series *s, const struct expr *x,
                               const struct expr *y)
{
    return expr_binary(s->a, EXPR_ADD, x, y);
}

static const struct expr *minus(const struct series *s, const struct expr *x,
                                const struct expr *y)
{
    return plus(s, x, expr_unary(s->a, EXPR_NEG, y));
}

static bool same(const struct series *s, const struct expr *x,
                 const struct expr *y)
{
    return decide_equal(s->a, x, y, NULL, s->w).equal == TRUTH_YES;
}

/* f(n+1) / f(n) is the same for all n: that quotient, NULL otherwise. */
static const struct expr *quotient(const struct series *s, const struct expr *f)
{
    const struct expr *one = expr_integer(s->a, 1);
    const struct expr *first = at(s, f, s->from);
    const struct expr *second = at(s, f, plus(s, s->from, one));
    const struct expr *next = at(s, f, plus(s, s->variable, one));
    const struct expr *q = expr_binary(s->a, EXPR_DIV, second, first);

    return same(s, times(s, next, first), times(s, f, second)) ? q : NULL;
}

/* a / (1 - q) for |q| < 1. */
static const struct expr *geometric(const struct series *s)
{
    const struct expr *q = quotient(s, s->body), *size;
    const struct expr *one = expr_integer(s->a, 1);

    if (!q)
        return NULL;
    size = expr_call(s->a, FN_ABS, &q, 1);
    if (decide_less(size, one, s->w) != TRUTH_YES)
        return NULL;
    return expr_binary(s->a, EXPR_DIV, at(s, s->body, s->from),
                       minus(s, one, q));
}

/* The terms before the first, 1 up to from - 1, as a finite sum. */
static const struct expr *before(const struct series *s, long first)
{
    const struct expr *parts[4] = { s->body, s->variable, expr_integer(s->a, 1),
                                    expr_integer(s->a, first - 1) };

    return first > 1 ? expr_new(s->a, EXPR_SUM, parts, 4)
                     : expr_integer(s->a, 0);
}

static bool whole(const struct expr *x, long *out)
{
    if (x->op != EXPR_NUMBER || !fmpz_is_one(fmpq_denref(x->number->value)) ||
        fmpz_bits(fmpq_numref(x->number->value)) > 16)
        return false;
    *out = fmpz_get_si(fmpq_numref(x->number->value));
    return true;
}

/* c / n^s: c zeta(s) less the terms that are left out. */
static const struct expr *zeta(const struct series *s)
{
    long first;

    if (!whole(s->from, &first) || first < 1 || first > FIRST_MOST)
        return NULL;
    for (long p = 2; p <= POWER_MOST; p++) {
        const struct expr *power = expr_integer(s->a, p);
        const struct expr *c = at(s, s->body, expr_integer(s->a, 1));

        if (same(s,
                 times(s, s->body,
                       expr_binary(s->a, EXPR_POW, s->variable, power)),
                 c))
            return minus(s, times(s, c, expr_call(s->a, FN_ZETA, &power, 1)),
                         before(s, first));
    }
    return NULL;
}

/* c q^n / n!: c e^q, from 0 or 1. */
static const struct expr *exponential(const struct series *s)
{
    struct series from_zero = *s;
    const struct expr *f, *q, *c;
    struct expr *factorial = expr_unary(s->a, EXPR_FACTORIAL, s->variable);
    long first;

    factorial->degree = 1;
    f = times(s, s->body, factorial);
    if (!whole(s->from, &first) || first < 0 || first > 1)
        return NULL;
    q = quotient(s, f);
    if (!q)
        return NULL;
    from_zero.from = expr_integer(s->a, 0);
    c = at(&from_zero, f, from_zero.from);
    f = times(s, c, expr_call(s->a, FN_EXP, &q, 1));
    return first == 0 ? f : minus(s, f, c);
}

static bool is_infinite(const struct expr *x)
{
    return x->op == EXPR_CONSTANT && x->constant == CONSTANT_INFINITY;
}

static bool is_series(const struct expr *x)
{
    return x->op == EXPR_SUM && x->count == 4 && is_infinite(x->args[3]) &&
           x->args[1]->op == EXPR_SYMBOL;
}

static const struct expr *closed(struct arena *a, const struct expr *x,
                                 struct work *w)
{
    struct series s = { a, w, x->args[0], x->args[1], x->args[2] };
    const struct expr *value = geometric(&s);

    if (!value)
        value = zeta(&s);
    if (!value)
        value = exponential(&s);
    return value ? value : x;
}

const struct expr *series_close(struct arena *a, const struct expr *x,
                                struct work *w)
{
    const struct expr **args;
    struct expr *copy;

    if (!expr_any(x, is_series))
        return x;
    if (is_series(x))
        return closed(a, x, w);
    args = arena_array(a, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++)
        args[i] = x->args[i] ? series_close(a, x->args[i], w) : NULL;
    copy = arena_new(a, struct expr);
    *copy = *x;
    copy->args = args;
    return copy;
}
