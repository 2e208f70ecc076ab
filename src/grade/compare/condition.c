/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sets of points and of complex numbers that conditions describe: {(x, y) | x >
 * 0, x + y < 1} and "x + y < 1, x > 0" say the same when each condition of the
 * one is a condition of the other.
 */
#include "grade/compare/compare_int.h"

#include <string.h>

#define LINKS_MOST 8
#define NAMES_MOST 3

/* A set, as conditions that hold together. */
struct conditions {
    const struct expr *link[LINKS_MOST]; /* l REL r, two sides each */
    unsigned n;
    const char *name[NAMES_MOST]; /* of {(x, y) | ...} */
    unsigned names;
    bool complex; /* {z in C | ...} */
};

static bool add_links(struct comparer *j, struct conditions *c,
                      const struct expr *x)
{
    if (x->op == EXPR_LIST || x->op == EXPR_AND) {
        for (unsigned i = 0; i < x->count; i++)
            if (!add_links(j, c, x->args[i]))
                return false;
        return x->count > 0;
    }
    if (x->op != EXPR_RELATION)
        return false;
    for (unsigned i = 0; i + 1 < x->count; i++) {
        if (c->n == LINKS_MOST || x->relations[i] > RELATION_GE ||
            !expr_is_value(x->args[i]) || !expr_is_value(x->args[i + 1]) ||
            shape_has_sign(x))
            return false;
        c->link[c->n++] = expr_relation(j->arena, x->args[i], x->relations[i],
                                        x->args[i + 1]);
    }
    return true;
}

/* The z of {z in C | ...}, the (x, y) of {(x, y) | ...}. */
static bool read_subject(struct conditions *c, const struct expr *x)
{
    if (x->op == EXPR_RELATION) {
        const struct expr *set = x->args[1];

        if (x->count != 2 || x->relations[0] != RELATION_IN)
            return false;
        c->complex = set->op == EXPR_DOMAIN && strcmp(set->name, "C") == 0;
        if (set->op == EXPR_POW)
            set = set->args[0];
        if (set->op != EXPR_DOMAIN ||
            (strcmp(set->name, "R") != 0 && strncmp(set->name, "R^", 2) != 0 &&
             strcmp(set->name, "C") != 0))
            return false;
        x = x->args[0];
    }
    if (x->op == EXPR_SYMBOL) {
        c->name[c->names++] = x->name;
        return true;
    }
    if (x->op != EXPR_TUPLE || x->count > NAMES_MOST)
        return false;
    for (unsigned i = 0; i < x->count; i++) {
        if (x->args[i]->op != EXPR_SYMBOL)
            return false;
        c->name[c->names++] = x->args[i]->name;
    }
    return true;
}

static bool read_conditions(struct comparer *j, struct conditions *c,
                            const struct expr *x)
{
    if (x->op == EXPR_BUILDER)
        return x->count == 2 && read_subject(c, x->args[0]) &&
               add_links(j, c, x->args[1]);
    return add_links(j, c, x);
}

/* Put another name, or an expression, into all links. */
static void replace_all(struct arena *a, struct conditions *c, const char *name,
                        const struct expr *with)
{
    for (unsigned i = 0; i < c->n; i++)
        c->link[i] = expr_replace(a, c->link[i], name, with);
}

/* The answer's names become the key's: those of a set are bound. */
static bool same_names(struct comparer *j, const struct conditions *k,
                       struct conditions *c)
{
    struct arena *a = j->arena;

    if (k->names && c->names) {
        if (k->names != c->names)
            return false;
        for (unsigned i = 0; i < c->names; i++)
            replace_all(a, c, c->name[i],
                        expr_symbol(a, arena_printf(a, "#%u", i)));
        for (unsigned i = 0; i < c->names; i++)
            replace_all(a, c, arena_printf(a, "#%u", i),
                        expr_symbol(a, k->name[i]));
    }
    return true;
}

/* A complex z as x + iy, so that Re z and z are not the same. */
static void split_complex(struct comparer *j, struct conditions *k,
                          struct conditions *c)
{
    static const char *const names[] = { "z", "w" };
    struct arena *a = j->arena;

    for (int i = 0; i < 2; i++) {
        const struct expr *z =
            expr_binary(a, EXPR_ADD, expr_symbol(a, "re"),
                        expr_binary(a, EXPR_MUL, expr_constant(a, CONSTANT_I),
                                    expr_symbol(a, "im")));

        replace_all(a, k, names[i], z);
        replace_all(a, c, names[i], z);
    }
}

/* Is a condition a complex one, of |z| and its like? */
static bool is_of_complex(const struct conditions *c)
{
    if (c->complex)
        return true;
    for (unsigned i = 0; i < c->names; i++)
        if (strcmp(c->name[i], "z") != 0 && strcmp(c->name[i], "w") != 0)
            return false;
    return c->names == 1;
}

bool same_conditions(struct comparer *j, const struct expr *key,
                     const struct expr *answer)
{
    struct conditions k = { .n = 0 }, c = { .n = 0 };
    bool used[LINKS_MOST] = { false };

    if (!read_conditions(j, &k, key) || !read_conditions(j, &c, answer) ||
        k.n != c.n || k.n == 0 || !same_names(j, &k, &c))
        return false;
    if (is_of_complex(&k) || is_of_complex(&c))
        split_complex(j, &k, &c);
    for (unsigned i = 0; i < k.n; i++) {
        unsigned m = 0;

        while (m < c.n &&
               (used[m] ||
                compare_equations(j, k.link[i], c.link[m]).strict != TRUTH_YES))
            m++;
        if (m == c.n)
            return false;
        used[m] = true;
    }
    return true;
}
