/* SPDX-License-Identifier: Apache-2.0 */
#include "grade/compare/solve.h"

#include "base/str.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "math/decide/decide.h"
#include "math/exact/exact.h"
#include "math/tree/print.h"

#include <string.h>

#define BITS_LAST 1024 /* 300 digits */
#define TRIES     46   /* fixed values of the other symbols */

/* ---- order ---- */

static int rational_order(struct comparer *j, const struct expr *x,
                          const struct expr *y)
{
    int order = 2;
    fmpq_t vx, vy;

    fmpq_init(vx);
    fmpq_init(vy);
    if (exact_rational(vx, x, j->work) == EXACT_VALUE &&
        exact_rational(vy, y, j->work) == EXACT_VALUE) {
        order = fmpq_cmp(vx, vy);
        order = order < 0 ? -1 : order > 0;
    }
    fmpq_clear(vx);
    fmpq_clear(vy);
    return order;
}

int solve_order_of(struct comparer *j, const struct expr *x,
                   const struct expr *y)
{
    struct decision d;
    int order;

    if (expr_infinity(x) || expr_infinity(y)) {
        order = expr_infinity(x) - expr_infinity(y);
        return order < 0 ? -1 : order > 0;
    }
    order = rational_order(j, x, y);
    if (order != 2)
        return order;
    d = decide_equal(j->arena, x, y, NULL, j->work);
    if (d.equal != TRUTH_NO)
        return d.equal == TRUTH_YES ? 0 : 2;
    switch (decide_less(x, y, j->work)) {
    case TRUTH_YES: return -1;
    case TRUTH_NO: return 1;
    default: return 2;
    }
}

/* ---- roots ---- */

/* The sign of a constant: -1, 0, 1; 2: not known. */
static int solve_sign_of(struct comparer *j, const struct expr *x)
{
    return solve_order_of(j, x, expr_integer(j->arena, 0));
}

/* f = a x^2 + b x + c, found from its values at -1, 0, 1 and proved as an
 * identity in x. */
static bool coefficients(struct comparer *j, const struct expr *f,
                         const char *name, const struct expr **c)
{
    struct arena *a = j->arena;
    const struct expr *low, *mid, *high, *x = expr_symbol(a, name);
    const struct expr *two = expr_integer(a, 2);

    low = expr_replace(a, f, name, expr_integer(a, -1));
    mid = expr_replace(a, f, name, expr_integer(a, 0));
    high = expr_replace(a, f, name, expr_integer(a, 1));
    c[0] = mid;
    c[1] = expr_div(a, expr_sub(a, high, low), two);
    c[2] = expr_sub(a, expr_div(a, expr_add(a, high, low), two), mid);
    return exact_rational_functions(
               a, f,
               expr_add(a,
                        expr_add(a, expr_mul(a, c[2], expr_mul(a, x, x)),
                                 expr_mul(a, c[1], x)),
                        c[0]),
               j->work) == TRUTH_YES;
}

static struct solved grade_solve_linear(struct comparer *j,
                                        const struct expr **c)
{
    struct solved s = { .count = -1, .leading = solve_sign_of(j, c[1]) };

    if (s.leading == 0 || s.leading == 2)
        return s;
    s.count = 1;
    s.root[0] = expr_div(j->arena, expr_neg(j->arena, c[0]), c[1]);
    return s;
}

/* (-b -+ sqrt(b^2 - 4ac)) / 2a, the smaller first. */
static struct solved quadratic(struct comparer *j, const struct expr **c,
                               int leading)
{
    struct arena *a = j->arena;
    struct solved s = { .count = -1, .leading = leading, .quadratic = true };
    const struct expr *inside, *root, *b = expr_neg(a, c[1]);
    const struct expr *below = expr_mul(a, expr_integer(a, 2), c[2]);
    int sign;

    inside = expr_sub(a, expr_mul(a, c[1], c[1]),
                      expr_mul(a, expr_integer(a, 4), expr_mul(a, c[2], c[0])));
    sign = solve_sign_of(j, inside);
    if (sign == 2)
        return s;
    s.count = sign < 0 ? 0 : sign + 1;
    root = expr_call(a, FN_SQRT, &inside, 1);
    s.root[0] = expr_div(
        a, leading > 0 ? expr_sub(a, b, root) : expr_add(a, b, root), below);
    s.root[1] = expr_div(
        a, leading > 0 ? expr_add(a, b, root) : expr_sub(a, b, root), below);
    return s;
}

struct solved solve_real(struct comparer *j, const struct expr *f,
                         const char *name)
{
    struct solved none = { .count = -1 };
    const struct expr *c[3];
    int leading;

    if (!coefficients(j, f, name, c))
        return none;
    leading = solve_sign_of(j, c[2]);
    if (leading == 2)
        return none;
    return leading == 0 ? grade_solve_linear(j, c) : quadratic(j, c, leading);
}

/* ---- points of one equation in the other ---- */

/* Is the constant x zero? A ball that is not around zero says no; one of
 * BITS_LAST bits that is, and is as small as that, yes. */
static enum truth solve_is_zero(struct comparer *j, const struct expr *x)
{
    enum truth zero = TRUTH_UNKNOWN;
    acb_t v;
    mag_t m;

    acb_init(v);
    mag_init(m);
    for (slong bits = 128; bits <= BITS_LAST && zero == TRUTH_UNKNOWN;
         bits *= 8) {
        if (ball_eval(v, x, NULL, bits, j->work) != BALL_VALUE)
            break;
        acb_get_mag(m, v);
        if (!acb_contains_zero(v))
            zero = TRUTH_NO;
        else if (mag_cmp_2exp_si(m, -BITS_LAST + 100) < 0)
            zero = TRUTH_YES;
    }
    mag_clear(m);
    acb_clear(v);
    return zero;
}

struct side_count {
    unsigned met;  /* points of f that are in g */
    bool complete; /* those were all, wherever they were looked for */
    bool differ;   /* one is not */
    const char *witness;
};

/* The roots of f in one symbol, everything else fixed, put into g. */
static void try_roots(struct comparer *j, const struct expr *f,
                      const struct expr *g, const char *name,
                      struct side_count *out)
{
    struct solved s = solve_real(j, f, name);

    if (s.count < 0) {
        out->complete = false;
        return;
    }
    for (int i = 0; i < s.count && !out->differ; i++) {
        switch (solve_is_zero(j, expr_replace(j->arena, g, name, s.root[i]))) {
        case TRUTH_YES: out->met++; break;
        case TRUTH_NO:
            out->differ = true;
            out->witness =
                arena_printf(j->arena, "%s = %s is on one of them only", name,
                             print_expr(j->arena, s.root[i]));
            break;
        default: out->complete = false; break;
        }
    }
}

/* The k-th fixing of all symbols but one: elevenths that are never zero, each
 * of them with both signs. */
static const struct expr *fix(struct comparer *j, const struct expr *f,
                              const char *const *names, size_t n, size_t keep,
                              unsigned k)
{
    unsigned bit = 0;

    for (size_t i = 0; i < n; i++) {
        long up = 1 + (long)((5 * (k / 2) + 3 * i) % 37);

        if (i == keep)
            continue;
        if ((k >> bit++) & 1)
            up = -up;
        f = expr_replace(j->arena, f, names[i],
                         expr_fraction(j->arena, up, 11));
    }
    return f;
}

/* All of them: eight points of a sphere may lie on half of it. */
static struct side_count solve_points_of(struct comparer *j,
                                         const struct expr *f,
                                         const struct expr *g,
                                         const char *const *names, size_t n)
{
    struct side_count s = { .complete = true };

    for (size_t keep = 0; keep < n; keep++)
        for (unsigned k = 0; k < TRIES; k++) {
            try_roots(j, fix(j, f, names, n, keep, k),
                      fix(j, g, names, n, keep, k), names[keep], &s);
            if (s.differ || n == 1)
                return s;
            if (j->work->used >= j->work->limit / 2) {
                s.complete = false;
                return s;
            }
        }
    return s;
}

/* Do the roots of f in some symbol, for general values of the others, show all
 * of its solutions? Those of (e^x - 5)(y - 2) in y do not show e^x = 5; no
 * such factor is there if a coefficient is a constant that is not zero. */
static bool is_graph(struct comparer *j, const struct expr *f,
                     const char *const *names, size_t n)
{
    const struct expr *c[3];

    for (size_t keep = 0; keep < n; keep++) {
        if (!coefficients(j, f, names[keep], c))
            continue;
        for (int i = 0; i < 3; i++) {
            const struct expr *fixed = fix(j, c[i], names, n, n, 0);

            if (solve_is_zero(j, fixed) == TRUTH_NO &&
                exact_rational_functions(j->arena, c[i], fixed, j->work) ==
                    TRUTH_YES)
                return true;
        }
    }
    return false;
}

/* That no solution was found is no agreement. */
static bool solve_enough(struct comparer *j, const struct side_count *s,
                         const struct expr *f, const char *const *names,
                         size_t n)
{
    if (n == 1)
        return s->complete && s->met > 0;
    return s->met >= DECIDE_POINTS && (s->complete || is_graph(j, f, names, n));
}

enum truth solve_same(struct comparer *j, const struct expr *f,
                      const struct expr *g, const char **witness)
{
    const char *const *names, *const *others;
    size_t n = expr_symbols(j->arena, f, &names);
    size_t m = expr_symbols(j->arena, g, &others);
    struct side_count there, back;

    if (n == 0 || n > 6 || n != m)
        return TRUTH_UNKNOWN;
    there = solve_points_of(j, f, g, names, n);
    *witness = there.witness;
    if (there.differ)
        return TRUTH_NO;
    back = solve_points_of(j, g, f, names, n);
    *witness = back.witness;
    if (back.differ)
        return TRUTH_NO;
    return solve_enough(j, &there, f, names, n) &&
                   solve_enough(j, &back, g, names, n)
               ? TRUTH_YES
               : TRUTH_UNKNOWN;
}
