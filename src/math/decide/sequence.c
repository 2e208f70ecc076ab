/* SPDX-License-Identifier: Apache-2.0 */
#include "math/decide/decide_int.h"

#include "base/ascii.h"

#include <stdlib.h>
#include <string.h>

/*
 * Sequences under a sum: a_n in the sum over n is another number for each n, and
 * no constant. Nothing is known of them, so that formulas are equal only if
 * they are for every sequence; (n + 2 + v^2)^w with free v and w stands for it,
 * which is real and satisfies no equation that others do not.
 */

/* A sum or product, and those around it. */
struct binder {
    const char *name;
    const struct binder *next;
};

static bool binds(const struct expr *x)
{
    return (x->op == EXPR_SUM || x->op == EXPR_PRODUCT) && x->count == 4 &&
           x->args[1]->op == EXPR_SYMBOL;
}

/* Returns the n of a_{n+1}, and 1 in *shift; "" for a_{3}; NULL if the index is
 * of another form. */
static const char *index_of(struct arena *a, const char *symbol, long *shift)
{
    const char *open = strstr(symbol, "_{"), *s, *sign;
    char *end;

    if (!open || symbol[strlen(symbol) - 1] != '}')
        return NULL;
    s = open + 2;
    *shift = strtol(s, &end, 10);
    if (end > s && strcmp(end, "}") == 0)
        return end - s < 9 ? "" : NULL;
    sign = s + strcspn(s, "+-}");
    *shift = *sign == '}' ? 0 : strtol(sign, &end, 10);
    if (sign == s || (*sign != '}' && (end == sign + 1 || end - sign > 8 ||
                                       strcmp(end, "}") != 0)))
        return NULL;
    return arena_strndup(a, s, (size_t)(sign - s));
}

static bool is_bound(const struct binder *b, const char *name)
{
    while (b && strcmp(b->name, name) != 0)
        b = b->next;
    return b != NULL;
}

static size_t base_of(const char *symbol)
{
    return strcspn(symbol, "_");
}

/* Collects the base of one sequence: a name whose index is bound. */
static const char *find_base(struct arena *a, const struct expr *x,
                             const struct binder *around)
{
    struct binder here = { binds(x) ? x->args[1]->name : "", around };
    const char *found = NULL, *index;
    long shift;

    if (x->op == EXPR_SYMBOL && strchr(x->name, '_')) {
        index = index_of(a, x->name, &shift);
        return index && *index && is_bound(around, index)
                   ? arena_strndup(a, x->name, base_of(x->name))
                   : NULL;
    }
    for (unsigned i = 0; i < x->count && !found; i++)
        if (x->args[i])
            found = find_base(a, x->args[i], binds(x) ? &here : around);
    return found;
}

/* x with (n + 2 + v^2)^w for every a_{n} of that base. */
static const struct expr *with_values(struct arena *a, const struct expr *x,
                                      const char *base)
{
    const struct expr **args, *n;
    struct expr *copy;
    const char *index;
    long shift;

    if (x->op == EXPR_SYMBOL) {
        if (base_of(x->name) != strlen(base) ||
            memcmp(x->name, base, strlen(base)) != 0 ||
            !(index = index_of(a, x->name, &shift)))
            return x;
        n = expr_integer(a, shift + 2);
        if (*index)
            n = expr_binary(a, EXPR_ADD, expr_symbol(a, index), n);
        n = expr_binary(
            a, EXPR_ADD, n,
            expr_binary(a, EXPR_POW,
                        expr_symbol(a, arena_printf(a, "start of %s", base)),
                        expr_integer(a, 2)));
        return expr_binary(
            a, EXPR_POW, n,
            expr_symbol(a, arena_printf(a, "power of %s", base)));
    }
    if (x->count == 0)
        return x;
    args = arena_array(a, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++)
        args[i] = x->args[i] ? with_values(a, x->args[i], base) : NULL;
    copy = arena_new(a, struct expr);
    *copy = *x;
    copy->args = args;
    return copy;
}

bool decide_sequences(struct arena *a, const struct expr **x,
                      const struct expr **y)
{
    const char *base;
    bool any = false;

    if (!expr_any(*x, binds) && !expr_any(*y, binds))
        return false;
    for (int i = 0; i < 4; i++) {
        base = find_base(a, *x, NULL);
        if (!base)
            base = find_base(a, *y, NULL);
        if (!base)
            break;
        *x = with_values(a, *x, base);
        *y = with_values(a, *y, base);
        any = true;
    }
    return any;
}
