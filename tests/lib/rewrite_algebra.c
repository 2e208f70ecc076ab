/* SPDX-License-Identifier: Apache-2.0 */
#include "random_expr.h"
#include "rewrite_int.h"

#include <string.h>

/*
 * Rules of numbers, sums, products, fractions and whole powers: they hold
 * wherever both sides have a value.
 */

static bool is_op(const struct expr *x, enum expr_op op)
{
    return x->op == op;
}

/* A copy of the arguments, to be changed. */
static const struct expr **copied(struct rewrite *w, const struct expr *x)
{
    const struct expr **args =
        arena_array(w->arena, const struct expr *, x->count);

    memcpy(args, x->args, x->count * sizeof(*args));
    return args;
}

/* x without its k-th argument. */
static const struct expr *without(struct rewrite *w, const struct expr *x,
                                  unsigned k)
{
    const struct expr **args = copied(w, x);

    memmove(args + k, args + k + 1, (x->count - k - 1) * sizeof(*args));
    return x->count == 2 ? args[0]
                         : expr_new(w->arena, x->op, args, x->count - 1);
}

/* ---- sums and products ---- */

static const struct expr *reorder(struct rewrite *w, const struct expr *x)
{
    const struct expr **args;

    if (!is_op(x, EXPR_ADD) && !is_op(x, EXPR_MUL))
        return NULL;
    args = copied(w, x);
    rng_shuffle(w->rng, args, x->count, sizeof(*args));
    return expr_new(w->arena, x->op, args, x->count);
}

/* (a + b) c = a c + b c */
static const struct expr *expand(struct rewrite *w, const struct expr *x)
{
    const struct expr **terms, *rest;
    unsigned k = 0;

    if (!is_op(x, EXPR_MUL))
        return NULL;
    while (k < x->count && !is_op(x->args[k], EXPR_ADD))
        k++;
    if (k == x->count)
        return NULL;
    rest = without(w, x, k);
    terms = copied(w, x->args[k]);
    for (unsigned i = 0; i < x->args[k]->count; i++)
        terms[i] = rw_mul(w, terms[i], rest);
    return expr_new(w->arena, EXPR_ADD, terms, x->args[k]->count);
}

/* a + b = c (a/c + b/c) */
static const struct expr *factor_out(struct rewrite *w, const struct expr *x)
{
    const struct expr **terms, *c;

    if (!is_op(x, EXPR_ADD))
        return NULL;
    c = rw_int(w, (long)(2 + rewrite_draw(w, 7)));
    terms = copied(w, x);
    for (unsigned i = 0; i < x->count; i++)
        terms[i] = rw_div(w, terms[i], c);
    return rw_mul(w, c, expr_new(w->arena, EXPR_ADD, terms, x->count));
}

/* c a + c b = c (a + b) */
static const struct expr *factor_common(struct rewrite *w, const struct expr *x)
{
    const struct expr *u, *v;

    if (!is_op(x, EXPR_ADD) || x->count != 2)
        return NULL;
    u = x->args[0];
    v = x->args[1];
    if (!is_op(u, EXPR_MUL) || !is_op(v, EXPR_MUL))
        return NULL;
    for (unsigned i = 0; i < u->count; i++)
        for (unsigned j = 0; j < v->count; j++)
            if (expr_same(u->args[i], v->args[j]))
                return rw_mul(w, u->args[i],
                              rw_add(w, without(w, u, i), without(w, v, j)));
    return NULL;
}

/* a - b = -(b - a), and -(a + b) = -a - b */
static const struct expr *turn_signs(struct rewrite *w, const struct expr *x)
{
    const struct expr *sum = is_op(x, EXPR_NEG) ? x->args[0] : x;
    const struct expr **terms;

    if (!is_op(sum, EXPR_ADD))
        return NULL;
    terms = copied(w, sum);
    for (unsigned i = 0; i < sum->count; i++)
        terms[i] =
            is_op(terms[i], EXPR_NEG) ? terms[i]->args[0] : rw_neg(w, terms[i]);
    sum = expr_new(w->arena, EXPR_ADD, terms, sum->count);
    return is_op(x, EXPR_NEG) ? sum : rw_neg(w, sum);
}

static const struct expr *minus_one(struct rewrite *w, const struct expr *x)
{
    return is_op(x, EXPR_NEG) ? rw_mul(w, rw_int(w, -1), x->args[0]) : NULL;
}

/* u^2 - v^2 = (u - v)(u + v) */
static const struct expr *squares(struct rewrite *w, const struct expr *x)
{
    const struct expr *u, *v;
    long i, j;

    if (!is_op(x, EXPR_ADD) || x->count != 2 || !is_op(x->args[1], EXPR_NEG))
        return NULL;
    u = x->args[0];
    v = x->args[1]->args[0];
    if (!is_op(u, EXPR_POW) || !is_op(v, EXPR_POW) ||
        !whole_of(u->args[1], &i) || !whole_of(v->args[1], &j) || i != 2 ||
        j != 2)
        return NULL;
    return rw_mul(w, rw_sub(w, u->args[0], v->args[0]),
                  rw_add(w, u->args[0], v->args[0]));
}

/* ---- fractions ---- */

static void split(struct rewrite *w, const struct expr *x,
                  const struct expr **up, const struct expr **down)
{
    if (is_op(x, EXPR_NEG)) {
        split(w, x->args[0], up, down);
        *up = rw_neg(w, *up);
        return;
    }
    *up = is_op(x, EXPR_DIV) ? x->args[0] : x;
    *down = is_op(x, EXPR_DIV) ? x->args[1] : rw_int(w, 1);
}

/* a/b + c/d = (a d + c b)/(b d) */
static const struct expr *common_denominator(struct rewrite *w,
                                             const struct expr *x)
{
    const struct expr *a, *b, *c, *d;

    if (!is_op(x, EXPR_ADD) || x->count != 2)
        return NULL;
    split(w, x->args[0], &a, &b);
    split(w, x->args[1], &c, &d);
    return rw_div(w, rw_add(w, rw_mul(w, a, d), rw_mul(w, c, b)),
                  rw_mul(w, b, d));
}

/* a/b = a b^{-1}; (1/b) a; c a/(c b) */
static const struct expr *fraction(struct rewrite *w, const struct expr *x)
{
    const struct expr *a, *b, *c;

    if (!is_op(x, EXPR_DIV))
        return NULL;
    a = x->args[0];
    b = x->args[1];
    c = rw_int(w, (long)(2 + rewrite_draw(w, 5)));
    switch (rewrite_draw(w, 4)) {
    case 0: return rw_mul(w, a, rw_pow(w, b, -1));
    case 1: return rw_mul(w, rw_div(w, rw_int(w, 1), b), a);
    case 2: return rw_div(w, rw_neg(w, a), rw_neg(w, b));
    default: return rw_div(w, rw_mul(w, c, a), rw_mul(w, b, c));
    }
}

/* (a + b)/c = a/c + b/c */
static const struct expr *split_fraction(struct rewrite *w,
                                         const struct expr *x)
{
    const struct expr **terms;

    if (!is_op(x, EXPR_DIV) || !is_op(x->args[0], EXPR_ADD))
        return NULL;
    terms = copied(w, x->args[0]);
    for (unsigned i = 0; i < x->args[0]->count; i++)
        terms[i] = rw_div(w, terms[i], x->args[1]);
    return expr_new(w->arena, EXPR_ADD, terms, x->args[0]->count);
}

/* ---- powers ---- */

/* u^k = u u^{k-1}, 1/u^{-k}, u u ... u; (u v)^k = u^k v^k;
 * (u^j)^k = u^{j k} */
static const struct expr *power(struct rewrite *w, const struct expr *x)
{
    const struct expr *u, **args;
    long k, j;

    if (!is_op(x, EXPR_POW) || !whole_of(x->args[1], &k) || k < 2 || k > 9)
        return NULL;
    u = x->args[0];
    if (is_op(u, EXPR_MUL)) {
        args = copied(w, u);
        for (unsigned i = 0; i < u->count; i++)
            args[i] = rw_pow(w, args[i], k);
        return expr_new(w->arena, EXPR_MUL, args, u->count);
    }
    if (is_op(u, EXPR_POW) && whole_of(u->args[1], &j) && j * k < 60)
        return rw_pow(w, u->args[0], j * k);
    if (k == 2 && rewrite_draw(w, 2))
        return rw_mul(w, u, u);
    if (rewrite_draw(w, 3) == 0)
        return rw_div(w, rw_int(w, 1), rw_pow(w, u, -k));
    return rw_mul(w, u, rw_pow(w, u, k - 1));
}

/* ---- numbers ---- */

/* 6 = 2 + 4, 9 - 3, 12/2, 2 \cdot 3, 6.0 */
static const struct expr *number(struct rewrite *w, const struct expr *x)
{
    long k, j = (long)(1 + rewrite_draw(w, 9));

    if (!whole_of(x, &k) || k < 0)
        return NULL;
    switch (rewrite_draw(w, 4)) {
    case 0: return rw_sub(w, rw_int(w, k + j), rw_int(w, j));
    case 1: return rw_div(w, rw_int(w, k * j), rw_int(w, j));
    case 2:
        if (j > 1 && k % j == 0)
            return rw_mul(w, rw_int(w, j), rw_int(w, k / j));
        return rw_add(w, rw_int(w, k - j), rw_int(w, j));
    default: return random_decimal(w->arena, k * 10, 1);
    }
}

/* 3/4 = 0.75 where it terminates */
static const struct expr *to_decimal(struct rewrite *w, const struct expr *x)
{
    long p, q, ten = 1;

    if (!is_op(x, EXPR_DIV) || !whole_of(x->args[0], &p) ||
        !whole_of(x->args[1], &q) || p < 1 || q < 1 || p > 9999)
        return NULL;
    for (int places = 1; places <= 4; places++) {
        ten *= 10;
        if (p * ten % q == 0)
            return random_decimal(w->arena, p * ten / q, places);
    }
    return NULL;
}

static const struct expr *to_fraction(struct rewrite *w, const struct expr *x)
{
    fmpq_t whole;
    const struct expr *up, *down;

    if (!is_op(x, EXPR_NUMBER) || !x->number->decimal)
        return NULL;
    fmpq_init(whole);
    fmpz_set(fmpq_numref(whole), fmpq_numref(x->number->value));
    up = expr_rational(w->arena, whole);
    fmpz_set(fmpq_numref(whole), fmpq_denref(x->number->value));
    down = expr_rational(w->arena, whole);
    fmpq_clear(whole);
    return rw_div(w, up, down);
}

/* ---- done and undone ---- */

static const struct expr *detour(struct rewrite *w, const struct expr *x)
{
    const struct expr *k = rw_int(w, (long)(2 + rewrite_draw(w, 8)));
    const struct expr *one = rw_int(w, 1);

    switch (rewrite_draw(w, 6)) {
    case 0: return rw_div(w, rw_mul(w, k, x), k);
    case 1: return rw_sub(w, rw_add(w, x, k), k);
    case 2: return rw_sub(w, rw_mul(w, rw_int(w, 2), x), x);
    case 3: return rw_neg(w, rw_neg(w, x));
    case 4: return rw_mul(w, one, x);
    default:
        return rw_div(w,
                      rw_sub(w, rw_pow(w, rw_add(w, x, one), 2),
                             rw_pow(w, rw_sub(w, x, one), 2)),
                      rw_int(w, 4));
    }
}

const struct rewrite_rule rewrite_algebra[] = {
    { "reorder", reorder },
    { "expand", expand },
    { "factor out", factor_out },
    { "common factor", factor_common },
    { "turn signs", turn_signs },
    { "minus one", minus_one },
    { "difference of squares", squares },
    { "common denominator", common_denominator },
    { "fraction", fraction },
    { "split fraction", split_fraction },
    { "power", power },
    { "number", number },
    { "to decimal", to_decimal },
    { "to fraction", to_fraction },
    { "detour", detour },
};

const size_t rewrite_algebra_n =
    sizeof(rewrite_algebra) / sizeof(rewrite_algebra[0]);
