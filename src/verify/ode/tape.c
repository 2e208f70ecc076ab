/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations in a row. A function w(u) knows the operation r that is its
 * derivative, w' = r(u) u', which may come behind it (tan: 1 + w^2): for its
 * k-th coefficient only those of r before k are needed.
 */
/*
 * Taylor coefficients of the operations of a tape, in balls and in doubles. The
 * coefficients of equations are mostly polynomials in x: a product with one
 * has as few terms as this has.
 */
#include "verify/ode/ode.h"

#include "base/vec.h"

#include <math.h>
#include <string.h>

#define NODES_MOST 2000

struct tape_node *tape_node(const struct tape *t, unsigned i)
{
    return vec_get(&t->nodes, struct tape_node, i);
}

/* ---- making ---- */

static unsigned tape_push(struct tape *t, enum tape_op op, unsigned a,
                          unsigned b)
{
    struct tape_node *n;

    if (t->nodes.n >= NODES_MOST) {
        t->why = "the equation is too long";
        return 0;
    }
    n = vec_push(&t->nodes);
    n->op = op;
    n->a = a;
    n->b = b;
    return (unsigned)t->nodes.n - 1;
}

static unsigned tape_push_number(struct tape *t, double v)
{
    unsigned i = tape_push(t, TAPE_CONSTANT, 0, 0);

    tape_node(t, i)->number = v;
    return i;
}

static unsigned tape_push_function(struct tape *t, enum function_id fn,
                                   unsigned u)
{
    unsigned i = tape_push(t, TAPE_FUNCTION, u, 0);

    tape_node(t, i)->fn = fn;
    return i;
}

static unsigned push_unknown(struct tape *t, unsigned order)
{
    unsigned i = tape_push(t, TAPE_Y, 0, 0);

    tape_node(t, i)->order = order;
    return i;
}

static unsigned ode_make(struct tape *t, const struct expr *x);

static void clear_arb(void *p)
{
    arb_clear(p);
}

/* The value of a constant part, into number and exact of a node. */
static bool tape_put_constant(struct tape *t, const struct expr *x, unsigned i)
{
    arb_ptr v = arena_new(t->arena, arb_struct);
    acb_t c;
    bool ok;

    acb_init(c);
    arb_init(v);
    arena_defer(t->arena, clear_arb, v);
    ok = ball_value(c, x, t->at, t->bits, t->work) && acb_is_real(c);
    if (ok)
        arb_set(v, acb_realref(c));
    else if (!t->why)
        t->why = t->work->ceiling ? t->work->ceiling
                                  : "a coefficient has no real value";
    tape_node(t, i)->number = arf_get_d(arb_midref(v), ARF_RND_NEAR);
    tape_node(t, i)->exact = v;
    acb_clear(c);
    return ok;
}

static bool tape_varies(const struct tape *t, const struct expr *x)
{
    if (x->op == EXPR_SYMBOL &&
        (strcmp(x->name, t->variable) == 0 || strncmp(x->name, "Y_{", 3) == 0))
        return true;
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i] && tape_varies(t, x->args[i]))
            return true;
    return false;
}

static unsigned tape_square(struct tape *t, unsigned u)
{
    return tape_push(t, TAPE_MUL, u, u);
}

static unsigned tape_one_plus(struct tape *t, unsigned u, bool minus)
{
    unsigned one = tape_push_number(t, 1);

    return tape_push(t, TAPE_ADD, one,
                     minus ? tape_push(t, TAPE_NEG, u, 0) : u);
}

static unsigned reciprocal(struct tape *t, unsigned u)
{
    return tape_push(t, TAPE_DIV, tape_push_number(t, 1), u);
}

static unsigned tape_power(struct tape *t, unsigned u, double p)
{
    unsigned i = tape_push(t, TAPE_POWER, u, 0);

    tape_node(t, i)->number = p;
    return i;
}

/* sin and cos, or sinh and cosh: each is the derivative of the other. */
static unsigned make_pair(struct tape *t, enum function_id first,
                          enum function_id second, unsigned u, bool want_second)
{
    unsigned s = tape_push_function(t, first, u),
             c = tape_push_function(t, second, u);

    tape_node(t, s)->b = c;
    if (first == FN_SIN) {
        unsigned negative = tape_push(t, TAPE_NEG, s, 0);

        tape_node(t, c)->b = negative;
    } else {
        tape_node(t, c)->b = s;
    }
    return want_second ? c : s;
}

static unsigned make_whole_power(struct tape *t, unsigned u, long p)
{
    unsigned result = 0;
    bool any = false, below = p < 0;

    for (p = below ? -p : p; p > 0; p >>= 1) {
        if (p & 1) {
            result = any ? tape_push(t, TAPE_MUL, result, u) : u;
            any = true;
        }
        if (p > 1)
            u = tape_square(t, u);
    }
    if (!any)
        return tape_push_number(t, 1);
    return below ? reciprocal(t, result) : result;
}

/* The derivative of a function whose derivative needs nothing but u and w. */
static unsigned make_slope(struct tape *t, enum function_id fn, unsigned u,
                           unsigned w)
{
    switch (fn) {
    case FN_EXP: return w;
    case FN_LN: return reciprocal(t, u);
    case FN_TAN: return tape_one_plus(t, tape_square(t, w), false);
    case FN_TANH: return tape_one_plus(t, tape_square(t, w), true);
    case FN_ARCTAN:
        return reciprocal(t, tape_one_plus(t, tape_square(t, u), false));
    case FN_ARTANH:
        return reciprocal(t, tape_one_plus(t, tape_square(t, u), true));
    case FN_ARCSIN:
        return tape_power(t, tape_one_plus(t, tape_square(t, u), true), -0.5);
    case FN_ARCCOS:
        return tape_push(
            t, TAPE_NEG,
            tape_power(t, tape_one_plus(t, tape_square(t, u), true), -0.5), 0);
    case FN_ARSINH:
        return tape_power(t, tape_one_plus(t, tape_square(t, u), false), -0.5);
    case FN_ABS: return tape_push(t, TAPE_DIV, u, w);
    default: return 0;
    }
}

static unsigned tape_make_call(struct tape *t, const struct expr *x)
{
    enum function_id fn = x->function->id;
    unsigned u = ode_make(t, x->args[x->count - 1]), w, r;

    switch (fn) {
    case FN_SIN: return make_pair(t, FN_SIN, FN_COS, u, false);
    case FN_COS: return make_pair(t, FN_SIN, FN_COS, u, true);
    case FN_SINH: return make_pair(t, FN_SINH, FN_COSH, u, false);
    case FN_COSH: return make_pair(t, FN_SINH, FN_COSH, u, true);
    case FN_SEC: return reciprocal(t, make_pair(t, FN_SIN, FN_COS, u, true));
    case FN_CSC: return reciprocal(t, make_pair(t, FN_SIN, FN_COS, u, false));
    case FN_SECH: return reciprocal(t, make_pair(t, FN_SINH, FN_COSH, u, true));
    case FN_CSCH:
        return reciprocal(t, make_pair(t, FN_SINH, FN_COSH, u, false));
    case FN_SQRT: return tape_power(t, u, 0.5);
    case FN_LOG: fn = FN_LN; break;
    case FN_COT: fn = FN_TAN; break;
    case FN_COTH: fn = FN_TANH; break;
    case FN_EXP:
    case FN_LN:
    case FN_TAN:
    case FN_TANH:
    case FN_ARCTAN:
    case FN_ARTANH:
    case FN_ARCSIN:
    case FN_ARCCOS:
    case FN_ARSINH:
    case FN_ABS: break;
    default:
        t->why = "the equation has a function without Taylor series here";
        return 0;
    }
    w = tape_push_function(t, fn, u);
    r = make_slope(t, fn, u, w);
    tape_node(t, w)->b = r;
    return x->function->id == FN_COT || x->function->id == FN_COTH
               ? reciprocal(t, w)
               : w;
}

static unsigned make_power(struct tape *t, const struct expr *x)
{
    const struct expr *base = x->args[0], *exponent = x->args[1];
    unsigned u, i;
    double p;

    if (tape_varies(t, exponent)) {
        u = ode_make(t, exponent);
        if (!expr_is_constant(base, CONSTANT_E)) {
            i = tape_push_function(t, FN_LN, ode_make(t, base));
            tape_node(t, i)->b = make_slope(t, FN_LN, tape_node(t, i)->a, i);
            u = tape_push(t, TAPE_MUL, u, i);
        }
        i = tape_push_function(t, FN_EXP, u);
        tape_node(t, i)->b = i;
        return i;
    }
    u = ode_make(t, base);
    i = tape_push(t, TAPE_POWER, u, 0);
    if (!tape_put_constant(t, exponent, i))
        return 0;
    p = tape_node(t, i)->number;
    return p == rint(p) && fabs(p) <= 64 ? make_whole_power(t, u, (long)p) : i;
}

static unsigned tape_make_row(struct tape *t, const struct expr *x,
                              enum tape_op op)
{
    unsigned result = ode_make(t, x->args[0]);

    for (unsigned i = 1; i < x->count && !t->why; i++)
        result = tape_push(t, op, result, ode_make(t, x->args[i]));
    return result;
}

static unsigned make_symbol(struct tape *t, const struct expr *x)
{
    for (unsigned k = 0; k < t->unknowns; k++)
        if (strcmp(x->name, ode_symbol(k)) == 0)
            return push_unknown(t, k);
    if (strcmp(x->name, t->variable) != 0)
        t->why = "the equation has an unknown symbol";
    return tape_push(t, TAPE_X, 0, 0);
}

static unsigned ode_make(struct tape *t, const struct expr *x)
{
    if (t->why)
        return 0;
    if (!tape_varies(t, x)) {
        unsigned i = tape_push(t, TAPE_CONSTANT, 0, 0);

        tape_put_constant(t, x, i);
        return i;
    }
    switch (x->op) {
    case EXPR_SYMBOL: return make_symbol(t, x);
    case EXPR_NEG: return tape_push(t, TAPE_NEG, ode_make(t, x->args[0]), 0);
    case EXPR_ADD: return tape_make_row(t, x, TAPE_ADD);
    case EXPR_MUL: return tape_make_row(t, x, TAPE_MUL);
    case EXPR_DIV: return tape_make_row(t, x, TAPE_DIV);
    case EXPR_POW: return make_power(t, x);
    case EXPR_CALL: return tape_make_call(t, x);
    default: t->why = "the equation has an operation without a rule"; return 0;
    }
}

/* The arguments come before, but for derivatives of functions. */
static slong tape_degree_of(const struct tape *t, const struct tape_node *n)
{
    slong a = tape_node(t, n->a)->degree, b = tape_node(t, n->b)->degree;
    slong degree = TAPE_ENDLESS;

    switch (n->op) {
    case TAPE_CONSTANT: return 0;
    case TAPE_X: return 1;
    case TAPE_ADD: degree = a > b ? a : b; break;
    case TAPE_NEG: degree = a; break;
    case TAPE_MUL: degree = a + b; break;
    case TAPE_DIV: degree = b == 0 ? a : TAPE_ENDLESS; break;
    default: break;
    }
    return degree < TAPE_ENDLESS ? degree : TAPE_ENDLESS;
}

struct tape *tape_make(struct arena *a, const struct expr *x,
                       const char *variable, unsigned unknowns,
                       const struct ball_point *at, slong bits, struct work *w,
                       const char **why)
{
    struct tape *t = arena_new(a, struct tape);

    *t = (struct tape){ .arena = a,
                        .nodes = vec_in(a, sizeof(struct tape_node)),
                        .unknowns = unknowns,
                        .bits = bits,
                        .variable = variable,
                        .at = at,
                        .work = w };
    t->result = ode_make(t, x);
    for (unsigned i = 0; i < t->nodes.n; i++)
        tape_node(t, i)->degree = tape_degree_of(t, tape_node(t, i));
    t->value = arena_array(a, double, t->nodes.n);
    t->slope = arena_array(a, double, t->nodes.n *(unknowns ? unknowns : 1));
    *why = t->why;
    return t->why ? NULL : t;
}

uint64_t tape_cost(const struct tape *t)
{
    return 1 + t->nodes.n * (t->unknowns + 2) / 16;
}

/* ---- doubles ---- */

/* Returns the value of a function at u, or NAN if it has no rule. */
static double tape_function(enum function_id fn, double u)
{
    switch (fn) {
    case FN_SIN: return sin(u);
    case FN_COS: return cos(u);
    case FN_SINH: return sinh(u);
    case FN_COSH: return cosh(u);
    case FN_EXP: return exp(u);
    case FN_LN: return log(u);
    case FN_TAN: return tan(u);
    case FN_TANH: return tanh(u);
    case FN_ARCTAN: return atan(u);
    case FN_ARTANH: return atanh(u);
    case FN_ARCSIN: return asin(u);
    case FN_ARCCOS: return acos(u);
    case FN_ARSINH: return asinh(u);
    case FN_ABS: return fabs(u);
    default: return NAN;
    }
}

static double node_value(const struct tape *t, const struct tape_node *n,
                         double x, const double *y)
{
    const double *v = t->value;

    switch (n->op) {
    case TAPE_CONSTANT: return n->number;
    case TAPE_X: return x;
    case TAPE_Y: return y[n->order];
    case TAPE_ADD: return v[n->a] + v[n->b];
    case TAPE_NEG: return -v[n->a];
    case TAPE_MUL: return v[n->a] * v[n->b];
    case TAPE_DIV: return v[n->a] / v[n->b];
    case TAPE_POWER: return pow(v[n->a], n->number);
    default: return tape_function(n->fn, v[n->a]);
    }
}

/* The derivative of a node by the k-th unknown. */
static double node_slope(const struct tape *t, unsigned i, unsigned k)
{
    const struct tape_node *n = tape_node(t, i);
    const double *v = t->value;
    unsigned m = t->unknowns;
    double a = t->slope[n->a * m + k], b;

    switch (n->op) {
    case TAPE_Y: return n->order == k;
    case TAPE_ADD: return a + t->slope[n->b * m + k];
    case TAPE_NEG: return -a;
    case TAPE_MUL:
        b = t->slope[n->b * m + k];
        return (a == 0 ? 0 : a * v[n->b]) + (b == 0 ? 0 : v[n->a] * b);
    case TAPE_DIV: return (a - v[i] * t->slope[n->b * m + k]) / v[n->b];
    case TAPE_POWER:
        return a == 0 ? 0 : a * n->number * pow(v[n->a], n->number - 1);
    case TAPE_FUNCTION: return a == 0 ? 0 : a * v[n->b];
    default: return 0;
    }
}

double tape_value(struct tape *t, double x, const double *y, double *slope)
{
    unsigned m = t->unknowns;

    for (unsigned i = 0; i < t->nodes.n; i++)
        t->value[i] = node_value(t, tape_node(t, i), x, y);
    for (unsigned i = 0; i < t->nodes.n && slope; i++)
        for (unsigned k = 0; k < m; k++)
            t->slope[i * m + k] = node_slope(t, i, k);
    for (unsigned k = 0; k < m && slope; k++)
        slope[k] = t->slope[t->result * m + k];
    return t->value[t->result];
}

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
