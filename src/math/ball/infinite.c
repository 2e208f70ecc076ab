/* SPDX-License-Identifier: Apache-2.0 */
#include "math/ball/ball_int.h"

#include "math/arb.h"

#include <string.h>

/*
 * Infinite sums whose terms have a quotient that is a rational function of n:
 * products of powers q^n, factorials of whole multiples of n, binomials of them
 * and polynomials. Far out the quotient is below a bound smaller than one, so
 * that the rest of the sum is at most that of a geometric one: the terms are
 * added, and the rest goes into the radius.
 */

#define DEGREE_MOST 40
#define TERMS_MOST  2000

/* P(n)/Q(n) by the absolute values that bound it: for n >= N the quotient of
 * two terms is at most `scale` times products of (a n + b) over others. */
struct quotient {
    struct ball_run *c;
    const char *name; /* n */
    arb_t scale;      /* the factor without n */
    slong above[DEGREE_MOST][2], below[DEGREE_MOST][2]; /* |a n + b| */
    unsigned above_n, below_n;
};

static bool infinite_is_variable(const struct expr *x, const char *name)
{
    return x->op == EXPR_SYMBOL && strcmp(x->name, name) == 0;
}

static bool infinite_holds(const struct expr *x, const char *name)
{
    if (infinite_is_variable(x, name))
        return true;
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i] && infinite_holds(x->args[i], name))
            return true;
    return false;
}

static bool small_whole(const struct expr *x, slong *out)
{
    if (x->op == EXPR_NEG) {
        if (!small_whole(x->args[0], out))
            return false;
        *out = -*out;
        return true;
    }
    if (!expr_is_whole(x) || fmpz_bits(fmpq_numref(x->number->value)) > 12)
        return false;
    *out = fmpz_get_si(fmpq_numref(x->number->value));
    return true;
}

/* x = a n + b with whole numbers, as it is written. */
static bool infinite_linear(const struct quotient *q, const struct expr *x,
                            slong *a, slong *b)
{
    slong c, d;

    *a = *b = 0;
    if (small_whole(x, b))
        return true;
    if (infinite_is_variable(x, q->name)) {
        *a = 1;
        return true;
    }
    if (x->op == EXPR_NEG) {
        if (!infinite_linear(q, x->args[0], a, b))
            return false;
        *a = -*a;
        *b = -*b;
        return true;
    }
    if (x->op == EXPR_ADD) {
        for (unsigned i = 0; i < x->count; i++) {
            if (!infinite_linear(q, x->args[i], &c, &d))
                return false;
            *a += c;
            *b += d;
        }
        return true;
    }
    if (x->op != EXPR_MUL || x->count != 2 || !small_whole(x->args[0], &c) ||
        !infinite_linear(q, x->args[1], a, b))
        return false;
    *a *= c;
    *b *= c;
    return *a < 1000 && *a > -1000 && *b < 100000 && *b > -100000;
}

/* Multiply by (a n + b)^power. */
static bool infinite_put(struct quotient *q, slong a, slong b, slong power)
{
    bool up = power > 0;
    unsigned *n = up ? &q->above_n : &q->below_n;

    for (slong i = 0; i < (up ? power : -power); i++) {
        if (*n == DEGREE_MOST)
            return false;
        (up ? q->above : q->below)[*n][0] = a;
        (up ? q->above : q->below)[*n][1] = b;
        ++*n;
    }
    return true;
}

/* The quotient of (a n + b)!: (a n + b + 1) ... (a n + b + a). */
static bool put_factorial(struct quotient *q, const struct expr *x, slong power)
{
    slong a, b;

    if (!infinite_linear(q, x, &a, &b) || a < 0 || a > 8)
        return false;
    for (slong i = 1; i <= a; i++)
        if (!infinite_put(q, a, b + i, power))
            return false;
    return true;
}

/* Multiply by |base|^power, for a base without n. */
static bool infinite_put_constant(struct quotient *q, const struct expr *base,
                                  slong power)
{
    acb_t v;
    arb_t r;
    bool ok;

    acb_init(v);
    arb_init(r);
    ok = ball_node(v, base, q->c) == BALL_VALUE;
    if (ok) {
        acb_abs(r, v, q->c->bits);
        ok = power > 0 || !arb_contains_zero(r);
        if (ok) {
            fmpz_t e;

            fmpz_init_set_si(e, power);
            arb_pow_fmpz(r, r, e, q->c->bits);
            arb_mul(q->scale, q->scale, r, q->c->bits);
            fmpz_clear(e);
        }
    }
    acb_clear(v);
    arb_clear(r);
    return ok;
}

static bool infinite_put_factor(struct quotient *q, const struct expr *x,
                                slong power, unsigned depth);

static bool infinite_put_power(struct quotient *q, const struct expr *x,
                               slong power, unsigned depth)
{
    slong a, b;

    if (small_whole(x->args[1], &a) && a > -20 && a < 20)
        return infinite_put_factor(q, x->args[0], power * a, depth + 1);
    return !infinite_holds(x->args[0], q->name) &&
           infinite_linear(q, x->args[1], &a, &b) && a > -100 && a < 100 &&
           infinite_put_constant(q, x->args[0], power * a);
}

/* binom(an+b, cn+d) = (an+b)! / ((cn+d)! ((a-c)n+b-d)!), and the double
 * factorials are left to others. */
static bool put_binomial(struct quotient *q, const struct expr *x, slong power)
{
    slong a, b, c, d;

    if (!infinite_linear(q, x->args[0], &a, &b) ||
        !infinite_linear(q, x->args[1], &c, &d) || c < 0 || a < c || a > 8)
        return false;
    for (slong i = 1; i <= a; i++)
        if (!infinite_put(q, a, b + i, power))
            return false;
    for (slong i = 1; i <= c; i++)
        if (!infinite_put(q, c, d + i, -power))
            return false;
    for (slong i = 1; i <= a - c; i++)
        if (!infinite_put(q, a - c, b - d + i, -power))
            return false;
    return true;
}

/* Multiply by the quotient of x(n+1) and x(n), to a power. */
static bool infinite_put_factor(struct quotient *q, const struct expr *x,
                                slong power, unsigned depth)
{
    slong a, b;

    if (!infinite_holds(x, q->name) || depth > 20)
        return depth <= 20;
    if (power > 20 || power < -20)
        return false;
    if (infinite_linear(q, x, &a, &b))
        return infinite_put(q, a, a + b, power) &&
               infinite_put(q, a, b, -power);
    switch (x->op) {
    case EXPR_NEG: return infinite_put_factor(q, x->args[0], power, depth + 1);
    case EXPR_MUL:
        for (unsigned i = 0; i < x->count; i++)
            if (!infinite_put_factor(q, x->args[i], power, depth + 1))
                return false;
        return true;
    case EXPR_DIV:
        return infinite_put_factor(q, x->args[0], power, depth + 1) &&
               infinite_put_factor(q, x->args[1], -power, depth + 1);
    case EXPR_POW: return infinite_put_power(q, x, power, depth);
    case EXPR_FACTORIAL:
        return x->degree == 1 && put_factorial(q, x->args[0], power);
    case EXPR_CALL:
        return x->function->id == FN_BINOM && put_binomial(q, x, power);
    default: return false;
    }
}

/* A bound of the quotient for all n >= from, or a number above one. Each |a n +
 * b| is at most (|a| + |b|/from) n and at least (|a| - |b|/from) n. */
static void bound_from(arb_t out, const struct quotient *q, slong from)
{
    slong bits = 128;
    arb_t f;

    arb_init(f);
    arb_set(out, q->scale);
    for (unsigned i = 0; i < q->above_n; i++) {
        arb_set_si(f, q->above[i][1] < 0 ? -q->above[i][1] : q->above[i][1]);
        arb_div_si(f, f, from, bits);
        arb_add_si(f, f, q->above[i][0] < 0 ? -q->above[i][0] : q->above[i][0],
                   bits);
        arb_mul(out, out, f, bits);
    }
    for (unsigned i = 0; i < q->below_n; i++) {
        arb_set_si(f, q->below[i][1] < 0 ? q->below[i][1] : -q->below[i][1]);
        arb_div_si(f, f, from, bits);
        arb_add_si(f, f, q->below[i][0] < 0 ? -q->below[i][0] : q->below[i][0],
                   bits);
        if (arb_is_positive(f))
            arb_div(out, out, f, bits);
        else
            arb_pos_inf(out);
    }
    arb_set_si(f, from);
    for (unsigned i = q->above_n; i < q->below_n; i++)
        arb_div(out, out, f, bits);
    arb_clear(f);
}

/* Does the quotient tend to less than one? */
static bool is_convergent(const struct quotient *q)
{
    arb_t r;
    bool below;

    if (q->above_n != q->below_n)
        return q->above_n < q->below_n;
    arb_init(r);
    arb_set(r, q->scale);
    for (unsigned i = 0; i < q->above_n; i++) {
        arb_mul_si(r, r, q->above[i][0], 128);
        arb_div_si(r, r, q->below[i][0], 128);
    }
    arb_abs(r, r);
    arb_sub_ui(r, r, 1, 128);
    below = arb_is_negative(r);
    arb_clear(r);
    return below;
}

/* Add terms until the rest is below the precision; the rest is at most the last
 * term times r/(1-r). */
static enum ball infinite_add_terms(acb_t out, const struct expr *x, slong n,
                                    const struct quotient *q,
                                    struct ball_run *c)
{
    enum ball got = BALL_UNKNOWN;
    struct ball_bound bound = { x->args[1]->name, NULL, false, c->bound };
    acb_t term, at;
    arb_t r, rest;
    mag_t radius;

    acbs_init(term, at, NULL);
    arbs_init(r, rest, NULL);
    mag_init(radius);
    bound.value = at;
    acb_zero(out);
    for (slong i = 0; i < TERMS_MOST && got == BALL_UNKNOWN; i++, n++) {
        acb_set_si(at, n);
        c->bound = &bound;
        got = ball_node(term, x->args[0], c);
        c->bound = bound.next;
        if (got != BALL_VALUE)
            break;
        got = BALL_UNKNOWN;
        acb_add(out, out, term, c->bits);
        if (n < 2 || i < 2 || i % 4)
            continue;
        bound_from(r, q, n);
        acb_abs(rest, term, c->bits);
        if (!arb_is_finite(r) || mag_cmp_2exp_si(arb_radref(r), 20) > 0)
            continue;
        arb_mul(rest, rest, r, 128);
        arb_sub_ui(r, r, 1, 128);
        arb_neg(r, r);
        if (!arb_is_positive(r))
            continue;
        arb_div(rest, rest, r, 128);
        arb_get_mag(radius, rest);
        if (mag_cmp_2exp_si(radius, -c->bits) > 0)
            continue;
        acb_add_error_mag(out, radius);
        got = BALL_VALUE;
    }
    acbs_clear(term, at, NULL);
    arbs_clear(r, rest, NULL);
    mag_clear(radius);
    return got;
}

enum ball ball_infinite_sum(acb_t out, const struct expr *x, slong from,
                            struct ball_run *c)
{
    struct quotient q = { .c = c, .name = x->args[1]->name };
    enum ball got = BALL_UNKNOWN;

    arb_init(q.scale);
    arb_one(q.scale);
    if (infinite_put_factor(&q, x->args[0], 1, 0) && is_convergent(&q))
        got = infinite_add_terms(out, x, from, &q, c);
    arb_clear(q.scale);
    return got == BALL_UNKNOWN ? ball_failed(c) : got;
}
