/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elementary functions on balls, and the call of any function.
 *
 * Most of Arb's functions accept everything, so a table says what must be
 * checked first: how large an argument may be, where the branch cuts are,
 * what it costs. Prices are in units at 128 bits.
 */
#include "math/arb.h"
#include "math/ball/ball_int.h"

#include <math.h>

/* ---- cuts ---- */

enum cut {
    CUT_NONE,         /* meromorphic */
    CUT_NEGATIVE,     /* (-oo, 0] */
    CUT_UNIT_OUT,     /* (-oo, -1] and [1, oo) */
    CUT_UNIT_IN,      /* [-1, 1] */
    CUT_BELOW_ONE,    /* (-oo, 1] */
    CUT_IMAGINARY,    /* i times (-oo, -1] and [1, oo) */
    CUT_IMAGINARY_IN, /* i times [-1, 1] */
    CUT_SECH          /* (-oo, 0] and [1, oo) */
};

/* Does the ball reach above lo on the line? NaN-free by construction. */
static bool reaches_up(const arb_t x, slong lo)
{
    arb_t t;
    bool is;

    arb_init(t);
    arb_sub_si(t, x, lo, MAG_BITS);
    is = !arb_is_negative(t);
    arb_clear(t);
    return is;
}

static bool reaches_down(const arb_t x, slong hi)
{
    arb_t t;
    bool is;

    arb_init(t);
    arb_sub_si(t, x, hi, MAG_BITS);
    is = !arb_is_positive(t);
    arb_clear(t);
    return is;
}

static bool function_on_cut(enum cut cut, const acb_t z)
{
    const arb_struct *along = acb_realref(z), *across = acb_imagref(z);

    if (cut == CUT_NONE)
        return false;
    if (cut == CUT_IMAGINARY || cut == CUT_IMAGINARY_IN) {
        along = acb_imagref(z);
        across = acb_realref(z);
    }
    if (!arb_contains_zero(across))
        return false;
    switch (cut) {
    case CUT_NEGATIVE: return reaches_down(along, 0);
    case CUT_BELOW_ONE: return reaches_down(along, 1);
    case CUT_UNIT_OUT:
    case CUT_IMAGINARY: return reaches_down(along, -1) || reaches_up(along, 1);
    case CUT_UNIT_IN:
    case CUT_IMAGINARY_IN:
        return reaches_up(along, -1) && reaches_down(along, 1);
    case CUT_SECH: return reaches_down(along, 0) || reaches_up(along, 1);
    default: return true;
    }
}

/* ---- functions of one variable ---- */

typedef void (*acb_function)(acb_t, const acb_t, slong);

static void arccot(acb_t out, const acb_t z, slong bits)
{
    acb_t t;

    acb_init(t);
    arb_const_pi(acb_realref(t), bits);
    acb_mul_2exp_si(t, t, -1);
    acb_atan(out, z, bits);
    acb_sub(out, t, out, bits);
    acb_clear(t);
}

static void inverted(acb_t out, const acb_t z, acb_function f, slong bits)
{
    acb_t t;

    acb_init(t);
    acb_inv(t, z, bits);
    f(out, t, bits);
    acb_clear(t);
}

/* Real where the argument lies in the real domain, so that no imaginary part
 * "0 +- tiny" is left. */
static void arcsin(acb_t out, const acb_t z, slong bits)
{
    if (acb_is_real(z) && !reaches_up(acb_realref(z), 1) &&
        !reaches_down(acb_realref(z), -1)) {
        arb_asin(acb_realref(out), acb_realref(z), bits);
        arb_zero(acb_imagref(out));
    } else
        acb_asin(out, z, bits);
}

static void arccos(acb_t out, const acb_t z, slong bits)
{
    if (acb_is_real(z) && !reaches_up(acb_realref(z), 1) &&
        !reaches_down(acb_realref(z), -1)) {
        arb_acos(acb_realref(out), acb_realref(z), bits);
        arb_zero(acb_imagref(out));
    } else
        acb_acos(out, z, bits);
}

static void artanh(acb_t out, const acb_t z, slong bits)
{
    if (acb_is_real(z) && !reaches_up(acb_realref(z), 1) &&
        !reaches_down(acb_realref(z), -1)) {
        arb_atanh(acb_realref(out), acb_realref(z), bits);
        arb_zero(acb_imagref(out));
    } else
        acb_atanh(out, z, bits);
}

static void arcosh(acb_t out, const acb_t z, slong bits)
{
    if (acb_is_real(z) && !reaches_down(acb_realref(z), 1)) {
        arb_acosh(acb_realref(out), acb_realref(z), bits);
        arb_zero(acb_imagref(out));
    } else
        acb_acosh(out, z, bits);
}

static void arcsec(acb_t out, const acb_t z, slong bits)
{
    inverted(out, z, arccos, bits);
}

static void arccsc(acb_t out, const acb_t z, slong bits)
{
    inverted(out, z, arcsin, bits);
}

static void arcoth(acb_t out, const acb_t z, slong bits)
{
    inverted(out, z, artanh, bits);
}

static void arsech(acb_t out, const acb_t z, slong bits)
{
    inverted(out, z, arcosh, bits);
}

static void arcsch(acb_t out, const acb_t z, slong bits)
{
    inverted(out, z, acb_asinh, bits);
}

enum domain {
    ANYWHERE,
    NOT_ZERO,    /* a pole at 0 */
    NOT_UNIT,    /* singular at 1 and -1 */
    NOT_UNIT_I,  /* singular at i and -i */
    PERIODIC,    /* size of the real part costs precision */
    PERIODIC_NZ, /* so, and a pole at 0 */
    GROWING,     /* like exp of the real part */
    GROWING_NZ
};

static const struct elementary {
    enum function_id id;
    enum domain domain;
    enum cut cut;
    unsigned units; /* for a real argument; a complex one costs twice that */
    acb_function f;
} table[] = {
    { FN_SIN, PERIODIC, CUT_NONE, 28, acb_sin },
    { FN_COS, PERIODIC, CUT_NONE, 28, acb_cos },
    { FN_TAN, PERIODIC, CUT_NONE, 30, acb_tan },
    { FN_COT, PERIODIC_NZ, CUT_NONE, 30, acb_cot },
    { FN_SEC, PERIODIC, CUT_NONE, 28, acb_sec },
    { FN_CSC, PERIODIC_NZ, CUT_NONE, 28, acb_csc },
    { FN_ARCSIN, ANYWHERE, CUT_UNIT_OUT, 50, arcsin },
    { FN_ARCCOS, ANYWHERE, CUT_UNIT_OUT, 50, arccos },
    { FN_ARCTAN, NOT_UNIT_I, CUT_IMAGINARY, 25, acb_atan },
    { FN_ARCCOT, NOT_UNIT_I, CUT_IMAGINARY, 28, arccot },
    { FN_ARCSEC, NOT_ZERO, CUT_UNIT_IN, 55, arcsec },
    { FN_ARCCSC, NOT_ZERO, CUT_UNIT_IN, 55, arccsc },
    { FN_SINH, GROWING, CUT_NONE, 35, acb_sinh },
    { FN_COSH, GROWING, CUT_NONE, 25, acb_cosh },
    { FN_TANH, GROWING, CUT_NONE, 28, acb_tanh },
    { FN_COTH, GROWING_NZ, CUT_NONE, 28, acb_coth },
    { FN_SECH, GROWING, CUT_NONE, 40, acb_sech },
    { FN_CSCH, GROWING_NZ, CUT_NONE, 45, acb_csch },
    { FN_ARSINH, ANYWHERE, CUT_IMAGINARY, 45, acb_asinh },
    { FN_ARCOSH, ANYWHERE, CUT_BELOW_ONE, 45, arcosh },
    { FN_ARTANH, NOT_UNIT, CUT_UNIT_OUT, 50, artanh },
    { FN_ARCOTH, NOT_UNIT, CUT_UNIT_IN, 60, arcoth },
    { FN_ARSECH, NOT_ZERO, CUT_SECH, 60, arsech },
    { FN_ARCSCH, NOT_ZERO, CUT_IMAGINARY_IN, 70, arcsch },
    { FN_SINC, PERIODIC, CUT_NONE, 50, acb_sinc },
};

static const struct elementary *elementary_find(enum function_id id)
{
    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
        if (table[i].id == id)
            return table + i;
    return NULL;
}

/* Points where a function has proved to have no value. */
static bool function_at_pole(enum domain d, const acb_t z)
{
    acb_t t;
    bool is;

    if (d == NOT_ZERO || d == PERIODIC_NZ || d == GROWING_NZ)
        return acb_is_zero(z);
    if (d != NOT_UNIT && d != NOT_UNIT_I)
        return false;
    if (!acb_is_exact(z) || !ball_below(z, 1))
        return false;
    acb_init(t);
    if (d == NOT_UNIT_I)
        acb_mul_onei(t, z);
    else
        acb_set(t, z);
    is = acb_equal_si(t, 1) || acb_equal_si(t, -1);
    acb_clear(t);
    return is;
}

/* Arguments that are too large, part by part. */
static enum ball function_in_range(enum domain d, const acb_t z,
                                   struct ball_run *c)
{
    acb_t t;
    enum ball got = BALL_VALUE;

    if (d < PERIODIC)
        return got;
    acb_init(t);
    arb_set(acb_realref(t), d < GROWING ? acb_realref(z) : acb_imagref(z));
    /* Reducing modulo pi takes as many more bits as the exponent has. */
    if (!ball_below(t, 64)) {
        got = ball_bounded(t, 4096, c);
        if (got == BALL_VALUE && !ball_pay(c, 1000))
            got = BALL_LIMIT;
    }
    arb_set(acb_realref(t), d < GROWING ? acb_imagref(z) : acb_realref(z));
    if (got == BALL_VALUE)
        got = ball_bounded(t, 20, c);
    acb_clear(t);
    return got;
}

/* Where the point says so: functions far out, at their limits. */
static bool at_limit(acb_t out, enum function_id id, const acb_t z,
                     const struct ball_run *c)
{
    int side = acb_is_real(z) ? ball_far(z, id == FN_ERFC ? 10 : 20, c) : 0;

    if (!side)
        return false;
    switch (id) {
    case FN_TANH:
    case FN_COTH: ball_near(out, side, BALL_VANISHED, false); return true;
    case FN_ERFC:
        ball_near(out, side > 0 ? 0 : 2, BALL_VANISHED, false);
        return true;
    case FN_SECH:
    case FN_CSCH: ball_near(out, 0, BALL_VANISHED, false); return true;
    default: return false;
    }
}

/* And erf, which costs most where it is 1 in all bits: erfc(x) < e^{-x^2}. */
static bool error_at_limit(acb_t out, const acb_t z, const struct ball_run *c)
{
    int side = acb_is_real(z) ? ball_far(z, 2, c) : 0;
    double x = fabs(arf_get_d(arb_midref(acb_realref(z)), ARF_RND_DOWN));
    double bits = 1.4426 * fmin(x * x, 1e5) - 1;

    if (!side || bits < (double)c->bits ||
        mag_cmp_2exp_si(arb_radref(acb_realref(z)), -30) > 0)
        return false;
    ball_near(out, side, 1 - (slong)bits, false);
    return true;
}

static enum ball elementary(acb_t out, const struct elementary *e,
                            const acb_t z, bool touched, struct ball_run *c)
{
    enum ball got = function_in_range(e->domain, z, c);

    if (got != BALL_VALUE)
        return got;
    if (touched ? function_on_cut(e->cut, z) : function_at_pole(e->domain, z))
        return touched ? BALL_UNKNOWN : BALL_UNDEFINED;
    if (!ball_pay(c, acb_is_real(z) ? e->units : 3 * e->units))
        return BALL_LIMIT;
    e->f(out, z, c->bits);
    return ball_finite(out);
}

/* ---- trigonometric functions at rational multiples of pi ---- */

/* Is x a rational multiple of pi, by its form? Then sin and cos are computed
 * exactly where they vanish. */
static bool pi_multiple(fmpq_t out, const struct expr *x)
{
    const struct expr *a = x->count ? x->args[0] : NULL;
    const struct expr *b = x->count > 1 ? x->args[1] : NULL;

    fmpq_one(out);
    if (x->op == EXPR_CONSTANT)
        return x->constant == CONSTANT_PI;
    if (x->op == EXPR_NEG && a->op != EXPR_NEG && pi_multiple(out, a)) {
        fmpq_neg(out, out);
        return true;
    }
    if (x->op == EXPR_DEGREE && a->op == EXPR_NUMBER) {
        fmpq_div_fmpz(out, a->number->value, (fmpz[]){ 180 });
        return true;
    }
    if (x->op == EXPR_MUL && x->count == 2 && a->op == EXPR_NUMBER &&
        expr_is_constant(b, CONSTANT_PI)) {
        fmpq_set(out, a->number->value);
        return true;
    }
    if (x->op == EXPR_MUL && x->count == 2 && a->op == EXPR_DIV &&
        a->args[0]->op == EXPR_NUMBER && a->args[1]->op == EXPR_NUMBER &&
        !fmpq_is_zero(a->args[1]->number->value) &&
        expr_is_constant(b, CONSTANT_PI)) {
        fmpq_div(out, a->args[0]->number->value, a->args[1]->number->value);
        return true;
    }
    if (x->op == EXPR_DIV && b->op == EXPR_NUMBER && a->op != EXPR_DIV &&
        !fmpq_is_zero(b->number->value) && pi_multiple(out, a)) {
        fmpq_div(out, out, b->number->value);
        return true;
    }
    return false;
}

static enum ball function_quotient(arb_t out, const arb_t a, const arb_t b,
                                   slong bits)
{
    if (arb_is_zero(b))
        return BALL_UNDEFINED;
    arb_div(out, a, b, bits);
    return arb_is_finite(out) ? BALL_VALUE : BALL_UNKNOWN;
}

static enum ball trigonometric(acb_t out, enum function_id id, const fmpq_t q,
                               struct ball_run *c)
{
    enum ball got = BALL_VALUE;
    arb_t s, t, one;

    if (!ball_pay(c, 60 + fmpq_height_bits(q)))
        return BALL_LIMIT;
    arbs_init(s, t, one, NULL);
    arb_one(one);
    acb_zero(out);
    arb_sin_cos_pi_fmpq(s, t, q, c->bits);
    switch (id) {
    case FN_SIN: arb_set(acb_realref(out), s); break;
    case FN_COS: arb_set(acb_realref(out), t); break;
    case FN_TAN:
        got = function_quotient(acb_realref(out), s, t, c->bits);
        break;
    case FN_COT:
        got = function_quotient(acb_realref(out), t, s, c->bits);
        break;
    case FN_SEC:
        got = function_quotient(acb_realref(out), one, t, c->bits);
        break;
    default: got = function_quotient(acb_realref(out), one, s, c->bits); break;
    }
    arbs_clear(s, t, one, NULL);
    return got;
}

/* ---- limits ---- */

static bool function_is_symbol(const struct expr *x)
{
    return x->op == EXPR_SYMBOL;
}

static bool function_has_limit(enum function_id id)
{
    switch (id) {
    case FN_ARCTAN:
    case FN_ARCCOT:
    case FN_TANH:
    case FN_COTH:
    case FN_ERF:
    case FN_ERFC:
    case FN_ZETA: return true;
    default: return false;
    }
}

/* Note that the argument is lost where a function has come so near to its
 * limit (1 for tanh, 2 for erfc, pi/2 for arctan) that it is not seen. */
static void note_limit(const acb_t value, const struct expr *x,
                       struct ball_run *c)
{
    struct ball_notes *notes = c->point ? c->point->notes : NULL;
    acb_t limit, gap;

    if (!notes || notes->lost || c->bound ||
        !function_has_limit(x->function->id))
        return;
    acbs_init(limit, gap, NULL);
    for (int i = 0; i < 4 && !notes->lost; i++) {
        if (i < 2)
            acb_set_si(limit, 1 + i);
        else
            acb_const_pi(limit, c->bits);
        acb_mul_2exp_si(limit, limit, i == 3 ? -1 : 0);
        if (arb_is_negative(acb_realref(value)))
            acb_neg(limit, limit);
        acb_sub(gap, value, limit, c->bits);
        ball_note_lost(gap, limit, c);
    }
    if (notes->lost && !expr_any(x, function_is_symbol))
        notes->lost = false; /* arcsin 1 is pi/2 */
    acbs_clear(limit, gap, NULL);
}

static bool starts_at_one(enum function_id id)
{
    return id == FN_COS || id == FN_SEC || id == FN_COSH || id == FN_SECH ||
           id == FN_SINC;
}

/* ---- calls ---- */

static enum ball math_function_call(acb_t out, const struct expr *x,
                                    struct ball_args *args, struct ball_run *c)
{
    const struct elementary *e;
    enum function_id id = x->function->id;
    const acb_struct *v = args->v;
    bool touched = args->touched[0];
    enum ball got;

    if (at_limit(out, id, v, c) || (id == FN_ERF && error_at_limit(out, v, c)))
        return BALL_VALUE;
    switch (id) {
    case FN_EXP: return ball_exp(out, v, c);
    case FN_LN: return ball_log(out, v, touched, c);
    case FN_LOG:
        got = ball_log(out, v, touched, c);
        if (got == BALL_VALUE && c->point && c->point->log10) {
            arb_const_log10(acb_realref(args->v), c->bits);
            acb_div_arb(out, out, acb_realref(args->v), c->bits);
        }
        return got;
    case FN_LOGB: return ball_log_base(out, v, args->touched, c);
    case FN_SQRT: return ball_square_root(out, v, touched, c);
    case FN_ROOT: return ball_root(out, x, v, args->touched, c);
    default: break;
    }
    e = elementary_find(id);
    if (e)
        return elementary(out, e, v, touched, c);
    return ball_special(out, id, args, c);
}

enum ball ball_call(acb_t out, const struct expr *x, struct ball_run *c)
{
    enum function_id id = x->function->id;
    bool touched = c->touched;
    struct ball_args args = { .n = x->count };
    enum ball got = BALL_VALUE;
    fmpq_t q;

    if (ball_is_jump(id))
        return ball_jump(out, x, c);
    if (x->count == 0 || x->count > BALL_ARGS_MAX)
        return BALL_UNKNOWN;
    fmpq_init(q);
    if (id <= FN_CSC && pi_multiple(q, x->args[0])) {
        got = trigonometric(out, id, q, c);
        fmpq_clear(q);
        return got;
    }
    fmpq_clear(q);
    for (unsigned i = 0; i < x->count; i++)
        acb_init(args.v + i);
    for (unsigned i = 0; i < x->count && got == BALL_VALUE; i++) {
        c->touched = false;
        got = ball_node(args.v + i, x->args[i], c);
        args.touched[i] = c->touched;
        touched |= c->touched;
    }
    if (got == BALL_VALUE)
        got = math_function_call(out, x, &args, c);
    if (got == BALL_VALUE)
        note_limit(out, x, c);
    if (got == BALL_VALUE && starts_at_one(id) && ball_is_small(args.v))
        ball_note_beside_one(out, args.v, c);
    c->touched = touched;
    for (unsigned i = 0; i < x->count; i++)
        acb_clear(args.v + i);
    return got;
}
