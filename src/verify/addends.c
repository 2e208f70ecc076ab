/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/addends.h"

#include "base/str.h"

struct rule {
    const char *symbol;
    bool logs;      /* logarithms of products are sums */
    bool quotients; /* by a sum are taken apart, too */
};

struct list {
    const struct expr *items[ADDENDS_MAX];
    size_t n;
};

bool addends_depends(const struct expr *x, const char *symbol)
{
    if ((x->op == EXPR_SYMBOL || x->op == EXPR_APPLY) &&
        str_eq(x->name, symbol))
        return true;
    for (unsigned i = 0; i < x->count; i++)
        if (x->args[i] && addends_depends(x->args[i], symbol))
            return true;
    return false;
}

static void addends_split(struct arena *a, const struct expr *x,
                          const struct rule *rule, struct list *out);

static void addends_one(struct list *out, const struct expr *x)
{
    out->n = 1;
    out->items[0] = x;
}

/* Those without the symbol become one. */
static void split_sum(struct arena *a, const struct expr *x,
                      const struct rule *rule, struct list *out)
{
    const struct expr *rest[ADDENDS_MAX];
    unsigned rest_n = 0;
    struct list part;

    out->n = 0;
    for (unsigned i = 0; i < x->count; i++) {
        if (!addends_depends(x->args[i], rule->symbol) &&
            rest_n < ADDENDS_MAX) {
            rest[rest_n++] = x->args[i];
            continue;
        }
        addends_split(a, x->args[i], rule, &part);
        if (out->n + part.n >= ADDENDS_MAX) {
            addends_one(out, x);
            return;
        }
        for (size_t k = 0; k < part.n; k++)
            out->items[out->n++] = part.items[k];
    }
    if (rest_n)
        out->items[out->n++] =
            rest_n == 1 ? rest[0] : expr_new(a, EXPR_ADD, rest, rest_n);
}

/* Every product of one addend of each factor. */
static void split_product(struct arena *a, const struct expr *x,
                          const struct rule *rule, struct list *out)
{
    struct list part, all;

    addends_split(a, x->args[0], rule, out);
    for (unsigned i = 1; i < x->count; i++) {
        addends_split(a, x->args[i], rule, &part);
        if (out->n * part.n > ADDENDS_MAX) {
            addends_one(out, x);
            return;
        }
        all.n = 0;
        for (size_t k = 0; k < out->n; k++)
            for (size_t m = 0; m < part.n; m++)
                all.items[all.n++] = expr_mul(a, out->items[k], part.items[m]);
        *out = all;
    }
}

static const struct expr *addends_log_of(struct arena *a, const struct expr *x)
{
    return expr_of(a, FN_LN, x);
}

/* ln(2 pi n) has the size of ln(2 pi) and of ln n. */
static void split_log(struct arena *a, const struct expr *x,
                      const struct rule *rule, struct list *out)
{
    const struct expr *of = x->args[0], *kept[ADDENDS_MAX];
    unsigned n = 0;
    struct list more;

    addends_one(out, x);
    if (of->op == EXPR_DIV) {
        addends_split(a, addends_log_of(a, of->args[0]), rule, out);
        addends_split(a, addends_log_of(a, of->args[1]), rule, &more);
        for (size_t i = 0; i < more.n && out->n < ADDENDS_MAX; i++)
            out->items[out->n++] = more.items[i];
    }
    if (of->op != EXPR_MUL || of->count >= ADDENDS_MAX)
        return;
    out->n = 0;
    for (unsigned i = 0; i < of->count; i++)
        if (addends_depends(of->args[i], rule->symbol))
            out->items[out->n++] = addends_log_of(a, of->args[i]);
        else
            kept[n++] = of->args[i];
    if (n)
        out->items[out->n++] = addends_log_of(
            a, n == 1 ? kept[0] : expr_new(a, EXPR_MUL, kept, n));
}

/* Is a factor of x a sum in the symbol, or a power of one? (1+6x)/(1+x)^2 is
 * one term: its author did not expand it. */
static bool has_sum(const struct expr *x, const char *symbol)
{
    if (x->op == EXPR_ADD)
        return addends_depends(x, symbol);
    if (x->op == EXPR_POW)
        return has_sum(x->args[0], symbol);
    if (x->op == EXPR_MUL || x->op == EXPR_NEG)
        for (unsigned i = 0; i < x->count; i++)
            if (has_sum(x->args[i], symbol))
                return true;
    return false;
}

static void addends_split(struct arena *a, const struct expr *x,
                          const struct rule *rule, struct list *out)
{
    switch (x->op) {
    case EXPR_ADD: split_sum(a, x, rule, out); break;
    case EXPR_MUL: split_product(a, x, rule, out); break;
    case EXPR_NEG:
        addends_split(a, x->args[0], rule, out);
        for (size_t i = 0; i < out->n; i++)
            out->items[i] = expr_neg(a, out->items[i]);
        break;
    case EXPR_DIV:
        if (!rule->quotients && has_sum(x->args[1], rule->symbol)) {
            addends_one(out, x);
            break;
        }
        addends_split(a, x->args[0], rule, out);
        for (size_t i = 0; i < out->n; i++)
            out->items[i] = expr_div(a, out->items[i], x->args[1]);
        break;
    case EXPR_CALL:
        if (rule->logs &&
            (x->function->id == FN_LN || x->function->id == FN_LOG))
            split_log(a, x, rule, out);
        else
            addends_one(out, x);
        break;
    default: addends_one(out, x); break;
    }
}

static size_t addends_apart(struct arena *a, const struct expr *x,
                            const struct rule *rule, const struct expr **out)
{
    struct list l;

    addends_split(a, x, rule, &l);
    for (size_t i = 0; i < l.n; i++)
        out[i] = l.items[i];
    return l.n;
}

size_t addends_of(struct arena *a, const struct expr *x, const char *symbol,
                  bool logs, const struct expr **out)
{
    return addends_apart(a, x, &(struct rule){ .symbol = symbol, .logs = logs },
                         out);
}

size_t addends_expanded(struct arena *a, const struct expr *x,
                        const char *symbol, const struct expr **out)
{
    return addends_apart(
        a, x, &(struct rule){ .symbol = symbol, .quotients = true }, out);
}

/* O(x^3), \mathcal{O}(..), o(1), a product with one of them, or dots. */
static bool is_remainder(const struct expr *x)
{
    if (x->op == EXPR_DOTS)
        return true;
    if (x->op == EXPR_APPLY)
        return str_among(x->name, "O o");
    if (x->op == EXPR_NEG)
        return is_remainder(x->args[0]);
    if (x->op == EXPR_MUL)
        for (unsigned i = 0; i < x->count; i++)
            if (is_remainder(x->args[i]) || (x->args[i]->op == EXPR_SYMBOL &&
                                             str_eq(x->args[i]->name, "O")))
                return true;
    return false;
}

const struct expr *addends_strip(struct arena *a, const struct expr *x)
{
    const struct expr *kept[ADDENDS_MAX];
    unsigned n = 0;

    if (x->op == EXPR_MUL) { /* e^x (1 + O(1/x)) */
        bool changed = false;

        for (unsigned i = 0; i < x->count && i < ADDENDS_MAX; i++) {
            kept[n] = addends_strip(a, x->args[i]);
            changed |= kept[n] != x->args[i];
            n++;
        }
        return changed && n == x->count ? expr_new(a, EXPR_MUL, kept, n) : x;
    }
    if (x->op != EXPR_ADD)
        return x;
    for (unsigned i = 0; i < x->count; i++)
        if (!is_remainder(x->args[i]) && n < ADDENDS_MAX)
            kept[n++] = x->args[i];
    if (n == 0 || n == x->count)
        return x;
    return n == 1 ? kept[0] : expr_new(a, EXPR_ADD, kept, n);
}
