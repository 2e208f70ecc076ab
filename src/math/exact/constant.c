/* SPDX-License-Identifier: Apache-2.0 */
#include "math/calcium.h"
#include "math/exact/constant_int.h"

/*
 * Constants by Calcium (Johansson, "Calcium: computing in exact real and
 * complex fields", ISSAC 2021). It decides much and bounds nothing, so the
 * tree is looked at first: size, whole numbers, exponents, degrees and
 * nesting of roots, denominators of angles. What passes costs milliseconds
 * at most, with Calcium's own limits set low; a question that it leaves open
 * stays open.
 */

#define ANGLE_MOST 60 /* denominator of a rational multiple of pi */

/* ---- evaluation ---- */

static bool eval(ca_t out, const struct expr *x, struct work *w, ca_ctx_t ctx);

static bool usable(const ca_t x)
{
    return !CA_IS_SPECIAL(x);
}

static bool eval_chain(ca_t out, const struct expr *x, struct work *w,
                       ca_ctx_t ctx)
{
    bool good = eval(out, x->args[0], w, ctx);
    ca_t y;

    ca_init(y, ctx);
    for (unsigned i = 1; i < x->count && good; i++) {
        good = eval(y, x->args[i], w, ctx);
        if (!good)
            break;
        if (x->op == EXPR_ADD)
            ca_add(out, out, y, ctx);
        else if (x->op == EXPR_MUL)
            ca_mul(out, out, y, ctx);
        else
            ca_div(out, out, y, ctx);
        good = usable(out);
    }
    ca_clear(y, ctx);
    return good;
}

/* x^{p/q}, small by the survey. */
static void root_power(ca_t x, const fmpq_t q, ca_ctx_t ctx)
{
    fmpq_t root;

    if (fmpz_is_one(fmpq_denref(q))) {
        ca_pow_fmpz(x, x, fmpq_numref(q), ctx);
        return;
    }
    fmpq_init(root);
    fmpz_set(fmpq_denref(root), fmpq_denref(q));
    fmpz_one(fmpq_numref(root));
    if (fmpz_equal_si(fmpq_denref(q), 2))
        ca_sqrt(x, x, ctx);
    else
        ca_pow_fmpq(x, x, root, ctx);
    if (!CA_IS_SPECIAL(x))
        ca_pow_fmpz(x, x, fmpq_numref(q), ctx);
    fmpq_clear(root);
}

static bool eval_power(ca_t out, const struct expr *x, struct work *w,
                       ca_ctx_t ctx)
{
    bool good = true, natural;
    fmpq_t q;
    ca_t n;

    fmpq_init(q);
    ca_init(n, ctx);
    natural =
        x->args[0]->op == EXPR_CONSTANT && x->args[0]->constant == CONSTANT_E;
    if (constant_rational(q, x->args[1], w) == EXACT_VALUE && !natural) {
        good = eval(out, x->args[0], w, ctx) && work_spend(w, 1000);
        /* 0^{-1} is no value, and Calcium must not be asked. */
        if (good && fmpq_sgn(q) < 0)
            good = ca_check_is_zero(out, ctx) == T_FALSE;
        if (good)
            root_power(out, q, ctx);
    } else {
        good = eval(n, x->args[1], w, ctx) && work_spend(w, 2000);
        if (good && natural)
            ca_exp(out, n, ctx);
        else if (good && (good = eval(out, x->args[0], w, ctx) &&
                                 ca_check_is_zero(out, ctx) == T_FALSE))
            ca_pow(out, out, n, ctx);
    }
    fmpq_clear(q);
    ca_clear(n, ctx);
    return good && usable(out);
}

/* \sqrt[n]{x}: real for odd n and real x < 0. */
static bool eval_root(ca_t out, const struct expr *x, struct work *w,
                      ca_ctx_t ctx)
{
    bool negative = false, good;
    fmpq_t n;

    fmpq_init(n);
    fmpq_set_si(n, 2, 1);
    good =
        (x->count == 1 || constant_rational(n, x->args[0], w) == EXACT_VALUE) &&
        !fmpq_is_zero(n) && eval(out, x->args[x->count - 1], w, ctx);
    if (good && fmpz_is_odd(fmpq_numref(n))) {
        truth_t below = ca_check_is_negative_real(out, ctx);

        good = below != T_UNKNOWN;
        negative = below == T_TRUE;
    }
    if (good && negative)
        ca_neg(out, out, ctx);
    if (good) {
        fmpq_inv(n, n);
        root_power(out, n, ctx);
    }
    if (good && negative)
        ca_neg(out, out, ctx);
    fmpq_clear(n);
    return good && usable(out);
}

/* Multiples of pi with large denominators make fields of large degree. */
static bool angle_is_tame(const ca_t x, ca_ctx_t ctx)
{
    bool tame = true;
    fmpq_t q;
    ca_t t;

    ca_init(t, ctx);
    fmpq_init(q);
    ca_pi(t, ctx);
    ca_div(t, x, t, ctx);
    if (ca_get_fmpq(q, t, ctx))
        tame =
            fmpz_cmp_ui(fmpq_denref(q), ANGLE_MOST) <= 0 && constant_small(q);
    fmpq_clear(q);
    ca_clear(t, ctx);
    return tame;
}

/* (e^x + sign e^{-x}) / 2 */
static void hyperbolic(ca_t out, const ca_t x, int sign, ca_ctx_t ctx)
{
    ca_t t;

    ca_init(t, ctx);
    ca_exp(out, x, ctx);
    ca_inv(t, out, ctx);
    if (sign > 0)
        ca_add(out, out, t, ctx);
    else
        ca_sub(out, out, t, ctx);
    ca_div_ui(out, out, 2, ctx);
    ca_clear(t, ctx);
}

static void quotient(ca_t out, enum function_id id, const ca_t x, ca_ctx_t ctx)
{
    ca_t t;

    ca_init(t, ctx);
    switch (id) {
    case FN_SEC: ca_cos(t, x, ctx); break;
    case FN_CSC: ca_sin(t, x, ctx); break;
    default: hyperbolic(t, x, 1, ctx); break;
    }
    if (id == FN_TANH)
        hyperbolic(out, x, -1, ctx);
    else
        ca_one(out, ctx);
    ca_div(out, out, t, ctx);
    ca_clear(t, ctx);
}

static bool eval_function(ca_t out, enum function_id id, const ca_t x,
                          ca_ctx_t ctx)
{
    if (id <= FN_CSC && !angle_is_tame(x, ctx))
        return false;
    switch (id) {
    case FN_SIN: ca_sin(out, x, ctx); break;
    case FN_COS: ca_cos(out, x, ctx); break;
    case FN_TAN: ca_tan(out, x, ctx); break;
    case FN_COT: ca_cot(out, x, ctx); break;
    case FN_ARCSIN: ca_asin(out, x, ctx); break;
    case FN_ARCCOS: ca_acos(out, x, ctx); break;
    case FN_ARCTAN: ca_atan(out, x, ctx); break;
    case FN_SINH: hyperbolic(out, x, -1, ctx); break;
    case FN_COSH: hyperbolic(out, x, 1, ctx); break;
    case FN_SEC:
    case FN_CSC:
    case FN_TANH: quotient(out, id, x, ctx); break;
    case FN_EXP: ca_exp(out, x, ctx); break;
    case FN_LN:
    case FN_LOGB: ca_log(out, x, ctx); break;
    case FN_ABS: ca_abs(out, x, ctx); break;
    default: return false;
    }
    return usable(out);
}

static bool eval_call(ca_t out, const struct expr *x, struct work *w,
                      ca_ctx_t ctx)
{
    enum function_id id = x->function->id;
    bool good;
    ca_t t;

    if (!work_spend(w, 2000))
        return false;
    if (id == FN_SQRT || id == FN_ROOT)
        return eval_root(out, x, w, ctx);
    ca_init(t, ctx);
    good = eval(t, x->args[x->count - 1], w, ctx) &&
           eval_function(out, id, t, ctx);
    if (good && id == FN_LOGB) {
        good = eval(t, x->args[0], w, ctx) && eval_function(t, id, t, ctx);
        if (good)
            ca_div(out, out, t, ctx);
        good = good && usable(out);
    }
    ca_clear(t, ctx);
    return good;
}

static bool eval_degrees(ca_t x, ca_ctx_t ctx)
{
    ca_t pi;

    ca_init(pi, ctx);
    ca_pi(pi, ctx);
    ca_mul(x, x, pi, ctx);
    ca_div_ui(x, x, 180, ctx);
    ca_clear(pi, ctx);
    return usable(x);
}

static bool eval_constant(ca_t out, enum expr_constant c, ca_ctx_t ctx)
{
    if (c == CONSTANT_PI) {
        ca_pi(out, ctx);
    } else if (c == CONSTANT_I) {
        ca_i(out, ctx);
    } else {
        ca_one(out, ctx);
        ca_exp(out, out, ctx);
    }
    return true;
}

static bool eval(ca_t out, const struct expr *x, struct work *w, ca_ctx_t ctx)
{
    if (!work_spend(w, 100))
        return false;
    switch (x->op) {
    case EXPR_NUMBER: ca_set_fmpq(out, x->number->value, ctx); return true;
    case EXPR_CONSTANT: return eval_constant(out, x->constant, ctx);
    case EXPR_NEG:
        if (!eval(out, x->args[0], w, ctx))
            return false;
        ca_neg(out, out, ctx);
        return true;
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_DIV: return eval_chain(out, x, w, ctx);
    case EXPR_PERCENT:
        if (!eval(out, x->args[0], w, ctx))
            return false;
        ca_div_ui(out, out, 100, ctx);
        return true;
    case EXPR_DEGREE:
        return eval(out, x->args[0], w, ctx) && eval_degrees(out, ctx);
    case EXPR_POW: return eval_power(out, x, w, ctx);
    case EXPR_CALL: return eval_call(out, x, w, ctx);
    default: return false;
    }
}

/* ---- the question ---- */

static void set_limits(ca_ctx_t ctx)
{
    static const struct {
        int option;
        slong value;
    } limits[] = {
        { CA_OPT_PREC_LIMIT, 512 },
        { CA_OPT_QQBAR_DEG_LIMIT, 24 },
        { CA_OPT_SMOOTH_LIMIT, 16 },
        { CA_OPT_LLL_PREC, 128 },
        { CA_OPT_POW_LIMIT, 16 },
        { CA_OPT_GROEBNER_LENGTH_LIMIT, 12 },
        { CA_OPT_GROEBNER_POLY_LENGTH_LIMIT, 60 },
        { CA_OPT_GROEBNER_POLY_BITS_LIMIT, 500 },
        { CA_OPT_VIETA_LIMIT, 4 },
    };

    for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++)
        ca_ctx_set_option(ctx, limits[i].option, limits[i].value);
}

static enum truth by_calcium(const struct expr *x, const struct expr *y,
                             struct work *w)
{
    truth_t equal = T_UNKNOWN;
    ca_ctx_t ctx;
    ca_t cx, cy;

    ca_ctx_init(ctx);
    set_limits(ctx);
    ca_init(cx, ctx);
    ca_init(cy, ctx);
    if (eval(cx, x, w, ctx) && eval(cy, y, w, ctx))
        equal = ca_check_equal(cx, cy, ctx);
    ca_clear(cx, ctx);
    ca_clear(cy, ctx);
    ca_ctx_clear(ctx);
    return equal == T_TRUE    ? TRUTH_YES
           : equal == T_FALSE ? TRUTH_NO
                              : TRUTH_UNKNOWN;
}

enum truth exact_constants(const struct expr *x, const struct expr *y,
                           struct work *w)
{
    struct arena a = { 0 };
    unsigned nodes;
    enum truth equal;

    /* Square roots of whole numbers, pi, i: a hundred times faster. */
    equal = exact_rational_functions(&a, x, y, w);
    arena_clear(&a);
    if (equal != TRUTH_UNKNOWN)
        return equal;
    if (!constant_survey(x, y, w, &nodes) ||
        !work_spend(w, 30000 + 2000 * (uint64_t)nodes))
        return TRUTH_UNKNOWN;
    return by_calcium(x, y, w);
}
