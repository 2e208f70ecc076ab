/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The order of the roads, from the cheapest: same tree, exact rationals,
 * infinities, rational functions, and then balls, for constants
 * (constant.c) or at points (point.c).
 */
#include "math/decide/decide.h"
#include "math/arb.h"

#include "base/str.h"
#include "math/ball/ball.h"
#include "math/decide/decide_int.h"
#include "math/exact/exact.h"
#include "math/tree/print.h"

#include <stdlib.h>
#include <string.h>

struct decision decided(enum truth equal, const char *by, const char *why)
{
    return (struct decision){ .equal = equal, .by = by, .why = why };
}

static bool is_undefined(const struct expr *x)
{
    return x->op == EXPR_CONSTANT && x->constant == CONSTANT_UNDEFINED;
}

/* Sums, integrals, limits. They may be infinite, and in them an unknown
 * function is not one value. */
static bool binds(const struct expr *x)
{
    return x->op == EXPR_SUM || x->op == EXPR_PRODUCT ||
           x->op == EXPR_INTEGRAL || x->op == EXPR_LIMIT ||
           x->op == EXPR_DERIVATIVE;
}

/* Infinity and "undefined" are equal to themselves alone. */
static bool by_infinity(const struct decide_question *q, struct decision *out)
{
    int sx = expr_infinity(q->x), sy = expr_infinity(q->y);

    if (sx && sy)
        *out = decided(sx == sy ? TRUTH_YES : TRUTH_NO, "infinity",
                       sx == sy ? "both are infinite" : "opposite infinities");
    else if (is_undefined(q->x) || is_undefined(q->y))
        *out = decided(is_undefined(q->x) && is_undefined(q->y) ? TRUTH_YES
                                                                : TRUTH_NO,
                       "undefined", "one of them is written as undefined");
    else if ((sx || sy) && (expr_any(q->x, binds) || expr_any(q->y, binds)))
        *out = decided(TRUTH_UNKNOWN, "infinity",
                       "one is infinite; could not tell whether the other is");
    else if (sx || sy)
        *out = decided(TRUTH_NO, "infinity", "only one of them is infinite");
    else
        return false;
    return true;
}

/* Both sides as exact rational numbers, when that is what they are. */
static bool by_rationals(const struct decide_question *q, struct decision *out)
{
    enum exact fx, fy;
    fmpq_t vx, vy;
    bool settled = true;

    fmpq_init(vx);
    fmpq_init(vy);
    fx = exact_rational(vx, q->x, q->work);
    fy = fx == EXACT_NONE || fx == EXACT_LIMIT
             ? EXACT_NONE
             : exact_rational(vy, q->y, q->work);
    if (fx == EXACT_VALUE && fy == EXACT_VALUE && fmpq_equal(vx, vy))
        *out = decided(TRUTH_YES, "rational", "they are the same number");
    else if (fx == EXACT_VALUE && fy == EXACT_VALUE)
        *out = decided(TRUTH_NO, "rational", "they are different numbers");
    else if ((fx == EXACT_UNDEFINED && fy == EXACT_VALUE) ||
             (fy == EXACT_UNDEFINED && fx == EXACT_VALUE))
        *out = decided(TRUTH_NO, "rational", "only one of them has a value");
    else
        settled = false;
    fmpq_clear(vx);
    fmpq_clear(vy);
    return settled;
}

static int by_name(const void *x, const void *y)
{
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

/* The names of both sides, each once, in order. */
static size_t merge(struct arena *a, const char *const *x, size_t nx,
                    const char *const *y, size_t ny, const char *const **out)
{
    const char **all = arena_array(a, const char *, nx + ny + 1);
    size_t n = nx;

    for (size_t i = 0; i < nx; i++)
        all[i] = x[i];
    for (size_t i = 0; i < ny; i++) {
        size_t j = 0;

        while (j < nx && strcmp(x[j], y[i]) != 0)
            j++;
        if (j == nx)
            all[n++] = y[i];
    }
    qsort(all, n, sizeof *all, by_name);
    *out = all;
    return n;
}

/* Returns a symbol that one side alone has, or NULL if there is none. */
static const char *only_in(const char *const *has, size_t n,
                           const char *const *other, size_t m)
{
    for (size_t i = 0; i < n; i++) {
        size_t j = 0;

        while (j < m && strcmp(has[i], other[j]) != 0)
            j++;
        if (j == m)
            return has[i];
    }
    return NULL;
}

/* A function that nothing is known of: f(x), or the y of dy/dx. */
static bool is_apply(const struct expr *x)
{
    if (x->op == EXPR_DERIVATIVE)
        return x->args[0]->op == EXPR_SYMBOL && x->args[1]->op == EXPR_SYMBOL &&
               strcmp(x->args[0]->name, x->args[1]->name) != 0;
    return x->op == EXPR_APPLY;
}

/* Unknown functions as symbols, one for each application as it prints: sound
 * for a "yes". */
static const struct expr *without_apply(struct arena *a, const struct expr *x)
{
    const struct expr **args;
    struct expr *copy;

    if (!expr_any(x, is_apply))
        return x;
    if (is_apply(x) || binds(x))
        return expr_symbol(a, print_expr(a, x));
    args = arena_array(a, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++)
        args[i] = x->args[i] ? without_apply(a, x->args[i]) : NULL;
    copy = arena_new(a, struct expr);
    *copy = *x;
    copy->args = args;
    return copy;
}

/* Powers of e and of positive numbers are real. */
static bool has_positive_base(const struct expr *x)
{
    return (x->args[0]->op == EXPR_CONSTANT &&
            x->args[0]->constant <= CONSTANT_E) ||
           (x->args[0]->op == EXPR_NUMBER &&
            fmpq_sgn(x->args[0]->number->value) > 0);
}

/* Roots, logarithms, powers like x^{1/2}: what has no real value somewhere,
 * more than a pole. */
static bool is_partial(const struct expr *x)
{
    if (x->op == EXPR_POW)
        return !has_positive_base(x) &&
               (x->args[1]->op != EXPR_NUMBER ||
                !fmpz_is_one(fmpq_denref(x->args[1]->number->value)));
    if (x->op != EXPR_CALL)
        return false;
    switch (x->function->id) {
    case FN_ARCTAN:
    case FN_ARCCOT:
    case FN_ARSINH:
    case FN_ARCSCH:
    case FN_EXP:
    case FN_ABS:
    case FN_ERF:
    case FN_ERFC: return false;
    default:
        return x->function->id > FN_CSC &&
               (x->function->id < FN_SINH || x->function->id > FN_CSCH);
    }
}

/* Equal as formulas; sqrt(x)^2 and x still differ in where they are real. */
static struct decision cancelled(const struct decide_question *q,
                                 const char *const *names, size_t n)
{
    struct decision d = decided(TRUTH_YES, "rational function",
                                "the difference simplifies to zero");

    if (expr_any(q->x, is_partial) || expr_any(q->y, is_partial))
        d.domain = decide_domains(q, names, n);
    if (d.domain == DOMAIN_SMALLER_Y || d.domain == DOMAIN_BOTH)
        d.why = "the difference simplifies to zero wherever the answer is real";
    return d;
}

/* Formulas that were not found equal and have different symbols are different
 * when the value depends on the symbol that one of them lacks: it invents a
 * constant, and that is the reason. */
static struct decision other_symbols(const struct decide_question *q,
                                     struct decision d, const char *const *sx,
                                     size_t nx, const char *const *sy,
                                     size_t ny)
{
    const char *extra = only_in(sy, ny, sx, nx);
    bool invented = extra != NULL;

    if (!extra)
        extra = only_in(sx, nx, sy, ny);
    if (!extra)
        return d;
    if (d.equal == TRUTH_UNKNOWN) {
        if (!decide_depends(q, invented ? q->y : q->x, invented ? sy : sx,
                            invented ? ny : nx, extra))
            return d;
        d = decided(TRUTH_NO, "symbols", NULL);
    }
    d.why = arena_printf(q->arena, "the %s contains %s, the %s does not",
                         invented ? "answer" : "key", extra,
                         invented ? "key" : "answer");
    return d;
}

/* With symbols: the roads for formulas. */
static struct decision by_formula(const struct decide_question *q,
                                  const char *const *sx, size_t nx,
                                  const char *const *sy, size_t ny)
{
    enum truth equal;
    const char *const *all;
    struct decision d;
    size_t n;

    equal = exact_rational_functions(q->arena, q->x, q->y, q->work);
    n = merge(q->arena, sx, nx, sy, ny, &all);
    if (equal == TRUTH_YES)
        return cancelled(q, all, n);
    d = decide_at_points(q, all, n, nx != n || ny != n);
    if (d.equal == TRUTH_UNKNOWN && equal == TRUTH_NO)
        d = decided(TRUTH_NO, "rational function",
                    "their difference does not cancel");
    return d.equal == TRUTH_YES ? d : other_symbols(q, d, sx, nx, sy, ny);
}

static bool is_bare_log(const struct expr *x)
{
    return x->op == EXPR_CALL && x->function->id == FN_LOG;
}

static struct decision by_roads(const struct decide_question *q)
{
    const char *const *sx, *const *sy;
    struct decision d;
    size_t nx, ny;

    if (expr_same(q->x, q->y))
        return decided(TRUTH_YES, "same", "they are the same expression");
    if (by_infinity(q, &d))
        return d;
    nx = expr_symbols(q->arena, q->x, &sx);
    ny = expr_symbols(q->arena, q->y, &sy);
    if (nx > 0 || ny > 0)
        d = by_formula(q, sx, nx, sy, ny);
    else if (!by_rationals(q, &d))
        d = decide_constants(q);
    if (d.equal == TRUTH_YES && d.agreement &&
        (decide_is_extreme(q->x, q->y, nx == 0 && ny == 0) ||
         ((only_in(sx, nx, sy, ny) || only_in(sy, ny, sx, nx)) &&
          decide_is_steep(q->x, q->y))))
        return decided(TRUTH_UNKNOWN, d.by,
                       "they agree in all computed digits, but contain "
                       "numbers that are too large or too small for these "
                       "digits");
    return d;
}

/* f(x + 1) and f(1 + x). */
static struct decision same_arguments(const struct decide_question *q)
{
    struct decision d = decided(TRUTH_YES, "functions", "argument by argument");

    for (unsigned i = 0; i < q->x->count && d.equal == TRUTH_YES; i++)
        d = decide_equal(q->arena, q->x->args[i], q->y->args[i], q->opt,
                         q->work);
    return d;
}

/* With unknown functions in it, a difference is one only if the functions
 * cannot be applied to the same thing written differently. */
static struct decision with_functions(const struct decide_question *q)
{
    struct decide_question plain = *q;
    struct decision d;

    if (q->x->op == EXPR_APPLY && q->y->op == EXPR_APPLY &&
        strcmp(q->x->name, q->y->name) == 0 && q->x->count == q->y->count)
        return same_arguments(q);

    plain.x = without_apply(q->arena, q->x);
    plain.y = without_apply(q->arena, q->y);
    d = by_roads(&plain);
    if (d.equal == TRUTH_NO && expr_any(q->x, is_apply) &&
        expr_any(q->y, is_apply) && !is_apply(q->x))
        return decided(TRUTH_UNKNOWN, "functions",
                       "they contain unknown functions");
    return d;
}

struct decision decide_equal(struct arena *a, const struct expr *x,
                             const struct expr *y,
                             const struct decide_options *opt, struct work *w)
{
    static const struct decide_options plain;
    struct decide_options common = opt ? *opt : plain;
    struct decide_question q = { a, x, y, &common, w };
    struct decision d, again;

    if (!expr_same(x, y))
        decide_sequences(a, &q.x, &q.y);
    if (expr_any(x, is_apply) || expr_any(y, is_apply))
        return with_functions(&q);
    d = by_roads(&q);
    if (d.equal != TRUTH_NO || common.log10 ||
        expr_any(x, is_bare_log) == expr_any(y, is_bare_log))
        return d;
    /* One side has a \log whose base nobody wrote: the other side may mean
     * the common one. */
    common.log10 = true;
    again = by_roads(&q);
    if (again.equal != TRUTH_YES)
        return d;
    again.log_base = true;
    again.by = "base 10";
    again.why = "they are equal if log has base 10";
    return again;
}

enum truth decide_less(const struct expr *x, const struct expr *y,
                       struct work *w)
{
    int sx = expr_infinity(x), sy = expr_infinity(y);
    acb_t vx, vy;
    enum truth less = TRUTH_UNKNOWN;

    if (sx || sy)
        return sx < sy ? TRUTH_YES : TRUTH_NO;
    acb_init(vx);
    acb_init(vy);
    for (slong bits = 128; bits <= 1024 && less == TRUTH_UNKNOWN; bits *= 2) {
        if (ball_eval(vx, x, NULL, bits, w) != BALL_VALUE ||
            ball_eval(vy, y, NULL, bits, w) != BALL_VALUE)
            break;
        if (!acb_is_real(vx) || !acb_is_real(vy))
            break;
        if (arb_lt(acb_realref(vx), acb_realref(vy)))
            less = TRUTH_YES;
        else if (arb_ge(acb_realref(vx), acb_realref(vy)))
            less = TRUTH_NO;
    }
    acb_clear(vx);
    acb_clear(vy);
    return less;
}
