/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Derivatives of the functions of the table, in their main argument. The
 * formulas are those of the Digital Library of Mathematical Functions
 * (chapters 4-8, 9, 10, 13, 15, 18, 19, 25), elliptic integrals in the
 * parameter m.
 */
#include "math/tree/differentiate_int.h"

/* Short names: these formulas should look like formulas. */
static const struct expr *square(struct arena *a, const struct expr *x)
{
    return make_pow(a, x, make_integer(a, 2));
}

/* k + x */
static const struct expr *plus(struct arena *a, long k, const struct expr *x)
{
    return make_add(a, make_integer(a, k), x);
}

/* k - x */
static const struct expr *minus(struct arena *a, long k, const struct expr *x)
{
    return make_sub(a, make_integer(a, k), x);
}

static const struct expr *inverse(struct arena *a, const struct expr *x)
{
    return make_div(a, make_integer(a, 1), x);
}

static const struct expr *root_of(struct arena *a, const struct expr *x)
{
    return make_call(a, FN_SQRT, x);
}

static const struct expr *exp_of(struct arena *a, const struct expr *x)
{
    return make_call(a, FN_EXP, x);
}

static const struct expr *half(struct arena *a, const struct expr *x)
{
    return make_div(a, x, make_integer(a, 2));
}

/* Trigonometric, hyperbolic and their inverses. */
static const struct expr *circular(struct arena *a, enum function_id id,
                                   const struct expr *f, const struct expr *x)
{ /* long: one line for each function */
    const struct expr *inv = inverse(a, x);

    switch (id) {
    case FN_SIN: return make_call(a, FN_COS, x);
    case FN_COS: return make_neg(a, make_call(a, FN_SIN, x));
    case FN_TAN: return plus(a, 1, square(a, f));
    case FN_COT: return make_neg(a, plus(a, 1, square(a, f)));
    case FN_SEC: return make_mul(a, f, make_call(a, FN_TAN, x));
    case FN_CSC: return make_neg(a, make_mul(a, f, make_call(a, FN_COT, x)));
    case FN_ARCSIN: return inverse(a, root_of(a, minus(a, 1, square(a, x))));
    case FN_ARCCOS: return make_neg(a, circular(a, FN_ARCSIN, f, x));
    case FN_ARCTAN: return inverse(a, plus(a, 1, square(a, x)));
    case FN_ARCCOT: return make_neg(a, circular(a, FN_ARCTAN, f, x));
    case FN_ARCSEC:
        return make_div(a, square(a, inv),
                        root_of(a, minus(a, 1, square(a, inv))));
    case FN_ARCCSC: return make_neg(a, circular(a, FN_ARCSEC, f, x));
    case FN_SINH: return make_call(a, FN_COSH, x);
    case FN_COSH: return make_call(a, FN_SINH, x);
    case FN_TANH:
    case FN_COTH: return minus(a, 1, square(a, f));
    case FN_SECH: return make_neg(a, make_mul(a, f, make_call(a, FN_TANH, x)));
    case FN_CSCH: return make_neg(a, make_mul(a, f, make_call(a, FN_COTH, x)));
    case FN_ARSINH: return inverse(a, root_of(a, plus(a, 1, square(a, x))));
    case FN_ARCOSH:
        return inverse(a, make_mul(a, root_of(a, plus(a, -1, x)),
                                   root_of(a, plus(a, 1, x))));
    case FN_ARTANH:
    case FN_ARCOTH: return inverse(a, minus(a, 1, square(a, x)));
    case FN_ARSECH:
        return make_neg(a, make_div(a, square(a, inv),
                                    make_mul(a, root_of(a, plus(a, -1, inv)),
                                             root_of(a, plus(a, 1, inv)))));
    case FN_ARCSCH:
        return make_neg(a, make_div(a, square(a, inv),
                                    root_of(a, plus(a, 1, square(a, inv)))));
    default: return NULL;
    }
}

static const struct expr *logarithmic(struct arena *a, enum function_id id,
                                      const struct expr *f,
                                      const struct expr *const *v,
                                      const struct expr *x)
{
    switch (id) {
    case FN_EXP: return f;
    case FN_LN: return inverse(a, x);
    case FN_LOG: /* log(e)/x, whatever the base */
        return make_div(a, make_call(a, FN_LOG, expr_constant(a, CONSTANT_E)),
                        x);
    case FN_LOGB: return inverse(a, make_mul(a, x, make_call(a, FN_LN, v[0])));
    case FN_SQRT: return half(a, inverse(a, f));
    case FN_ROOT: return make_div(a, f, make_mul(a, v[0], x));
    default: return NULL;
    }
}

/* (k_{n-1} + sign k_{n+1}) / 2 */
static const struct expr *bessel(struct arena *a, enum function_id id,
                                 const struct expr *n, const struct expr *x,
                                 bool plus_sign)
{
    const struct expr *lower = make_call2(a, id, plus(a, -1, n), x);
    const struct expr *upper = make_call2(a, id, plus(a, 1, n), x);

    return half(a, plus_sign ? make_add(a, lower, upper)
                             : make_sub(a, lower, upper));
}

static const struct expr *gamma_like(struct arena *a, enum function_id id,
                                     const struct expr *f,
                                     const struct expr *const *v,
                                     const struct expr *x)
{
    const struct expr *t;

    switch (id) {
    case FN_GAMMA: return make_mul(a, f, make_call(a, FN_DIGAMMA, x));
    case FN_LNGAMMA: return make_call(a, FN_DIGAMMA, x);
    case FN_DIGAMMA: return make_call2(a, FN_POLYGAMMA, make_integer(a, 1), x);
    case FN_POLYGAMMA: return make_call2(a, id, plus(a, 1, v[0]), x);
    case FN_BETA:
        return make_mul(
            a, f,
            make_sub(a, make_call(a, FN_DIGAMMA, x),
                     make_call(a, FN_DIGAMMA, make_add(a, v[0], x))));
    case FN_GAMMA_LOW:
        return make_mul(a, make_pow(a, x, plus(a, -1, v[0])),
                        exp_of(a, make_neg(a, x)));
    case FN_GAMMA_INC: return make_neg(a, gamma_like(a, FN_GAMMA_LOW, f, v, x));
    case FN_BETA_INC:
        t = make_pow(a, v[0], plus(a, -1, v[1]));
        return make_mul(a, t,
                        make_pow(a, minus(a, 1, v[0]), plus(a, -1, v[2])));
    case FN_HURWITZ:
        return make_neg(
            a, make_mul(a, v[0], make_call2(a, id, plus(a, 1, v[0]), x)));
    case FN_POLYLOG:
        return make_div(a, make_call2(a, id, plus(a, -1, v[0]), x), x);
    default: return NULL;
    }
}

/* Error functions and integrals of exponentials and circular functions. */
static const struct expr *integral_like(struct arena *a, enum function_id id,
                                        const struct expr *const *v,
                                        const struct expr *x)
{ /* long: one line for each function */
    const struct expr *pi = expr_constant(a, CONSTANT_PI);
    const struct expr *scale = make_div(a, make_integer(a, 2), root_of(a, pi));
    const struct expr *angle = half(a, make_mul(a, pi, square(a, x)));

    switch (id) {
    case FN_ERF:
        return make_mul(a, scale, exp_of(a, make_neg(a, square(a, x))));
    case FN_ERFC: return make_neg(a, integral_like(a, FN_ERF, v, x));
    case FN_ERFI: return make_mul(a, scale, exp_of(a, square(a, x)));
    case FN_EI: return make_div(a, exp_of(a, x), x);
    case FN_EN: return make_neg(a, make_call2(a, FN_EN, plus(a, -1, v[0]), x));
    case FN_LI: return inverse(a, make_call(a, FN_LN, x));
    case FN_SI: return make_call(a, FN_SINC, x);
    case FN_CI: return make_div(a, make_call(a, FN_COS, x), x);
    case FN_SHI: return make_div(a, make_call(a, FN_SINH, x), x);
    case FN_CHI: return make_div(a, make_call(a, FN_COSH, x), x);
    case FN_FRESNEL_S: return make_call(a, FN_SIN, angle);
    case FN_FRESNEL_C: return make_call(a, FN_COS, angle);
    case FN_SINC:
        return make_div(
            a, make_sub(a, make_call(a, FN_COS, x), make_call(a, FN_SINC, x)),
            x);
    default: return NULL;
    }
}

static const struct expr *elliptic(struct arena *a, enum function_id id,
                                   const struct expr *m)
{
    const struct expr *k = make_call(a, FN_ELLIPTIC_K, m);
    const struct expr *e = make_call(a, FN_ELLIPTIC_E, m);
    const struct expr *two_m = make_mul(a, make_integer(a, 2), m);
    const struct expr *rest = minus(a, 1, m);

    if (id == FN_ELLIPTIC_E)
        return make_div(a, make_sub(a, e, k), two_m);
    return make_div(a, make_sub(a, e, make_mul(a, rest, k)),
                    make_mul(a, two_m, rest));
}

/* pFq: all parameters move up by one, times prod a / prod b. */
static const struct expr *hypergeometric(struct arena *a, enum function_id id,
                                         const struct expr *const *v,
                                         unsigned p, unsigned q)
{
    const struct expr *args[6], *factor = make_integer(a, 1);

    for (unsigned i = 0; i < p + q; i++) {
        args[i] = plus(a, 1, v[i]);
        factor = i < p ? make_mul(a, factor, v[i]) : make_div(a, factor, v[i]);
    }
    args[p + q] = v[p + q];
    if (id == FN_HYPU)
        factor = make_neg(a, v[0]);
    return make_mul(a, factor, expr_call(a, id, args, p + q + 1));
}

static const struct expr *polynomial(struct arena *a, enum function_id id,
                                     const struct expr *f,
                                     const struct expr *const *v,
                                     unsigned count, const struct expr *x)
{
    const struct expr *n = v[0], *less = plus(a, -1, n), *t;
    const struct expr *args[3] = { less, make_integer(a, 1), x };

    switch (id) {
    case FN_LEGENDRE_P:
    case FN_LEGENDRE_Q:
        if (count != 2)
            return NULL;
        t = make_sub(a, make_mul(a, x, f), make_call2(a, id, less, x));
        return make_div(a, make_mul(a, n, t), plus(a, -1, square(a, x)));
    case FN_HERMITE:
        return make_mul(a, make_mul(a, make_integer(a, 2), n),
                        make_call2(a, id, less, x));
    case FN_LAGUERRE:
        if (count == 3)
            args[1] = plus(a, 1, v[1]);
        return make_neg(a, expr_call(a, id, args, 3));
    case FN_CHEBYSHEV_T:
        return make_mul(a, n, make_call2(a, FN_CHEBYSHEV_U, less, x));
    case FN_CHEBYSHEV_U:
        t = plus(a, 1, n);
        t = make_mul(a, t, make_call2(a, FN_CHEBYSHEV_T, t, x));
        return make_div(a, make_sub(a, t, make_mul(a, x, f)),
                        plus(a, -1, square(a, x)));
    default: return NULL;
    }
}

static const struct expr *other(struct arena *a, enum function_id id,
                                const struct expr *f,
                                const struct expr *const *v,
                                const struct expr *x)
{ /* long: one line for each function */
    switch (id) {
    case FN_AIRY_AI: return make_call(a, FN_AIRY_AI_PRIME, x);
    case FN_AIRY_BI: return make_call(a, FN_AIRY_BI_PRIME, x);
    case FN_AIRY_AI_PRIME: return make_mul(a, x, make_call(a, FN_AIRY_AI, x));
    case FN_AIRY_BI_PRIME: return make_mul(a, x, make_call(a, FN_AIRY_BI, x));
    case FN_BESSEL_J:
    case FN_BESSEL_Y: return bessel(a, id, v[0], x, false);
    case FN_BESSEL_I: return bessel(a, id, v[0], x, true);
    case FN_BESSEL_K: return make_neg(a, bessel(a, id, v[0], x, true));
    case FN_LAMBERT: /* exp(-W)/(1 + W) */
        return make_div(a, exp_of(a, make_neg(a, f)), plus(a, 1, f));
    case FN_ELLIPTIC_K:
    case FN_ELLIPTIC_E: return elliptic(a, id, x);
    case FN_HYP0F1: return hypergeometric(a, id, v, 0, 1);
    case FN_HYP1F1:
    case FN_HYPU: return hypergeometric(a, id, v, 1, 1);
    case FN_HYP2F1: return hypergeometric(a, id, v, 2, 1);
    case FN_HYP3F2: return hypergeometric(a, id, v, 3, 2);
    default: return NULL;
    }
}

const struct expr *differentiate_function(struct arena *a,
                                          const struct expr *call)
{
    enum function_id id = call->function->id;
    const struct expr *const *v = call->args;
    const struct expr *x = v[call->count - 1], *y;

    y = circular(a, id, call, x);
    if (!y)
        y = logarithmic(a, id, call, v, x);
    if (!y)
        y = gamma_like(a, id, call, v, x);
    if (!y)
        y = integral_like(a, id, v, x);
    if (!y)
        y = polynomial(a, id, call, v, call->count, x);
    return y ? y : other(a, id, call, v, x);
}
