/* SPDX-License-Identifier: Apache-2.0 */
#include "math/tree/differentiate.h"

#include <string.h>

/* Shared by the rules for operators and those for functions. The makers tidy
 * products with 0 and 1, and return NULL if an operand is NULL. */

const struct expr *make_call(struct arena *a, enum function_id id,
                             const struct expr *x);

/*
 * Symbolic differentiation: the rules for operators. Work is paid for each
 * node visited, which also bounds the growth of repeated derivatives.
 */

#define DEPTH_MAX 1000
#define TIMES_MAX 12

struct diff {
    struct arena *a;
    const char *name;
    struct work *w;
    unsigned depth;
};

/* ---- making, tidied ---- */

static bool differentiate_is_integer(const struct expr *x, long n)
{
    return x->op == EXPR_NUMBER && fmpq_cmp_si(x->number->value, n) == 0;
}

static const struct expr *make_integer(struct arena *a, long n)
{
    return expr_integer(a, n);
}

static const struct expr *make_neg(struct arena *a, const struct expr *x)
{
    if (!x || differentiate_is_integer(x, 0))
        return x;
    return x->op == EXPR_NEG ? x->args[0] : expr_unary(a, EXPR_NEG, x);
}

static const struct expr *make_add(struct arena *a, const struct expr *x,
                                   const struct expr *y)
{
    if (!x || !y)
        return NULL;
    if (differentiate_is_integer(x, 0))
        return y;
    return differentiate_is_integer(y, 0) ? x : expr_binary(a, EXPR_ADD, x, y);
}

static const struct expr *make_sub(struct arena *a, const struct expr *x,
                                   const struct expr *y)
{
    return make_add(a, x, make_neg(a, y));
}

static const struct expr *make_mul(struct arena *a, const struct expr *x,
                                   const struct expr *y)
{
    if (!x || !y)
        return NULL;
    if (differentiate_is_integer(x, 0) || differentiate_is_integer(y, 1))
        return x;
    if (differentiate_is_integer(y, 0) || differentiate_is_integer(x, 1))
        return y;
    return expr_binary(a, EXPR_MUL, x, y);
}

static const struct expr *make_div(struct arena *a, const struct expr *x,
                                   const struct expr *y)
{
    if (!x || !y)
        return NULL;
    return differentiate_is_integer(x, 0) || differentiate_is_integer(y, 1)
               ? x
               : expr_binary(a, EXPR_DIV, x, y);
}

static const struct expr *make_pow(struct arena *a, const struct expr *x,
                                   const struct expr *y)
{
    if (!x || !y)
        return NULL;
    if (differentiate_is_integer(y, 1))
        return x;
    return differentiate_is_integer(y, 0) ? expr_integer(a, 1)
                                          : expr_binary(a, EXPR_POW, x, y);
}

const struct expr *make_call(struct arena *a, enum function_id id,
                             const struct expr *x)
{
    return x ? expr_call(a, id, &x, 1) : NULL;
}

static const struct expr *make_call2(struct arena *a, enum function_id id,
                                     const struct expr *x, const struct expr *y)
{
    const struct expr *args[2] = { x, y };

    return x && y ? expr_call(a, id, args, 2) : NULL;
}

/* ---- rules ---- */

static const struct expr *differentiate_walk(const struct expr *x,
                                             struct diff *d);

/* Does the name occur, bound or free? Unsure is yes. */
static bool differentiate_occurs(const struct expr *x, struct diff *d)
{
    bool found = false;

    if (!work_spend(d->w, 1) || d->depth >= DEPTH_MAX)
        return true;
    if (x->op == EXPR_SYMBOL)
        return strcmp(x->name, d->name) == 0;
    d->depth++;
    for (unsigned i = 0; i < x->count && !found; i++)
        found = x->args[i] && differentiate_occurs(x->args[i], d);
    d->depth--;
    return found || x->op == EXPR_APPLY;
}

static const struct expr *sum_rule(const struct expr *x, struct diff *d)
{
    const struct expr *sum = make_integer(d->a, 0);

    for (unsigned i = 0; i < x->count && sum; i++)
        sum = make_add(d->a, sum, differentiate_walk(x->args[i], d));
    return sum;
}

static const struct expr *product_rule(const struct expr *x, struct diff *d)
{
    const struct expr *sum = make_integer(d->a, 0);

    for (unsigned i = 0; i < x->count && sum; i++) {
        const struct expr *term = differentiate_walk(x->args[i], d);

        for (unsigned k = 0; k < x->count && term; k++) {
            if (!work_spend(d->w, 1))
                return NULL;
            if (k != i)
                term = make_mul(d->a, term, x->args[k]);
        }
        sum = make_add(d->a, sum, term);
    }
    return sum;
}

/* (f/g)' = f'/g - f g'/g^2 */
static const struct expr *quotient_rule(const struct expr *x, struct diff *d)
{
    const struct expr *f = x->args[0], *g = x->args[1];
    const struct expr *df = differentiate_walk(f, d),
                      *dg = differentiate_walk(g, d);

    if (!df || !dg)
        return NULL;
    return make_sub(d->a, make_div(d->a, df, g),
                    make_div(d->a, make_mul(d->a, f, dg),
                             make_pow(d->a, g, make_integer(d->a, 2))));
}

static const struct expr *differentiate_log_of(const struct expr *x,
                                               struct arena *a)
{
    if (x->op == EXPR_CONSTANT && x->constant == CONSTANT_E)
        return make_integer(a, 1);
    return make_call(a, FN_LN, x);
}

static const struct expr *power_rule(const struct expr *x, struct diff *d)
{
    const struct expr *f = x->args[0], *g = x->args[1];
    const struct expr *df = differentiate_walk(f, d),
                      *dg = differentiate_walk(g, d);
    const struct expr *one = make_integer(d->a, 1), *first, *second;

    if (!df || !dg)
        return NULL;
    if (differentiate_is_integer(dg, 0)) {
        if (differentiate_is_integer(df, 0))
            return df;
        first = make_pow(d->a, f, make_sub(d->a, g, one));
        if (g->op == EXPR_NUMBER) { /* so that x^1 is not x^{2 - 1} */
            fmpq_t less;

            fmpq_init(less);
            fmpq_sub_si(less, g->number->value, 1);
            first = make_pow(d->a, f, expr_rational(d->a, less));
            fmpq_clear(less);
        }
        return make_mul(d->a, make_mul(d->a, g, first), df);
    }
    second = make_mul(d->a, dg, differentiate_log_of(f, d->a));
    if (!differentiate_is_integer(df, 0))
        second =
            make_add(d->a, second, make_div(d->a, make_mul(d->a, g, df), f));
    return make_mul(d->a, x, second);
}

static const struct expr *differentiate_function(struct arena *a,
                                                 const struct expr *call);

static const struct expr *call_rule(const struct expr *x, struct diff *d)
{
    unsigned main = x->function->id == FN_BETA_INC ? 0 : x->count - 1;
    const struct expr *inner, *outer;

    for (unsigned i = 0; i < x->count; i++)
        if (i != main && differentiate_occurs(x->args[i], d))
            return NULL;
    inner = differentiate_walk(x->args[main], d);
    if (!inner || differentiate_is_integer(inner, 0))
        return inner;
    switch (x->function->id) {
    case FN_RE:
    case FN_IM:
    case FN_CONJ: return make_call(d->a, x->function->id, inner);
    case FN_ABS: /* of what may be complex, for a real variable */
        outer = make_mul(d->a, make_call(d->a, FN_CONJ, x->args[0]), inner);
        return make_div(d->a, make_call(d->a, FN_RE, outer), x);
    default: outer = differentiate_function(d->a, x); break;
    }
    return make_mul(d->a, outer, inner);
}

/* n! is Gamma(n + 1) */
static const struct expr *factorial_rule(const struct expr *x, struct diff *d)
{
    const struct expr *z = make_add(d->a, x->args[0], make_integer(d->a, 1));

    if (x->degree != 1)
        return NULL;
    return make_mul(d->a, differentiate_walk(x->args[0], d),
                    make_mul(d->a, x, make_call(d->a, FN_DIGAMMA, z)));
}

static bool differentiate_binds(const struct expr *x, const struct diff *d)
{
    return x->args[1]->op != EXPR_SYMBOL ||
           strcmp(x->args[1]->name, d->name) == 0;
}

/* The derivative of a sum with fixed ends, term by term. */
static const struct expr *series_rule(const struct expr *x, struct diff *d)
{
    const struct expr *args[4];
    const struct expr *body;

    if (x->op != EXPR_SUM || x->count != 4 || differentiate_binds(x, d) ||
        differentiate_occurs(x->args[2], d) ||
        differentiate_occurs(x->args[3], d))
        return NULL;
    /* A series may converge while that of its derivatives does not. */
    if (x->args[3]->op == EXPR_CONSTANT)
        return NULL;
    body = differentiate_walk(x->args[0], d);
    if (!body)
        return NULL;
    args[0] = body;
    args[1] = x->args[1];
    args[2] = x->args[2];
    args[3] = x->args[3];
    return expr_new(d->a, EXPR_SUM, args, 4);
}

/* Leibniz: f(b) b' - f(a) a', for an integrand without the name itself. */
static const struct expr *integral_rule(const struct expr *x, struct diff *d)
{
    const struct expr *end[2], *slope;

    if (x->count == 2) /* an antiderivative, in its own variable */
        return x->args[1]->op == EXPR_SYMBOL && differentiate_binds(x, d)
                   ? x->args[0]
                   : NULL;
    if (x->count != 4 || x->args[1]->op != EXPR_SYMBOL)
        return NULL;
    if (!differentiate_binds(x, d) && differentiate_occurs(x->args[0], d))
        return NULL;
    for (int i = 0; i < 2; i++) {
        slope = differentiate_walk(x->args[2 + i], d);
        if (!slope)
            return NULL;
        end[i] = slope;
        if (!differentiate_is_integer(slope, 0))
            end[i] = make_mul(d->a,
                              expr_replace(d->a, x->args[0], x->args[1]->name,
                                           x->args[2 + i]),
                              slope);
    }
    return make_sub(d->a, end[1], end[0]);
}

static const struct expr *derivative_rule(const struct expr *x, struct diff *d)
{
    const struct expr *inner;

    if (x->args[1]->op != EXPR_SYMBOL)
        return NULL;
    inner = differentiate_times(d->a, x->args[0], x->args[1]->name, x->degree,
                                d->w);
    return inner ? differentiate_walk(inner, d) : NULL;
}

static const struct expr *rule(const struct expr *x, struct diff *d)
{ /* long: one line for each operator */
    switch (x->op) {
    case EXPR_NUMBER:
    case EXPR_CONSTANT: return make_integer(d->a, 0);
    case EXPR_SYMBOL: return make_integer(d->a, strcmp(x->name, d->name) == 0);
    case EXPR_NEG: return make_neg(d->a, differentiate_walk(x->args[0], d));
    case EXPR_ADD: return sum_rule(x, d);
    case EXPR_MUL: return product_rule(x, d);
    case EXPR_DIV: return quotient_rule(x, d);
    case EXPR_POW: return power_rule(x, d);
    case EXPR_CALL: return x->count ? call_rule(x, d) : NULL;
    case EXPR_FACTORIAL: return factorial_rule(x, d);
    case EXPR_SUM:
    case EXPR_PRODUCT: return series_rule(x, d);
    case EXPR_INTEGRAL: return integral_rule(x, d);
    case EXPR_DERIVATIVE: return derivative_rule(x, d);
    case EXPR_PERCENT:
    case EXPR_DEGREE: {
        const struct expr *inner = differentiate_walk(x->args[0], d);

        return inner ? expr_unary(d->a, x->op, inner) : NULL;
    }
    default: return NULL;
    }
}

static const struct expr *differentiate_walk(const struct expr *x,
                                             struct diff *d)
{
    const struct expr *y = NULL;

    if (d->depth >= DEPTH_MAX || !work_spend(d->w, 4))
        return NULL;
    d->depth++;
    if (x->count && !differentiate_occurs(x, d) && x->op != EXPR_DERIVATIVE)
        y = make_integer(d->a, 0);
    else
        y = rule(x, d);
    d->depth--;
    return y;
}

const struct expr *differentiate(struct arena *a, const struct expr *x,
                                 const char *name, struct work *w)
{
    struct diff d = { .a = a, .name = name, .w = w };

    return differentiate_walk(x, &d);
}

const struct expr *differentiate_times(struct arena *a, const struct expr *x,
                                       const char *name, unsigned times,
                                       struct work *w)
{
    if (times > TIMES_MAX) {
        work_refuse(w, "derivative");
        return NULL;
    }
    for (unsigned i = 0; i < times && x; i++)
        x = differentiate(a, x, name, w);
    return x;
}

/*
 * Derivatives of the functions of the table, in their main argument. The
 * formulas are those of the Digital Library of Mathematical Functions
 * (chapters 4-8, 9, 10, 13, 15, 18, 19, 25), elliptic integrals in the
 * parameter m.
 */

/* Short names: these formulas should look like formulas. */
static const struct expr *differentiate_square(struct arena *a,
                                               const struct expr *x)
{
    return make_pow(a, x, make_integer(a, 2));
}

/* k + x */
static const struct expr *differentiate_plus(struct arena *a, long k,
                                             const struct expr *x)
{
    return make_add(a, make_integer(a, k), x);
}

/* k - x */
static const struct expr *differentiate_minus(struct arena *a, long k,
                                              const struct expr *x)
{
    return make_sub(a, make_integer(a, k), x);
}

static const struct expr *differentiate_inverse(struct arena *a,
                                                const struct expr *x)
{
    return make_div(a, make_integer(a, 1), x);
}

static const struct expr *differentiate_root_of(struct arena *a,
                                                const struct expr *x)
{
    return make_call(a, FN_SQRT, x);
}

static const struct expr *differentiate_exp_of(struct arena *a,
                                               const struct expr *x)
{
    return make_call(a, FN_EXP, x);
}

static const struct expr *differentiate_half(struct arena *a,
                                             const struct expr *x)
{
    return make_div(a, x, make_integer(a, 2));
}

/* Trigonometric, hyperbolic and their inverses. */
static const struct expr *circular(struct arena *a, enum function_id id,
                                   const struct expr *f, const struct expr *x)
{ /* long: one line for each function */
    const struct expr *inv = differentiate_inverse(a, x);

    switch (id) {
    case FN_SIN: return make_call(a, FN_COS, x);
    case FN_COS: return make_neg(a, make_call(a, FN_SIN, x));
    case FN_TAN: return differentiate_plus(a, 1, differentiate_square(a, f));
    case FN_COT:
        return make_neg(a,
                        differentiate_plus(a, 1, differentiate_square(a, f)));
    case FN_SEC: return make_mul(a, f, make_call(a, FN_TAN, x));
    case FN_CSC: return make_neg(a, make_mul(a, f, make_call(a, FN_COT, x)));
    case FN_ARCSIN:
        return differentiate_inverse(
            a, differentiate_root_of(
                   a, differentiate_minus(a, 1, differentiate_square(a, x))));
    case FN_ARCCOS: return make_neg(a, circular(a, FN_ARCSIN, f, x));
    case FN_ARCTAN:
        return differentiate_inverse(
            a, differentiate_plus(a, 1, differentiate_square(a, x)));
    case FN_ARCCOT: return make_neg(a, circular(a, FN_ARCTAN, f, x));
    case FN_ARCSEC:
        return make_div(
            a, differentiate_square(a, inv),
            differentiate_root_of(
                a, differentiate_minus(a, 1, differentiate_square(a, inv))));
    case FN_ARCCSC: return make_neg(a, circular(a, FN_ARCSEC, f, x));
    case FN_SINH: return make_call(a, FN_COSH, x);
    case FN_COSH: return make_call(a, FN_SINH, x);
    case FN_TANH:
    case FN_COTH: return differentiate_minus(a, 1, differentiate_square(a, f));
    case FN_SECH: return make_neg(a, make_mul(a, f, make_call(a, FN_TANH, x)));
    case FN_CSCH: return make_neg(a, make_mul(a, f, make_call(a, FN_COTH, x)));
    case FN_ARSINH:
        return differentiate_inverse(
            a, differentiate_root_of(
                   a, differentiate_plus(a, 1, differentiate_square(a, x))));
    case FN_ARCOSH:
        return differentiate_inverse(
            a,
            make_mul(a, differentiate_root_of(a, differentiate_plus(a, -1, x)),
                     differentiate_root_of(a, differentiate_plus(a, 1, x))));
    case FN_ARTANH:
    case FN_ARCOTH:
        return differentiate_inverse(
            a, differentiate_minus(a, 1, differentiate_square(a, x)));
    case FN_ARSECH:
        return make_neg(
            a,
            make_div(
                a, differentiate_square(a, inv),
                make_mul(
                    a, differentiate_root_of(a, differentiate_plus(a, -1, inv)),
                    differentiate_root_of(a, differentiate_plus(a, 1, inv)))));
    case FN_ARCSCH:
        return make_neg(
            a, make_div(a, differentiate_square(a, inv),
                        differentiate_root_of(
                            a, differentiate_plus(
                                   a, 1, differentiate_square(a, inv)))));
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
    case FN_LN: return differentiate_inverse(a, x);
    case FN_LOG: /* log(e)/x, whatever the base */
        return make_div(a, make_call(a, FN_LOG, expr_constant(a, CONSTANT_E)),
                        x);
    case FN_LOGB:
        return differentiate_inverse(a,
                                     make_mul(a, x, make_call(a, FN_LN, v[0])));
    case FN_SQRT: return differentiate_half(a, differentiate_inverse(a, f));
    case FN_ROOT: return make_div(a, f, make_mul(a, v[0], x));
    default: return NULL;
    }
}

/* (k_{n-1} + sign k_{n+1}) / 2 */
static const struct expr *bessel(struct arena *a, enum function_id id,
                                 const struct expr *n, const struct expr *x,
                                 bool plus_sign)
{
    const struct expr *lower =
        make_call2(a, id, differentiate_plus(a, -1, n), x);
    const struct expr *upper =
        make_call2(a, id, differentiate_plus(a, 1, n), x);

    return differentiate_half(a, plus_sign ? make_add(a, lower, upper)
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
    case FN_POLYGAMMA:
        return make_call2(a, id, differentiate_plus(a, 1, v[0]), x);
    case FN_BETA:
        return make_mul(
            a, f,
            make_sub(a, make_call(a, FN_DIGAMMA, x),
                     make_call(a, FN_DIGAMMA, make_add(a, v[0], x))));
    case FN_GAMMA_LOW:
        return make_mul(a, make_pow(a, x, differentiate_plus(a, -1, v[0])),
                        differentiate_exp_of(a, make_neg(a, x)));
    case FN_GAMMA_INC: return make_neg(a, gamma_like(a, FN_GAMMA_LOW, f, v, x));
    case FN_BETA_INC:
        t = make_pow(a, v[0], differentiate_plus(a, -1, v[1]));
        return make_mul(a, t,
                        make_pow(a, differentiate_minus(a, 1, v[0]),
                                 differentiate_plus(a, -1, v[2])));
    case FN_HURWITZ:
        return make_neg(
            a, make_mul(a, v[0],
                        make_call2(a, id, differentiate_plus(a, 1, v[0]), x)));
    case FN_POLYLOG:
        return make_div(
            a, make_call2(a, id, differentiate_plus(a, -1, v[0]), x), x);
    default: return NULL;
    }
}

/* Error functions and integrals of exponentials and circular functions. */
static const struct expr *integral_like(struct arena *a, enum function_id id,
                                        const struct expr *const *v,
                                        const struct expr *x)
{ /* long: one line for each function */
    const struct expr *pi = expr_constant(a, CONSTANT_PI);
    const struct expr *scale =
        make_div(a, make_integer(a, 2), differentiate_root_of(a, pi));
    const struct expr *angle =
        differentiate_half(a, make_mul(a, pi, differentiate_square(a, x)));

    switch (id) {
    case FN_ERF:
        return make_mul(
            a, scale,
            differentiate_exp_of(a, make_neg(a, differentiate_square(a, x))));
    case FN_ERFC: return make_neg(a, integral_like(a, FN_ERF, v, x));
    case FN_ERFI:
        return make_mul(a, scale,
                        differentiate_exp_of(a, differentiate_square(a, x)));
    case FN_EI: return make_div(a, differentiate_exp_of(a, x), x);
    case FN_EN:
        return make_neg(
            a, make_call2(a, FN_EN, differentiate_plus(a, -1, v[0]), x));
    case FN_LI: return differentiate_inverse(a, make_call(a, FN_LN, x));
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
    const struct expr *rest = differentiate_minus(a, 1, m);

    if (id == FN_ELLIPTIC_E)
        return make_div(a, make_sub(a, e, k), two_m);
    return make_div(a, make_sub(a, e, make_mul(a, rest, k)),
                    make_mul(a, two_m, rest));
}

/* pFq: all parameters move up by one, times prod a / prod b. */
static const struct expr *differentiate_hypergeometric(
    struct arena *a, enum function_id id, const struct expr *const *v,
    unsigned p, unsigned q)
{
    const struct expr *args[6], *factor = make_integer(a, 1);

    for (unsigned i = 0; i < p + q; i++) {
        args[i] = differentiate_plus(a, 1, v[i]);
        factor = i < p ? make_mul(a, factor, v[i]) : make_div(a, factor, v[i]);
    }
    args[p + q] = v[p + q];
    if (id == FN_HYPU)
        factor = make_neg(a, v[0]);
    return make_mul(a, factor, expr_call(a, id, args, p + q + 1));
}

static const struct expr *differentiate_polynomial(
    struct arena *a, enum function_id id, const struct expr *f,
    const struct expr *const *v, unsigned count, const struct expr *x)
{
    const struct expr *n = v[0], *less = differentiate_plus(a, -1, n), *t;
    const struct expr *args[3] = { less, make_integer(a, 1), x };

    switch (id) {
    case FN_LEGENDRE_P:
    case FN_LEGENDRE_Q:
        if (count != 2)
            return NULL;
        t = make_sub(a, make_mul(a, x, f), make_call2(a, id, less, x));
        return make_div(a, make_mul(a, n, t),
                        differentiate_plus(a, -1, differentiate_square(a, x)));
    case FN_HERMITE:
        return make_mul(a, make_mul(a, make_integer(a, 2), n),
                        make_call2(a, id, less, x));
    case FN_LAGUERRE:
        if (count == 3)
            args[1] = differentiate_plus(a, 1, v[1]);
        return make_neg(a, expr_call(a, id, args, 3));
    case FN_CHEBYSHEV_T:
        return make_mul(a, n, make_call2(a, FN_CHEBYSHEV_U, less, x));
    case FN_CHEBYSHEV_U:
        t = differentiate_plus(a, 1, n);
        t = make_mul(a, t, make_call2(a, FN_CHEBYSHEV_T, t, x));
        return make_div(a, make_sub(a, t, make_mul(a, x, f)),
                        differentiate_plus(a, -1, differentiate_square(a, x)));
    default: return NULL;
    }
}

static const struct expr *differentiate_other(struct arena *a,
                                              enum function_id id,
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
        return make_div(a, differentiate_exp_of(a, make_neg(a, f)),
                        differentiate_plus(a, 1, f));
    case FN_ELLIPTIC_K:
    case FN_ELLIPTIC_E: return elliptic(a, id, x);
    case FN_HYP0F1: return differentiate_hypergeometric(a, id, v, 0, 1);
    case FN_HYP1F1:
    case FN_HYPU: return differentiate_hypergeometric(a, id, v, 1, 1);
    case FN_HYP2F1: return differentiate_hypergeometric(a, id, v, 2, 1);
    case FN_HYP3F2: return differentiate_hypergeometric(a, id, v, 3, 2);
    default: return NULL;
    }
}

/* Returns the derivative of a function in its main argument, at that argument,
 * or NULL if there is none in the table. */
static const struct expr *differentiate_function(struct arena *a,
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
        y = differentiate_polynomial(a, id, call, v, call->count, x);
    return y ? y : differentiate_other(a, id, call, v, x);
}
