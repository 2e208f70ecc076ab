/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/expression.h"

#include "base/str.h"
#include "math/read/read.h"

#include <math.h>
#include <string.h>

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

/* Returns x without what only says that more would follow: addends O(...),
 * o(...) and dots; or x itself. */
static const struct expr *addends_strip(struct arena *a, const struct expr *x)
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

/* ---- the text of a claim as one formula ---- */

/* Where the comment of a formula begins: ", \quad x \to \infty". */
static size_t expression_formula_length(const char *text)
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

static bool expression_read_text(struct arena *a, const char *text,
                                 const struct read_options *opt,
                                 const struct expr **out, struct err *e)
{
    struct err again;
    size_t n = strlen(text), m = expression_formula_length(text);

    if (read_expr(a, text, n, opt, out, e))
        return true;
    return m > 0 && m < n && read_expr(a, text, m, opt, out, &again);
}

/* What stands on the right, since the left side is a name or the object. */
static const struct expr *expression_right_side(const struct expr *x)
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

    x = expression_right_side(x);
    if (x->op != EXPR_LIST && x->op != EXPR_SET && x->op != EXPR_AND)
        return addends_strip(a, x);
    args = arena_array(a, const struct expr *, x->count);
    for (unsigned i = 0; i < x->count; i++)
        args[i] = addends_strip(a, expression_right_side(x->args[i]));
    return expr_new(a, EXPR_LIST, args, x->count);
}

static const char *unknown_name(struct arena *a, const char *const *names,
                                size_t n, const struct expr **x)
{
    const char *const *used;
    size_t used_n = expr_symbols(a, *x, &used);

    for (size_t i = 0; i < used_n; i++) {
        if (str_is_one(used[i], names, n))
            continue;
        if (!str_among(used[i], "gamma gamma_{E} gamma_{e}"))
            return used[i];
        *x = expr_replace(a, *x, used[i],
                          expr_constant(a, CONSTANT_EULER_GAMMA));
    }
    return NULL;
}

bool expression_formula(struct arena *a, const struct claim *c,
                        const char *text, const struct expr **out,
                        const char **why, const char **reason)
{
    struct read_options opt = { .labels = READ_LABELS };
    const char *unknown;
    struct err e;

    opt.symbols_n = claim_names(a, c, &opt.symbols);
    *reason = "unread claim";
    if (!expression_read_text(a, text, &opt, out, &e)) {
        *why = arena_printf(a, "the claim cannot be read at column %zu: %s",
                            e.column, e.msg);
        return false;
    }
    *out = right_sides(a, *out);
    unknown = unknown_name(a, opt.symbols, opt.symbols_n, out);
    if (unknown) {
        *reason = "undeclared symbol";
        *why =
            arena_printf(a, "the claim has %s, which is not declared", unknown);
        return false;
    }
    return true;
}

const struct expr *expression_read(struct arena *a, const struct claim *c,
                                   const char **why)
{
    const struct expr *x;
    const char *reason;

    if (!expression_formula(a, c, c->object, &x, why, &reason))
        return NULL;
    if (!expr_is_value(x)) {
        *why = "the object is no value";
        return NULL;
    }
    return x;
}

static bool expression_is_imaginary(const struct expr *x)
{
    return expr_is_constant(x, CONSTANT_I);
}

bool expression_is_real(const struct expr *x)
{
    return !expr_any(x, expression_is_imaginary);
}

void expression_add_names(struct arena *a, struct vec *names,
                          const struct expr *x)
{
    const char *const *own;
    size_t n = x ? expr_symbols(a, x, &own) : 0;

    for (size_t i = 0; i < n; i++)
        vec_add_name(names, own[i]);
}

const char *expression_undeclared(struct arena *a, const struct vec *names,
                                  const struct expr *x)
{
    const char *const *own;
    size_t n = expr_symbols(a, x, &own);

    for (size_t i = 0; i < n; i++)
        if (vec_find_name(names, own[i]) == names->n)
            return own[i];
    return NULL;
}

double expression_number(const struct expr *x, const struct ball_point *at,
                         struct work *w)
{
    double v = NAN;
    acb_t z;

    acb_init(z);
    if (ball_value(z, x, at, 64, w) && acb_is_real(z))
        v = ball_middle(z);
    acb_clear(z);
    return v;
}

double expression_end(const struct expr *x, const struct ball_point *at,
                      struct work *w)
{
    return expr_infinity(x) ? expr_infinity(x) * (double)INFINITY
                            : expression_number(x, at, w);
}

bool expression_middle(arb_t out, const struct expr *x,
                       const struct ball_point *at, slong bits, struct work *w)
{
    acb_t v;
    bool ok;

    acb_init(v);
    ok = ball_value(v, x, at, bits, w) && acb_is_real(v);
    if (ok)
        arb_get_mid_arb(out, acb_realref(v));
    acb_clear(v);
    return ok;
}

const struct expr *expression_exponent(const struct expr *x)
{
    if (x->op == EXPR_CALL && x->function->id == FN_EXP)
        return x->args[0];
    return x->op == EXPR_POW && expr_is_constant(x->args[0], CONSTANT_E)
               ? x->args[1]
               : NULL;
}

struct values {
    acb_ptr v;
    size_t n;
};

static void expression_clear_values(void *obj)
{
    struct values *all = obj;

    _acb_vec_clear(all->v, (slong)all->n);
}

acb_ptr expression_extend(struct arena *a, struct ball_point *at,
                          const char *const *names, size_t n)
{
    struct values *all = arena_new(a, struct values);
    const char **both = arena_array(a, const char *, at->n + n);

    *all = (struct values){ _acb_vec_init((slong)(at->n + n)), at->n + n };
    arena_defer(a, expression_clear_values, all);
    for (size_t i = 0; i < at->n; i++) {
        acb_set(all->v + i, at->values + i);
        both[i] = at->names[i];
    }
    for (size_t i = 0; i < n; i++)
        both[at->n + i] = names[i];
    at->names = both;
    at->values = all->v;
    at->n += n;
    return all->v + at->n - n;
}

/* ---- the scale of the numbers ---- */

/* x with every name a 1. */
static const struct expr *with_ones(struct arena *a, const struct expr *x)
{
    const char *const *names;
    size_t n = expr_symbols(a, x, &names);

    for (size_t i = 0; i < n; i++)
        x = expr_replace(a, x, names[i], expr_integer(a, 1));
    return x;
}

/* log2 of its size; not finite where it has none. */
static double expression_log_size(struct arena *a, const struct expr *x,
                                  struct work *w)
{
    double size = NAN;
    acb_t v;

    acb_init(v);
    if (ball_value(v, with_ones(a, x), NULL, 64, w))
        size = ball_size(v);
    acb_clear(v);
    return size;
}

/* How far apart are the addends with the symbol and those without? */
static double expression_apart(struct arena *a, const struct expr *x,
                               const char *symbol, struct work *w)
{
    double with = NAN, least = INFINITY, most = -INFINITY;

    for (unsigned i = 0; i < x->count; i++) {
        double size = expression_log_size(a, x->args[i], w);

        if (!isfinite(size))
            continue;
        if (addends_depends(x->args[i], symbol))
            with = size;
        else {
            least = fmin(least, size);
            most = fmax(most, size);
        }
    }
    return isnan(with) || most < least
               ? 0
               : fmax(fabs(most - with), fabs(least - with));
}

static double reach_within(struct arena *a, const struct expr *x,
                           const char *symbol, struct work *w)
{
    bool bound = (x->op == EXPR_INTEGRAL || x->op == EXPR_SUM) &&
                 x->count == 4 && x->args[1]->op == EXPR_SYMBOL;
    double most = 0;

    if (!addends_depends(x, symbol))
        return 0;
    for (unsigned i = 2; i < 4 && bound; i++)
        if (!expr_infinity(x->args[i]) &&
            !addends_depends(x->args[i], symbol)) {
            const struct expr *body = expr_replace(
                a, x->args[0], x->args[1]->name, with_ones(a, x->args[i]));

            most = fmax(most, reach_within(a, body, symbol, w));
        }
    if (x->op == EXPR_ADD)
        most = expression_apart(a, x, symbol, w);
    for (unsigned i = 0; i < x->count && !bound; i++)
        if (x->args[i])
            most = fmax(most, reach_within(a, x->args[i], symbol, w));
    return most;
}

double expression_reach(struct arena *a, const struct expr *x,
                        const char *symbol)
{
    struct work w = { .limit = 2000000 };

    return reach_within(a, x, symbol, &w);
}
