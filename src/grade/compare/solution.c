/* SPDX-License-Identifier: Apache-2.0 */
/*
 * General solutions, c_1 e^x + c_2 e^{-x}: their constants may have any names,
 * and their parts may be exchanged for others that have the same sums.
 */
#include "grade/compare/compare_int.h"

#include <string.h>

#define CONSTANTS_MOST 3

/* c_1, C_2: nobody names anything else so. */
static bool is_numbered_constant(const char *name)
{
    return (name[0] == 'c' || name[0] == 'C') && name[1] == '_';
}

static bool all_numbered(const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!is_numbered_constant(names[i]))
            return false;
    return true;
}

/* The names of the one side that the other has not; 0 when there are too
 * many, or one that can be no constant. */
static size_t own_constants(struct comparer *j, const struct expr *x,
                            const struct expr *other,
                            const char *out[CONSTANTS_MOST])
{
    const char *const *names, *const *others;
    size_t n = expr_symbols(j->arena, x, &names), count = 0;
    size_t m = expr_symbols(j->arena, other, &others);

    for (size_t i = 0; i < n; i++) {
        struct expr symbol = { .op = EXPR_SYMBOL, .name = names[i] };
        size_t k = 0;

        while (k < m && strcmp(names[i], others[k]) != 0)
            k++;
        if (k < m && !is_numbered_constant(names[i]))
            continue;
        if (count == CONSTANTS_MOST ||
            (!is_any_constant(&symbol) && strcmp(names[i], "B") != 0))
            return 0;
        out[count++] = names[i];
    }
    return count;
}

/* y with its constants in the p-th order put in the place of x's. */
static const struct expr *renamed(struct arena *a, const struct expr *y,
                                  const char *const *from,
                                  const char *const *to, size_t n, unsigned p)
{
    static const unsigned char orders[6][3] = { { 0, 1, 2 }, { 1, 0, 2 },
                                                { 0, 2, 1 }, { 2, 1, 0 },
                                                { 1, 2, 0 }, { 2, 0, 1 } };

    /* Two steps, so that swapped names do not meet. */
    for (size_t i = 0; i < n; i++)
        y = expr_replace(a, y, from[i],
                         expr_symbol(a, arena_printf(a, "?%zu", i)));
    for (size_t i = 0; i < n; i++)
        y = expr_replace(a, y, arena_printf(a, "?%u", orders[p][i]),
                         expr_symbol(a, to[i]));
    return y;
}

static bool is_variable(const struct expr *x)
{
    static const char *const variables[] = { "x", "t", "y", "u",
                                             "s", "z", "r", "theta" };

    for (size_t k = 0; k < sizeof variables / sizeof variables[0]; k++)
        if (x->op == EXPR_SYMBOL && strcmp(x->name, variables[k]) == 0)
            return true;
    return false;
}

/* A function or power of a variable: what a general solution is made of. */
static bool is_function_of_variable(const struct expr *x)
{
    const struct expr *inside;

    if (x->op != EXPR_CALL && x->op != EXPR_POW)
        return false;
    for (unsigned i = 0; i < x->count; i++) {
        inside = x->args[i];
        while (inside->count > 0 && inside->op != EXPR_SYMBOL)
            inside = inside->args[inside->count - 1];
        if (is_variable(inside))
            return true;
    }
    return false;
}

/* ---- spans ---- */

/* A side as p + c_1 f_1 + ... + c_n f_n, linear in its constants. */
struct span_of {
    const struct expr *rest;
    const struct expr *part[CONSTANTS_MOST];
    size_t n;
};

static const struct expr *at_constants(struct arena *a, const struct expr *x,
                                       const char *const *names, size_t n,
                                       size_t one)
{
    for (size_t i = 0; i < n; i++)
        x = expr_replace(a, x, names[i], expr_integer(a, i == one));
    return x;
}

static const struct expr *minus(struct arena *a, const struct expr *x,
                                const struct expr *y)
{
    return expr_binary(a, EXPR_ADD, x, expr_unary(a, EXPR_NEG, y));
}

static const struct expr *times(struct arena *a, const struct expr *x,
                                const struct expr *y)
{
    return expr_binary(a, EXPR_MUL, x, y);
}

static bool is_equal(struct comparer *j, const struct expr *x,
                     const struct expr *y)
{
    return decide_equal(j->arena, x, y, NULL, j->work).equal == TRUTH_YES;
}

/* Take x apart. Returns false unless it is proved to be linear. */
static bool span_read(struct comparer *j, struct span_of *s,
                      const struct expr *x, const char *const *names, size_t n)
{
    struct arena *a = j->arena;
    const struct expr *sum;

    s->n = n;
    s->rest = sum = at_constants(a, x, names, n, n);
    for (size_t i = 0; i < n; i++) {
        s->part[i] = minus(a, at_constants(a, x, names, n, i), s->rest);
        sum = expr_binary(a, EXPR_ADD, sum,
                          times(a, expr_symbol(a, names[i]), s->part[i]));
    }
    return is_equal(j, x, sum);
}

/* x at the k-th place of the variable. */
static const struct expr *at_place(struct arena *a, const struct expr *x,
                                   const char *variable, slong k)
{
    fmpq_t v;

    fmpq_init(v);
    fmpq_set_si(v, 3 + 4 * k, 5);
    x = expr_replace(a, x, variable, expr_rational(a, v));
    fmpq_clear(v);
    return x;
}

/* The determinant of two functions at the two places, or the value of one at
 * the first. */
static const struct expr *determinant(struct arena *a,
                                      const struct expr *const *f, size_t n,
                                      const char *variable)
{
    const struct expr *m[2][2];

    for (slong i = 0; i < (slong)n; i++)
        for (slong k = 0; k < (slong)n; k++)
            m[i][k] = at_place(a, f[i], variable, k);
    return n == 1 ? m[0][0]
                  : minus(a, times(a, m[0][0], m[1][1]),
                          times(a, m[0][1], m[1][0]));
}

static bool is_not_zero(struct comparer *j, const struct expr *x)
{
    return decide_equal(j->arena, x, expr_integer(j->arena, 0), NULL, j->work)
               .equal == TRUTH_NO;
}

/* Is g = m_1 f_1 + m_2 f_2 with m that do not depend on the variable? They are
 * found by Cramer's rule from two places, and tried everywhere. */
static bool in_span(struct comparer *j, const struct expr *g,
                    const struct span_of *s, const char *variable)
{
    struct arena *a = j->arena;
    const struct expr *whole = determinant(a, s->part, s->n, variable);
    const struct expr *sum = expr_integer(a, 0);

    for (size_t i = 0; i < s->n; i++) {
        const struct expr *f[CONSTANTS_MOST];

        for (size_t k = 0; k < s->n; k++)
            f[k] = k == i ? g : s->part[k];
        sum = expr_binary(
            a, EXPR_ADD, sum,
            times(a, determinant(a, f, s->n, variable), s->part[i]));
    }
    return is_equal(j, times(a, g, whole), sum);
}

/* The only variable of both, the constants aside; NULL: there are several. */
static const char *only_variable(struct comparer *j, const struct expr *key,
                                 const struct expr *answer)
{
    const char *const *names, *only = NULL;
    size_t n = expr_symbols(
        j->arena, expr_binary(j->arena, EXPR_ADD, key, answer), &names);

    for (size_t i = 0; i < n; i++) {
        struct expr symbol = { .op = EXPR_SYMBOL, .name = names[i] };

        if (is_variable(&symbol) && only)
            return NULL;
        if (is_variable(&symbol))
            only = names[i];
    }
    return only;
}

/* C_1 cosh x + C_2 sinh x and A e^x + B e^{-x}: all sums of the one are sums of
 * the other, and neither has parts that say the same. */
static bool same_span(struct comparer *j, const struct expr *key,
                      const char *const *k, const struct expr *answer,
                      const char *const *a, size_t n)
{
    const char *variable = only_variable(j, key, answer);
    struct span_of x, y;

    if (!variable || n > 2 || !span_read(j, &x, key, k, n) ||
        !span_read(j, &y, answer, a, n) ||
        !is_not_zero(j, determinant(j->arena, x.part, n, variable)) ||
        !is_not_zero(j, determinant(j->arena, y.part, n, variable)) ||
        !in_span(j, minus(j->arena, y.rest, x.rest), &x, variable))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!in_span(j, y.part[i], &x, variable))
            return false;
    return true;
}

bool same_up_to_names(struct comparer *j, const struct expr *key,
                      const struct expr *answer)
{
    const char *k[CONSTANTS_MOST], *a[CONSTANTS_MOST];
    size_t n = own_constants(j, key, answer, k);
    unsigned orders = n == 1 ? 1 : n == 2 ? 2 : 6;

    if (n == 0 || own_constants(j, answer, key, a) != n ||
        (expr_any(key, is_coefficient) && !(n > 1 && all_numbered(a, n))) ||
        !expr_any(key, n > 1 ? is_variable : is_function_of_variable) ||
        (n > 1 && !all_numbered(k, n) && !all_numbered(a, n)) ||
        (n == 1 && strcmp(k[0], "C") != 0 && strcmp(k[0], "c") != 0 &&
         !is_numbered_constant(k[0])))
        return false;
    for (unsigned p = 0; p < orders; p++)
        if (is_equal(j, key, renamed(j->arena, answer, a, k, n, p)))
            return true;
    return n > 1 && same_span(j, key, k, answer, a, n);
}
