/* SPDX-License-Identifier: Apache-2.0 */
#include "random_expr.h"

#include <string.h>

struct maker {
    struct arena *arena;
    struct rng *rng;
    bool constant; /* no symbols */
};

static const struct expr *any(struct maker *m, unsigned depth, bool calm);
static const struct expr *positive(struct maker *m, unsigned depth, bool calm);

struct rng random_stream(const char *test, uint64_t index)
{
    struct hash128 key = hash_bytes(test, strlen(test));
    struct rng r;

    key.low ^= index * 0x9E3779B97F4A7C15u;
    rng_init(&r, key);
    return r;
}

static uint64_t draw(struct maker *m, uint64_t n)
{
    return rng_below(m->rng, n);
}

/* ---- leaves ---- */

static const struct expr *integer(struct maker *m)
{
    return expr_integer(
        m->arena, (long)(draw(m, 8) ? 2 + draw(m, 9) : 11 + draw(m, 900)));
}

static const struct expr *fraction(struct maker *m)
{
    long p = (long)(1 + draw(m, 9)), q = (long)(2 + draw(m, 8));

    return expr_binary(m->arena, EXPR_DIV, expr_integer(m->arena, p),
                       expr_integer(m->arena, q));
}

const struct expr *random_decimal(struct arena *a, long units, int places)
{
    struct expr_number n = { .base = 10, .decimal = true, .places = places };
    const struct expr *x;
    long ten = 1;

    for (int i = 0; i < places; i++)
        ten *= 10;
    for (long u = units; u; u /= 10)
        n.digits++;
    fmpq_init(n.value);
    fmpq_set_si(n.value, units, (ulong)ten);
    x = expr_number(a, &n);
    fmpq_clear(n.value);
    return x;
}

static const struct expr *leaf(struct maker *m)
{
    static const char *const names[] = { "x", "y", "n", "a" };

    if (!m->constant && draw(m, 2))
        return expr_symbol(m->arena, names[draw(m, 4)]);
    switch (draw(m, 8)) {
    case 0: return expr_constant(m->arena, CONSTANT_PI);
    case 1:
        return random_decimal(m->arena, (long)(1 + draw(m, 99)),
                              (int)(1 + draw(m, 2)));
    case 2:
    case 3: return fraction(m);
    default: return integer(m);
    }
}

/* ---- operators ---- */

typedef const struct expr *part(struct maker *, unsigned, bool);

static const struct expr *sum(struct maker *m, part *of, unsigned depth,
                              bool calm, bool minus)
{
    const struct expr *terms[3];
    unsigned n = (unsigned)(2 + draw(m, 2));

    for (unsigned i = 0; i < n; i++) {
        terms[i] = of(m, depth, calm);
        if (minus && draw(m, i ? 2 : 6) == 0)
            terms[i] = expr_unary(m->arena, EXPR_NEG, terms[i]);
    }
    return expr_new(m->arena, EXPR_ADD, terms, n);
}

static const struct expr *product(struct maker *m, part *of, unsigned depth,
                                  bool calm)
{
    const struct expr *factors[3];
    unsigned n = (unsigned)(2 + draw(m, 2));

    for (unsigned i = 0; i < n; i++)
        factors[i] = of(m, depth, calm);
    return expr_new(m->arena, EXPR_MUL, factors, n);
}

static const struct expr *power(struct maker *m, const struct expr *base)
{
    const struct expr *k =
        expr_integer(m->arena, (long)(2 + draw(m, draw(m, 4) ? 2 : 5)));

    if (draw(m, 5) == 0)
        k = expr_unary(m->arena, EXPR_NEG, k);
    return expr_binary(m->arena, EXPR_POW, base, k);
}

static const struct expr *call(struct maker *m, enum function_id id,
                               const struct expr *x)
{
    return expr_call(m->arena, id, &x, 1);
}

/* e^u, \exp(u), 2^u */
static const struct expr *exponential(struct maker *m, unsigned depth)
{
    const struct expr *u = any(m, depth > 2 ? 2 : depth, true);

    switch (draw(m, 3)) {
    case 0: return call(m, FN_EXP, u);
    case 1: return expr_binary(m->arena, EXPR_POW, integer(m), u);
    default:
        return expr_binary(m->arena, EXPR_POW,
                           expr_constant(m->arena, CONSTANT_E), u);
    }
}

static const struct expr *trigonometric(struct maker *m, unsigned depth)
{
    static const enum function_id ids[] = { FN_SIN, FN_COS, FN_TAN, FN_SIN,
                                            FN_COS };

    return call(m, ids[draw(m, 5)], any(m, depth, true));
}

/* Roots, logarithms and inverse functions that are met less often. */
static const struct expr *rare(struct maker *m, unsigned depth)
{
    static const enum function_id ids[] = { FN_ARCTAN, FN_ARSINH, FN_ABS,
                                            FN_SEC,    FN_COT,    FN_CSC };
    const struct expr *args[2];
    uint64_t k = draw(m, 9);

    if (k < 6)
        return call(m, ids[k], any(m, depth, true));
    args[0] = expr_integer(m->arena, (long)(2 + draw(m, 4)));
    args[1] = positive(m, depth, true);
    return expr_call(m->arena, k == 6 ? FN_LOGB : FN_ROOT, args, 2);
}

static const struct expr *hyperbolic(struct maker *m, unsigned depth)
{
    static const enum function_id ids[] = { FN_SINH, FN_COSH, FN_TANH };

    return call(m, ids[draw(m, 3)], any(m, depth > 2 ? 2 : depth, true));
}

static const struct expr *any(struct maker *m, unsigned depth, bool calm)
{
    if (depth == 0 || draw(m, 8) == 0)
        return leaf(m);
    depth--;
    switch (draw(m, calm ? 9 : 15)) {
    case 0:
    case 1:
    case 2: return sum(m, any, depth, calm, true);
    case 3:
    case 4: return product(m, any, depth, calm);
    case 5:
        return expr_binary(m->arena, EXPR_DIV, any(m, depth, calm),
                           positive(m, depth, calm));
    case 6: return power(m, any(m, depth, calm));
    case 7: return expr_unary(m->arena, EXPR_NEG, any(m, depth, calm));
    case 8: return call(m, FN_SQRT, positive(m, depth, calm));
    case 9: return exponential(m, depth);
    case 10: return call(m, FN_LN, positive(m, depth, calm));
    case 11:
    case 12: return trigonometric(m, depth);
    case 13: return hyperbolic(m, depth);
    default: return rare(m, depth);
    }
}

static const struct expr *positive(struct maker *m, unsigned depth, bool calm)
{
    if (depth == 0 || draw(m, 6) == 0)
        return leaf(m);
    depth--;
    switch (draw(m, calm ? 6 : 7)) {
    case 0:
    case 1: return sum(m, positive, depth, calm, false);
    case 2: return product(m, positive, depth, calm);
    case 3:
        return expr_binary(m->arena, EXPR_DIV, positive(m, depth, calm),
                           positive(m, depth, calm));
    case 4: return power(m, positive(m, depth, calm));
    case 5: return call(m, FN_SQRT, positive(m, depth, calm));
    default: return exponential(m, depth);
    }
}

const struct expr *random_expr(struct arena *a, struct rng *r, unsigned depth)
{
    struct maker m = { a, r, false };

    return any(&m, depth, false);
}

const struct expr *random_constant(struct arena *a, struct rng *r,
                                   unsigned depth)
{
    struct maker m = { a, r, true };

    return any(&m, depth, false);
}
