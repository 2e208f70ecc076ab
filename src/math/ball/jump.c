/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions that are not analytic, on balls: absolute value, sign, floor and
 * their like, maxima, greatest common divisors, parts of complex numbers,
 * determinants.
 *
 * Inside an integral such a function is, near the path, one of its branches:
 * |f| is f or -f. Which one is decided on the real part of the variable.
 */
#include "math/arb.h"
#include "math/ball/ball_int.h"

#include "base/limits.h"

#define MATRIX_MAX 12

bool ball_is_jump(enum function_id id)
{
    switch (id) {
    case FN_ABS:
    case FN_NORM:
    case FN_SIGN:
    case FN_FLOOR:
    case FN_CEIL:
    case FN_ROUND:
    case FN_FRACPART:
    case FN_GCD:
    case FN_LCM:
    case FN_MAX:
    case FN_MIN:
    case FN_RE:
    case FN_IM:
    case FN_CONJ:
    case FN_ARG:
    case FN_DET:
    case FN_TRACE:
    case FN_TRANSPOSE:
    case FN_HEAVISIDE: return true;
    default: return false;
    }
}

/* A rational value, for arguments whose ball touches a jump. */
static bool jump_rational(acb_t out, const struct expr *x, struct ball_run *c)
{
    fmpq_t q;
    bool is;

    fmpq_init(q);
    is = ball_rational(q, x, c);
    if (is)
        acb_set_fmpq(out, q, c->bits);
    fmpq_clear(q);
    return is;
}

/* Returns -1, 0 or 1, or 2 if the ball leaves it open. */
static int jump_sign_of(const arb_t x)
{
    if (arb_is_zero(x))
        return 0;
    return arb_is_positive(x) ? 1 : arb_is_negative(x) ? -1 : 2;
}

/* Compute floor, ceil or round of a real ball. Returns false if it straddles a
 * jump, unless a wide ball will do, as it does for a small stretch of an
 * integral. */
static bool to_integer(arb_t out, enum function_id id, const arb_t x, bool wide,
                       slong bits)
{
    arb_t t;

    if (arf_cmpabs_2exp_si(arb_midref(x), bits) >= 0)
        return false;
    arb_init(t);
    if (id == FN_ROUND) {
        /* Halves go away from zero. */
        arb_set_d(t, 0.5);
        if (arb_is_negative(x)) {
            arb_sub(t, x, t, 2 * bits);
            arb_ceil(out, t, bits);
        } else {
            arb_add(t, x, t, 2 * bits);
            arb_floor(out, t, bits);
        }
    } else if (id == FN_CEIL)
        arb_ceil(out, x, bits);
    else
        arb_floor(out, x, bits);
    arb_clear(t);
    return wide ? arb_is_finite(out) : arb_is_exact(out) && arb_is_int(out);
}

static enum ball integer_part(acb_t out, enum function_id id, const acb_t z,
                              const acb_t real, bool touched,
                              struct ball_run *c)
{
    slong bits = c->bits;
    acb_t t;
    bool is;

    if (!acb_is_real(real))
        return BALL_UNKNOWN;
    acb_init(t);
    is = to_integer(acb_realref(t), id, acb_realref(real),
                    c->nested && !touched, bits);
    /* At an integer the path leaves the branch. */
    if (touched && is)
        is = !arb_contains_int(acb_realref(real)) && id != FN_ROUND;
    if (id == FN_FRACPART)
        acb_sub(out, z, t, bits);
    else
        acb_set(out, t);
    acb_clear(t);
    return is ? BALL_VALUE : BALL_UNKNOWN;
}

/* All values at a sign change, for a small stretch of an integral. */
static enum ball straddling(acb_t out, enum function_id id,
                            const struct ball_run *c)
{
    arb_t one;

    if (!c->nested || (id != FN_SIGN && id != FN_HEAVISIDE))
        return BALL_UNKNOWN;
    arb_init(one);
    arb_one(one);
    acb_zero(out);
    arb_add_error(acb_realref(out), one);
    arb_clear(one);
    return BALL_VALUE;
}

static enum ball signed_part(acb_t out, enum function_id id, const acb_t z,
                             const acb_t real, struct ball_run *c)
{
    int s = jump_sign_of(acb_realref(real));

    if (!acb_is_real(real))
        return BALL_UNKNOWN;
    if (s == 2)
        return straddling(out, id, c);
    switch (id) {
    case FN_ABS:
    case FN_NORM:
        if (s < 0)
            acb_neg(out, z);
        else
            acb_set(out, z);
        return BALL_VALUE;
    case FN_SIGN: acb_set_si(out, s); return BALL_VALUE;
    case FN_HEAVISIDE:
        /* Its value at 0 is a matter of taste. */
        acb_set_si(out, s > 0);
        return s ? BALL_VALUE : BALL_UNKNOWN;
    case FN_ARG:
        acb_zero(out);
        if (s < 0)
            arb_const_pi(acb_realref(out), c->bits);
        return s ? BALL_VALUE : BALL_UNDEFINED;
    default: return BALL_UNKNOWN;
    }
}

/* Values, without thought of analyticity. */
static enum ball jump_plain(acb_t out, enum function_id id, const acb_t z,
                            struct ball_run *c)
{
    acb_t t;

    switch (id) {
    case FN_ABS:
    case FN_NORM:
        acb_init(t);
        acb_abs(acb_realref(t), z, c->bits);
        acb_swap(out, t);
        acb_clear(t);
        return ball_finite(out);
    case FN_SIGN:
        if (acb_is_real(z))
            return signed_part(out, id, z, z, c);
        if (acb_contains_zero(z))
            return BALL_UNKNOWN;
        acb_sgn(out, z, c->bits);
        return ball_finite(out);
    case FN_ARG:
        if (acb_is_real(z))
            return signed_part(out, id, z, z, c);
        if (acb_contains_zero(z))
            return BALL_UNKNOWN;
        acb_init(t);
        acb_arg(acb_realref(t), z, c->bits);
        acb_swap(out, t);
        acb_clear(t);
        return ball_finite(out);
    case FN_HEAVISIDE: return signed_part(out, id, z, z, c);
    default: return integer_part(out, id, z, z, false, c);
    }
}

static enum ball one_argument(acb_t out, const struct expr *x,
                              struct ball_run *c)
{
    enum function_id id = x->function->id;
    bool touched = c->touched;
    enum ball got;
    acb_t z, real;

    acbs_init(z, real, NULL);
    c->touched = false;
    got = ball_node(z, x->args[0], c);
    if (got == BALL_VALUE && !ball_pay(c, 20))
        got = BALL_LIMIT;
    if (got == BALL_VALUE && !c->touched) {
        got = jump_plain(out, id, z, c);
        if (got == BALL_UNKNOWN && id != FN_ARG &&
            jump_rational(z, x->args[0], c) && acb_is_exact(z))
            got = jump_plain(out, id, z, c);
    } else if (got == BALL_VALUE) {
        got = ball_on_reals(real, x->args[0], c);
        if (got == BALL_VALUE && id >= FN_FLOOR && id <= FN_FRACPART)
            got = integer_part(out, id, z, real, true, c);
        else if (got == BALL_VALUE && acb_contains_zero(real))
            got = BALL_UNKNOWN;
        else if (got == BALL_VALUE)
            got = signed_part(out, id, z, real, c);
    }
    c->touched |= touched;
    acbs_clear(z, real, NULL);
    return got;
}

/* Re, Im and the conjugate; near the path of an integral only of what is
 * real there. */
static enum ball jump_part(acb_t out, const struct expr *x, struct ball_run *c)
{
    enum function_id id = x->function->id;
    bool touched = c->touched;
    enum ball got;
    acb_t real;

    acb_init(real);
    c->touched = false;
    got = ball_node(out, x->args[0], c);
    if (got == BALL_VALUE && c->touched) {
        got = ball_on_reals(real, x->args[0], c);
        if (got == BALL_VALUE && !acb_is_real(real))
            got = BALL_UNKNOWN;
        if (id == FN_IM)
            acb_zero(out);
    } else if (id == FN_CONJ)
        acb_conj(out, out);
    else {
        if (id == FN_IM)
            arb_swap(acb_realref(out), acb_imagref(out));
        arb_zero(acb_imagref(out));
    }
    c->touched |= touched;
    acb_clear(real);
    return got;
}

static enum ball extremum(acb_t out, const struct expr *x, struct ball_run *c)
{
    bool is_max = x->function->id == FN_MAX;
    enum ball got = ball_node(out, x->args[0], c);
    acb_t t;

    acb_init(t);
    for (unsigned i = 1; i < x->count && got == BALL_VALUE; i++) {
        got = ball_node(t, x->args[i], c);
        if (got != BALL_VALUE)
            break;
        if (c->touched || !acb_is_real(out) || !acb_is_real(t))
            got = BALL_UNKNOWN;
        else if (is_max)
            arb_max(acb_realref(out), acb_realref(out), acb_realref(t),
                    c->bits);
        else
            arb_min(acb_realref(out), acb_realref(out), acb_realref(t),
                    c->bits);
    }
    acb_clear(t);
    if (got == BALL_VALUE && !acb_is_real(out))
        got = BALL_UNKNOWN;
    return got;
}

/* max(f, g) near the path: whichever is larger there. */
static enum ball extremum_analytic(acb_t out, const struct expr *x,
                                   struct ball_run *c)
{
    bool is_max = x->function->id == FN_MAX;
    const struct expr *best = x->args[0];
    enum ball got = BALL_VALUE;
    acb_t a, b;

    acbs_init(a, b, NULL);
    got = ball_on_reals(a, best, c);
    for (unsigned i = 1; i < x->count && got == BALL_VALUE; i++) {
        got = ball_on_reals(b, x->args[i], c);
        if (got != BALL_VALUE)
            break;
        if (!acb_is_real(a) || !acb_is_real(b))
            got = BALL_UNKNOWN;
        else if (is_max ? arb_gt(acb_realref(b), acb_realref(a))
                        : arb_lt(acb_realref(b), acb_realref(a))) {
            best = x->args[i];
            acb_swap(a, b);
        } else if (arb_overlaps(acb_realref(a), acb_realref(b)))
            got = BALL_UNKNOWN;
    }
    acbs_clear(a, b, NULL);
    return got == BALL_VALUE ? ball_node(out, best, c) : got;
}

/* An integer argument: by its ball, or by the exact method. */
static bool integer(fmpz_t out, const struct expr *x, struct ball_run *c)
{
    fmpq_t q;
    acb_t z;
    bool is;

    fmpq_init(q);
    is = ball_rational(q, x, c) && fmpz_is_one(fmpq_denref(q));
    if (is)
        fmpz_set(out, fmpq_numref(q));
    fmpq_clear(q);
    if (is || c->stopped)
        return is;
    acb_init(z);
    is = ball_node(z, x, c) == BALL_VALUE && ball_get_integer(out, z);
    acb_clear(z);
    return is;
}

static enum ball jump_divisors(acb_t out, const struct expr *x,
                               struct ball_run *c)
{
    bool ok = true;
    fmpz_t g, n;

    fmpz_init(g);
    fmpz_init(n);
    ok = integer(g, x->args[0], c);
    fmpz_abs(g, g);
    for (unsigned i = 1; i < x->count && ok; i++) {
        ok = integer(n, x->args[i], c) &&
             fmpz_bits(g) + fmpz_bits(n) < LIMIT_EXACT_BITS &&
             ball_spend(c, 2 + (fmpz_bits(g) + fmpz_bits(n)) / 4);
        if (!ok)
            break;
        if (x->function->id == FN_GCD)
            fmpz_gcd(g, g, n);
        else
            fmpz_lcm(g, g, n);
    }
    if (ok)
        acb_set_round_fmpz(out, g, c->bits);
    fmpz_clear(g);
    fmpz_clear(n);
    return ok ? BALL_VALUE : ball_failed(c);
}

static enum ball jump_matrix(acb_t out, const struct expr *x,
                             struct ball_run *c)
{
    const struct expr *m = x->args[0];
    enum ball got = BALL_VALUE;
    slong n = (slong)m->rows;
    acb_mat_t a;

    if (m->op != EXPR_MATRIX || m->rows == 0 || m->rows > MATRIX_MAX ||
        m->count != m->rows * m->rows || x->function->id == FN_TRANSPOSE)
        return BALL_UNKNOWN;
    if (!ball_pay(c, 2 * (uint64_t)(n * n * n)))
        return BALL_LIMIT;
    acb_mat_init(a, n, n);
    for (slong i = 0; i < n * n && got == BALL_VALUE; i++)
        got = ball_node(acb_mat_entry(a, i / n, i % n), m->args[i], c);
    if (got == BALL_VALUE && x->function->id == FN_DET)
        acb_mat_det(out, a, c->bits);
    else if (got == BALL_VALUE)
        acb_mat_trace(out, a, c->bits);
    acb_mat_clear(a);
    return got == BALL_VALUE ? ball_finite(out) : got;
}

/* The length of a literal vector. */
static enum ball jump_norm(acb_t out, const struct expr *m, struct ball_run *c)
{
    enum ball got = m->count ? BALL_VALUE : BALL_UNKNOWN;
    bool touched = c->touched;
    acb_t t;

    acb_init(t);
    acb_zero(out);
    c->touched = false;
    for (unsigned i = 0; i < m->count && got == BALL_VALUE; i++) {
        got = ball_node(t, m->args[i], c);
        if (got != BALL_VALUE)
            break;
        if (c->touched)
            got = BALL_UNKNOWN;
        acb_abs(acb_realref(t), t, c->bits);
        arb_addmul(acb_realref(out), acb_realref(t), acb_realref(t), c->bits);
    }
    arb_sqrtpos(acb_realref(out), acb_realref(out), c->bits);
    c->touched |= touched;
    acb_clear(t);
    return got;
}

enum ball ball_jump(acb_t out, const struct expr *x, struct ball_run *c)
{
    const struct ball_bound *b = c->bound;

    if (x->count == 0)
        return BALL_UNKNOWN;
    switch (x->function->id) {
    case FN_MAX:
    case FN_MIN:
        while (b && !b->analytic)
            b = b->next;
        return b ? extremum_analytic(out, x, c) : extremum(out, x, c);
    case FN_GCD:
    case FN_LCM: return jump_divisors(out, x, c);
    case FN_RE:
    case FN_IM:
    case FN_CONJ: return jump_part(out, x, c);
    case FN_DET:
    case FN_TRACE:
    case FN_TRANSPOSE: return jump_matrix(out, x, c);
    case FN_NORM:
    case FN_ABS:
        if (x->args[0]->op == EXPR_MATRIX && x->function->id == FN_NORM)
            return jump_norm(out, x->args[0], c);
        return one_argument(out, x, c);
    default: return one_argument(out, x, c);
    }
}
