/* SPDX-License-Identifier: Apache-2.0 */
#include "rewrite_int.h"

/*
 * Rules of roots, exponentials, logarithms, trigonometric and hyperbolic
 * functions. Those of roots and logarithms ask for a sign; the others hold in
 * the whole plane.
 */

static const struct expr *half(struct rewrite *w, const struct expr *u)
{
    return rw_div(w, u, rw_int(w, 2));
}

static const struct expr *square(struct rewrite *w, enum function_id id,
                                 const struct expr *u)
{
    return rw_pow(w, rw_call(w, id, u), 2);
}

static bool is_square(const struct expr *x)
{
    long k;

    return x->op == EXPR_POW && whole_of(x->args[1], &k) && k == 2;
}

/* ---- roots ---- */

/* \sqrt{k^2 m} = k \sqrt{m} */
static const struct expr *root_of_number(struct rewrite *w,
                                         const struct expr *x)
{
    long n;

    if (!calls(x, FN_SQRT) || !whole_of(x->args[0], &n) || n < 1)
        return NULL;
    for (long k = 2; k * k <= n; k++)
        if (n % (k * k) == 0)
            return rw_mul(w, rw_int(w, k),
                          rw_call(w, FN_SQRT, rw_int(w, n / (k * k))));
    return NULL;
}

/* \sqrt{u} = u^{1/2}, \sqrt{4u}/2; \sqrt{u^2} = |u|;
 * \sqrt{u v} = \sqrt{u} \sqrt{v} */
static const struct expr *root(struct rewrite *w, const struct expr *x)
{
    const struct expr *u;

    if (!calls(x, FN_SQRT))
        return NULL;
    u = x->args[0];
    if (is_square(u) && surely_real(w, u->args[0]))
        return rw_call(w, FN_ABS, u->args[0]);
    if ((u->op == EXPR_MUL || u->op == EXPR_DIV) && u->count == 2 &&
        surely_positive(w, u->args[0]) && surely_positive(w, u->args[1]))
        return expr_binary(w->arena, u->op, rw_call(w, FN_SQRT, u->args[0]),
                           rw_call(w, FN_SQRT, u->args[1]));
    if (rewrite_draw(w, 2))
        return half(w, rw_call(w, FN_SQRT, rw_mul(w, rw_int(w, 4), u)));
    return expr_binary(w->arena, EXPR_POW, u, half(w, rw_int(w, 1)));
}

/* u/\sqrt{v} = u \sqrt{v}/v */
static const struct expr *rationalise(struct rewrite *w, const struct expr *x)
{
    if (x->op != EXPR_DIV || !calls(x->args[1], FN_SQRT))
        return NULL;
    return rw_div(w, rw_mul(w, x->args[0], x->args[1]), x->args[1]->args[0]);
}

/* ---- exponentials ---- */

/* b^{u + v} = b^u b^v for a number b > 0 or e */
static const struct expr *power_of_sum(struct rewrite *w, const struct expr *x)
{
    const struct expr *u = exponent_of(x), *base, **factors;

    if (x->op == EXPR_POW && x->args[0]->op == EXPR_NUMBER)
        u = x->args[1];
    if (!u || u->op != EXPR_ADD)
        return NULL;
    base = x->op == EXPR_POW ? x->args[0] : expr_constant(w->arena, CONSTANT_E);
    factors = arena_array(w->arena, const struct expr *, u->count);
    for (unsigned i = 0; i < u->count; i++)
        factors[i] = expr_binary(w->arena, EXPR_POW, base, u->args[i]);
    return expr_new(w->arena, EXPR_MUL, factors, u->count);
}

/* e^u = \exp u, (e^{u/2})^2, 1/e^{-u}, \cosh u + \sinh u */
static const struct expr *exponential(struct rewrite *w, const struct expr *x)
{
    const struct expr *u = exponent_of(x);

    if (!u)
        return NULL;
    switch (rewrite_draw(w, 4)) {
    case 0: return x->op == EXPR_POW ? rw_call(w, FN_EXP, u) : rw_exp(w, u);
    case 1: return rw_pow(w, rw_exp(w, half(w, u)), 2);
    case 2: return rw_div(w, rw_int(w, 1), rw_exp(w, rw_neg(w, u)));
    default: return rw_add(w, rw_call(w, FN_COSH, u), rw_call(w, FN_SINH, u));
    }
}

/* 2^u = e^{u \ln 2} */
static const struct expr *natural(struct rewrite *w, const struct expr *x)
{
    long k;

    if (x->op != EXPR_POW || !whole_of(x->args[0], &k) || k < 2)
        return NULL;
    return rw_exp(w, rw_mul(w, x->args[1], rw_call(w, FN_LN, x->args[0])));
}

static const struct expr *hyperbolic(struct rewrite *w, const struct expr *x)
{
    const struct expr *u, *grow, *fall;

    if (calls(x, FN_TANH))
        return rw_div(w, rw_call(w, FN_SINH, x->args[0]),
                      rw_call(w, FN_COSH, x->args[0]));
    if (!calls(x, FN_SINH) && !calls(x, FN_COSH))
        return NULL;
    u = x->args[0];
    grow = rw_exp(w, u);
    fall = rw_exp(w, rw_neg(w, u));
    return half(w, calls(x, FN_SINH) ? rw_sub(w, grow, fall)
                                     : rw_add(w, grow, fall));
}

/* ---- logarithms ---- */

/* \ln(u v) = \ln u + \ln v, \ln(u/v) = \ln u - \ln v, \ln u^k = k \ln u */
static const struct expr *log_of_product(struct rewrite *w,
                                         const struct expr *x)
{
    const struct expr *u, *left, *right;
    long k;

    if (!calls(x, FN_LN))
        return NULL;
    u = x->args[0];
    if (is_square(u) && surely_real(w, u->args[0]))
        return rw_mul(w, rw_int(w, 2),
                      rw_call(w, FN_LN, rw_call(w, FN_ABS, u->args[0])));
    if (u->op == EXPR_POW && whole_of(u->args[1], &k) &&
        surely_positive(w, u->args[0]))
        return rw_mul(w, u->args[1], rw_call(w, FN_LN, u->args[0]));
    if ((u->op != EXPR_MUL && u->op != EXPR_DIV) || u->count != 2 ||
        !surely_positive(w, u->args[0]) || !surely_positive(w, u->args[1]))
        return NULL;
    left = rw_call(w, FN_LN, u->args[0]);
    right = rw_call(w, FN_LN, u->args[1]);
    return u->op == EXPR_MUL ? rw_add(w, left, right) : rw_sub(w, left, right);
}

/* \ln u = \ln(3u) - \ln 3, \log_3 u \ln 3, \ln(u^2)/2 */
static const struct expr *logarithm(struct rewrite *w, const struct expr *x)
{
    const struct expr *k = rw_int(w, (long)(2 + rewrite_draw(w, 9)));
    const struct expr *args[2] = { k, NULL }, *log_k;

    if (!calls(x, FN_LN))
        return NULL;
    args[1] = x->args[0];
    log_k = rw_call(w, FN_LN, k);
    switch (rewrite_draw(w, 3)) {
    case 0: return rw_mul(w, expr_call(w->arena, FN_LOGB, args, 2), log_k);
    case 1:
        if (surely_positive(w, args[1]))
            return half(w, rw_call(w, FN_LN, rw_pow(w, args[1], 2)));
        return NULL;
    default: return rw_sub(w, rw_call(w, FN_LN, rw_mul(w, k, args[1])), log_k);
    }
}

static const struct expr *base(struct rewrite *w, const struct expr *x)
{
    return calls(x, FN_LOGB) ? rw_div(w, rw_call(w, FN_LN, x->args[1]),
                                      rw_call(w, FN_LN, x->args[0]))
                             : NULL;
}

/* ---- trigonometry ---- */

/* \sin u = 2 \sin(u/2) \cos(u/2), \cos u = 1 - 2 \sin^2(u/2) */
static const struct expr *double_angle(struct rewrite *w, const struct expr *x)
{
    const struct expr *two = rw_int(w, 2), *one = rw_int(w, 1), *u, *v[3];

    if (!calls(x, FN_SIN) && !calls(x, FN_COS))
        return NULL;
    u = half(w, x->args[0]);
    if (calls(x, FN_COS)) {
        if (rewrite_draw(w, 2))
            return rw_sub(w, one, rw_mul(w, two, square(w, FN_SIN, u)));
        return rw_sub(w, square(w, FN_COS, u), square(w, FN_SIN, u));
    }
    v[0] = two;
    v[1] = rw_call(w, FN_SIN, u);
    v[2] = rw_call(w, FN_COS, u);
    return expr_new(w->arena, EXPR_MUL, v, 3);
}

/* \sin^2 = 1 - \cos^2 and its like */
static const struct expr *pythagoras(struct rewrite *w, const struct expr *x)
{
    const struct expr *one = rw_int(w, 1), *u;

    if (!is_square(x) || x->args[0]->op != EXPR_CALL)
        return NULL;
    u = x->args[0]->args[0];
    switch (x->args[0]->function->id) {
    case FN_SIN: return rw_sub(w, one, square(w, FN_COS, u));
    case FN_COS: return rw_sub(w, one, square(w, FN_SIN, u));
    case FN_TAN: return rw_sub(w, square(w, FN_SEC, u), one);
    case FN_SEC: return rw_add(w, one, square(w, FN_TAN, u));
    case FN_COSH: return rw_add(w, one, square(w, FN_SINH, u));
    case FN_SINH: return rw_sub(w, square(w, FN_COSH, u), one);
    default: return NULL;
    }
}

/* \sin(u + v) and \cos(u + v) */
static const struct expr *sum_of_angles(struct rewrite *w, const struct expr *x)
{
    const struct expr *u, *v, *l, *r;
    bool sine = calls(x, FN_SIN);

    if ((!sine && !calls(x, FN_COS)) || x->args[0]->op != EXPR_ADD ||
        x->args[0]->count != 2)
        return NULL;
    u = x->args[0]->args[0];
    v = x->args[0]->args[1];
    l = rw_mul(w, rw_call(w, x->function->id, u), rw_call(w, FN_COS, v));
    r = rw_mul(w, rw_call(w, sine ? FN_COS : FN_SIN, u), rw_call(w, FN_SIN, v));
    return sine ? rw_add(w, l, r) : rw_sub(w, l, r);
}

/* \tan = \sin/\cos, \sec = 1/\cos, \sin u = \cos(\pi/2 - u), -\sin(-u) */
static const struct expr *other_names(struct rewrite *w, const struct expr *x)
{
    const struct expr *u, *right;

    if (x->op != EXPR_CALL)
        return NULL;
    u = x->args[0];
    right = half(w, expr_constant(w->arena, CONSTANT_PI));
    switch (x->function->id) {
    case FN_TAN: return rw_div(w, rw_call(w, FN_SIN, u), rw_call(w, FN_COS, u));
    case FN_SEC: return rw_div(w, rw_int(w, 1), rw_call(w, FN_COS, u));
    case FN_SIN:
        if (rewrite_draw(w, 2))
            return rw_call(w, FN_COS, rw_sub(w, right, u));
        return rw_neg(w, rw_call(w, FN_SIN, rw_neg(w, u)));
    case FN_COS: return rw_call(w, FN_COS, rw_neg(w, u));
    case FN_CSC: return rw_div(w, rw_int(w, 1), rw_call(w, FN_SIN, u));
    case FN_COT: return rw_div(w, rw_int(w, 1), rw_call(w, FN_TAN, u));
    case FN_ARCTAN: return rw_neg(w, rw_call(w, FN_ARCTAN, rw_neg(w, u)));
    case FN_ARSINH:
        if (!surely_real(w, u))
            return NULL;
        return rw_call(
            w, FN_LN,
            rw_add(
                w, u,
                rw_call(w, FN_SQRT, rw_add(w, rw_pow(w, u, 2), rw_int(w, 1)))));
    case FN_ABS:
        if (!surely_real(w, u))
            return NULL;
        return rw_call(w, FN_SQRT, rw_pow(w, u, 2));
    case FN_ROOT:
        if (!surely_positive(w, x->args[1]))
            return NULL;
        return expr_binary(w->arena, EXPR_POW, x->args[1],
                           rw_div(w, rw_int(w, 1), u));
    default: return NULL;
    }
}

/* ---- ones and zeros that do not look like it ---- */

static const struct expr *one(struct rewrite *w, const struct expr *u)
{
    const struct expr *k = rw_int(w, (long)(2 + rewrite_draw(w, 5)));

    switch (rewrite_draw(w, 5)) {
    case 0: return rw_add(w, square(w, FN_SIN, u), square(w, FN_COS, u));
    case 1: return rw_sub(w, square(w, FN_SEC, u), square(w, FN_TAN, u));
    case 2: return rw_mul(w, rw_exp(w, u), rw_exp(w, rw_neg(w, u)));
    case 3:
        return rw_div(
            w, rw_mul(w, rw_call(w, FN_SQRT, k), rw_call(w, FN_SQRT, k)), k);
    default: return rw_call(w, FN_LN, expr_constant(w->arena, CONSTANT_E));
    }
}

static const struct expr *zero(struct rewrite *w)
{
    const struct expr *two = rw_call(w, FN_LN, rw_int(w, 2));
    const struct expr *three = rw_call(w, FN_LN, rw_int(w, 3));

    if (rewrite_draw(w, 2))
        return rw_call(w, FN_SIN, expr_constant(w->arena, CONSTANT_PI));
    return rw_sub(w, rw_add(w, two, three), rw_call(w, FN_LN, rw_int(w, 6)));
}

/* Not in exponents and the like: only leaves are dressed up. */
static const struct expr *disguise(struct rewrite *w, const struct expr *x)
{
    if (x->op != EXPR_SYMBOL)
        return NULL;
    return rewrite_draw(w, 2) ? rw_mul(w, x, one(w, x)) : rw_add(w, x, zero(w));
}

const struct rewrite_rule rewrite_function[] = {
    { "root of a number", root_of_number },
    { "root", root },
    { "rationalise", rationalise },
    { "power of a sum", power_of_sum },
    { "exponential", exponential },
    { "natural base", natural },
    { "hyperbolic", hyperbolic },
    { "log of a product", log_of_product },
    { "logarithm", logarithm },
    { "base of a logarithm", base },
    { "double angle", double_angle },
    { "Pythagoras", pythagoras },
    { "sum of angles", sum_of_angles },
    { "other names", other_names },
    { "disguise", disguise },
};

const size_t rewrite_function_n =
    sizeof(rewrite_function) / sizeof(rewrite_function[0]);
