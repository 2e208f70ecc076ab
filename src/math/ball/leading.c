/* SPDX-License-Identifier: Apache-2.0 */
#include "math/ball/leading.h"
#include "math/arb.h"
#include "math/flint_poly.h"
#include "math/tree/differentiate.h"

#include <string.h>

/* Arithmetic of expansions, shared by the two files. Functions that return bool
 * return whether the result is known; if it is not, l has no meaning. */

struct lead_run {
    const struct leading_end *end;
    struct ball_run *c;
};

/* Expansions c + s^order b(s): the arithmetic. */

void leading_init(struct leading *l)
{
    l->c = _acb_vec_init(2);
    l->b = l->c + 1;
    l->order = _fmpq_vec_init(1);
    l->inverse = false;
}

void leading_clear(struct leading *l)
{
    _acb_vec_clear(l->c, 2);
    _fmpq_vec_clear(l->order, 1);
}

static void leading_copy(struct leading *to, const struct leading *from)
{
    acb_set(to->c, from->c);
    acb_set(to->b, from->b);
    fmpq_set(to->order, from->order);
    to->inverse = from->inverse;
}

/* ---- powers of s ---- */

/* 2^{-k q} */
static void leading_end_power(arb_t out, const fmpq_t q, slong k, slong bits)
{
    fmpq_t e;
    arb_t t;

    fmpq_init(e);
    arb_init(t);
    fmpq_mul_si(e, q, -k);
    arb_set_fmpq(t, e, bits + 32);
    arb_const_log2(out, bits + 32);
    arb_mul(out, out, t, bits + 32);
    arb_exp(out, out, bits);
    fmpq_clear(e);
    arb_clear(t);
}

/* All values of s^q, q >= 0: from 0 to 2^{-k q}; 1 for q = 0. */
static void power_range(arb_t out, const fmpq_t q, slong k, slong bits)
{
    if (fmpq_is_zero(q)) {
        arb_one(out);
        return;
    }
    leading_end_power(out, q, k, bits);
    arb_get_ubound_arf(arb_midref(out), out, MAG_BITS);
    arf_mul_2exp_si(arb_midref(out), arb_midref(out), -1);
    arf_get_mag(arb_radref(out), arb_midref(out));
}

bool leading_range(acb_t out, const struct leading *l,
                   const struct leading_end *end, slong bits)
{
    arb_t p;

    if (l->inverse || (fmpq_sgn(l->order) < 0 && !acb_is_zero(l->b)))
        return false;
    if (acb_is_zero(l->b)) {
        acb_set(out, l->c);
        return true;
    }
    arb_init(p);
    power_range(p, l->order, end->k, bits);
    acb_mul_arb(out, l->b, p, bits);
    acb_add(out, out, l->c, bits);
    arb_clear(p);
    return acb_is_finite(out);
}

/* l += s^q b, for an l that is not inverse. */
static void leading_add_term(struct leading *l, const fmpq_t q, const acb_t b,
                             const struct lead_run *r)
{
    slong bits = r->c->bits;
    struct leading t;
    fmpq_t d;
    arb_t p;

    if (acb_is_zero(b))
        return;
    fmpq_init(d);
    arb_init(p);
    leading_init(&t);
    acb_set(t.b, b);
    fmpq_set(t.order, q);
    if (acb_is_zero(l->b)) {
        acb_swap(l->b, t.b);
        fmpq_set(l->order, q);
    } else {
        if (fmpq_cmp(l->order, q) > 0) {
            acb_swap(l->b, t.b);
            fmpq_swap(l->order, t.order);
        }
        fmpq_sub(d, t.order, l->order);
        power_range(p, d, r->end->k, bits);
        acb_mul_arb(t.b, t.b, p, bits);
        acb_add(l->b, l->b, t.b, bits);
    }
    /* No constant beside what does not vanish. */
    if (fmpq_sgn(l->order) <= 0 && !acb_is_zero(l->c)) {
        fmpq_neg(d, l->order);
        power_range(p, d, r->end->k, bits);
        acb_mul_arb(t.b, l->c, p, bits);
        acb_add(l->b, l->b, t.b, bits);
        acb_zero(l->c);
    }
    fmpq_clear(d);
    arb_clear(p);
    leading_clear(&t);
}

/* ---- arithmetic ---- */

/* Sets l to 1/l; if l may vanish, the result expands the inverse. */
static bool leading_invert(struct leading *l, struct lead_run *r)
{
    slong bits = r->c->bits;
    acb_t v;
    bool ok;

    if (l->inverse) {
        l->inverse = false;
        return true;
    }
    if (acb_is_zero(l->c)) {
        /* 1/b is not bounded: keep what is known, the inverse itself. */
        if (acb_contains_zero(l->b)) {
            l->inverse = !acb_is_zero(l->b);
            return l->inverse;
        }
        fmpq_neg(l->order, l->order);
        acb_inv(l->b, l->b, bits);
        return true;
    }
    /* 1/(c + h) = 1/c - h/(c (c + h)) */
    acb_init(v);
    ok = leading_range(v, l, r->end, bits) && !acb_contains_zero(v) &&
         !acb_contains_zero(l->c);
    if (ok) {
        acb_mul(v, v, l->c, bits);
        acb_div(l->b, l->b, v, bits);
        acb_neg(l->b, l->b);
        acb_inv(l->c, l->c, bits);
    }
    acb_clear(v);
    return ok && acb_is_finite(l->b) && acb_is_finite(l->c);
}

static bool leading_multiply(struct leading *l, const struct leading *m,
                             struct lead_run *r);

/* Products with what grows: 1/(f g) = (1/f) (1/g). */
static bool multiply_inverse(struct leading *l, const struct leading *m,
                             struct lead_run *r)
{
    struct leading a, b;
    bool ok;

    leading_init(&a);
    leading_init(&b);
    leading_copy(&a, l);
    leading_copy(&b, m);
    ok = (a.inverse || (leading_invert(&a, r) && !a.inverse)) &&
         (b.inverse || (leading_invert(&b, r) && !b.inverse));
    if (ok) {
        a.inverse = false;
        b.inverse = false;
        ok = leading_multiply(&a, &b, r);
        a.inverse = true;
    }
    if (ok)
        leading_copy(l, &a);
    leading_clear(&a);
    leading_clear(&b);
    return ok;
}

static bool leading_multiply(struct leading *l, const struct leading *m,
                             struct lead_run *r)
{
    slong bits = r->c->bits;
    struct leading out;
    fmpq_t q;
    acb_t t;
    bool ok;

    if (l->inverse || m->inverse)
        return multiply_inverse(l, m, r);
    leading_init(&out);
    fmpq_init(q);
    acb_init(t);
    acb_mul(out.c, l->c, m->c, bits);
    acb_mul(t, l->c, m->b, bits);
    leading_add_term(&out, m->order, t, r);
    acb_mul(t, m->c, l->b, bits);
    leading_add_term(&out, l->order, t, r);
    acb_mul(t, m->b, l->b, bits);
    fmpq_add(q, l->order, m->order);
    leading_add_term(&out, q, t, r);
    leading_copy(l, &out);
    ok = acb_is_finite(l->b) && acb_is_finite(l->c);
    leading_clear(&out);
    fmpq_clear(q);
    acb_clear(t);
    return ok;
}

static bool leading_add(struct leading *l, const struct leading *m,
                        struct lead_run *r);

/* What grows, plus u: 1/(f + u) = w/(1 + u w), w = 1/f. */
static bool add_inverse(struct leading *l, const struct leading *m,
                        struct lead_run *r)
{
    struct leading w, u, one;
    bool ok;

    if (l->inverse && m->inverse)
        return false;
    leading_init(&w);
    leading_init(&u);
    leading_init(&one);
    leading_copy(&w, l->inverse ? l : m);
    leading_copy(&u, l->inverse ? m : l);
    w.inverse = false;
    acb_one(one.c);
    ok = leading_multiply(&u, &w, r) && leading_add(&u, &one, r) &&
         leading_invert(&u, r) && !u.inverse && leading_multiply(&w, &u, r);
    if (ok) {
        leading_copy(l, &w);
        l->inverse = true;
    }
    leading_clear(&w);
    leading_clear(&u);
    leading_clear(&one);
    return ok;
}

static bool leading_add(struct leading *l, const struct leading *m,
                        struct lead_run *r)
{
    struct leading t;

    if (l->inverse || m->inverse)
        return add_inverse(l, m, r);
    leading_init(&t);
    acb_add(t.c, l->c, m->c, r->c->bits);
    leading_add_term(&t, l->order, l->b, r);
    leading_add_term(&t, m->order, m->b, r);
    leading_copy(l, &t);
    leading_clear(&t);
    return acb_is_finite(l->b) && acb_is_finite(l->c);
}

/* ---- reading off ---- */

/* From s = 0 to 2^-k: c s + s^{order + 1} b / (order + 1); towards infinity
 * dx = ds / s^2. */
bool leading_tail(acb_t out, const struct leading *l,
                  const struct leading_end *end, slong bits)
{
    fmpq_t q;
    arb_t p;
    acb_t t;
    bool ok = !l->inverse;

    fmpq_init(q);
    arb_init(p);
    acb_zero(out);
    fmpq_add_si(q, l->order, end->at ? 1 : -1);
    if (!end->at && !acb_is_zero(l->c))
        ok = false;
    if (!acb_is_zero(l->b) && fmpq_sgn(q) <= 0)
        ok = false;
    if (ok && !acb_is_zero(l->b)) {
        leading_end_power(p, q, end->k, bits);
        arb_mul_fmpz(p, p, fmpq_denref(q), bits);
        arb_div_fmpz(p, p, fmpq_numref(q), bits);
        acb_mul_arb(out, l->b, p, bits);
    }
    if (ok) {
        acb_init(t);
        acb_mul_2exp_si(t, l->c, -end->k);
        acb_add(out, out, t, bits);
        acb_clear(t);
    }
    fmpq_clear(q);
    arb_clear(p);
    return ok && acb_is_finite(out);
}

/*
 * Expansions c + s^order b(s) of trees: the functions that matter at ends of
 * integrals. Where a function is analytic around all values of its argument,
 * f(c + h) = f(c) + h f'(V), V a ball that holds c and c + h: the integral of
 * f' along a straight line lies in any ball that holds f'(V).
 */

static bool math_leading_expand(struct leading *l, const struct expr *x,
                                struct lead_run *r);

/* ---- functions ---- */

/* e^{s^order b} with order < 0 and Re b < 0: vanishes. With y = beta s^-a,
 * e^-y <= (n / e y)^n for every n > 0, best at n = y. */
static bool exp_vanishing(struct leading *l, struct lead_run *r)
{
    slong bits = r->c->bits, n, most = ball_is_thorough(r->c) ? 24 : 12;
    arb_t beta, y, t;
    bool ok;

    arbs_init(beta, y, t, NULL);
    arb_neg(beta, acb_realref(l->b));
    arb_get_lbound_arf(arb_midref(t), beta, bits);
    arb_set_arf(beta, arb_midref(t));
    ok = arb_is_positive(beta);
    leading_end_power(y, l->order, r->end->k, bits);
    arb_mul(y, y, beta, bits);
    n = 1;
    if (arf_cmpabs_2exp_si(arb_midref(y), most) >= 0)
        n = (slong)1 << most;
    else if (arf_cmp_si(arb_midref(y), 1) > 0)
        n = arf_get_si(arb_midref(y), ARF_RND_DOWN);
    /* (n / (e beta))^n s^{a n} */
    arb_const_e(t, bits);
    arb_mul(t, t, beta, bits);
    arb_ui_div(t, (ulong)n, t, bits);
    arb_pow_ui(t, t, (ulong)n, bits);
    fmpq_mul_si(l->order, l->order, -n);
    acb_zero(l->c);
    if (acb_is_real(l->b)) {
        acb_zero(l->b);
        arb_mul_2exp_si(t, t, -1);
        arb_set(acb_realref(l->b), t);
        arb_add_error(acb_realref(l->b), t);
    } else {
        acb_zero(l->b);
        arb_add_error(acb_realref(l->b), t);
        arb_add_error(acb_imagref(l->b), t);
    }
    ok = ok && acb_is_finite(l->b);
    arbs_clear(beta, y, t, NULL);
    return ok;
}

/* Bounded by 1 in both parts. */
static void unit_ball(struct leading *l, bool real)
{
    arb_t one;

    arb_init(one);
    arb_one(one);
    acb_zero(l->c);
    acb_zero(l->b);
    fmpq_zero(l->order);
    l->inverse = false;
    arb_add_error(acb_realref(l->b), one);
    if (!real)
        arb_add_error(acb_imagref(l->b), one);
    arb_clear(one);
}

/* Does the argument tend to infinity? Brings an inverse c = 0 into shape
 * where that is possible. */
static bool is_unbounded(const struct leading *l)
{
    return l->inverse || (fmpq_sgn(l->order) < 0 && !acb_is_zero(l->b));
}

/* 1/f = s^order b with 0 <= b <= B, as for cosh: then f >= s^-order / B, and
 * e^{-f} is bounded by that of the power. A bound of one side may reach a
 * little beyond 0 by rounding. Takes the power for f. */
static bool leading_take_power(struct leading *l, slong bits)
{
    arb_t least, most, far;
    bool ok = acb_is_real(l->b) && acb_is_zero(l->c), minus;

    arbs_init(least, most, far, NULL);
    arb_get_lbound_arf(arb_midref(least), acb_realref(l->b), bits);
    arb_get_ubound_arf(arb_midref(most), acb_realref(l->b), bits);
    minus = arf_sgn(arb_midref(acb_realref(l->b))) < 0;
    if (minus) {
        arb_swap(least, most);
        arb_neg(least, least);
        arb_neg(most, most);
    }
    arb_mul_2exp_si(far, most, -20);
    arb_neg(far, far);
    ok = ok && arb_is_positive(most) && arb_gt(least, far);
    if (ok) {
        acb_zero(l->b);
        arb_inv(acb_realref(l->b), most, bits);
        if (minus)
            acb_neg(l->b, l->b);
        fmpq_neg(l->order, l->order);
        l->inverse = false;
    }
    arbs_clear(least, most, far, NULL);
    return ok && fmpq_sgn(l->order) < 0;
}

static bool leading_exponential(struct leading *l, struct lead_run *r)
{
    if (l->inverse &&
        !(ball_is_thorough(r->c) && leading_take_power(l, r->c->bits)))
        return false;
    if (arb_is_negative(acb_realref(l->b)))
        return exp_vanishing(l, r);
    if (arb_is_positive(acb_realref(l->b))) {
        acb_neg(l->b, l->b);
        if (!exp_vanishing(l, r))
            return false;
        l->inverse = true;
        return true;
    }
    if (arb_is_zero(acb_realref(l->b)) && !r->end->limit) {
        unit_ball(l, false);
        return true;
    }
    return false;
}

/* Hyperbolic functions of what grows, by w = e^{-2|u|}: tanh = (1-w)/(1+w),
 * sech = 2 sqrt(w)/(1+w). */
static bool leading_hyperbolic(struct leading *l, enum function_id id,
                               struct lead_run *r)
{
    struct leading w, m;
    bool odd = id != FN_COSH && id != FN_SECH, minus, ok;
    bool big = id == FN_SINH || id == FN_COSH;
    bool even = id == FN_COSH || id == FN_SECH;

    if (l->inverse)
        return false;
    minus = arb_is_negative(acb_realref(l->b));
    if (!minus)
        acb_neg(l->b, l->b);
    leading_init(&w);
    leading_init(&m);
    leading_copy(&w, l);
    acb_mul_2exp_si(w.b, w.b, 1);
    ok = leading_exponential(l, r) && leading_exponential(&w, r) &&
         !l->inverse && !w.inverse;
    leading_copy(&m, &w);
    acb_one(m.c);
    if (!even && id != FN_TANH) /* 1 - w below the line */
        acb_neg(m.b, m.b);
    ok = ok && leading_invert(&m, r);
    if (id == FN_TANH || id == FN_COTH) {
        acb_one(w.c);
        if (id == FN_TANH)
            acb_neg(w.b, w.b);
        ok = ok && leading_multiply(&m, &w, r);
        leading_copy(l, &m);
    } else {
        ok = ok && leading_multiply(l, &m, r);
        acb_mul_2exp_si(l->c, l->c, 1);
        acb_mul_2exp_si(l->b, l->b, 1);
    }
    if (odd && minus) {
        acb_neg(l->c, l->c);
        acb_neg(l->b, l->b);
    }
    if (big)
        l->inverse = true;
    leading_clear(&w);
    leading_clear(&m);
    return ok;
}

/* |log s| <= s^-q / (e q) for 0 < s <= 1; here q = 1/16. */
static bool logarithm(struct leading *l, struct lead_run *r)
{
    slong bits = r->c->bits;
    struct leading out;
    acb_t t;
    fmpq_t q;
    bool ok = !l->inverse && acb_is_zero(l->c) && !acb_contains_zero(l->b);

    leading_init(&out);
    acb_init(t);
    fmpq_init(q);
    if (ok) {
        acb_log_analytic(t, l->b, 1, bits);
        leading_add_term(&out, q, t, r);
        arb_const_e(acb_realref(t), bits);
        arb_ui_div(acb_realref(t), 8, acb_realref(t), bits);
        arb_zero(acb_imagref(t));
        arb_add_error(acb_realref(t), acb_realref(t));
        acb_neg(t, t); /* [-16/e, 0] */
        acb_mul_fmpz(t, t, fmpq_numref(l->order), bits);
        acb_div_fmpz(t, t, fmpq_denref(l->order), bits);
        fmpq_set_si(q, -1, 16);
        leading_add_term(&out, q, t, r);
        leading_copy(l, &out);
    }
    leading_clear(&out);
    acb_clear(t);
    fmpq_clear(q);
    return ok && acb_is_finite(l->b);
}

/* erfc u lies between 0 and e^{-u^2} for u > 0 (DLMF 7.8.3). */
static bool error_function(struct leading *l, enum function_id id,
                           struct lead_run *r)
{
    struct leading m;
    bool ok = !l->inverse && acb_is_real(l->b), minus;

    if (!ok || arb_contains_zero(acb_realref(l->b)))
        return false;
    minus = arb_is_negative(acb_realref(l->b));
    leading_init(&m);
    leading_copy(&m, l);
    ok = leading_multiply(l, &m, r);
    acb_neg(l->b, l->b);
    ok = ok && leading_exponential(l, r) && !l->inverse;
    /* erfc |u| in [0, b] */
    acb_set(m.b, l->b);
    acb_abs(acb_realref(m.b), m.b, r->c->bits);
    arb_mul_2exp_si(acb_realref(m.b), acb_realref(m.b), -1);
    acb_zero(l->b);
    arb_add(acb_realref(l->b), acb_realref(l->b), acb_realref(m.b), r->c->bits);
    arb_add_error(acb_realref(l->b), acb_realref(m.b));
    acb_zero(l->c);
    if (minus != (id == FN_ERF)) { /* 1 - erfc, 2 - erfc */
        acb_neg(l->b, l->b);
        acb_set_si(l->c, id == FN_ERF ? 1 : 2);
    } else if (id == FN_ERF)
        acb_set_si(l->c, -1);
    leading_clear(&m);
    return ok;
}

static bool at_infinity(struct leading *l, enum function_id id,
                        struct lead_run *r)
{
    switch (id) {
    case FN_EXP: return leading_exponential(l, r);
    case FN_LN: return logarithm(l, r);
    case FN_SINH:
    case FN_COSH:
    case FN_TANH:
    case FN_COTH:
    case FN_SECH:
    case FN_CSCH: return leading_hyperbolic(l, id, r);
    case FN_ERF:
    case FN_ERFC: return error_function(l, id, r);
    case FN_SIN:
    case FN_COS:
        if (l->inverse || !acb_is_real(l->b) || r->end->limit)
            return false;
        unit_ball(l, true);
        return true;
    default: return false;
    }
}

/* f(c) + h f'(V). */
static bool smooth(struct leading *l, const struct expr *x, unsigned main,
                   struct lead_run *r)
{
    static const char variable[] = "\001";
    struct arena a = { 0 };
    struct ball_bound bound = { .name = variable, .next = r->c->bound };
    const struct expr *args[BALL_ARGS_MAX], *f, *d;
    bool touched = r->c->touched, ok = false;
    acb_t v, slope;

    acbs_init(v, slope, NULL);
    for (unsigned i = 0; i < x->count; i++)
        args[i] = x->args[i];
    args[main] = expr_symbol(&a, variable);
    f = x->op == EXPR_POW ? expr_new(&a, EXPR_POW, args, 2)
                          : expr_call(&a, x->function->id, args, x->count);
    d = differentiate(&a, f, variable, r->c->w);
    if (d && leading_range(v, l, r->end, r->c->bits)) {
        bound.value = v;
        bound.analytic = true;
        r->c->bound = &bound;
        ok = ball_node(slope, d, r->c) == BALL_VALUE;
        /* The function itself must be analytic there too. */
        if (ok && !acb_is_zero(l->b))
            ok = ball_node(v, f, r->c) == BALL_VALUE;
        bound.value = l->c;
        bound.analytic = false;
        if (ok)
            ok = ball_node(v, f, r->c) == BALL_VALUE;
        r->c->bound = bound.next;
        acb_set(l->c, v);
        acb_mul(l->b, l->b, slope, r->c->bits);
    }
    r->c->touched = touched;
    acbs_clear(v, slope, NULL);
    arena_clear(&a);
    if (ok && fmpq_sgn(l->order) <= 0 && !acb_is_zero(l->b)) {
        acb_add(l->b, l->b, l->c, r->c->bits);
        acb_zero(l->c);
        ok = fmpq_is_zero(l->order);
    }
    return ok;
}

/* ---- nodes ---- */

static bool leading_occurs(const struct expr *x, struct lead_run *r)
{
    bool found = false;

    if (!ball_spend(r->c, 1))
        return true;
    if (x->op == EXPR_SYMBOL)
        return strcmp(x->name, r->end->name) == 0;
    if (r->c->depth >= BALL_DEPTH_MAX)
        return true;
    r->c->depth++;
    for (unsigned i = 0; i < x->count && !found; i++)
        found = x->args[i] && leading_occurs(x->args[i], r);
    r->c->depth--;
    return found;
}

static bool leading_variable(struct leading *l, const struct lead_run *r)
{
    acb_zero(l->c);
    acb_set_si(l->b, r->end->side);
    fmpq_set_si(l->order, r->end->at ? 1 : -1, 1);
    if (r->end->at)
        acb_set(l->c, r->end->at);
    return true;
}

/* (s^order b)^p for a real constant p. */
static bool leading_raise_to(struct leading *l, const struct expr *x,
                             const fmpq_t p, struct lead_run *r)
{
    acb_t e;

    if (l->inverse && fmpq_sgn(p) < 0)
        return false;
    if (!acb_is_zero(l->c))
        return !l->inverse && smooth(l, x, 0, r);
    if (acb_contains_zero(l->b) && fmpq_sgn(p) < 0)
        return false;
    acb_init(e);
    acb_set_fmpq(e, p, r->c->bits);
    fmpq_mul(l->order, l->order, p);
    if (fmpz_is_one(fmpq_denref(p)))
        acb_pow_fmpz(l->b, l->b, fmpq_numref(p), r->c->bits);
    else if (acb_contains_zero(l->b))
        acb_indeterminate(l->b);
    else
        acb_pow_analytic(l->b, l->b, e, !acb_is_exact(l->b), r->c->bits);
    acb_clear(e);
    return acb_is_finite(l->b);
}

static bool constant_exponent(fmpq_t p, const struct expr *x,
                              struct lead_run *r)
{
    acb_t z;
    bool ok;

    if (leading_occurs(x, r))
        return false;
    if (ball_rational(p, x, r->c))
        return fmpz_bits(fmpq_numref(p)) < 12 && fmpz_bits(fmpq_denref(p)) < 12;
    acb_init(z);
    ok = ball_node(z, x, r->c) == BALL_VALUE && acb_is_real(z) &&
         acb_is_exact(z) && arf_bits(arb_midref(acb_realref(z))) < 64 &&
         ball_below(z, ball_is_thorough(r->c) ? 24 : 10) &&
         arf_cmpabs_2exp_si(arb_midref(acb_realref(z)), -64) > 0;
    if (ok)
        arf_get_fmpq(p, arb_midref(acb_realref(z)));
    acb_clear(z);
    return ok;
}

static bool leading_power(struct leading *l, const struct expr *x,
                          struct lead_run *r)
{
    const struct expr *base = x->args[0];
    fmpq_t p;
    acb_t z;
    bool ok;

    fmpq_init(p);
    ok = constant_exponent(p, x->args[1], r);
    if (ok) {
        ok = math_leading_expand(l, base, r) && leading_raise_to(l, x, p, r);
        fmpq_clear(p);
        return ok;
    }
    fmpq_clear(p);
    if (leading_occurs(base, r) || !math_leading_expand(l, x->args[1], r))
        return false;
    if (!is_unbounded(l))
        return smooth(l, x, 1, r);
    acb_init(z);
    ok = ball_node(z, base, r->c) == BALL_VALUE &&
         ball_log(z, z, false, r->c) == BALL_VALUE;
    if (l->inverse)
        acb_div(l->b, l->b, z, r->c->bits);
    else
        acb_mul(l->b, l->b, z, r->c->bits);
    acb_clear(z);
    return ok && leading_exponential(l, r);
}

/* |f| is f or -f. */
static bool leading_absolute(struct leading *l, struct lead_run *r)
{
    acb_t v;
    const acb_struct *sign = l->b;
    bool ok = acb_is_real(l->c) && acb_is_real(l->b);

    acb_init(v);
    if (!acb_is_zero(l->c)) {
        ok = ok && leading_range(v, l, r->end, r->c->bits);
        sign = v;
    }
    if (arb_is_negative(acb_realref(sign))) {
        acb_neg(l->c, l->c);
        acb_neg(l->b, l->b);
    } else if (!arb_is_nonnegative(acb_realref(sign)))
        ok = false;
    acb_clear(v);
    return ok;
}

static bool leading_call(struct leading *l, const struct expr *x,
                         struct lead_run *r)
{
    enum function_id id = x->function->id;
    unsigned main = x->count - 1;
    fmpq_t half;
    bool ok;

    if (id == FN_ABS && x->count == 1)
        return math_leading_expand(l, x->args[0], r) && leading_absolute(l, r);
    if (x->count == 0 || x->count > BALL_ARGS_MAX || ball_is_jump(id))
        return false;
    for (unsigned i = 0; i < main; i++)
        if (leading_occurs(x->args[i], r))
            return false;
    if (!math_leading_expand(l, x->args[main], r))
        return false;
    if (id == FN_SQRT && acb_is_zero(l->c)) {
        fmpq_init(half);
        fmpq_set_si(half, 1, 2);
        ok = leading_raise_to(l, x, half, r);
        fmpq_clear(half);
        return ok;
    }
    if (is_unbounded(l) || (id == FN_LN && acb_is_zero(l->c)))
        return at_infinity(l, id, r);
    return smooth(l, x, main, r);
}

static bool leading_terms(struct leading *l, const struct expr *x,
                          struct lead_run *r)
{
    struct leading t;
    bool ok = math_leading_expand(l, x->args[0], r);

    leading_init(&t);
    for (unsigned i = 1; i < x->count && ok; i++) {
        t.inverse = false;
        ok = math_leading_expand(&t, x->args[i], r);
        if (!ok)
            break;
        if (x->op == EXPR_ADD)
            ok = leading_add(l, &t, r);
        else if (x->op == EXPR_MUL)
            ok = leading_multiply(l, &t, r);
        else
            ok = leading_invert(&t, r) && leading_multiply(l, &t, r);
    }
    leading_clear(&t);
    return ok;
}

static bool node(struct leading *l, const struct expr *x, struct lead_run *r)
{
    bool ok;

    switch (x->op) {
    case EXPR_SYMBOL: return leading_variable(l, r);
    case EXPR_NEG:
        ok = math_leading_expand(l, x->args[0], r);
        acb_neg(l->c, l->c);
        acb_neg(l->b, l->b);
        return ok;
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_DIV: return leading_terms(l, x, r);
    case EXPR_POW: return leading_power(l, x, r);
    case EXPR_CALL: return leading_call(l, x, r);
    default: return false;
    }
}

static bool math_leading_expand(struct leading *l, const struct expr *x,
                                struct lead_run *r)
{
    slong most = ball_is_thorough(r->c) ? 1 << 30 : 1 << 20;
    bool ok;

    if (r->c->depth >= BALL_DEPTH_MAX || !ball_pay(r->c, 30))
        return false;
    acb_zero(l->c);
    acb_zero(l->b);
    fmpq_zero(l->order);
    l->inverse = false;
    r->c->depth++;
    if (leading_occurs(x, r))
        ok = node(l, x, r);
    else
        ok = ball_node(l->c, x, r->c) == BALL_VALUE;
    r->c->depth--;
    return ok && ball_below(l->c, most) && ball_below(l->b, most) &&
           fmpz_bits(fmpq_numref(l->order)) < 40 &&
           fmpz_bits(fmpq_denref(l->order)) < 40;
}

bool leading_expand(struct leading *l, const struct expr *x,
                    const struct leading_end *end, struct ball_run *c)
{
    struct lead_run r = { .end = end, .c = c };
    bool quiet = c->quiet, ok;

    c->quiet = true;
    ok = math_leading_expand(l, x, &r);
    c->quiet = quiet;
    return ok;
}
