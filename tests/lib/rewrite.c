/* SPDX-License-Identifier: Apache-2.0 */
#include "rewrite_int.h"

#include <string.h>

#define NODES_MOST 250
#define TRIES      60

/* ---- making ---- */

uint64_t rewrite_draw(struct rewrite *w, uint64_t n)
{
    return rng_below(w->rng, n);
}

const struct expr *rw_neg(struct rewrite *w, const struct expr *u)
{
    return expr_unary(w->arena, EXPR_NEG, u);
}

const struct expr *rw_int(struct rewrite *w, long k)
{
    return k < 0 ? rw_neg(w, expr_integer(w->arena, -k))
                 : expr_integer(w->arena, k);
}

const struct expr *rw_add(struct rewrite *w, const struct expr *u,
                          const struct expr *v)
{
    return expr_binary(w->arena, EXPR_ADD, u, v);
}

const struct expr *rw_sub(struct rewrite *w, const struct expr *u,
                          const struct expr *v)
{
    return rw_add(w, u, rw_neg(w, v));
}

const struct expr *rw_mul(struct rewrite *w, const struct expr *u,
                          const struct expr *v)
{
    return expr_binary(w->arena, EXPR_MUL, u, v);
}

const struct expr *rw_div(struct rewrite *w, const struct expr *u,
                          const struct expr *v)
{
    return expr_binary(w->arena, EXPR_DIV, u, v);
}

const struct expr *rw_pow(struct rewrite *w, const struct expr *u, long k)
{
    return expr_binary(w->arena, EXPR_POW, u, rw_int(w, k));
}

const struct expr *rw_call(struct rewrite *w, enum function_id id,
                           const struct expr *u)
{
    return expr_call(w->arena, id, &u, 1);
}

const struct expr *rw_exp(struct rewrite *w, const struct expr *u)
{
    return expr_binary(w->arena, EXPR_POW, expr_constant(w->arena, CONSTANT_E),
                       u);
}

/* ---- looking ---- */

bool whole_of(const struct expr *x, long *k)
{
    if (x->op != EXPR_NUMBER || x->number->decimal ||
        !fmpz_is_one(fmpq_denref(x->number->value)) ||
        fmpz_cmpabs(fmpq_numref(x->number->value), (const fmpz[]){ 999999 }) >
            0)
        return false;
    *k = fmpz_get_si(fmpq_numref(x->number->value));
    return true;
}

bool calls(const struct expr *x, enum function_id id)
{
    return x->op == EXPR_CALL && x->function->id == id;
}

const struct expr *exponent_of(const struct expr *x)
{
    if (calls(x, FN_EXP))
        return x->args[0];
    return x->op == EXPR_POW && x->args[0]->op == EXPR_CONSTANT &&
                   x->args[0]->constant == CONSTANT_E
               ? x->args[1]
               : NULL;
}

static bool all(const struct rewrite *w, const struct expr *x,
                bool (*is)(const struct rewrite *, const struct expr *))
{
    for (unsigned i = 0; i < x->count; i++)
        if (!is(w, x->args[i]))
            return false;
    return true;
}

static bool whole_power(const struct expr *x)
{
    const struct expr *k = x->args[1];
    long n;

    return whole_of(k->op == EXPR_NEG ? k->args[0] : k, &n);
}

bool surely_positive(const struct rewrite *w, const struct expr *x)
{
    switch (x->op) {
    case EXPR_NUMBER: return fmpq_sgn(x->number->value) > 0;
    case EXPR_CONSTANT:
        return x->constant == CONSTANT_PI || x->constant == CONSTANT_E;
    case EXPR_SYMBOL: return w->positive;
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_DIV: return all(w, x, surely_positive);
    case EXPR_POW:
        return surely_positive(w, x->args[0]) && surely_real(w, x->args[1]);
    case EXPR_CALL:
        if (x->function->id == FN_EXP || x->function->id == FN_COSH)
            return surely_real(w, x->args[0]);
        return x->function->id == FN_SQRT && surely_positive(w, x->args[0]);
    default: return false;
    }
}

bool surely_real(const struct rewrite *w, const struct expr *x)
{
    switch (x->op) {
    case EXPR_NUMBER:
    case EXPR_SYMBOL: return true;
    case EXPR_CONSTANT:
        return x->constant == CONSTANT_PI || x->constant == CONSTANT_E;
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_DIV:
    case EXPR_NEG: return all(w, x, surely_real);
    case EXPR_POW:
        return surely_positive(w, x) ||
               (surely_real(w, x->args[0]) && whole_power(x));
    case EXPR_CALL:
        if (x->function->id == FN_SQRT || x->function->id == FN_LN)
            return surely_positive(w, x->args[0]);
        return x->count == 1 && all(w, x, surely_real);
    default: return false;
    }
}

/* ---- one node of a tree ---- */

/* x with its k-th node, counted from the root in order of writing, put
 * through `change`; NULL when that gave nothing. */
static const struct expr *at_node(
    struct rewrite *w, const struct expr *x, size_t k,
    const struct expr *(*change)(struct rewrite *, const struct expr *))
{
    const struct expr **args, *new;
    struct expr *copy;

    if (k == 0)
        return change(w, x);
    k--;
    for (unsigned i = 0; i < x->count; i++) {
        size_t n = expr_size(x->args[i]);

        if (k >= n) {
            k -= n;
            continue;
        }
        if (!(new = at_node(w, x->args[i], k, change)))
            return NULL;
        copy = arena_new(w->arena, struct expr);
        args = arena_array(w->arena, const struct expr *, x->count);
        memcpy(args, x->args, x->count * sizeof(*args));
        args[i] = new;
        *copy = *x;
        copy->args = args;
        return copy;
    }
    return NULL;
}

static const struct expr *anywhere(
    struct rewrite *w, const struct expr *x,
    const struct expr *(*change)(struct rewrite *, const struct expr *))
{
    const struct expr *y = NULL;

    for (int i = 0; i < TRIES && !y; i++)
        y = at_node(w, x, rewrite_draw(w, expr_size(x)), change);
    return y;
}

/* ---- rewriting ---- */

static const struct expr *apply_some(struct rewrite *w, const struct expr *x)
{
    size_t n = rewrite_algebra_n + rewrite_function_n;

    for (int i = 0; i < 6; i++) {
        size_t k = rewrite_draw(w, n);
        const struct rewrite_rule *rule =
            k < rewrite_algebra_n ? &rewrite_algebra[k]
                                  : &rewrite_function[k - rewrite_algebra_n];
        const struct expr *y = rule->apply(w, x);

        if (y) {
            w->rule = rule->name;
            return y;
        }
    }
    return NULL;
}

const struct expr *rewrite_once(struct rewrite *w, const struct expr *x)
{
    return anywhere(w, x, apply_some);
}

const struct expr *rewrite_often(struct rewrite *w, const struct expr *x,
                                 unsigned steps)
{
    while (steps-- && expr_size(x) < NODES_MOST) {
        const struct expr *y = rewrite_once(w, x);

        if (!y)
            break;
        x = y;
    }
    return x;
}

/* ---- mutating ---- */

static const struct expr *other_function(struct rewrite *w,
                                         const struct expr *x)
{
    static const enum function_id swap[][2] = {
        { FN_SIN, FN_COS },       { FN_COS, FN_SIN },     { FN_TAN, FN_COT },
        { FN_SINH, FN_COSH },     { FN_COSH, FN_SINH },   { FN_TANH, FN_SINH },
        { FN_SQRT, FN_LN },       { FN_LN, FN_SQRT },     { FN_EXP, FN_SINH },
        { FN_ARCTAN, FN_ARSINH }, { FN_ARSINH, FN_TANH }, { FN_COT, FN_TAN },
        { FN_SEC, FN_CSC },       { FN_CSC, FN_COS },
    };

    if (x->count == 2)
        return expr_call(w->arena,
                         x->function->id == FN_LOGB ? FN_ROOT : FN_LOGB,
                         x->args, 2);
    for (size_t i = 0; i < sizeof(swap) / sizeof(swap[0]); i++)
        if (x->function->id == swap[i][0])
            return rw_call(w, swap[i][1], x->args[0]);
    return NULL;
}

static const struct expr *other_symbol(struct rewrite *w, const struct expr *x)
{
    static const char *const names[] = { "x", "y", "n", "a" };
    const char *name = names[rewrite_draw(w, 4)];

    return strcmp(name, x->name) == 0 ? NULL : expr_symbol(w->arena, name);
}

/* A sum or product without one of its parts, with one sign turned, or as the
 * other of the two. */
static const struct expr *other_parts(struct rewrite *w, const struct expr *x)
{
    unsigned k = (unsigned)rewrite_draw(w, x->count), n = 0;
    const struct expr **args =
        arena_array(w->arena, const struct expr *, x->count);
    uint64_t what = rewrite_draw(w, 3);

    for (unsigned i = 0; i < x->count; i++) {
        const struct expr *u = x->args[i];

        if (i != k || what == 2)
            args[n++] = u;
        else if (what == 1)
            args[n++] = u->op == EXPR_NEG ? u->args[0] : rw_neg(w, u);
    }
    if (n == 1)
        return args[0];
    if (what < 2)
        return expr_new(w->arena, x->op, args, n);
    return expr_new(w->arena, x->op == EXPR_ADD ? EXPR_MUL : EXPR_ADD, args, n);
}

static const struct expr *mutate(struct rewrite *w, const struct expr *x)
{
    long k;

    switch (x->op) {
    case EXPR_NUMBER:
        if (!whole_of(x, &k))
            return expr_integer(w->arena, 3);
        return rw_int(w, rewrite_draw(w, 2) ? k + 1 : k > 1 ? k - 1 : 5);
    case EXPR_SYMBOL: return other_symbol(w, x);
    case EXPR_CONSTANT: return expr_integer(w->arena, 3);
    case EXPR_NEG: return x->args[0];
    case EXPR_ADD:
    case EXPR_MUL: return other_parts(w, x);
    case EXPR_DIV:
        return rewrite_draw(w, 2) ? rw_mul(w, x->args[0], x->args[1])
                                  : rw_div(w, x->args[1], x->args[0]);
    case EXPR_POW:
        return rewrite_draw(w, 2) ? rw_mul(w, x->args[0], x->args[1])
                                  : x->args[0];
    case EXPR_CALL: return other_function(w, x);
    default: return NULL;
    }
}

const struct expr *mutate_once(struct rewrite *w, const struct expr *x)
{
    return anywhere(w, x, mutate);
}
