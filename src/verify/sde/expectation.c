/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Claims about expectations of stochastic differential equations. Values come
 * from moments, Gaussian integrals and Ito's formula (verify/sde/sde.h); where no
 * method gives values, the formula is put into Kolmogorov's backward equation.
 * Nothing is simulated.
 */
#include "base/str.h"
#include "base/vec.h"
#include "math/read/read.h"
#include "math/tree/differentiate.h"
#include "verify/expression.h"
#include "verify/object.h"
#include "verify/sde/sde.h"

#include <math.h>
#include <string.h>

/* ---- formulas ---- */

#define NORMAL "zeta_{9}" /* a variable of integration */

/* By quadrature: f at mean + deviation * z, over the normal density of z. */
static const struct expr *by_density(struct arena *a, const struct expr *f,
                                     const char *name, const struct expr *mean,
                                     const struct expr *variance)
{
    const struct expr *z = expr_symbol(a, NORMAL), *two = expr_integer(a, 2);
    const struct expr *weight =
        expr_of(a, FN_EXP, expr_neg(a, expr_div(a, expr_pow(a, z, two), two)));
    const struct expr *norm =
        expr_of(a, FN_SQRT, expr_mul(a, two, expr_constant(a, CONSTANT_PI)));

    f = expr_replace(
        a, f, name,
        expr_add(a, mean, expr_mul(a, expr_of(a, FN_SQRT, variance), z)));
    return expr_integral(a, expr_div(a, expr_mul(a, f, weight), norm), NORMAL,
                         expr_neg(a, expr_constant(a, CONSTANT_INFINITY)),
                         expr_constant(a, CONSTANT_INFINITY));
}

/* ---- Gaussian means in closed form ---- */

#define DEGREE_MAX 14

/* A product: constant * e^exponent * polynomial * sums. The exponent is affine
 * in the variable, the sums are what must be multiplied out. */
struct factors {
    struct arena *a;
    struct work *w;
    const char *name;
    const struct expr *constant, *exponent, *polynomial;
    const struct expr *sum; /* one of them, or NULL */
    unsigned depth;
};

static const struct expr *sde_closed(struct arena *a, const struct expr *f,
                                     const char *name, const struct expr *mean,
                                     const struct expr *variance,
                                     unsigned depth, struct work *w);

/* The degree of x as a polynomial of the variable, at most DEGREE_MAX; -1: it is
 * none. */
static long sde_degree_of(const struct factors *p, const struct expr *x)
{
    long most = 0, one;

    if (!expr_mentions(x, p->name))
        return 0;
    if (x->op == EXPR_SYMBOL)
        return 1;
    if (x->op == EXPR_POW && expr_is_whole(x->args[1]) &&
        fmpq_sgn(x->args[1]->number->value) > 0 &&
        fmpq_cmp_si(x->args[1]->number->value, DEGREE_MAX) <= 0) {
        one = sde_degree_of(p, x->args[0]);
        most = one < 0
                   ? -1
                   : one * fmpz_get_si(fmpq_numref(x->args[1]->number->value));
        return most > DEGREE_MAX ? -1 : most;
    }
    if (x->op == EXPR_DIV && expr_mentions(x->args[1], p->name))
        return -1;
    if (x->op != EXPR_ADD && x->op != EXPR_MUL && x->op != EXPR_NEG &&
        x->op != EXPR_DIV)
        return -1;
    for (unsigned i = 0; i < x->count; i++) {
        one = sde_degree_of(p, x->args[i]);
        if (one < 0)
            return -1;
        most = x->op == EXPR_MUL ? most + one : one > most ? one : most;
    }
    return most > DEGREE_MAX ? -1 : most;
}

static bool is_polynomial(const struct factors *p, const struct expr *x)
{
    return sde_degree_of(p, x) >= 0;
}

static bool is_affine(const struct factors *p, const struct expr *x)
{
    long degree = sde_degree_of(p, x);

    return degree == 0 || degree == 1;
}

/* cos, sin, cosh, sinh as sums of exponentials; NULL: another function. */
static const struct expr *as_exponentials(struct arena *a, const struct expr *x)
{
    const struct expr *i = expr_constant(a, CONSTANT_I), *arg, *up, *down;
    const struct expr *two = expr_integer(a, 2);
    bool odd;

    if (x->op != EXPR_CALL)
        return NULL;
    switch (x->function->id) {
    case FN_COS:
    case FN_SIN: arg = expr_mul(a, i, x->args[0]); break;
    case FN_COSH:
    case FN_SINH: arg = x->args[0]; break;
    default: return NULL;
    }
    odd = x->function->id == FN_SIN || x->function->id == FN_SINH;
    if (x->function->id == FN_SIN)
        two = expr_mul(a, two, i);
    up = expr_div(a, expr_of(a, FN_EXP, arg), two);
    down = expr_div(a, expr_of(a, FN_EXP, expr_neg(a, arg)), two);
    return odd ? expr_sub(a, up, down) : expr_add(a, up, down);
}

static bool sde_take(struct factors *p, const struct expr *x);

static bool take_quotient(struct factors *p, const struct expr *x)
{
    const struct expr *e = expression_exponent(x->args[1]);

    if (!expr_mentions(x->args[1], p->name))
        p->constant = expr_div(p->a, p->constant, x->args[1]);
    else if (e && is_affine(p, e))
        p->exponent = expr_sub(p->a, p->exponent, e);
    else
        return false;
    return sde_take(p, x->args[0]);
}

/* Sort a factor. Returns false if there is no formula for it. */
static bool sde_take(struct factors *p, const struct expr *x)
{
    const struct expr *e = expression_exponent(x), *sum;

    if (!expr_mentions(x, p->name)) {
        p->constant = expr_mul(p->a, p->constant, x);
        return true;
    }
    if (x->op == EXPR_NEG) {
        p->constant = expr_neg(p->a, p->constant);
        return sde_take(p, x->args[0]);
    }
    if (x->op == EXPR_DIV)
        return take_quotient(p, x);
    if (x->op == EXPR_MUL) {
        for (unsigned i = 0; i < x->count; i++)
            if (!sde_take(p, x->args[i]))
                return false;
        return true;
    }
    if (e) {
        p->exponent = expr_add(p->a, p->exponent, e);
        return is_affine(p, e);
    }
    if (is_polynomial(p, x)) {
        p->polynomial = expr_mul(p->a, p->polynomial, x);
        return true;
    }
    sum = x->op == EXPR_ADD ? x : as_exponentials(p->a, x);
    if (!sum)
        return false;
    if (!p->sum)
        p->sum = sum;
    else /* one is multiplied out at a time */
        p->polynomial = expr_mul(p->a, p->polynomial, sum);
    return true;
}

/* The mean of a polynomial: the sum of (v/2)^k g^{(2k)}(m) / k!. */
static const struct expr *polynomial_mean(struct factors *p,
                                          const struct expr *mean,
                                          const struct expr *variance)
{
    const struct expr *g = p->polynomial, *sum = NULL, *factor;
    long degree = sde_degree_of(p, g);

    factor = expr_integer(p->a, 1);
    for (long k = 0; k <= degree / 2 && g; k++) {
        const struct expr *term =
            expr_mul(p->a, factor, expr_replace(p->a, g, p->name, mean));

        sum = sum ? expr_add(p->a, sum, term) : term;
        factor = expr_div(p->a, expr_mul(p->a, factor, variance),
                          expr_integer(p->a, 2 * (k + 1)));
        g = differentiate_times(p->a, g, p->name, 2, p->w);
    }
    return g ? sum : NULL;
}

/* e^{alpha X} moves the mean by alpha times the variance. */
static const struct expr *shifted_mean(struct factors *p,
                                       const struct expr *mean,
                                       const struct expr *variance)
{
    struct arena *a = p->a;
    const struct expr *slope = differentiate(a, p->exponent, p->name, p->w);
    const struct expr *push, *e, *g;

    if (!slope || !is_polynomial(p, p->polynomial))
        return NULL;
    push = expr_mul(a, slope, variance);
    e = expr_add(a, expr_replace(a, p->exponent, p->name, mean),
                 expr_div(a, expr_mul(a, slope, push), expr_integer(a, 2)));
    g = polynomial_mean(p, expr_add(a, mean, push), variance);
    return g ? expr_mul(a, p->constant, expr_mul(a, expr_of(a, FN_EXP, e), g))
             : NULL;
}

static const struct expr *sde_closed(struct arena *a, const struct expr *f,
                                     const char *name, const struct expr *mean,
                                     const struct expr *variance,
                                     unsigned depth, struct work *w)
{
    struct factors p = { .a = a,
                         .w = w,
                         .name = name,
                         .constant = expr_integer(a, 1),
                         .exponent = expr_integer(a, 0),
                         .polynomial = expr_integer(a, 1) };
    const struct expr *sum = NULL, *rest;

    if (depth > 6 || !sde_take(&p, f))
        return NULL;
    if (!p.sum)
        return shifted_mean(&p, mean, variance);
    rest = expr_mul(a, expr_mul(a, p.constant, expr_of(a, FN_EXP, p.exponent)),
                    p.polynomial);
    for (unsigned i = 0; i < p.sum->count; i++) {
        const struct expr *one =
            sde_closed(a, expr_mul(a, rest, p.sum->args[i]), name, mean,
                       variance, depth + 1, w);

        if (!one)
            return NULL;
        sum = sum ? expr_add(a, sum, one) : one;
    }
    return sum;
}

/* Returns the mean of f for a normal variable of that name, mean and variance:
 * a formula where f is built of polynomials and exponentials, else an integral.
 */
static const struct expr *sde_gaussian(struct arena *a, const struct expr *f,
                                       const char *name,
                                       const struct expr *mean,
                                       const struct expr *variance,
                                       struct work *w)
{
    const struct expr *x = sde_closed(a, f, name, mean, variance, 0, w);

    return x ? x : by_density(a, f, name, mean, variance);
}

/* ---- Gaussian processes ---- */

/* Does f name no state but the first? */
static bool is_of_first(const struct sde *s, const struct expr *f)
{
    for (size_t i = 1; i < s->states_n; i++)
        if (expr_mentions(f, s->states[i].name))
            return false;
    return !s->early;
}

/* Is the first process Gaussian: an affine drift, and factors of t alone? */
static bool is_gaussian(const struct sde *s, struct work *w)
{
    const struct sde_state *x = &s->states[0];
    const struct expr *slope = differentiate(s->arena, x->drift, x->name, w);

    if (!slope || sde_mentions_state(s, slope) || !is_of_first(s, x->drift))
        return false;
    for (size_t k = 0; k < s->noises_n; k++)
        if (x->factor[k] && sde_mentions_state(s, x->factor[k]))
            return false;
    return true;
}

static bool gaussian_value(const struct sde *s, const struct expr *f,
                           const struct pde_point *q, slong bits, acb_t out,
                           bool *certified)
{
    struct work *w = q->work;
    const struct expr *x = expr_symbol(s->arena, s->states[0].name);
    static const char *const moments[] = { "mu_{9}", "sigma_{9}" };
    struct pde_point all;
    bool exact = false, ok;
    acb_ptr m, v;

    if (!is_of_first(s, f) || !is_gaussian(s, w))
        return false;
    pde_point_extend(&all, q->pde, q->work, &q->at, moments, 2);
    m = &all.values[q->at.n];
    v = &all.values[q->at.n + 1];
    ok = sde_moment(s, x, q, bits, m, certified) &&
         sde_moment(s, expr_mul(s->arena, x, x), q, bits, v, &exact);
    acb_submul(v, m, m, bits);
    *certified &= exact;
    f = sde_gaussian(s->arena, f, x->name, expr_symbol(s->arena, "mu_{9}"),
                     expr_symbol(s->arena, "sigma_{9}"), w);
    return ok && pde_eval(out, f, &all, bits);
}

/* x / X, if x is that many times the process; else NULL. */
static const struct expr *proportion(const struct sde *s, const struct expr *x,
                                     struct work *w)
{
    const char *name = s->states[0].name, *why;
    const struct expr *d = differentiate(s->arena, x, name, w), *rest;
    struct pde_point q;
    const char *const *names;
    size_t n;

    if (!d || sde_mentions_state(s, d) || !is_of_first(s, x))
        return NULL;
    rest = expr_replace(s->arena, x, name, expr_integer(s->arena, 0));
    n = expr_symbols(s->arena, x, &names);
    pde_point_init(&q, &s->domain, w, names, n);
    return pde_compare(rest, expr_integer(s->arena, 0), &q, &why) == TRUTH_YES
               ? d
               : NULL;
}

struct logarithm {
    struct arena *arena;
    const char *name;
};

/* f of X = e^Y, with ln X, roots and powers of X as formulas of Y. */
static const struct expr *in_logarithm(void *data, const struct expr *f)
{
    const struct logarithm *of = data;
    struct arena *a = of->arena;
    const struct expr *y = expr_symbol(a, of->name);
    bool is_x;

    if (expr_is_symbol(f, of->name))
        return expr_of(a, FN_EXP, y);
    if (f->count == 0)
        return f;
    is_x = expr_is_symbol(f->args[f->op == EXPR_CALL ? f->count - 1 : 0],
                          of->name);
    if (is_x && f->op == EXPR_CALL &&
        (f->function->id == FN_LN || f->function->id == FN_LOG))
        return y;
    if (is_x && f->op == EXPR_CALL && f->function->id == FN_SQRT)
        return expr_of(a, FN_EXP, expr_div(a, y, expr_integer(a, 2)));
    if (is_x && f->op == EXPR_POW && !expr_mentions(f->args[1], of->name))
        return expr_of(a, FN_EXP, expr_mul(a, f->args[1], y));
    return expr_map(a, f, in_logarithm, data);
}

/* A process whose logarithm is Gaussian: dX = a X dt + b X dW. */
static bool logarithmic_value(const struct sde *s, const struct expr *f,
                              const struct pde_point *q, slong bits, acb_t out,
                              bool *certified)
{
    struct work *w = q->work;
    struct arena *a = s->arena;
    struct sde *y = arena_new(a, struct sde);
    struct sde_state *x = &y->states[0];
    const struct expr *two = expr_integer(a, 2);

    *y = *s;
    if (!is_of_first(s, f) || !x->start ||
        !(x->drift = proportion(s, x->drift, w)))
        return false;
    for (size_t k = 0; k < s->noises_n; k++) {
        if (!x->factor[k])
            continue;
        x->factor[k] = proportion(s, x->factor[k], w);
        if (!x->factor[k])
            return false;
        x->drift =
            expr_sub(a, x->drift,
                     expr_div(a, expr_mul(a, x->factor[k], x->factor[k]), two));
    }
    x->start = expr_of(a, FN_LN, x->start);
    return gaussian_value(y, in_logarithm(&(struct logarithm){ a, x->name }, f),
                          q, bits, out, certified);
}

/* ---- X = F(t, W) ---- */

/* Have drift and factor t and one noise alone, with no start needed to know how
 * the expectation changes? */
static bool sde_is_driven(const struct sde *s)
{
    const struct sde_state *x = &s->states[0];
    size_t driving = 0;

    if (s->processes_n != 1 || s->early)
        return false;
    for (size_t k = 0; k < s->noises_n; k++)
        driving += x->factor[k] != NULL;
    return driving == 1 && x->factor[0] && !expr_mentions(x->drift, x->name) &&
           !expr_mentions(x->factor[0], x->name);
}

/* Returns the expectation of the drift as a formula, for sde_is_driven(). */
static const struct expr *sde_mean_drift(const struct sde *s, struct work *w)
{
    return sde_gaussian(s->arena, s->states[0].drift, s->noises[0],
                        expr_integer(s->arena, 0), expr_symbol(s->arena, "t"),
                        w);
}

/* Is X a function of t and W: does a_w = b_t + b_ww / 2 hold? */
static bool sde_is_function(const struct sde *s, struct work *w)
{
    struct arena *a = s->arena;
    const struct expr *b = s->states[0].factor[0];
    const char *noise = s->noises[0], *why, *const * names;
    const struct expr *left, *bt, *bww;
    struct pde_point q;
    size_t n;

    left = differentiate(a, s->states[0].drift, noise, w);
    bt = differentiate(a, b, "t", w);
    bww = differentiate_times(a, b, noise, 2, w);
    if (!left || !bt || !bww)
        return false;
    n = expr_symbols(
        a,
        expr_add(a, expr_add(a, b, s->states[0].drift),
                 expr_add(a, expr_symbol(a, "t"), expr_symbol(a, noise))),
        &names);
    pde_point_init(&q, &s->domain, w, names, n);
    return pde_compare(left,
                       expr_add(a, bt, expr_div(a, bww, expr_integer(a, 2))),
                       &q, &why) == TRUTH_YES;
}

/* E of the integral of b over the noise from 0 to W_t, for the b of time t: half
 * of E[b_w(t, W_r)], over r from 0 to t. */
static const struct expr *mean_of_integral(const struct sde *s, struct work *w)
{
    struct arena *a = s->arena;
    const struct expr *bw =
        differentiate(a, s->states[0].factor[0], s->noises[0], w);

    if (!bw)
        return NULL;
    bw = sde_gaussian(a, bw, s->noises[0], expr_integer(a, 0),
                      expr_symbol(a, "xi_{9}"), w);
    return expr_integral(a, expr_div(a, bw, expr_integer(a, 2)), "xi_{9}",
                         expr_integer(a, 0), expr_symbol(a, "t"));
}

/* h'(t), where F = \int_0^w b dy + h(t). */
static const struct expr *rest_rate(const struct sde *s, struct work *w)
{
    struct arena *a = s->arena;
    const struct expr *zero = expr_integer(a, 0);
    const struct expr *bw =
        differentiate(a, s->states[0].factor[0], s->noises[0], w);

    if (!bw)
        return NULL;
    bw = expr_sub(a, s->states[0].drift, expr_div(a, bw, expr_integer(a, 2)));
    return sde_tidy(a, expr_replace(a, bw, s->noises[0], zero));
}

/* ---- terms that cancel ---- */

struct addends {
    const struct expr *x[ADDENDS_MAX];
    double at[ADDENDS_MAX][2];
    size_t n;
};

/* The terms of x times `by`, with sums multiplied out. */
static bool add_addends(struct arena *a, struct addends *out,
                        const struct expr *x, const struct expr *by)
{
    if (x->op == EXPR_NEG)
        return add_addends(a, out, x->args[0], expr_neg(a, by));
    if (x->op == EXPR_DIV)
        return add_addends(a, out, x->args[0], expr_div(a, by, x->args[1]));
    if (x->op == EXPR_ADD) {
        for (unsigned i = 0; i < x->count; i++)
            if (!add_addends(a, out, x->args[i], by))
                return false;
        return true;
    }
    if (x->op == EXPR_MUL)
        for (unsigned i = 0; i < x->count; i++)
            if (x->args[i]->op == EXPR_ADD) {
                for (unsigned k = 0; k < x->count; k++)
                    if (k != i)
                        by = expr_mul(a, by, x->args[k]);
                return add_addends(a, out, x->args[i], by);
            }
    if (out->n == ADDENDS_MAX)
        return false;
    out->x[out->n++] = expr_mul(a, by, x);
    return true;
}

/* The values of all terms at two times; without one, false. */
static bool value_addends(struct addends *d, struct pde_point *q)
{
    for (int k = 0; k < 2; k++) {
        pde_point_set_double(q, "t", k ? 1.3671875 : 2.7109375);
        for (size_t i = 0; i < d->n; i++)
            if (isnan(d->at[i][k] = pde_part(d->x[i], q)))
                return false;
    }
    return true;
}

static bool sde_cancels(const struct addends *d, size_t i, size_t k)
{
    for (int j = 0; j < 2; j++) {
        double size = fabs(d->at[i][j]) + fabs(d->at[k][j]);

        if (fabs(d->at[i][j] + d->at[k][j]) > 1e-14 * size)
            return false;
    }
    return true;
}

/* The sum without terms that are 0 and pairs that cancel, which an integral to
 * infinity cannot do without. */
static const struct expr *sde_cancel(struct arena *a, const struct expr *x,
                                     const struct pde_point *q)
{
    struct addends *d = arena_new(a, struct addends);
    const struct expr *sum = expr_integer(a, 0);
    struct pde_point copy;

    pde_point_extend(&copy, q->pde, q->work, &q->at, NULL, 0);
    if (!add_addends(a, d, x, expr_integer(a, 1)) || !value_addends(d, &copy))
        return x;
    for (size_t i = 0; i < d->n; i++) {
        bool gone = d->x[i] == NULL || sde_cancels(d, i, i);

        for (size_t k = i + 1; k < d->n && !gone; k++)
            if (d->x[k] && sde_cancels(d, i, k)) {
                d->x[k] = NULL;
                gone = true;
            }
        if (!gone)
            sum = expr_add(a, sum, d->x[i]);
    }
    return sum;
}

/* The part of E[X] that comes with time alone: from the start; or, without
 * one, the part of F that vanishes for large t. */
static bool rest_value(const struct sde *s, const struct pde_point *q,
                       slong bits, acb_t out)
{
    struct arena *a = s->arena;
    const struct expr *rate = rest_rate(s, q->work),
                      *start = s->states[0].start;
    const struct expr *t = expr_symbol(a, "t");

    if (!rate)
        return false;
    if (!start)
        rate = sde_cancel(a, rate, q);
    rate = expr_replace(a, rate, "t", expr_symbol(a, NORMAL));
    rate =
        start ? expr_add(a, start,
                         expr_integral(a, rate, NORMAL, s->start_time, t))
              : expr_neg(a, expr_integral(a, rate, NORMAL, t,
                                          expr_constant(a, CONSTANT_INFINITY)));
    return pde_eval(out, rate, q, bits);
}

static bool is_mean(const struct sde *s, const struct expr *f)
{
    return sde_is_driven(s) && f->op == EXPR_SYMBOL &&
           str_eq(f->name, s->states[0].name);
}

static bool driven_value(const struct sde *s, const struct expr *f,
                         const struct pde_point *q, slong bits, acb_t out,
                         bool *certified)
{
    struct work *w = q->work;
    const struct expr *part;
    acb_t rest;
    bool ok;

    if (!is_mean(s, f) || !fmpq_is_zero(s->start_time->number->value) ||
        !sde_is_function(s, w) || !(part = mean_of_integral(s, w)))
        return false;
    acb_init(rest);
    *certified = true;
    ok = pde_eval(out, part, q, bits) && rest_value(s, q, bits, rest);
    acb_add(out, out, rest, bits);
    acb_clear(rest);
    return ok;
}

/* The start and the expectation of the drift; without a start, the expectation
 * that vanishes for large t. */
static bool drift_value(const struct sde *s, const struct expr *f,
                        const struct pde_point *q, slong bits, acb_t out,
                        bool *certified)
{
    struct arena *a = s->arena;
    const struct expr *rate, *start = s->states[0].start;
    const struct expr *t = expr_symbol(a, "t");

    if (!is_mean(s, f))
        return false;
    *certified = true;
    rate = expr_replace(a, sde_mean_drift(s, q->work), "t",
                        expr_symbol(a, "xi_{9}"));
    rate =
        start ? expr_add(a, start,
                         expr_integral(a, rate, "xi_{9}", s->start_time, t))
              : expr_neg(a, expr_integral(a, rate, "xi_{9}", t,
                                          expr_constant(a, CONSTANT_INFINITY)));
    return pde_eval(out, rate, q, bits);
}

/* ---- what is asked ---- */

static bool sde_expect(const struct sde *s, const struct expr *f,
                       const struct pde_point *q, slong bits, acb_t out,
                       bool *certified)
{
    return sde_moment(s, f, q, bits, out, certified) ||
           (!q->work->ceiling &&
            (gaussian_value(s, f, q, bits, out, certified) ||
             logarithmic_value(s, f, q, bits, out, certified) ||
             driven_value(s, f, q, bits, out, certified) ||
             drift_value(s, f, q, bits, out, certified)));
}

static bool sde_is_missing(const struct sde *s)
{
    for (size_t i = 0; i < s->processes_n; i++)
        if (!s->states[i].start)
            return true;
    return false;
}

/*
 * What is asked, at the values of the point: by moments; by a Gaussian integral
 * where the process or its logarithm is Gaussian; or, where drift and factor
 * have t and the noise alone, from X = F(t, W) by matching the terms of Ito's
 * formula. Returns false, with *why, if there is no method.
 */
static bool sde_value(const struct sde *s, const struct pde_point *q,
                      slong bits, acb_t out, bool *certified, const char **why)
{
    const struct expr *g = s->asked == SDE_VARIANCE ? s->f : s->g;
    bool one = true, two = true, ok;
    acb_t x, y;

    *why = sde_is_missing(s) ? "the start of the process is not stated"
                             : "no method finds this expectation";
    if (s->asked == SDE_EXPECTATION)
        return sde_expect(s, s->f, q, bits, out, certified);
    acbs_init(x, y, NULL);
    ok = sde_expect(s, expr_mul(s->arena, s->f, g), q, bits, out, certified) &&
         sde_expect(s, s->f, q, bits, x, &one) &&
         sde_expect(s, g, q, bits, y, &two);
    acb_submul(out, x, y, bits);
    *certified &= one && two;
    acbs_clear(x, y, NULL);
    return ok;
}

#define DRAWS  60
#define WANTED 10
#define ENOUGH 4
#define BITS   160

/* ---- the claim ---- */

static const struct expr *expectation_claim_tree(struct sde *s,
                                                 const char **why)
{
    const char *text = pde_clean(s->arena, s->claim->claim), *eq;
    int depth = 0;
    const char *from = text;

    for (eq = text; *eq; eq++) {
        depth += strchr("([{", *eq) != NULL;
        depth -= strchr(")]}", *eq) != NULL;
        if (depth == 0 && *eq == '=')
            from = eq + 1;
    }
    return sde_formula(s, from, why);
}

/* The symbols of the object that have values: no states. */
static struct vec expectation_declared(const struct sde *s)
{
    struct vec all = vec_in(s->arena, sizeof(const char *)), out = all;

    vec_add_name(&all, "t");
    if (s->early)
        vec_add_name(&all, s->early);
    for (size_t i = 0; i < s->states_n; i++) {
        expression_add_names(s->arena, &all, s->states[i].drift);
        expression_add_names(s->arena, &all, s->states[i].start);
        for (size_t k = 0; k < s->noises_n; k++)
            expression_add_names(s->arena, &all, s->states[i].factor[k]);
    }
    expression_add_names(s->arena, &all, s->f);
    expression_add_names(s->arena, &all, s->g);
    for (size_t i = 0; i < s->domain.domain_n; i++)
        expression_add_names(s->arena, &all, s->domain.domain[i]);
    claim_add_parameters(s->arena, s->claim, &all);
    for (size_t i = 0; i < all.n; i++) {
        const char *name = *vec_get(&all, const char *, i);

        if (!sde_mentions_state(s, expr_symbol(s->arena, name)))
            *(const char **)vec_push(&out) = name;
    }
    return out;
}

/* ---- by values ---- */

struct trial {
    struct sde *s;
    const struct expr *claim;
    struct pde_point *q;
    struct work *w;
    struct finding *out;
    const char *why; /* there is no value */
};

static void expectation_report(struct trial *t, const acb_t value,
                               const acb_t claimed, bool certified)
{
    struct arena *a = t->s->arena;
    struct finding_row *row = arena_new(a, struct finding_row);

    row->at = pde_point_text(a, t->q);
    row->object = arena_printf(a, "%.12g", ball_middle(value));
    row->claim = arena_printf(a, "%.12g", ball_middle(claimed));
    row->error = fabs(ball_middle(value) - ball_middle(claimed));
    row->scaled = row->error / (fabs(ball_middle(value)) + 1e-300);
    t->out->rows = row;
    t->out->rows_n = 1;
    t->out->exact = certified;
    finding_print(t->out, a, TRUTH_NO, "value",
                  "the value is %s, not %s, at %s", row->object, row->claim,
                  row->at);
}

/* Compare at the point that is set. */
static enum truth expectation_compare_here(struct trial *t)
{
    enum truth same = TRUTH_UNKNOWN;
    bool certified = false;
    acb_t v, c, d;
    mag_t size, m;

    acbs_init(v, c, d, NULL);
    mag_init(size);
    mag_init(m);
    if (sde_value(t->s, t->q, BITS, v, &certified, &t->why) &&
        pde_eval(c, t->claim, t->q, BITS)) {
        t->why = NULL;
        acb_sub(d, v, c, BITS);
        acb_get_mag(size, v);
        acb_get_mag(m, d);
        mag_mul_2exp_si(m, m, certified ? 60 : 33);
        if (!acb_contains_zero(d)) {
            /* An estimated error is believed a hundredfold. */
            mag_mul_2exp_si(m, m, certified ? 0 : -10);
            if (certified || mag_cmp(m, size) > 0) {
                expectation_report(t, v, c, certified);
                same = TRUTH_NO;
            }
        } else if (mag_cmp(m, size) <= 0 || mag_cmp_2exp_si(m, -40) < 0)
            same = TRUTH_YES;
    }
    acbs_clear(v, c, d, NULL);
    mag_clear(size);
    mag_clear(m);
    return same;
}

/* The earlier time must be earlier. */
static bool is_ordered(struct trial *t)
{
    return !t->s->early ||
           pde_point_get(t->q, t->s->early) < pde_point_get(t->q, "t");
}

/* Returns whether values settled it. */
static bool by_values(struct trial *t)
{
    unsigned good = 0, tried = 0;

    for (unsigned k = 0; k < DRAWS && good < WANTED && !t->w->ceiling; k++) {
        enum truth same;

        if (!pde_point_draw(t->q, k) || !is_ordered(t))
            continue;
        if (++tried > 6 && good == 0)
            break;
        same = expectation_compare_here(t);
        if (same == TRUTH_NO)
            return true;
        good += same == TRUTH_YES;
    }
    if (good < ENOUGH)
        return false;
    finding_print(t->out, t->s->arena, TRUTH_YES, "value",
                  "the values agree at %u points", good);
    return true;
}

/* ---- by the backward equation ---- */

/* The start, if it is a symbol of the claim, and the equation has neither t nor
 * the noise. */
static const char *start_symbol(const struct sde *s)
{
    const struct sde_state *x = &s->states[0];

    if (s->processes_n != 1 || s->states_n != 1 || s->noises_n > 1 ||
        s->asked != SDE_EXPECTATION || !x->start ||
        x->start->op != EXPR_SYMBOL || expr_mentions(x->drift, "t") ||
        expr_mentions(x->factor[0], "t") || expr_mentions(s->f, "t"))
        return NULL;
    return x->start->name;
}

static const struct expr *at_start(const struct sde *s, const struct expr *x)
{
    return expr_replace(s->arena, x, s->states[0].name, s->states[0].start);
}

/* u_t - a u_x - b^2 u_xx / 2, with u the claim and x the start. */
static const struct expr *expectation_backward(const struct sde *s,
                                               const struct expr *u,
                                               const char *x, struct work *w)
{
    struct arena *a = s->arena;
    const struct expr *ut = differentiate(a, u, "t", w);
    const struct expr *ux = differentiate(a, u, x, w);
    const struct expr *uxx = differentiate_times(a, u, x, 2, w), *out, *b;

    if (!ut || !ux || !uxx)
        return NULL;
    out = expr_mul(a, at_start(s, s->states[0].drift), ux);
    if (s->states[0].factor[0]) {
        b = at_start(s, s->states[0].factor[0]);
        b = expr_mul(a, b, b);
        b = expr_div(a, expr_mul(a, b, uxx), expr_integer(a, 2));
        out = expr_add(a, out, b);
    }
    return expr_sub(a, ut, out);
}

static bool by_backward(struct trial *t)
{
    struct sde *s = t->s;
    const char *x = start_symbol(s), *why = NULL;
    const struct expr *zero = expr_integer(s->arena, 0);
    const struct expr *r =
        x ? expectation_backward(s, t->claim, x, t->w) : NULL;
    enum truth is;

    if (!r)
        return false;
    is = pde_compare(r, zero, t->q, &why);
    if (is == TRUTH_YES)
        is = pde_compare(expr_replace(s->arena, t->claim, "t", zero),
                         at_start(s, s->f), t->q, &why);
    if (is == TRUTH_UNKNOWN)
        return false;
    finding_say(
        t->out, is, "residual",
        is == TRUTH_YES
            ? "the formula satisfies the backward equation and its start"
            : arena_printf(s->arena,
                           "the backward equation, or its start, is not "
                           "satisfied: %s",
                           why));
    t->out->exact = is == TRUTH_NO;
    return true;
}

/* ---- without a start ---- */

/* The expectation changes as that of the drift; the constant is open. */
static void without_start(struct trial *t)
{
    struct sde *s = t->s;
    const struct expr *rate = differentiate(s->arena, t->claim, "t", t->w);
    const char *why = NULL;
    enum truth is;

    finding_say(t->out, TRUTH_UNKNOWN, "missing start",
                "the start of the process is not stated");
    if (!rate || !sde_is_driven(s) || s->asked != SDE_EXPECTATION ||
        s->f->op != EXPR_SYMBOL)
        return;
    is = pde_compare(rate, sde_mean_drift(s, t->w), t->q, &why);
    if (is == TRUTH_NO) {
        finding_print(t->out, s->arena, TRUTH_NO, "value",
                      "the derivative of the formula is not the "
                      "expectation of the drift: %s",
                      why);
        t->out->exact = true;
        return;
    }
    t->out->why = "the formula is right up to a constant, since the start of "
                  "the process is not stated";
    if (is == TRUTH_YES && by_values(t) && t->out->holds == TRUTH_YES) {
        t->out->why = "the formula is the expectation of the function of t and "
                      "the noise that the equation belongs to; the start is "
                      "not stated";
        return;
    }
    finding_say(t->out, TRUTH_UNKNOWN, "missing start", t->out->why);
}

/* ---- the kind ---- */

static bool read_expectation(struct arena *a, const struct claim *c,
                             struct object *o, const char **why)
{
    struct sde *s = sde_read(a, c, why);

    if (!s)
        return false;
    o->own = s;
    o->is_real = true;
    if (c->mode == CLAIM_ASYMPTOTIC && !str_eq(c->limit.symbol, "t")) {
        o->variable = "t";
        o->from = s->start_time;
    }
    return true;
}

static bool expectation_values(struct object *o, const struct object_query *q,
                               struct object_value *out, struct work *w,
                               const char **why)
{
    struct sde *s = o->own;
    struct pde_point at;
    static const char *const time[] = { "t" };

    pde_point_extend(&at, &s->domain, w, q->at, time, q->xs != NULL);
    for (size_t i = 0; i < q->n; i++) {
        if (q->xs)
            acb_set_arb(&at.values[q->at->n], q->xs + i);
        if (!sde_value(s, &at, q->bits + 60, out[i].value, &out[i].certified,
                       why))
            return false;
    }
    return true;
}

static void settle_equals(struct trial *t)
{
    struct sde *s = t->s;
    bool missing = false;

    for (size_t i = 0; i < s->processes_n; i++)
        missing |= !s->states[i].start;
    if (missing)
        without_start(t);
    else if (!by_values(t) && !by_backward(t))
        finding_say(t->out, TRUTH_UNKNOWN,
                    t->w->ceiling ? "ceiling" : "no method",
                    t->why ? t->why : "too few values can be computed");
    if (t->out->holds == TRUTH_YES && s->unread)
        finding_print(t->out, s->arena, TRUTH_UNKNOWN, "unread condition",
                      "the condition \"%s\" is not understood", s->unread);
}

static void settle_expectation(struct arena *a, struct object *o,
                               const struct expr *claim, struct work *w,
                               struct finding *out)
{
    struct sde *s = o->own;
    struct trial t = { .s = s, .w = w, .out = out };
    struct vec names = expectation_declared(s);
    struct pde_point q;
    const char *why = "", *strange;

    (void)claim;
    t.claim = expectation_claim_tree(s, &why);
    if (!t.claim || !expr_is_value(t.claim)) {
        finding_print(out, a, TRUTH_UNKNOWN, "unread claim",
                      "the claim cannot be read: %s", why);
        return;
    }
    strange = expression_undeclared(s->arena, &names, t.claim);
    if (strange) {
        finding_print(out, a, TRUTH_UNKNOWN, "undeclared symbol",
                      "the formula has the symbol %s, which the object "
                      "has not",
                      strange);
        return;
    }
    pde_point_init(&q, &s->domain, w, names.items, names.n);
    t.q = &q;
    settle_equals(&t);
    if (s->claim->mode == CLAIM_ASYMPTOTIC && out->holds != TRUTH_YES) {
        memset(out, 0, sizeof *out);
        out->holds = TRUTH_UNKNOWN;
    }
}

const struct object_kind object_expectation = { .read = read_expectation,
                                                .values = expectation_values,
                                                .settle = settle_expectation,
                                                .reads_claim = true };
