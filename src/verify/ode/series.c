/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Taylor coefficients of the operations of a tape, in balls and in doubles. The
 * coefficients of equations are mostly polynomials in x: a product with one
 * has as few terms as this has.
 */
#include "verify/ode/tape.h"

#include <math.h>

static slong ode_least(slong a, slong b)
{
    return a < b ? a : b;
}

uint64_t series_cost(const struct tape *t, slong n)
{
    slong cost = 0;

    for (unsigned i = 0; i < t->nodes.n; i++) {
        const struct tape_node *o = tape_node(t, i);
        slong a = tape_node(t, o->a)->degree, b = tape_node(t, o->b)->degree;
        slong terms = o->op == TAPE_MUL   ? ode_least(a, b)
                      : o->op == TAPE_DIV ? b
                                          : a;

        if (o->op < TAPE_MUL)
            terms = 0;
        cost += ode_least(o->degree + 1, n) * (2 + ode_least(terms, n / 2));
    }
    return 1 + (uint64_t)cost;
}

/* ---- in balls ---- */

void series_begin(struct tape *t, const arb_t x, slong n, slong bits)
{
    slong all = n * (slong)t->nodes.n;

    if (t->series && t->room != n)
        series_end(t);
    if (!t->series) {
        t->series = _arb_vec_init(all);
        t->x = _arb_vec_init(1);
        t->scratch = _arb_vec_init(n + 1);
        t->room = n;
    }
    t->bits = bits;
    arb_set(t->x, x);
}

void series_end(struct tape *t)
{
    if (!t->series)
        return;
    _arb_vec_clear(t->series, t->room * (slong)t->nodes.n);
    _arb_vec_clear(t->x, 1);
    _arb_vec_clear(t->scratch, t->room + 1);
    t->series = NULL;
}

static arb_ptr series(const struct tape *t, unsigned i)
{
    return t->series + (slong)i * t->room;
}

static void function_begin(arb_t w, enum function_id fn, const arb_t u,
                           slong bits)
{
    switch (fn) {
    case FN_SIN: arb_sin(w, u, bits); break;
    case FN_COS: arb_cos(w, u, bits); break;
    case FN_SINH: arb_sinh(w, u, bits); break;
    case FN_COSH: arb_cosh(w, u, bits); break;
    case FN_EXP: arb_exp(w, u, bits); break;
    case FN_LN: arb_log(w, u, bits); break;
    case FN_TAN: arb_tan(w, u, bits); break;
    case FN_TANH: arb_tanh(w, u, bits); break;
    case FN_ARCTAN: arb_atan(w, u, bits); break;
    case FN_ARTANH: arb_atanh(w, u, bits); break;
    case FN_ARCSIN: arb_asin(w, u, bits); break;
    case FN_ARCCOS: arb_acos(w, u, bits); break;
    case FN_ARSINH: arb_asinh(w, u, bits); break;
    case FN_ABS: arb_abs(w, u); break;
    default: arb_indeterminate(w); break;
    }
}

/* w_k = sum over i of i u_i r_{k-i}, over k. */
static void function_next(struct tape *t, arb_t w, const struct tape_node *n,
                          slong k)
{
    arb_ptr u = series(t, n->a), r = series(t, n->b);
    slong terms = ode_least(k, tape_node(t, n->a)->degree);

    if (k == 0) {
        function_begin(w, n->fn, u, t->bits);
        return;
    }
    for (slong i = 1; i <= terms; i++)
        arb_mul_ui(t->scratch + i, u + i, (ulong)i, t->bits);
    arb_dot(w, NULL, 0, t->scratch + 1, 1, r + k - 1, -1, terms, t->bits);
    arb_div_ui(w, w, (ulong)k, t->bits);
}

/* w = u^p: k u_0 w_k = sum over i of (p i - (k - i)) u_i w_{k-i}. */
static void power_next(struct tape *t, arb_ptr w, const struct tape_node *n,
                       slong k)
{
    arb_ptr u = series(t, n->a), s = t->scratch;
    slong terms = ode_least(k, tape_node(t, n->a)->degree);
    arb_t p, f;

    arbs_init(p, f, NULL);
    if (n->exact)
        arb_set(p, n->exact);
    else
        arb_set_d(p, n->number);
    if (k == 0) {
        arb_pow(w, u, p, t->bits);
    } else {
        for (slong i = 1; i <= terms; i++) {
            arb_mul_ui(f, p, (ulong)i, t->bits);
            arb_sub_ui(f, f, (ulong)(k - i), t->bits);
            arb_mul(s + i, f, u + i, t->bits);
        }
        arb_dot(w + k, NULL, 0, s + 1, 1, w + k - 1, -1, terms, t->bits);
        arb_mul_ui(f, u, (ulong)k, t->bits);
        arb_div(w + k, w + k, f, t->bits);
    }
    arbs_clear(p, f, NULL);
}

static void quotient_next(struct tape *t, arb_ptr q, const struct tape_node *n,
                          slong k)
{
    arb_ptr u = series(t, n->a), v = series(t, n->b);
    slong terms = ode_least(k, tape_node(t, n->b)->degree);

    arb_dot(q + k, u + k, 1, v + 1, 1, q + k - 1, -1, terms, t->bits);
    arb_div(q + k, q + k, v, t->bits);
}

static void product_next(struct tape *t, arb_ptr w, const struct tape_node *n,
                         slong k)
{
    slong high = ode_least(k, tape_node(t, n->a)->degree);
    slong low = k - ode_least(k, tape_node(t, n->b)->degree);

    arb_dot(w + k, NULL, 0, series(t, n->a) + low, 1, series(t, n->b) + k - low,
            -1, high < low ? 0 : high - low + 1, t->bits);
}

/* The k-th coefficient of y^{(order)}. */
static void unknown_next(arb_t out, arb_srcptr y, slong k, unsigned order,
                         slong bits)
{
    arb_set(out, y + k + order);
    for (unsigned i = 1; i <= order; i++)
        arb_mul_ui(out, out, (ulong)k + i, bits);
}

static void node_next(struct tape *t, const struct tape_node *n, arb_ptr w,
                      slong k, arb_srcptr y)
{
    arb_ptr a = series(t, n->a), b = series(t, n->b);

    switch (n->op) {
    case TAPE_CONSTANT:
        if (n->exact)
            arb_set(w, n->exact);
        else
            arb_set_d(w, n->number);
        break;
    case TAPE_X:
        arb_one(w + k);
        if (k == 0)
            arb_set(w, t->x);
        break;
    case TAPE_Y: unknown_next(w + k, y, k, n->order, t->bits); break;
    case TAPE_ADD: arb_add(w + k, a + k, b + k, t->bits); break;
    case TAPE_NEG: arb_neg(w + k, a + k); break;
    case TAPE_MUL: product_next(t, w, n, k); break;
    case TAPE_DIV: quotient_next(t, w, n, k); break;
    case TAPE_POWER: power_next(t, w, n, k); break;
    case TAPE_FUNCTION: function_next(t, w + k, n, k); break;
    }
}

bool series_next(struct tape *t, arb_t out, slong k, arb_srcptr y)
{
    for (unsigned i = 0; i < t->nodes.n; i++) {
        const struct tape_node *n = tape_node(t, i);

        /* The others are 0 from the beginning on. */
        if (k <= n->degree)
            node_next(t, n, series(t, i), k, y);
    }
    arb_set(out, series(t, t->result) + k);
    return arb_is_finite(out);
}

/* ---- in doubles ---- */

/* The same rules; the series a and b have the degrees da and db. */
static double double_next(const struct tape_node *n, const double *w,
                          const double *a, const double *b, slong da, slong db,
                          slong k)
{
    double sum = 0;

    da = ode_least(k, da);
    db = ode_least(k, db);
    switch (n->op) {
    case TAPE_MUL:
        for (slong i = k - db; i <= da; i++)
            sum += a[i] * b[k - i];
        return sum;
    case TAPE_DIV:
        for (slong i = 1; i <= db; i++)
            sum += b[i] * w[k - i];
        return (a[k] - sum) / b[0];
    case TAPE_POWER:
        if (k == 0)
            return pow(a[0], n->number);
        for (slong i = 1; i <= da; i++)
            sum += (n->number * (double)i - (double)(k - i)) * a[i] * w[k - i];
        return sum / ((double)k * a[0]);
    default:
        if (k == 0)
            return tape_function(n->fn, a[0]);
        for (slong i = 1; i <= da; i++)
            sum += (double)i * a[i] * b[k - i];
        return sum / (double)k;
    }
}

static double unknown_double(const double *y, slong k, unsigned order,
                             double unit)
{
    double v = y[k + order];

    for (unsigned i = 1; i <= order; i++)
        v *= (double)(k + i) / unit;
    return v;
}

double series_double(const struct tape *t, double *room, slong n, slong k,
                     double at, double unit, const double *y)
{
    const struct tape_node *nodes = t->nodes.items;

    for (size_t i = 0; i < t->nodes.n; i++) {
        const struct tape_node *o = nodes + i;
        double *w = room + (slong)i * n;
        const double *a = room + o->a * n, *b = room + o->b * n;

        if (k > o->degree)
            continue;
        switch (o->op) {
        case TAPE_CONSTANT: w[0] = o->number; break;
        case TAPE_X: w[k] = k == 0 ? at : unit; break;
        case TAPE_Y: w[k] = unknown_double(y, k, o->order, unit); break;
        case TAPE_ADD: w[k] = a[k] + b[k]; break;
        case TAPE_NEG: w[k] = -a[k]; break;
        default:
            w[k] = double_next(o, w, a, b, nodes[o->a].degree,
                               nodes[o->b].degree, k);
        }
    }
    return room[t->result * n + k];
}
