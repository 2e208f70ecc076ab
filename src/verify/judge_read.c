/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The text of a claim as one formula.
 */
#include "verify/judge.h"

#include "base/str.h"
#include "base/vec.h"
#include "math/read/read.h"
#include "verify/addends.h"

#include <string.h>

static void add_name(struct vec *v, const char *name)
{
    if (!name || !*name)
        return;
    for (size_t i = 0; i < v->n; i++)
        if (str_eq(*vec_get(v, const char *, i), name))
            return;
    *(const char **)vec_push(v) = name;
}

size_t judge_names(struct arena *a, const struct claim *c,
                   const char *const **names)
{
    struct vec v = vec_in(a, sizeof(const char *));
    char *text = arena_strdup(a, c->variable), *word, *rest = text;

    for (size_t i = 0; i < c->parameters_n; i++)
        add_name(&v, c->parameters[i]);
    while ((word = strtok_r(rest, ", ", &rest)))
        add_name(&v, read_symbol(a, word));
    if (c->mode == CLAIM_ASYMPTOTIC)
        add_name(&v, c->limit.symbol);
    *names = v.items;
    return v.n;
}

/* Where the comment of a formula begins: ", \quad x \to \infty". */
static size_t formula_length(const char *text)
{
    static const char *const ends[] = { "\\quad",  "\\qquad", "\\text",
                                        "\\mbox",  " as ",    " for ",
                                        " where ", " when " };
    size_t n = strlen(text);

    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        const char *at = strstr(text, ends[i]);

        if (at && (size_t)(at - text) < n)
            n = (size_t)(at - text);
    }
    while (n > 0 && strchr(" ,.;", text[n - 1]))
        n--;
    return n;
}

static bool read_text(struct arena *a, const char *text,
                      const struct read_options *opt, const struct expr **out,
                      struct err *e)
{
    struct err again;
    size_t n = strlen(text), m = formula_length(text);

    if (read_expr(a, text, n, opt, out, e))
        return true;
    return m > 0 && m < n && read_expr(a, text, m, opt, out, &again);
}

/* What stands on the right, since the left side is a name or the object. */
static const struct expr *right_side(const struct expr *x)
{
    while (x->op == EXPR_RELATION && x->count >= 2 &&
           (x->relations[x->count - 2] == RELATION_EQ ||
            x->relations[x->count - 2] == RELATION_APPROX))
        x = x->args[x->count - 1];
    return x;
}

/* The same for each of a list: x_1 = ..., x_2 = ... */
static const struct expr *right_sides(struct arena *a, const struct expr *x)
{
    const struct expr **args;

    x = right_side(x);
    if (x->op != EXPR_LIST && x->op != EXPR_SET && x->op != EXPR_AND)
        return addends_strip(a, x);
    args = arena_array(a, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++)
        args[i] = addends_strip(a, right_side(x->args[i]));
    return expr_new(a, EXPR_LIST, args, x->count);
}

static bool is_among(const char *const *names, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (str_eq(names[i], name))
            return true;
    return false;
}

static const char *unknown_name(struct arena *a, const struct claim *c,
                                const char *const *names, size_t n,
                                const struct expr **x)
{
    const char *const *used;
    size_t used_n = expr_symbols(a, *x, &used);

    (void)c;
    for (size_t i = 0; i < used_n; i++) {
        if (is_among(names, n, used[i]))
            continue;
        if (!str_among(used[i], "gamma gamma_{E} gamma_{e}"))
            return used[i];
        *x = expr_replace(a, *x, used[i],
                          expr_constant(a, CONSTANT_EULER_GAMMA));
    }
    return NULL;
}

bool judge_read(struct arena *a, const struct claim *c, const char *text,
                const struct expr **out, const char **why, const char **reason)
{
    struct read_options opt = { .labels = READ_LABELS };
    const char *unknown;
    struct err e;

    opt.symbols_n = judge_names(a, c, &opt.symbols);
    *reason = "unread claim";
    if (!read_text(a, text, &opt, out, &e)) {
        *why = arena_printf(a, "the claim cannot be read at column %zu: %s",
                            e.column, e.msg);
        return false;
    }
    *out = right_sides(a, *out);
    unknown = unknown_name(a, c, opt.symbols, opt.symbols_n, out);
    if (unknown) {
        *reason = "undeclared symbol";
        *why =
            arena_printf(a, "the claim has %s, which is not declared", unknown);
        return false;
    }
    return true;
}
