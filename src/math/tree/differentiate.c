/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Symbolic differentiation: the rules for operators. Work is paid for each
 * node visited, which also bounds the growth of repeated derivatives.
 */
#include "math/tree/differentiate_int.h"

#include <string.h>

#define DEPTH_MAX 1000
#define TIMES_MAX 12

struct diff {
    struct arena *a;
    const char *name;
    struct work *w;
    unsigned depth;
};

/* ---- making, tidied ---- */

static bool is_integer(const struct expr *x, long n)
{
    return x->op == EXPR_NUMBER && fmpq_cmp_si(x->number->value, n) == 0;
}

const struct expr *make_integer(struct arena *a, long n)
{
    return expr_integer(a, n);
}

const struct expr *make_neg(struct arena *a, const struct expr *x)
{
    if (!x || is_integer(x, 0))
        return x;
    return x->op == EXPR_NEG ? x->args[0] : expr_unary(a, EXPR_NEG, x);
}

const struct expr *make_add(struct arena *a, const struct expr *x,
                            const struct expr *y)
{
    if (!x || !y)
        return NULL;
    if (is_integer(x, 0))
        return y;
    return is_integer(y, 0) ? x : expr_binary(a, EXPR_ADD, x, y);
}

const struct expr *make_sub(struct arena *a, const struct expr *x,
                            const struct expr *y)
{
    return make_add(a, x, make_neg(a, y));
}

const struct expr *make_mul(struct arena *a, const struct expr *x,
                            const struct expr *y)
{
    if (!x || !y)
        return NULL;
    if (is_integer(x, 0) || is_integer(y, 1))
        return x;
    if (is_integer(y, 0) || is_integer(x, 1))
        return y;
    return expr_binary(a, EXPR_MUL, x, y);
}

const struct expr *make_div(struct arena *a, const struct expr *x,
                            const struct expr *y)
{
    if (!x || !y)
        return NULL;
    return is_integer(x, 0) || is_integer(y, 1)
               ? x
               : expr_binary(a, EXPR_DIV, x, y);
}

const struct expr *make_pow(struct arena *a, const struct expr *x,
                            const struct expr *y)
{
    if (!x || !y)
        return NULL;
    if (is_integer(y, 1))
        return x;
    return is_integer(y, 0) ? expr_integer(a, 1)
                            : expr_binary(a, EXPR_POW, x, y);
}

const struct expr *make_call(struct arena *a, enum function_id id,
                             const struct expr *x)
{
    return x ? expr_call(a, id, &x, 1) : NULL;
}

const struct expr *make_call2(struct arena *a, enum function_id id,
                              const struct expr *x, const struct expr *y)
{
    const struct expr *args[2] = { x, y };

    return x && y ? expr_call(a, id, args, 2) : NULL;
}

/* ---- rules ---- */

static const struct expr *walk(const struct expr *x, struct diff *d);

/* Does the name occur, bound or free? Unsure is yes. */
static bool occurs(const struct expr *x, struct diff *d)
{
    bool found = false;

    if (!work_spend(d->w, 1) || d->depth >= DEPTH_MAX)
        return true;
    if (x->op == EXPR_SYMBOL)
        return strcmp(x->name, d->name) == 0;
    d->depth++;
    for (unsigned i = 0; i < x->count && !found; i++)
        found = x->args[i] && occurs(x->args[i], d);
    d->depth--;
    return found || x->op == EXPR_APPLY;
}

static const struct expr *sum_rule(const struct expr *x, struct diff *d)
{
    const struct expr *sum = make_integer(d->a, 0);

    for (unsigned i = 0; i < x->count && sum; i++)
        sum = make_add(d->a, sum, walk(x->args[i], d));
    return sum;
}

static const struct expr *product_rule(const struct expr *x, struct diff *d)
{
    const struct expr *sum = make_integer(d->a, 0);

    for (unsigned i = 0; i < x->count && sum; i++) {
        const struct expr *term = walk(x->args[i], d);

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
    const struct expr *df = walk(f, d), *dg = walk(g, d);

    if (!df || !dg)
        return NULL;
    return make_sub(d->a, make_div(d->a, df, g),
                    make_div(d->a, make_mul(d->a, f, dg),
                             make_pow(d->a, g, make_integer(d->a, 2))));
}

static const struct expr *log_of(const struct expr *x, struct arena *a)
{
    if (x->op == EXPR_CONSTANT && x->constant == CONSTANT_E)
        return make_integer(a, 1);
    return make_call(a, FN_LN, x);
}

static const struct expr *power_rule(const struct expr *x, struct diff *d)
{
    const struct expr *f = x->args[0], *g = x->args[1];
    const struct expr *df = walk(f, d), *dg = walk(g, d);
    const struct expr *one = make_integer(d->a, 1), *first, *second;

    if (!df || !dg)
        return NULL;
    if (is_integer(dg, 0)) {
        if (is_integer(df, 0))
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
    second = make_mul(d->a, dg, log_of(f, d->a));
    if (!is_integer(df, 0))
        second =
            make_add(d->a, second, make_div(d->a, make_mul(d->a, g, df), f));
    return make_mul(d->a, x, second);
}

static const struct expr *call_rule(const struct expr *x, struct diff *d)
{
    unsigned main = x->function->id == FN_BETA_INC ? 0 : x->count - 1;
    const struct expr *inner, *outer;

    for (unsigned i = 0; i < x->count; i++)
        if (i != main && occurs(x->args[i], d))
            return NULL;
    inner = walk(x->args[main], d);
    if (!inner || is_integer(inner, 0))
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
    return make_mul(d->a, walk(x->args[0], d),
                    make_mul(d->a, x, make_call(d->a, FN_DIGAMMA, z)));
}

static bool binds(const struct expr *x, const struct diff *d)
{
    return x->args[1]->op != EXPR_SYMBOL ||
           strcmp(x->args[1]->name, d->name) == 0;
}

/* The derivative of a sum with fixed ends, term by term. */
static const struct expr *series_rule(const struct expr *x, struct diff *d)
{
    const struct expr *args[4];
    const struct expr *body;

    if (x->op != EXPR_SUM || x->count != 4 || binds(x, d) ||
        occurs(x->args[2], d) || occurs(x->args[3], d))
        return NULL;
    /* A series may converge while that of its derivatives does not. */
    if (x->args[3]->op == EXPR_CONSTANT)
        return NULL;
    body = walk(x->args[0], d);
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
        return x->args[1]->op == EXPR_SYMBOL && binds(x, d) ? x->args[0] : NULL;
    if (x->count != 4 || x->args[1]->op != EXPR_SYMBOL)
        return NULL;
    if (!binds(x, d) && occurs(x->args[0], d))
        return NULL;
    for (int i = 0; i < 2; i++) {
        slope = walk(x->args[2 + i], d);
        if (!slope)
            return NULL;
        end[i] = slope;
        if (!is_integer(slope, 0))
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
    return inner ? walk(inner, d) : NULL;
}

static const struct expr *rule(const struct expr *x, struct diff *d)
{ /* long: one line for each operator */
    switch (x->op) {
    case EXPR_NUMBER:
    case EXPR_CONSTANT: return make_integer(d->a, 0);
    case EXPR_SYMBOL: return make_integer(d->a, strcmp(x->name, d->name) == 0);
    case EXPR_NEG: return make_neg(d->a, walk(x->args[0], d));
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
        const struct expr *inner = walk(x->args[0], d);

        return inner ? expr_unary(d->a, x->op, inner) : NULL;
    }
    default: return NULL;
    }
}

static const struct expr *walk(const struct expr *x, struct diff *d)
{
    const struct expr *y = NULL;

    if (d->depth >= DEPTH_MAX || !work_spend(d->w, 4))
        return NULL;
    d->depth++;
    if (x->count && !occurs(x, d) && x->op != EXPR_DERIVATIVE)
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

    return walk(x, &d);
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
