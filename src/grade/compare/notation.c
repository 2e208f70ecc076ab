/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One thing in two notations: dy/dx and y', a bar and a conjugate, a sum over k
 * and the same over i.
 * Both sides are rewritten in the same words before they are compared.
 */
#include "base/str.h"
#include "grade/compare/compare_int.h"

#include <string.h>

typedef const struct expr *rewriter(struct arena *a, const struct expr *x,
                                    const void *with);

/* x with its arguments rewritten; x itself if none of them changes. */
static const struct expr *rewrite_args(struct arena *a, const struct expr *x,
                                       rewriter *rewrite, const void *with)
{
    const struct expr **args = arena_array(a, const struct expr *, x->count);
    struct expr *copy;
    bool changed = false;

    for (unsigned i = 0; i < x->count; i++) {
        args[i] = x->args[i] ? rewrite(a, x->args[i], with) : NULL;
        changed |= args[i] != x->args[i];
    }
    if (!changed)
        return x;
    copy = arena_new(a, struct expr);
    *copy = *x;
    copy->args = args;
    return copy;
}

/* ---- derivatives ---- */

static bool is_primed(const struct expr *x)
{
    return x->op == EXPR_SYMBOL && strchr(x->name, '\'');
}

/* dy/dx, d^2 y/dt^2 of a name. */
static bool is_leibniz(const struct expr *x)
{
    return x->op == EXPR_DERIVATIVE && x->args[0]->op == EXPR_SYMBOL &&
           x->args[1]->op == EXPR_SYMBOL &&
           strcmp(x->args[0]->name, x->args[1]->name) != 0;
}

/* y' for dy/dx, y'' for the second; `by` is the variable that primes mean. */
static const struct expr *with_primes(struct arena *a, const struct expr *x,
                                      const void *by)
{
    struct str name = str_in(a);

    if (!is_leibniz(x))
        return rewrite_args(a, x, with_primes, by);
    if (strcmp(x->args[1]->name, by) != 0 || x->degree > 6)
        return x;
    str_add(&name, x->args[0]->name);
    for (unsigned i = 0; i < x->degree; i++)
        str_addc(&name, '\'');
    return expr_symbol(a, str_get(&name));
}

static bool is_x(const struct expr *x)
{
    return x->op == EXPR_SYMBOL && strcmp(x->name, "x") == 0;
}

/* Primes are derivatives by x, or by t where there is no x. */
static void unite_derivatives(struct arena *a, const struct expr **primed,
                              const struct expr **other)
{
    if (!expr_any(*primed, is_primed) || !expr_any(*other, is_leibniz))
        return;
    *other = with_primes(
        a, *other,
        expr_any(*primed, is_x) || expr_any(*other, is_x) ? "x" : "t");
}

/* ---- conjugates ---- */

static bool is_complex(const struct expr *x)
{
    return x->op == EXPR_SYMBOL &&
           (strcmp(x->name, "z") == 0 || strcmp(x->name, "w") == 0);
}

/* The conjugate of z, where z itself is spoken of. */
static const struct expr *with_conjugates(struct arena *a, const struct expr *x,
                                          const void *with)
{
    const struct expr *z;

    if (x->op != EXPR_SYMBOL)
        return rewrite_args(a, x, with_conjugates, with);
    if (strcmp(x->name, "bar{z}") != 0 && strcmp(x->name, "bar{w}") != 0)
        return x;
    z = expr_symbol(a, x->name[4] == 'z' ? "z" : "w");
    return expr_call(a, FN_CONJ, &z, 1);
}

/* ---- bound names ---- */

static bool is_binder(const struct expr *x)
{
    return (x->op == EXPR_SUM || x->op == EXPR_PRODUCT ||
            x->op == EXPR_INTEGRAL || x->op == EXPR_LIMIT) &&
           x->args[1]->op == EXPR_SYMBOL;
}

/* What a name of a binder becomes. */
struct renaming {
    const char *index; /* "_{k}" */
    const char *to;    /* "_{#2}" */
};

/* a_{k} of a sum over k. */
static const struct expr *with_index(struct arena *a, const struct expr *x,
                                     const void *with)
{
    const struct renaming *r = with;
    const char *at;

    if (x->op != EXPR_SYMBOL && x->op != EXPR_APPLY)
        return rewrite_args(a, x, with_index, with);
    at = strstr(x->name, r->index);
    if (x->op == EXPR_APPLY || !at)
        return x->op == EXPR_APPLY ? rewrite_args(a, x, with_index, with) : x;
    return expr_symbol(a, arena_printf(a, "%.*s%s%s", (int)(at - x->name),
                                       x->name, r->to, at + strlen(r->index)));
}

/* Bound names are called by how deep they stand: #1, #2. */
static const struct expr *with_numbers(struct arena *a, const struct expr *x,
                                       const void *depth)
{
    unsigned inside = *(const unsigned *)depth + 1;
    const char *name, *number;
    const struct expr *args[4];
    struct renaming r;
    struct expr *copy;

    if (!is_binder(x) || x->count > 4)
        return rewrite_args(a, x, with_numbers, depth);
    name = x->args[1]->name;
    number = arena_printf(a, "#%u", inside);
    r.index = arena_printf(a, "_{%s}", name);
    r.to = arena_printf(a, "_{%s}", number);
    memcpy(args, x->args, x->count * sizeof(*args));
    /* Inner binders first: their names may be the same. */
    args[0] = with_numbers(a, args[0], &inside);
    args[0] = expr_replace(a, args[0], name, expr_symbol(a, number));
    args[0] = with_index(a, args[0], &r);
    args[1] = expr_symbol(a, number);
    copy = arena_new(a, struct expr);
    *copy = *expr_new(a, x->op, args, x->count);
    copy->side = x->side;
    return copy;
}

/* Something under a binder of which only the name is known. */
static bool is_unknown(const struct expr *x)
{
    return x->op == EXPR_APPLY ||
           (x->op == EXPR_SYMBOL && strchr(x->name, '_'));
}

void notation_unite(struct arena *a, const struct expr **key,
                    const struct expr **answer)
{
    static const unsigned top = 0;

    unite_derivatives(a, key, answer);
    unite_derivatives(a, answer, key);
    if (expr_any(*key, is_complex) || expr_any(*answer, is_complex)) {
        *key = with_conjugates(a, *key, NULL);
        *answer = with_conjugates(a, *answer, NULL);
    }
    if (expr_any(*key, is_binder) && expr_any(*answer, is_binder) &&
        expr_any(*key, is_unknown) && expr_any(*answer, is_unknown)) {
        *key = with_numbers(a, *key, &top);
        *answer = with_numbers(a, *answer, &top);
    }
}
