/* SPDX-License-Identifier: Apache-2.0 */
/* Expansions c + s^order b(s): the arithmetic. */
#include "math/arb.h"
#include "math/ball/leading_int.h"
#include "math/flint_poly.h"

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

void leading_copy(struct leading *to, const struct leading *from)
{
    acb_set(to->c, from->c);
    acb_set(to->b, from->b);
    fmpq_set(to->order, from->order);
    to->inverse = from->inverse;
}

/* ---- powers of s ---- */

/* 2^{-k q} */
void leading_end_power(arb_t out, const fmpq_t q, slong k, slong bits)
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
void leading_add_term(struct leading *l, const fmpq_t q, const acb_t b,
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

bool leading_invert(struct leading *l, struct lead_run *r)
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

bool leading_multiply(struct leading *l, const struct leading *m,
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

bool leading_add(struct leading *l, const struct leading *m, struct lead_run *r)
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
