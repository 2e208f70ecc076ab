/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Powers, exponentials, logarithms and roots, on balls. The size of a power is
 * estimated before it is formed.
 */
#include "math/arb.h"
#include "math/ball/ball_int.h"

#include <math.h>

/* ---- powers ---- */

/* An upper bound of |log2 |z||, for estimates of size only. */
static double log2_size(const acb_t z)
{
    mag_t m;
    double up, low;

    mag_init(m);
    acb_get_mag(m, z);
    up = mag_get_d_log2_approx(m);
    acb_get_mag_lower(m, z);
    low = mag_is_zero(m) ? 0.0 : mag_get_d_log2_approx(m);
    mag_clear(m);
    return fmax(fabs(up), fabs(low));
}

/* Would base^exponent be too large to hold? */
static bool power_too_large(const acb_t base, const acb_t exponent)
{
    mag_t m;
    double e;

    mag_init(m);
    acb_get_mag(m, exponent);
    e = mag_get_d(m);
    mag_clear(m);
    return !(log2_size(base) * e <= (double)(1 << 20));
}

static enum ball power_of_zero(acb_t out, const acb_t exponent)
{
    if (arb_is_positive(acb_realref(exponent))) {
        acb_zero(out);
        return BALL_VALUE;
    }
    if (acb_is_zero(exponent)) {
        acb_one(out);
        return BALL_VALUE;
    }
    return arb_is_negative(acb_realref(exponent)) ? BALL_UNDEFINED
                                                  : BALL_UNKNOWN;
}

/* A ball around 0 to a positive real power: |z^e| <= |z|^e. */
static enum ball power_near_zero(acb_t out, const acb_t base,
                                 const acb_t exponent, slong bits)
{
    arb_t t;

    if (!arb_is_positive(acb_realref(exponent)) || !acb_is_real(exponent))
        return BALL_UNKNOWN;
    arb_init(t);
    acb_get_abs_ubound_arf(arb_midref(t), base, bits);
    arb_pow(t, t, acb_realref(exponent), bits);
    acb_zero(out);
    if (arb_is_nonnegative(acb_realref(base)) && acb_is_real(base)) {
        arb_zero(acb_realref(out));
        arb_union(acb_realref(out), acb_realref(out), t, bits);
    } else {
        arb_add_error(acb_realref(out), t);
        arb_add_error(acb_imagref(out), t);
    }
    arb_clear(t);
    return ball_finite(out);
}

static enum ball power_integer(acb_t out, const acb_t base, const fmpz_t e,
                               struct ball_run *c)
{
    if (fmpz_sgn(e) < 0 && acb_contains_zero(base))
        return BALL_UNKNOWN;
    if (!ball_pay(c, 2 * fmpz_bits(e) + (fmpz_sgn(e) < 0 ? 3 : 0)))
        return BALL_LIMIT;
    if (acb_is_real(base)) {
        arb_zero(acb_imagref(out));
        arb_pow_fmpz(acb_realref(out), acb_realref(base), e, c->bits);
    } else
        acb_pow_fmpz(out, base, e, c->bits);
    return ball_finite(out);
}

/* touched: the base was read from an analytic variable. */
static enum ball power(acb_t out, const acb_t base, const acb_t exponent,
                       bool touched, struct ball_run *c)
{
    enum ball got;
    fmpz_t e;

    if (acb_is_zero(base))
        return touched ? BALL_UNKNOWN : power_of_zero(out, exponent);
    if (acb_is_zero(exponent) || acb_is_one(base)) {
        acb_one(out);
        return BALL_VALUE;
    }
    if (power_too_large(base, exponent))
        return ball_mid_below(exponent, 10) ? BALL_UNKNOWN
                                            : ball_refuse(c, "exponent");
    fmpz_init(e);
    if (ball_get_integer(e, exponent)) {
        got = power_integer(out, base, e, c);
        fmpz_clear(e);
        return got;
    }
    fmpz_clear(e);
    if (!ball_pay(c, 60))
        return BALL_LIMIT;
    if (acb_contains_zero(base) && !touched)
        return power_near_zero(out, base, exponent, c->bits);
    if (acb_is_real(base) && acb_is_real(exponent) &&
        arb_is_positive(acb_realref(base))) {
        arb_zero(acb_imagref(out));
        arb_pow(acb_realref(out), acb_realref(base), acb_realref(exponent),
                c->bits);
    } else
        acb_pow_analytic(out, base, exponent, touched, c->bits);
    ball_note_beside_one(out, exponent, c);
    return ball_finite(out);
}

/* Is e^z, under an integral sign, below 2^-BALL_EXP_NOTHING on the whole ball? Then
 * out is a ball around 0. */
static bool is_nothing(acb_t out, const acb_t z, const struct ball_run *c)
{
    arb_t most;
    bool is;

    if (!c->bound || !ball_is_thorough(c))
        return false;
    arb_init(most);
    arb_set_si(most, -BALL_EXP_NOTHING);
    is = arb_lt(acb_realref(z), most);
    if (is) {
        acb_zero(out);
        mag_set_ui_2exp_si(arb_radref(acb_realref(out)), 1, -BALL_EXP_NOTHING);
        mag_set_ui_2exp_si(arb_radref(acb_imagref(out)), 1, -BALL_EXP_NOTHING);
    }
    arb_clear(most);
    return is;
}

int ball_far(const acb_t z, slong e, const struct ball_run *c)
{
    arb_t bound, t;
    int side;

    if (!c->point || !c->point->vanish || !acb_is_finite(z) ||
        arf_cmpabs_2exp_si(arb_midref(acb_realref(z)), e) < 0)
        return 0;
    arb_init(bound);
    arb_init(t);
    arb_one(bound);
    arb_mul_2exp_si(bound, bound, e);
    side = arf_sgn(arb_midref(acb_realref(z)));
    arb_abs(t, acb_realref(z));
    side = arb_ge(t, bound) ? side : 0;
    arb_clear(bound);
    arb_clear(t);
    return side;
}

void ball_near(acb_t out, int value, slong e, bool complex)
{
    acb_set_si(out, value);
    arb_add_error_2exp_si(acb_realref(out), e);
    if (complex)
        arb_add_error_2exp_si(acb_imagref(out), e);
}

enum ball ball_exp(acb_t out, const acb_t z, struct ball_run *c)
{
    enum ball got;

    if (is_nothing(out, z, c))
        return BALL_VALUE;
    if (ball_far(z, 20, c) < 0) {
        ball_near(out, 0, BALL_VANISHED, !acb_is_real(z));
        return BALL_VALUE;
    }
    got = ball_bounded(z, 20, c);
    if (got != BALL_VALUE)
        return got;
    if (!ball_pay(c, acb_is_real(z) ? 20 : 40))
        return BALL_LIMIT;
    acb_exp(out, z, c->bits);
    ball_note_beside_one(out, z, c);
    return ball_finite(out);
}

enum ball ball_pow(acb_t out, const struct expr *base,
                   const struct expr *exponent, struct ball_run *c)
{
    bool touched = c->touched, touched_base;
    acb_t b, e;
    enum ball got;

    if (base->op == EXPR_CONSTANT && base->constant == CONSTANT_E) {
        got = ball_node(out, exponent, c);
        return got == BALL_VALUE ? ball_exp(out, out, c) : got;
    }
    acb_init(b);
    acb_init(e);
    got = ball_node(e, exponent, c);
    touched |= c->touched;
    c->touched = false;
    if (got == BALL_VALUE)
        got = ball_node(b, base, c);
    touched_base = c->touched;
    c->touched |= touched;
    if (got == BALL_VALUE)
        got = power(out, b, e, touched_base, c);
    acb_clear(b);
    acb_clear(e);
    return got;
}

/* ---- logarithms and roots ---- */

enum ball ball_log(acb_t out, const acb_t z, bool touched, struct ball_run *c)
{
    if (acb_contains_zero(z))
        return acb_is_zero(z) && !touched ? BALL_UNDEFINED : BALL_UNKNOWN;
    if (!ball_pay(c, acb_is_real(z) ? 20 : 40))
        return BALL_LIMIT;
    acb_log_analytic(out, z, touched, c->bits);
    return ball_finite(out);
}

enum ball ball_log_base(acb_t out, acb_srcptr v, const bool *touched,
                        struct ball_run *c)
{
    enum ball got;
    fmpz_t b;
    acb_t t;

    fmpz_init(b);
    if (ball_get_integer(b, v) && fmpz_cmp_ui(b, 2) >= 0 &&
        fmpz_abs_fits_ui(b) && acb_is_real(v + 1) &&
        arb_is_positive(acb_realref(v + 1))) {
        got = ball_pay(c, 40) ? BALL_VALUE : BALL_LIMIT;
        arb_zero(acb_imagref(out));
        if (got == BALL_VALUE)
            arb_log_base_ui(acb_realref(out), acb_realref(v + 1),
                            fmpz_get_ui(b), c->bits);
        fmpz_clear(b);
        return got;
    }
    fmpz_clear(b);
    acb_init(t);
    got = ball_log(t, v, touched[0], c);
    if (got == BALL_VALUE && acb_contains_zero(t))
        got = acb_is_zero(t) ? BALL_UNDEFINED : BALL_UNKNOWN;
    if (got == BALL_VALUE)
        got = ball_log(out, v + 1, touched[1], c);
    if (got == BALL_VALUE)
        acb_div(out, out, t, c->bits);
    acb_clear(t);
    return got;
}

enum ball ball_square_root(acb_t out, const acb_t z, bool touched,
                           struct ball_run *c)
{
    if (!ball_pay(c, acb_is_real(z) ? 5 : 15))
        return BALL_LIMIT;
    if (acb_is_real(z) && arb_is_nonnegative(acb_realref(z)) && !touched) {
        arb_zero(acb_imagref(out));
        arb_sqrt(acb_realref(out), acb_realref(z), c->bits);
    } else
        acb_sqrt_analytic(out, z, touched, c->bits);
    return ball_finite(out);
}

/* The n-th root of a real number, n odd: increasing, hence by its ends. */
static void odd_root(arb_t out, const arb_t x, ulong n, slong bits)
{
    arf_t lo, hi;
    arb_t a, b;

    if (arb_is_nonnegative(x)) {
        arb_root_ui(out, x, n, bits);
        return;
    }
    arf_init(lo);
    arf_init(hi);
    arb_init(a);
    arb_init(b);
    arb_get_interval_arf(lo, hi, x, bits);
    arf_neg(lo, lo);
    arb_set_arf(a, lo);
    arb_set_arf(b, hi);
    if (arf_sgn(hi) <= 0) {
        arb_neg(a, x);
        arb_root_ui(out, a, n, bits);
        arb_neg(out, out);
    } else {
        arb_root_ui(a, a, n, bits);
        arb_neg(a, a);
        arb_root_ui(b, b, n, bits);
        arb_union(out, a, b, bits);
    }
    arf_clear(lo);
    arf_clear(hi);
    arb_clear(a);
    arb_clear(b);
}

/* \sqrt[n]{z}; x is the node, for the real view of its argument. */
enum ball ball_root(acb_t out, const struct expr *x, acb_srcptr v,
                    const bool *touched, struct ball_run *c)
{
    const acb_struct *z = v + 1;
    enum ball got = BALL_VALUE;
    fmpz_t n;
    acb_t e;

    fmpz_init(n);
    acb_init(e);
    if (touched[0] || acb_contains_zero(v))
        got = acb_is_zero(v) ? BALL_UNDEFINED : BALL_UNKNOWN;
    else if (!ball_pay(c, 40))
        got = BALL_LIMIT;
    else if (ball_get_integer(n, v) && fmpz_is_odd(n) && fmpz_sgn(n) > 0 &&
             fmpz_cmp_ui(n, 1 << 20) < 0 && acb_is_real(z) && !touched[1]) {
        arb_zero(acb_imagref(out));
        odd_root(acb_realref(out), acb_realref(z), fmpz_get_ui(n), c->bits);
    } else {
        bool minus = false;

        /* An odd root of what is negative on the path is - (-z)^(1/n). */
        if (fmpz_is_odd(n) && touched[1]) {
            got = ball_on_reals(e, x->args[1], c);
            if (got == BALL_VALUE && !acb_is_real(e))
                got = BALL_UNKNOWN;
            minus = arb_is_negative(acb_realref(e));
        }
        if (minus)
            acb_neg(out, z);
        else
            acb_set(out, z);
        acb_inv(e, v, c->bits);
        if (got == BALL_VALUE)
            got = power(out, out, e, touched[1], c);
        if (minus)
            acb_neg(out, out);
    }
    fmpz_clear(n);
    acb_clear(e);
    return got;
}
