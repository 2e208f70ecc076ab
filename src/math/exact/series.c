/* SPDX-License-Identifier: Apache-2.0 */
#include "math/exact/series.h"

#include "math/decide/decide.h"
#include "math/exact/exact.h"

#define POWER_MOST 12 /* the largest s that is tried */

struct series {
    struct arena *a;
    struct work *w;
    const struct expr *body, *variable, *from;
};

static const struct expr *series_at(const struct series *s,
                                    const struct expr *f,
                                    const struct expr *value)
{
    return expr_replace(s->a, f, s->variable->name, value);
}

static const struct expr *series_times(const struct series *s,
                                       const struct expr *x,
                                       const struct expr *y)
{
    return expr_binary(s->a, EXPR_MUL, x, y);
}

static const struct expr *series_plus(const struct series *s,
                                      const struct expr *x,
                                      const struct expr *y)
{
    return expr_binary(s->a, EXPR_ADD, x, y);
}

static const struct expr *series_minus(const struct series *s,
                                       const struct expr *x,
                                       const struct expr *y)
{
    return series_plus(s, x, expr_unary(s->a, EXPR_NEG, y));
}

static bool series_same(const struct series *s, const struct expr *x,
                        const struct expr *y)
{
    return decide_equal(s->a, x, y, NULL, s->w).equal == TRUTH_YES;
}

/* f(n+1) / f(n) is the same for all n: that quotient, NULL otherwise. */
static const struct expr *math_series_quotient(const struct series *s,
                                               const struct expr *f)
{
    const struct expr *one = expr_integer(s->a, 1);
    const struct expr *first = series_at(s, f, s->from);
    const struct expr *second = series_at(s, f, series_plus(s, s->from, one));
    const struct expr *next = series_at(s, f, series_plus(s, s->variable, one));
    const struct expr *q = expr_binary(s->a, EXPR_DIV, second, first);

    return series_same(s, series_times(s, next, first),
                       series_times(s, f, second))
               ? q
               : NULL;
}

/* a / (1 - q) for |q| < 1. */
static const struct expr *geometric(const struct series *s)
{
    const struct expr *q = math_series_quotient(s, s->body), *size;
    const struct expr *one = expr_integer(s->a, 1);

    if (!q)
        return NULL;
    size = expr_call(s->a, FN_ABS, &q, 1);
    if (decide_less(size, one, s->w) != TRUTH_YES)
        return NULL;
    return expr_binary(s->a, EXPR_DIV, series_at(s, s->body, s->from),
                       series_minus(s, one, q));
}

static bool series_whole(const struct expr *x, long *out)
{
    if (!expr_is_whole(x) || fmpz_bits(fmpq_numref(x->number->value)) > 16)
        return false;
    *out = fmpz_get_si(fmpq_numref(x->number->value));
    return true;
}

/* ---- powers of a n + b ---- */

static bool series_is_minus_one(const struct expr *x)
{
    if (x->op == EXPR_NEG)
        return x->args[0]->op == EXPR_NUMBER &&
               fmpq_is_one(x->args[0]->number->value);
    return expr_is_whole(x) && fmpz_equal_si(fmpq_numref(x->number->value), -1);
}

/* Signs (-1)^n that were taken out of a term. */
struct signs {
    bool alternate; /* they change from one term to the next */
    bool negative;  /* of the first term */
};

/* (-1)^e with an e that is linear in n, with whole numbers. */
static bool series_take_sign(const struct series *s, const struct expr *e,
                             struct signs *signs)
{
    const struct expr *one = expr_integer(s->a, 1), *step, *first, *line;
    fmpq_t v, d;
    bool ok;

    first = series_at(s, e, s->from);
    step =
        series_minus(s, series_at(s, e, series_plus(s, s->from, one)), first);
    line = series_plus(
        s, first, series_times(s, step, series_minus(s, s->variable, s->from)));
    fmpq_init(v);
    fmpq_init(d);
    ok = exact_rational(v, first, s->w) == EXACT_VALUE &&
         exact_rational(d, step, s->w) == EXACT_VALUE &&
         fmpz_is_one(fmpq_denref(v)) && fmpz_is_one(fmpq_denref(d)) &&
         series_same(s, e, line);
    if (ok) {
        signs->negative ^= fmpz_is_odd(fmpq_numref(v));
        signs->alternate ^= fmpz_is_odd(fmpq_numref(d));
    }
    fmpq_clear(v);
    fmpq_clear(d);
    return ok;
}

/* Factors of x without their signs. */
static const struct expr *without_signs(const struct series *s,
                                        const struct expr *x,
                                        struct signs *signs)
{
    const struct expr **args;

    if (x->op == EXPR_POW && series_is_minus_one(x->args[0]) &&
        series_take_sign(s, x->args[1], signs))
        return expr_integer(s->a, 1);
    if (x->op != EXPR_MUL && x->op != EXPR_DIV && x->op != EXPR_NEG)
        return x;
    args = arena_array(s->a, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++)
        args[i] = without_signs(s, x->args[i], signs);
    return expr_new(s->a, x->op, args, x->count);
}

/* The b of c / (n - from + b)^p, by the quotient of the first two terms:
 * ((b + 1)/b)^p. */
static const struct expr *offset(const struct series *s, const struct expr *f,
                                 long p)
{
    const struct expr *one = expr_integer(s->a, 1), *b = NULL;
    const struct expr *args[2] = {
        expr_integer(s->a, p),
        expr_binary(s->a, EXPR_DIV, series_at(s, f, s->from),
                    series_at(s, f, series_plus(s, s->from, one))),
    };
    fmpq_t r;

    fmpq_init(r);
    if (exact_rational(r, p == 1 ? args[1] : expr_call(s->a, FN_ROOT, args, 2),
                       s->w) == EXACT_VALUE &&
        fmpq_cmp_ui(r, 1) > 0) {
        fmpq_sub_si(r, r, 1);
        fmpq_inv(r, r);
        b = expr_rational(s->a, r);
    }
    fmpq_clear(r);
    return b;
}

/* zeta(p, b/2) - zeta(p, (b+1)/2) over 2^p, and for p = 1 half of psi((b+1)/2) -
 * psi(b/2): 1/b^p - 1/(b+1)^p + ... */
static const struct expr *alternating(const struct series *s, long p,
                                      const struct expr *b)
{
    const struct expr *two = expr_integer(s->a, 2), *sum[2];
    const struct expr *power = expr_integer(s->a, p);

    for (int i = 0; i < 2; i++) {
        const struct expr *args[2] = {
            power, expr_binary(s->a, EXPR_DIV,
                               series_plus(s, b, expr_integer(s->a, i)), two)
        };

        sum[i] = p == 1 ? expr_call(s->a, FN_DIGAMMA, args + 1, 1)
                        : expr_call(s->a, FN_HURWITZ, args, 2);
    }
    return expr_binary(s->a, EXPR_DIV,
                       p == 1 ? series_minus(s, sum[1], sum[0])
                              : series_minus(s, sum[0], sum[1]),
                       expr_binary(s->a, EXPR_POW, two, power));
}

/* c / (an + b)^p, perhaps with alternating signs. */
static const struct expr *zeta(const struct series *s)
{
    struct signs signs = { false, false };
    const struct expr *f = without_signs(s, s->body, &signs);

    for (long p = signs.alternate ? 1 : 2; p <= POWER_MOST; p++) {
        const struct expr *power = expr_integer(s->a, p);
        const struct expr *b = offset(s, f, p), *c, *sum, *args[2];

        if (!b)
            continue;
        c = series_times(s, series_at(s, f, s->from),
                         expr_binary(s->a, EXPR_POW, b, power));
        sum = series_plus(s, series_minus(s, s->variable, s->from), b);
        if (!series_same(
                s, series_times(s, f, expr_binary(s->a, EXPR_POW, sum, power)),
                c))
            continue;
        args[0] = power;
        args[1] = b;
        sum = signs.alternate ? alternating(s, p, b)
              : fmpq_is_one(b->number->value)
                  ? expr_call(s->a, FN_ZETA, &power, 1)
                  : expr_call(s->a, FN_HURWITZ, args, 2);
        sum = series_times(s, c, sum);
        return signs.negative ? expr_unary(s->a, EXPR_NEG, sum) : sum;
    }
    return NULL;
}

/* c q^n / n!: c e^q, from 0 or 1. */
static const struct expr *series_exponential(const struct series *s)
{
    struct series from_zero = *s;
    const struct expr *f, *q, *c;
    struct expr *factorial = expr_unary(s->a, EXPR_FACTORIAL, s->variable);
    long first;

    factorial->degree = 1;
    f = series_times(s, s->body, factorial);
    if (!series_whole(s->from, &first) || first < 0 || first > 1)
        return NULL;
    q = math_series_quotient(s, f);
    if (!q)
        return NULL;
    from_zero.from = expr_integer(s->a, 0);
    c = series_at(&from_zero, f, from_zero.from);
    f = series_times(s, c, expr_call(s->a, FN_EXP, &q, 1));
    return first == 0 ? f : series_minus(s, f, c);
}

static bool series_is_infinite(const struct expr *x)
{
    return expr_is_constant(x, CONSTANT_INFINITY);
}

static bool is_series(const struct expr *x)
{
    return x->op == EXPR_SUM && x->count == 4 &&
           series_is_infinite(x->args[3]) && x->args[1]->op == EXPR_SYMBOL;
}

static const struct expr *series_closed(struct arena *a, const struct expr *x,
                                        struct work *w)
{
    struct series s = { a, w, x->args[0], x->args[1], x->args[2] };
    const struct expr *value = geometric(&s);

    if (!value)
        value = zeta(&s);
    if (!value)
        value = series_exponential(&s);
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
        return series_closed(a, x, w);
    args = arena_array(a, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++)
        args[i] = x->args[i] ? series_close(a, x->args[i], w) : NULL;
    copy = arena_new(a, struct expr);
    *copy = *x;
    copy->args = args;
    return copy;
}
