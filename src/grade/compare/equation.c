/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Equations are equal when their solution sets are, up to a factor that is
 * never zero: F = 0 and G = 0 with F = cG for a constant c, or with the same
 * numerators as rational functions. Inequalities need c > 0. An equation that
 * names something ("y = 2x + 1", "x = 5") is also what it says of it.
 */
#include "base/str.h"
#include "grade/compare/compare_int.h"
#include "grade/compare/solve.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "math/ball/points.h"
#include "math/exact/exact.h"

#include <string.h>

static const struct expr *equation_difference(struct arena *a,
                                              const struct expr *x)
{
    return expr_sub(a, x->args[0], x->args[1]);
}

static bool same_symbols(struct comparer *j, const struct expr *f,
                         const struct expr *g)
{
    const char *const *x, *const *y;
    size_t n = expr_symbols(j->arena, f, &x);
    size_t m = expr_symbols(j->arena, g, &y), both = 0;

    for (size_t i = 0; i < n; i++)
        both += str_is_one(x[i], y, m);
    return n == m && both == n;
}

/* A fixed point at which neither is zero. */
static bool fixed_point(struct comparer *j, const struct expr *f,
                        const struct expr *g, const struct expr **fp,
                        const struct expr **gp)
{
    const char *const *names;
    size_t n = expr_symbols(j->arena, f, &names);

    for (unsigned shift = 0; shift < 4; shift++) {
        *fp = shape_at_fixed(j->arena, f, names, n, shift);
        *gp = shape_at_fixed(j->arena, g, names, n, shift);
        if (shape_has_symbols(j->arena, *gp) ||
            shape_has_symbols(j->arena, *fp))
            return false;
        if (is_not_zero(j, *fp) && is_not_zero(j, *gp))
            return true;
    }
    return false;
}

/* F = cG: F * G(p) = G * F(p) at all points, with p fixed. */
static struct comparison equation_proportional(struct comparer *j,
                                               const struct expr *f,
                                               const struct expr *g,
                                               const struct expr **fp,
                                               const struct expr **gp)
{
    enum truth same;

    if (!same_symbols(j, f, g))
        return found(TRUTH_NO, "equation", "they have different symbols");
    if (!fixed_point(j, f, g, fp, gp))
        return found(TRUTH_UNKNOWN, "equation",
                     "could not find a point at which to compare them");
    same = compare_same_value(j, expr_mul(j->arena, f, *gp),
                              expr_mul(j->arena, g, *fp));
    return found(same, "equation",
                 same == TRUTH_YES ? "they differ only by a constant "
                                     "factor"
                                   : "they are not multiples of each other");
}

static bool is_call(const struct expr *x)
{
    return x->op == EXPR_CALL ||
           (x->op == EXPR_POW && x->args[1]->op != EXPR_NUMBER);
}

/* 0 = 0 and x = x say nothing. */
static bool equation_is_nothing(struct comparer *j, const struct expr *f)
{
    return compare_same_value(j, f, expr_integer(j->arena, 0)) == TRUTH_YES;
}

/* F = G + c with c not zero: the two have no solution in common. */
static bool equation_is_shifted(struct comparer *j, const struct expr *f,
                                const struct expr *g)
{
    const struct expr *gap = expr_sub(j->arena, f, g);
    const struct expr *shift;
    const char *const *names;
    size_t n = expr_symbols(j->arena, gap, &names);

    shift = shape_at_fixed(j->arena, gap, names, n, 0);
    return is_not_zero(j, shift) &&
           compare_same_value(j, gap, shift) == TRUTH_YES;
}

/* F = 0 and G = 0: as rational functions, up to a constant, and at last by
 * points of each in the other. Polynomials are compared over the complex
 * numbers: x^2 = -1 and x^2 = -2 are not the same for having no real root. */
static struct comparison same_solutions(struct comparer *j,
                                        const struct expr *key,
                                        const struct expr *answer)
{
    const struct expr *f = equation_difference(j->arena, key);
    const struct expr *g = equation_difference(j->arena, answer);
    const struct expr *fp, *gp;
    const char *witness = NULL;
    struct comparison r;

    if (equation_is_nothing(j, f) || equation_is_nothing(j, g))
        return found(TRUTH_NO, "equation",
                     "one of them is true for all values");
    switch (exact_same_zeros(j->arena, f, g, j->work)) {
    case TRUTH_YES:
        return found(TRUTH_YES, "equation", "they have the same solutions");
    case TRUTH_NO:
        return found(TRUTH_NO, "equation", "they have different solutions");
    default: break;
    }
    r = equation_proportional(j, f, g, &fp, &gp);
    if (r.lenient == TRUTH_YES)
        return r;
    switch (solve_same(j, f, g, &witness)) {
    case TRUTH_YES:
        return found(TRUTH_YES, "equation",
                     "the solutions of each solve the other");
    case TRUTH_NO:
        r = found(TRUTH_NO, "equation", "they have different solutions");
        r.witness = witness;
        return r;
    default: break;
    }
    /* Curves of higher degree that are no multiples of each other are
     * different; with roots and logarithms that proves nothing. */
    if (r.lenient == TRUTH_NO && same_symbols(j, f, g) &&
        !equation_is_shifted(j, f, g) &&
        (expr_any(f, is_call) || expr_any(g, is_call)))
        return found(TRUTH_UNKNOWN, "equation",
                     "could not tell whether the solutions are the same");
    return r;
}

/* 1: <, 2: <=, 3: !=, with *flip when it is > or >=; 0: none of them. */
static int sense(enum relation r, bool *flip)
{
    *flip = r == RELATION_GT || r == RELATION_GE;
    switch (r) {
    case RELATION_LT:
    case RELATION_GT: return 1;
    case RELATION_LE:
    case RELATION_GE: return 2;
    case RELATION_NE: return 3;
    default: return 0;
    }
}

/* Does l REL r hold at the point? */
static enum truth holds_at(struct comparer *j, const struct expr *x,
                           const struct ball_point *at)
{
    enum truth t = TRUTH_UNKNOWN;
    acb_t l, r;

    acb_init(l);
    acb_init(r);
    if (ball_eval(l, x->args[0], at, 128, j->work) == BALL_VALUE &&
        ball_eval(r, x->args[1], at, 128, j->work) == BALL_VALUE &&
        acb_is_real(l) && acb_is_real(r)) {
        bool below = arb_lt(acb_realref(l), acb_realref(r));
        bool above = arb_gt(acb_realref(l), acb_realref(r));

        switch (x->relations[0]) {
        case RELATION_LT:
        case RELATION_LE: t = below ? TRUTH_YES : above ? TRUTH_NO : t; break;
        case RELATION_GT:
        case RELATION_GE: t = above ? TRUTH_YES : below ? TRUTH_NO : t; break;
        case RELATION_NE: t = above || below ? TRUTH_YES : t; break;
        default: break;
        }
    }
    acb_clear(l);
    acb_clear(r);
    return t;
}

/* Inequalities are different when one holds where the other does not; that
 * no such point was found is no proof that there is none. */
static struct comparison told_apart(struct comparer *j, const struct expr *key,
                                    const struct expr *answer)
{
    const char *const *names;
    size_t n =
        expr_symbols(j->arena,
                     expr_add(j->arena, equation_difference(j->arena, key),
                              equation_difference(j->arena, answer)),
                     &names);
    acb_ptr values = _acb_vec_init((slong)n);
    struct ball_point at = { .names = names, .values = values, .n = n };
    bool apart = false;
    fmpq_t v;

    fmpq_init(v);
    for (unsigned k = 0; k < POINTS_REAL && !apart; k++) {
        enum truth a, b;

        for (size_t i = 0; i < n; i++) {
            points_value(v, (struct points_symbol){ names[i], (unsigned)i }, k,
                         j->seed, false);
            acb_set_fmpq(values + i, v, 256);
        }
        a = holds_at(j, key, &at);
        b = holds_at(j, answer, &at);
        apart = a != TRUTH_UNKNOWN && b != TRUTH_UNKNOWN && a != b;
    }
    fmpq_clear(v);
    _acb_vec_clear(values, (slong)n);
    return apart ? found(TRUTH_NO, "inequality",
                         "one holds at a point where the other does not")
                 : found(TRUTH_UNKNOWN, "inequality",
                         "could not tell whether they are equivalent");
}

/* Two inequalities between formulas: the same up to a positive factor. */
static struct comparison same_inequality(struct comparer *j,
                                         const struct expr *key,
                                         const struct expr *answer)
{
    bool flip_k, flip_a;
    int sense_k = sense(key->relations[0], &flip_k);
    int sense_a = sense(answer->relations[0], &flip_a);
    const struct expr *f, *g, *fp, *gp, *zero = expr_integer(j->arena, 0);
    struct comparison r;
    enum truth neg_f, neg_g;

    if (sense_k == 0 || sense_a == 0)
        return told_apart(j, key, answer);
    f = equation_difference(j->arena, key);
    g = equation_difference(j->arena, answer);
    if (flip_k)
        f = expr_neg(j->arena, f);
    if (flip_a)
        g = expr_neg(j->arena, g);
    r = equation_proportional(j, f, g, &fp, &gp);
    if (r.lenient != TRUTH_YES)
        return told_apart(j, key, answer);
    if (sense_k != sense_a)
        return found(TRUTH_NO, "inequality",
                     "only one of them holds on the boundary");
    if (sense_k == 3)
        return r;
    neg_f = decide_less(fp, zero, j->work);
    neg_g = decide_less(gp, zero, j->work);
    if (neg_f == TRUTH_UNKNOWN || neg_g == TRUTH_UNKNOWN)
        return found(TRUTH_UNKNOWN, "inequality", "could not determine a sign");
    return neg_f == neg_g
               ? found(TRUTH_YES, "inequality", "the same inequality")
               : found(TRUTH_NO, "inequality",
                       "the inequality sign points the other way");
}

/* f(2) < f(1) < f(4), link by link, or read from the other end. */
static struct comparison same_chain(struct comparer *j, const struct expr *key,
                                    const struct expr *answer)
{
    static const enum relation mirror[] = {
        RELATION_EQ, RELATION_NE, RELATION_GT,     RELATION_GE,
        RELATION_LT, RELATION_LE, RELATION_APPROX,
    };
    unsigned n = key->count;
    struct comparison f =
        found(TRUTH_YES, "chain", "they are equal link by link");
    bool forth = true, back = true;

    if (n != answer->count)
        return found(TRUTH_NO, "chain", "the chains have different lengths");
    for (unsigned i = 0; i + 1 < n; i++) {
        enum relation a = answer->relations[i];

        forth &= key->relations[i] == a;
        back &= a <= RELATION_APPROX && key->relations[n - 2 - i] == mirror[a];
    }
    if (!forth && !back)
        return found(TRUTH_NO, "chain", "the relations are different");
    for (unsigned i = 0; i < n && f.lenient != TRUTH_NO; i++)
        f = found_and(f, compare_answers(j, key->args[i],
                                         answer->args[forth ? i : n - 1 - i]));
    return f;
}

/* An equation that names nothing ("a + b = 5", "x^2 = 49") against a value:
 * its right side may be what was asked for. Nobody asks for zero; an equation
 * in one unknown is more likely about its root. */
static struct comparison by_right_side(struct comparer *j,
                                       const struct expr *eq,
                                       const struct expr *value, bool eq_is_key)
{
    const struct expr *right = eq->args[1];
    const char *const *names;
    size_t n = expr_symbols(j->arena, eq->args[0], &names);
    struct solved s = { .count = -1 };
    struct comparison f;

    if (j->depth > 1 || /* one of several: no question asks for that */
        (right->op == EXPR_NUMBER && fmpq_is_zero(right->number->value)))
        right = NULL;
    if (n == 1 && shape_sides_are_values(eq) &&
        expr_symbols(j->arena, eq->args[1], &names) == 0) {
        expr_symbols(j->arena, eq->args[0], &names);
        s = solve_real(j, equation_difference(j->arena, eq), names[0]);
    }
    if (s.count == 1 && !s.quadratic)
        right = s.root[0];
    if (!right)
        return found(TRUTH_NO, "kind",
                     "one is an equation, the other is a value");
    f = eq_is_key ? compare_answers(j, right, value)
                  : compare_answers(j, value, right);
    if (n == 1 && f.lenient == TRUTH_YES) {
        f.strict = TRUTH_NO;
        f.strict_why = "one is an equation, the other is a value";
    }
    return f;
}

/* Lines and circles are not asked for by their right sides. */
static bool is_curve(struct comparer *j, const struct expr *key)
{
    const char *const *names;
    size_t n = expr_symbols(j->arena, key, &names), plane = 0;

    for (size_t i = 0; i < n; i++)
        plane += str_among(names[i], "x y z");
    return plane > 1 || shape_has_symbols(j->arena, key->args[1]);
}

static bool is_eq(const struct expr *x)
{
    return x->op == EXPR_RELATION && x->count >= 2 &&
           (x->relations[0] == RELATION_EQ ||
            x->relations[0] == RELATION_APPROX);
}

/* Does the statement hold the subject, a name like y(x)? */
static bool equation_mentions(struct comparer *j, const struct expr *x,
                              const struct expr *subject)
{
    const char *const *names;
    size_t n = expr_symbols(j->arena, x, &names);
    size_t len = subject->op == EXPR_APPLY ? strlen(subject->name) : 0;

    if (subject->op != EXPR_APPLY)
        return true;
    for (size_t i = 0; i < n; i++)
        if (strncmp(names[i], subject->name, len) == 0)
            return true;
    return false;
}

/* f(x) = x^2 and f(t) = t^2: the answer's value in the key's variables. */
static const struct expr *with_arguments(struct comparer *j,
                                         const struct expr *key,
                                         const struct expr *answer,
                                         const struct expr *value)
{
    if (key->op != EXPR_APPLY || answer->op != EXPR_APPLY || key->count != 1 ||
        answer->count != 1 || key->args[0]->op != EXPR_SYMBOL ||
        answer->args[0]->op != EXPR_SYMBOL)
        return value;
    return expr_replace(j->arena, value, answer->args[0]->name, key->args[0]);
}

/* ---- polar coordinates ---- */

/* Are all names of the equation among these, and one of them there? */
static bool speaks_of(struct comparer *j, const struct expr *x,
                      const char *among)
{
    const char *const *names;
    size_t n = expr_symbols(j->arena, x, &names);

    for (size_t i = 0; i < n; i++)
        if (!str_among(names[i], among))
            return false;
    return n > 0;
}

/* g where (r, theta) is (-r, theta + pi), the same point. */
static const struct expr *other_way(struct arena *a, const struct expr *g)
{
    const struct expr *r = expr_neg(a, expr_symbol(a, "r"));
    const struct expr *t =
        expr_add(a, expr_symbol(a, "theta"), expr_constant(a, CONSTANT_PI));

    return expr_replace(a, expr_replace(a, g, "r", r), "theta", t);
}

/* f = 0 in x and y, g = 0 in r and theta: is f, at x = r cos theta and y = r sin
 * theta, a multiple of g, but for powers of r and a factor of sec or csc? */
static bool same_in_polar(struct comparer *j, const struct expr *f,
                          const struct expr *g)
{
    struct arena *a = j->arena;
    const struct expr *r = expr_symbol(a, "r"), *t = expr_symbol(a, "theta");
    const struct expr *factor[] = { expr_integer(a, 1),
                                    expr_call(a, FN_COS, &t, 1),
                                    expr_call(a, FN_SIN, &t, 1) };
    const struct expr *fp, *gp;

    /* A circle r = 2 does not hold theta: both shall have the same names. */
    g = expr_add(a, g, expr_mul(a, expr_integer(a, 0), expr_mul(a, r, t)));
    f = expr_replace(a, f, "x", expr_mul(a, r, factor[1]));
    f = expr_replace(a, f, "y", expr_mul(a, r, factor[2]));
    for (int both = 0; both < 2; both++) {
        for (int i = 0; i < 3; i++) {
            const struct expr *h = expr_mul(a, g, factor[i]);

            for (int k = 0; k < 3; k++, h = expr_mul(a, h, r))
                if (equation_proportional(j, f, h, &fp, &gp).lenient ==
                    TRUTH_YES)
                    return true;
        }
        g = expr_mul(a, g, other_way(a, g));
    }
    return false;
}

/* r = 2 cos theta and (x - 1)^2 + y^2 = 1. */
static bool same_curve(struct comparer *j, const struct expr *key,
                       const struct expr *answer)
{
    bool polar = speaks_of(j, key, "r theta");

    if (key->count != 2 || answer->count != 2 ||
        !speaks_of(j, polar ? answer : key, "x y") ||
        !speaks_of(j, polar ? key : answer, "r theta") ||
        !shape_sides_are_values(key) || !shape_sides_are_values(answer))
        return false;
    return same_in_polar(j, equation_difference(j->arena, polar ? answer : key),
                         equation_difference(j->arena, polar ? key : answer));
}

/* Both are equations. */
static struct comparison two_equations(struct comparer *j,
                                       const struct expr *key,
                                       const struct expr *answer)
{
    const char *name_k = shape_name(key), *name_a = shape_name(answer);
    const struct expr *value_k = shape_value(key);
    const struct expr *value_a = shape_value(answer);
    const char *const *names;
    struct comparison values, zeros;

    if (shape_is_equation(key) && shape_is_equation(answer))
        return same_solutions(j, key, answer);
    if (name_k && name_a && strcmp(name_k, name_a) != 0 &&
        shape_holds(j->arena, value_a, name_k) &&
        shape_holds(j->arena, value_k, name_a))
        return same_solutions(j, key, answer); /* y = e^x and x = ln y */
    if (!j->declared && shape_subjects_differ(key, answer))
        return found(TRUTH_NO, "names", "they are about different quantities");
    if (is_sequence(value_k) && is_sequence(value_a))
        return compare_sequences(j, key, answer); /* (x, y) = (1, 2) */
    if (key->count == 2 && answer->count == 2 && name_a == NULL &&
        name_k == NULL && !equation_mentions(j, answer, key->args[0]))
        return compare_answers(j, value_k, value_a); /* y(x) = f and f = g */
    if (key->count == 2 && answer->count == 2 &&
        (shape_is_equation(key) || shape_is_equation(answer)))
        return same_solutions(j, key, answer);
    value_a = with_arguments(j, key->args[0], answer->args[0], value_a);
    values = compare_answers(j, value_k, value_a);
    if (!name_k || !name_a || strcmp(name_k, name_a) == 0)
        return values;
    if (values.lenient != TRUTH_YES && key->count == 2 && answer->count == 2 &&
        expr_is_value(value_k) && expr_is_value(value_a))
        return same_solutions(j, key, answer);
    if (values.lenient != TRUTH_YES)
        return values;
    if (expr_is_value(value_k) && key->count == 2 && answer->count == 2) {
        zeros = same_solutions(j, key, answer);
        if (zeros.lenient == TRUTH_YES)
            return zeros;
    }
    /* y = x^2 and u = x^2 describe the same function; x = 5 and y = 5 do not
     * say the same. */
    if (expr_symbols(j->arena, value_k, &names) > 0)
        return values;
    return found(TRUTH_NO, "names",
                 arena_printf(j->arena,
                              "the key is about %s, the answer "
                              "about %s",
                              name_k, name_a));
}

/* The other side of an equation F(x, y) = C; NULL: the constant does not stand
 * alone. */
static const struct expr *equation_level_of(struct comparer *j,
                                            const struct expr *x,
                                            const char *name)
{
    for (int i = 0; i < 2; i++)
        if (x->args[i]->op == EXPR_SYMBOL &&
            strcmp(x->args[i]->name, name) == 0 &&
            !shape_holds(j->arena, x->args[1 - i], name))
            return x->args[1 - i];
    return NULL;
}

/* F(x, y) = C and G(x, y) = K, all curves of a family: F = cG, or F = G + c. */
static bool same_levels(struct comparer *j, const struct expr *f,
                        const struct expr *g)
{
    const struct expr *fp, *gp;

    return equation_proportional(j, f, g, &fp, &gp).lenient == TRUTH_YES ||
           (same_symbols(j, f, g) && equation_is_shifted(j, f, g));
}

/* y = Ce^x - 1 and y + 1 = Ke^x: equations that hold an arbitrary constant
 * each. */
static bool same_family(struct comparer *j, const struct expr *key,
                        const struct expr *answer)
{
    const char *k = "C", *a = "C";
    const struct expr *f, *g;

    if (!is_eq(key) || !is_eq(answer) || key->count != 2 ||
        answer->count != 2 || !shape_sides_are_values(key) ||
        !shape_sides_are_values(answer) || has_matrix(key) ||
        has_matrix(answer) || expr_any(key, is_coefficient))
        return false;
    if (!solution_constants(j, key, answer, &k, &a) &&
        !(shape_holds(j->arena, key, "C") &&
          shape_holds(j->arena, answer, "C")))
        return false;
    f = equation_level_of(j, key, k);
    g = equation_level_of(j, answer, a);
    if (f && g && shape_holds(j->arena, f, "x") &&
        shape_holds(j->arena, f, "y"))
        return same_levels(j, f, g);
    if (strcmp(k, a) == 0 && !solution_constants(j, key, answer, &k, &a))
        return false;
    for (unsigned i = 0; i < SOLUTION_SCALES; i++)
        if (same_solutions(j, key, solution_scaled(j->arena, answer, a, k, i))
                .lenient == TRUTH_YES)
            return true;
    return false;
}

/* The real roots of an equation in one unknown that names nothing, as a list
 * of values; NULL when they cannot be had. */
static const struct expr *equation_roots_of(struct comparer *j,
                                            const struct expr *x)
{
    const char *const *names;
    const struct expr *f;
    struct solved s;

    if (!shape_is_equation(x) || !shape_sides_are_values(x))
        return NULL;
    f = equation_difference(j->arena, x);
    if (expr_symbols(j->arena, f, &names) != 1)
        return NULL;
    s = solve_real(j, f, names[0]);
    if (s.count < 1 || !s.quadratic)
        return NULL;
    return expr_new(j->arena, EXPR_LIST, s.root, (unsigned)s.count);
}

/* x^2 = 4 and "x = 2 or x = -2": an equation and its roots. */
static bool by_roots(struct comparer *j, const struct expr *key,
                     const struct expr *answer, struct comparison *out)
{
    const struct expr *k = equation_roots_of(j, key),
                      *a = equation_roots_of(j, answer);

    if ((!k && !a) || (k && a))
        return false;
    if (k && !is_sequence(shape_value(answer)))
        return false;
    if (a && !is_sequence(shape_value(key)))
        return false;
    *out = compare_sequences(j, k ? k : key, a ? a : answer);
    if (out->lenient == TRUTH_YES) {
        out->strict = TRUTH_NO;
        out->strict_why = "one is an equation, the other is the list of its "
                          "roots";
    }
    return true;
}

/* x = 0 or y = 0, x = \pm y, as one equation xy = 0; NULL: it is no such
 * thing. */
static const struct expr *as_product(struct comparer *j, const struct expr *x)
{
    struct arena *a = j->arena;
    const struct expr *factors[8];
    unsigned n = x->count;

    if (x->op == EXPR_RELATION && n == 2 && expr_has_sign(x)) {
        const struct expr *signs[] = { expr_choose_sign(a, x, true),
                                       expr_choose_sign(a, x, false) };

        x = expr_new(a, EXPR_OR, signs, n = 2);
    }
    if (x->op != EXPR_OR || n < 2 || n > 8)
        return NULL;
    for (unsigned i = 0; i < n; i++) {
        const struct expr *e = x->args[i];

        if (!is_eq(e) || e->count != 2 || !shape_sides_are_values(e) ||
            expr_has_sign(e))
            return NULL;
        factors[i] = equation_difference(a, e);
    }
    return expr_relation(a, expr_new(a, EXPR_MUL, factors, n), RELATION_EQ,
                         expr_integer(a, 0));
}

/* xy = 0 and "x = 0 or y = 0": an equation of a curve and its parts. */
static bool by_parts_of_curve(struct comparer *j, const struct expr *key,
                              const struct expr *answer, struct comparison *out)
{
    const struct expr *k = as_product(j, key), *a = as_product(j, answer);

    if (!k == !a || !shape_is_equation(k ? answer : key) ||
        !is_curve(j, k ? answer : key))
        return false;
    *out = same_solutions(j, k ? k : key, a ? a : answer);
    return true;
}

/* The value that a chain comes to. "6 = 5" comes to nothing; a slip inside a
 * longer chain is forgiven by the lenient reading alone. */
static struct comparison by_chain(struct comparer *j, const struct expr *key,
                                  const struct expr *answer)
{
    struct comparison f = compare_answers(j, key, shape_value(answer));
    bool slip = false;

    for (unsigned i = 0; i + 1 < answer->count && f.lenient == TRUTH_YES; i++) {
        const struct expr *l = answer->args[i], *r = answer->args[i + 1];

        if (answer->relations[i] == RELATION_EQ && expr_is_value(l) &&
            expr_is_value(r) && !shape_has_symbols(j->arena, l) &&
            !shape_has_symbols(j->arena, r))
            slip |= compare_values(j, l, r).lenient == TRUTH_NO;
    }
    if (slip && answer->count == 2)
        return found(TRUTH_NO, "chain",
                     "the two sides of the answer are different");
    if (slip) {
        f.strict = TRUTH_NO;
        f.strict_why = "a step in the chain of equations is false";
    }
    return f;
}

/* x = y = z and (x-1)/2 = y/3 = z/4 are systems, f = x^2 - 1 = (x-1)(x+1) is
 * a value: in a system a side with symbols is not the same as the next. */
static bool is_system(struct comparer *j, const struct expr *x)
{
    if (x->op != EXPR_RELATION || x->count < 3)
        return false;
    for (unsigned i = 1; i + 1 < x->count; i++) {
        const struct expr *l = x->args[i], *r = x->args[i + 1];

        if (x->relations[i] != RELATION_EQ || x->relations[0] != RELATION_EQ)
            return false;
        if (expr_is_value(l) && expr_is_value(r) &&
            (shape_has_symbols(j->arena, l) ||
             shape_has_symbols(j->arena, r)) &&
            compare_same_value(j, l, r) != TRUTH_YES)
            return true;
    }
    return false;
}

/* Link by link, as equations. */
static struct comparison two_systems(struct comparer *j, const struct expr *key,
                                     const struct expr *answer)
{
    struct comparison f =
        found(TRUTH_YES, "system", "they are equal equation by equation");

    if (key->count != answer->count)
        return found(TRUTH_UNKNOWN, "system",
                     "the systems have different numbers of equations");
    for (unsigned i = 0; i + 1 < key->count && f.lenient != TRUTH_NO; i++)
        f = found_and(
            f, same_solutions(j,
                              expr_relation(j->arena, key->args[i], RELATION_EQ,
                                            key->args[i + 1]),
                              expr_relation(j->arena, answer->args[i],
                                            RELATION_EQ, answer->args[i + 1])));
    return f;
}

struct comparison compare_equations(struct comparer *j, const struct expr *key,
                                    const struct expr *answer)
{
    bool eq_k = is_eq(key), eq_a = is_eq(answer);
    struct comparison roots;

    if (is_system(j, key) && is_system(j, answer))
        return two_systems(j, key, answer);
    if (is_system(j, key) || is_system(j, answer))
        return found(TRUTH_NO, "kind", "only one is a system of equations");

    if (by_roots(j, key, answer, &roots) ||
        by_parts_of_curve(j, key, answer, &roots))
        return roots;

    if (eq_k && eq_a) {
        roots = two_equations(j, key, answer);
        if (roots.lenient != TRUTH_YES && same_curve(j, key, answer))
            return found(TRUTH_YES, "polar",
                         "the same curve in polar coordinates");
        return roots.lenient != TRUTH_YES && same_family(j, key, answer)
                   ? found_lenient("constants renamed",
                                   "they are equal after renaming constants",
                                   "the constants have different names")
                   : roots;
    }
    if (eq_k && answer->op != EXPR_RELATION) {
        if (shape_is_equation(key) && is_curve(j, key))
            return found(TRUTH_NO, "kind",
                         "the key is an equation, the answer is not");
        if (shape_is_equation(key))
            return by_right_side(j, key, answer, true);
        return compare_answers(j, shape_value(key), answer);
    }
    if (eq_a && key->op != EXPR_RELATION) {
        if (shape_is_equation(answer) && expr_is_value(key) &&
            !shape_has_symbols(j->arena, key) &&
            shape_has_symbols(j->arena, answer->args[0]))
            return by_right_side(j, answer, key, false);
        return by_chain(j, key, answer);
    }
    if (key->op != answer->op && /* a_n \to 2 and 2 */
        (shape_value(key) != key || shape_value(answer) != answer))
        return compare_answers(j, shape_value(key), shape_value(answer));
    if (key->op != answer->op)
        return found(TRUTH_NO, "kind", "only one of them is a statement");
    if (key->count == 2 && answer->count == 2 && !eq_k && !eq_a &&
        key->relations[0] < RELATION_IN && answer->relations[0] < RELATION_IN &&
        expr_is_value(key->args[0]) && expr_is_value(answer->args[0]))
        return found_best(same_inequality(j, key, answer),
                          same_chain(j, key, answer));
    return same_chain(j, key, answer);
}
