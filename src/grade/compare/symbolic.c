/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Things of which only the names are known: sets called A and B, and orders of
 * growth, O(n log n). Sets are compared by a table of truth over all places
 * that an element may have; orders by the limit of their quotient.
 */
#include "grade/compare/compare_int.h"
#include "math/ball/ball.h"

#include <string.h>

#define SETS_MOST 10

/* ---- sets ---- */

/* Is it built of names of sets alone, and of more than one? */
static bool is_of_sets(const struct expr *x, unsigned depth)
{
    if (x->op == EXPR_SYMBOL)
        return depth > 0 && x->name[0] >= 'A' && x->name[0] <= 'Z';
    if ((x->op != EXPR_UNION && x->op != EXPR_INTERSECTION &&
         x->op != EXPR_DIFFERENCE) ||
        depth > 20)
        return false;
    for (unsigned i = 0; i < x->count; i++)
        if (!is_of_sets(x->args[i], depth + 1))
            return false;
    return true;
}

/* Is an element in x that is in the k-th set if the k-th bit of `place` is
 * set? */
static bool holds(const struct expr *x, const char *const *names, size_t n,
                  unsigned place)
{
    bool in;

    if (x->op == EXPR_SYMBOL) {
        for (size_t k = 0; k < n; k++)
            if (strcmp(names[k], x->name) == 0)
                return place >> k & 1;
        return false;
    }
    in = holds(x->args[0], names, n, place);
    for (unsigned i = 1; i < x->count; i++) {
        bool next = holds(x->args[i], names, n, place);

        in = x->op == EXPR_UNION          ? in || next
             : x->op == EXPR_INTERSECTION ? in && next
                                          : in && !next;
    }
    return in;
}

bool compare_set_names(struct comparer *j, const struct expr *key,
                       const struct expr *answer, struct comparison *out)
{
    const char *const *names;
    size_t n;

    if (!(is_of_sets(key, 0) && is_of_sets(answer, 1)) &&
        !(is_of_sets(key, 1) && is_of_sets(answer, 0)))
        return false;
    n = expr_symbols(j->arena, expr_binary(j->arena, EXPR_UNION, key, answer),
                     &names);
    if (n > SETS_MOST ||
        !work_spend(j->work, (expr_size(key) + expr_size(answer)) << n))
        return false;
    *out = found(TRUTH_YES, "sets", "they contain the same elements");
    for (unsigned place = 0; place < 1u << n; place++)
        if (holds(key, names, n, place) != holds(answer, names, n, place))
            *out = found(TRUTH_NO, "sets",
                         "an element can be in one of them and not in the "
                         "other");
    return true;
}

/* ---- laws of probability ---- */

/* The name and the parameters of N(5, 4), which was read as a product, or as a
 * point of that name. */
static const char *law_of(const struct expr *x, const struct expr **parameters)
{
    static const char *const names[] = { "N",   "U",    "Exp", "Bin",  "B",
                                         "Poi", "Geom", "Po",  "Gamma" };
    bool point = x->op == EXPR_RELATION && x->count == 2 &&
                 x->relations[0] == RELATION_EQ;
    const struct expr *name;

    if ((!point && x->op != EXPR_MUL) || x->count != 2 ||
        x->args[0]->op != EXPR_SYMBOL || x->args[1]->op != EXPR_TUPLE)
        return NULL;
    name = x->args[0];
    *parameters = x->args[1];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name->name, names[i]) == 0)
            return name->name;
    return NULL;
}

/* The parameter of sigma = 2 is the variance, 4. */
static const struct expr *parameter(struct arena *a, const struct expr *x,
                                    const char *law)
{
    if (x->op != EXPR_RELATION || x->count != 2 ||
        x->relations[0] != RELATION_EQ)
        return x;
    return strcmp(law, "N") == 0 && x->args[0]->op == EXPR_SYMBOL &&
                   strcmp(x->args[0]->name, "sigma") == 0
               ? expr_binary(a, EXPR_POW, x->args[1], expr_integer(a, 2))
               : x->args[1];
}

bool compare_laws(struct comparer *j, const struct expr *key,
                  const struct expr *answer, struct comparison *out)
{
    const struct expr *k, *a;
    const char *law = law_of(key, &k), *other = law_of(answer, &a);

    if (!law || !other || strcmp(law, other) != 0 || k->count != a->count ||
        (key->op == EXPR_RELATION && answer->op == EXPR_RELATION))
        return false;
    *out = found(TRUTH_YES, "law", "they are equal parameter by parameter");
    for (unsigned i = 0; i < k->count; i++)
        *out = found_and(*out, compare(j, parameter(j->arena, k->args[i], law),
                                       parameter(j->arena, a->args[i], law)));
    return true;
}

/* ---- orders of growth ---- */

/* O(n^2), which is read as a product of O. */
bool is_order(const struct expr *x)
{
    return x->op == EXPR_MUL && x->count == 2 &&
           x->args[0]->op == EXPR_SYMBOL &&
           (strcmp(x->args[0]->name, "O") == 0 ||
            strcmp(x->args[0]->name, "Theta") == 0 ||
            strcmp(x->args[0]->name, "Omega") == 0) &&
           expr_is_value(x->args[1]);
}

/* Does x/y tend to a number other than zero as the symbol grows? */
static bool grow_alike(struct comparer *j, const struct expr *x,
                       const struct expr *y, const char *name)
{
    const struct expr *args[] = { expr_binary(j->arena, EXPR_DIV, x, y),
                                  expr_symbol(j->arena, name),
                                  expr_constant(j->arena, CONSTANT_INFINITY) };
    acb_t v;
    bool alike;

    acb_init(v);
    alike = ball_eval(v, expr_new(j->arena, EXPR_LIMIT, args, 3), NULL, 128,
                      j->work) == BALL_VALUE &&
            !acb_contains_zero(v);
    acb_clear(v);
    return alike;
}

/* Is |x/y| at the second place more than twice, or less than half of, what
 * it is at the first? */
static bool drift(struct comparer *j, const struct expr *x,
                  const struct expr *y, const char *name, ulong power_1,
                  ulong power_2)
{
    const ulong power[] = { power_1, power_2 };
    acb_t v[2], n;
    arb_t r;
    bool known = true, apart;

    acb_init(n);
    arb_init(r);
    for (int i = 0; i < 2; i++) {
        struct ball_point at = { .names = &name, .values = n, .n = 1 };

        acb_init(v[i]);
        acb_set_ui(n, 10);
        acb_pow_ui(n, n, power[i], 256);
        known = known && ball_eval(v[i], expr_binary(j->arena, EXPR_DIV, x, y),
                                   &at, 256, j->work) == BALL_VALUE;
    }
    acb_div(n, v[1], v[0], 256);
    acb_abs(r, n, 256);
    arb_mul_2exp_si(r, r, 1);
    acb_one(n);
    apart = known && arb_is_finite(r) && arb_lt(r, acb_realref(n));
    acb_mul_2exp_si(n, n, 2);
    apart |= known && arb_is_finite(r) && arb_gt(r, acb_realref(n));
    acb_clear(v[0]);
    acb_clear(v[1]);
    acb_clear(n);
    arb_clear(r);
    return apart;
}

/* f/g is the same at all points. */
static bool is_multiple(struct comparer *j, const struct expr *f,
                        const struct expr *g, const char *const *names,
                        size_t n)
{
    const struct expr *q = expr_binary(j->arena, EXPR_DIV, f, g);

    return decide_equal(j->arena, q, shape_at_fixed(j->arena, q, names, n, 0),
                        NULL, j->work)
               .equal == TRUTH_YES;
}

struct comparison compare_orders(struct comparer *j, const struct expr *key,
                                 const struct expr *answer)
{
    const struct expr *f = key->args[1], *g = answer->args[1];
    const char *const *names, *const *others;
    size_t n = expr_symbols(j->arena, f, &names);
    size_t m = expr_symbols(j->arena, g, &others);
    bool one = n == 1 && m == 1 && strcmp(names[0], others[0]) == 0;

    if (!expr_same(key->args[0], answer->args[0]))
        return found(TRUTH_NO, "growth", "they are bounds of different kinds");
    if ((n == m && is_multiple(j, f, g, names, n)) ||
        (one && grow_alike(j, f, g, names[0])))
        return found(TRUTH_YES, "growth", "they have the same rate of growth");
    if (one &&
        (drift(j, f, g, names[0], 20, 60) || drift(j, f, g, names[0], 2, 3)))
        return found(TRUTH_NO, "growth", "one grows faster than the other");
    if (n != m || (n == 1 && !one))
        return found(TRUTH_NO, "growth", "they use different symbols");
    return found(TRUTH_UNKNOWN, "growth",
                 "could not tell which of them grows faster");
}
