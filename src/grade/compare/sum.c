/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums term by term: the index may have another name and begin elsewhere, a
 * factor may stand before the sum or inside, and first terms may be written out
 * before it. Terms that are equal for every index make equal sums.
 */
#include "grade/compare/compare_int.h"

#include <string.h>

#define INDEX     "#n"
#define PEEL_MOST 3 /* first terms that one side writes out */

/* rest + body(0) + body(1) + ... */
struct total {
    const struct expr *rest; /* NULL: none */
    const struct expr *body; /* of the index "#n" */
    const struct expr *to;   /* the last index; NULL: there is none */
};

static bool is_sum(const struct expr *x)
{
    return x->op == EXPR_SUM && x->count == 4 && x->args[1]->op == EXPR_SYMBOL;
}

static const struct expr *plus(struct arena *a, const struct expr *x,
                               const struct expr *y)
{
    return x ? expr_binary(a, EXPR_ADD, x, y) : y;
}

static bool is_equal(struct comparer *j, const struct expr *x,
                     const struct expr *y)
{
    return decide_equal(j->arena, x, y, NULL, j->work).equal == TRUTH_YES;
}

/* The term of the index i + n. */
static const struct expr *shifted(struct arena *a, const struct expr *body,
                                  const struct expr *by)
{
    return expr_replace(a, body, INDEX,
                        expr_binary(a, EXPR_ADD, expr_symbol(a, INDEX), by));
}

/* Has x a symbol a_{n}, of which the index is no part that could change? */
static bool is_indexed(const struct expr *x, const char *name)
{
    const char *index = x->op == EXPR_SYMBOL || x->op == EXPR_APPLY
                            ? strchr(x->name, '_')
                            : NULL;

    if (index && strstr(index, name))
        return true;
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i] && is_indexed(x->args[i], name))
            return true;
    return false;
}

/* A sum, counted from 0. */
static bool read_sum(struct comparer *j, struct total *t, const struct expr *x)
{
    struct arena *a = j->arena;
    const struct expr *from = x->args[2];

    if (t->body || from->op != EXPR_NUMBER || expr_any(x->args[0], is_sum) ||
        is_indexed(x->args[0], x->args[1]->name))
        return false;
    t->body = shifted(
        a, expr_replace(a, x->args[0], x->args[1]->name, expr_symbol(a, INDEX)),
        from);
    t->to = expr_infinity(x->args[3]) > 0
                ? NULL
                : plus(a, x->args[3], expr_unary(a, EXPR_NEG, from));
    return expr_is_value(x->args[3]);
}

/* The terms of x; false if it is no such sum. */
static bool read_total(struct comparer *j, struct total *t,
                       const struct expr *x, unsigned depth)
{
    const struct expr *factor = NULL, *sum = NULL;

    if (is_sum(x))
        return read_sum(j, t, x);
    if (depth > 8 || !expr_any(x, is_sum))
        return false;
    if (x->op == EXPR_NEG) {
        if (!read_total(j, t, x->args[0], depth + 1) || t->rest)
            return false;
        t->body = expr_unary(j->arena, EXPR_NEG, t->body);
        return true;
    }
    if (x->op != EXPR_ADD && x->op != EXPR_MUL)
        return false;
    for (unsigned i = 0; i < x->count; i++) {
        if (expr_any(x->args[i], is_sum) && sum)
            return false;
        if (expr_any(x->args[i], is_sum))
            sum = x->args[i];
        else if (x->op == EXPR_ADD)
            factor = plus(j->arena, factor, x->args[i]);
        else
            factor = factor
                         ? expr_binary(j->arena, EXPR_MUL, factor, x->args[i])
                         : x->args[i];
    }
    if (!read_total(j, t, sum, depth + 1) || t->rest)
        return false;
    if (x->op == EXPR_ADD)
        t->rest = factor;
    else if (factor)
        t->body = expr_binary(j->arena, EXPR_MUL, factor, t->body);
    return true;
}

/* Put the first term into the rest. */
static void peel(struct comparer *j, struct total *t)
{
    struct arena *a = j->arena;
    const struct expr *one = expr_integer(a, 1);

    t->rest =
        plus(a, t->rest, expr_replace(a, t->body, INDEX, expr_integer(a, 0)));
    t->body = shifted(a, t->body, one);
    if (t->to)
        t->to = plus(a, t->to, expr_integer(a, -1));
}

static bool same_total(struct comparer *j, const struct total *x,
                       const struct total *y)
{
    const struct expr *zero = expr_integer(j->arena, 0);

    return !x->to == !y->to && is_equal(j, x->body, y->body) &&
           is_equal(j, x->rest ? x->rest : zero, y->rest ? y->rest : zero) &&
           (!x->to || is_equal(j, x->to, y->to));
}

bool same_sums(struct comparer *j, const struct expr *key,
               const struct expr *answer)
{
    struct total k = { NULL, NULL, NULL }, a = { NULL, NULL, NULL };

    if (!expr_any(key, is_sum) || !expr_any(answer, is_sum) ||
        !read_total(j, &k, key, 0) || !read_total(j, &a, answer, 0))
        return false;
    if (same_total(j, &k, &a))
        return true;
    for (int side = 0; side < 2; side++) {
        struct total x = side ? a : k, y = side ? k : a;

        for (int i = 0; i < PEEL_MOST; i++) {
            peel(j, &x);
            if (same_total(j, &x, &y))
                return true;
        }
    }
    return false;
}
