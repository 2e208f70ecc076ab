/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Conditions of a differential equation: values at a place, limits at
 * infinity, integrals, signs. Each is tried by itself, since a formula with a
 * perfect residual may still be another solution than the one asked for.
 */
#include "verify/pde/pde.h"

#include "base/str.h"
#include "math/tree/differentiate.h"
#include "verify/expression.h"

#include <math.h>
#include <string.h>

#define DRAWS     96 /* points that are tried */
#define WANTED    6  /* of them, where both sides have values */
#define BITS      192
#define SMALL     1e-25 /* relative: the same value */
#define TREND_MIN (1.0 / 256)

static double condition_size_of(const acb_t z) /* an upper bound of |z| */
{
    mag_t m;
    double d;

    mag_init(m);
    acb_get_mag(m, z);
    d = mag_get_d(m);
    mag_clear(m);
    return d;
}

/* ---- equality at points ---- */

/* Compare at one point. YES: to 25 digits; NO: certainly different. */
static enum truth condition_compare_here(const struct expr *x,
                                         const struct expr *y,
                                         const struct pde_point *q,
                                         const char **why)
{
    const struct pde *p = q->pde;
    enum truth same = TRUTH_UNKNOWN;
    acb_t l, r, d;

    acbs_init(l, r, d, NULL);
    if (pde_eval(l, x, q, BITS) && pde_eval(r, y, q, BITS)) {
        acb_sub(d, l, r, BITS);
        if (!acb_contains_zero(d)) {
            same = TRUTH_NO;
            *why = arena_printf(
                p->arena, "%s instead of %s at %s", pde_digits(p->arena, l),
                pde_digits(p->arena, r), pde_point_text(p->arena, q));
        } else if (condition_size_of(d) <=
                       SMALL * (condition_size_of(l) + condition_size_of(r)) ||
                   condition_size_of(d) < 1e-40)
            same = TRUTH_YES;
    }
    acbs_clear(l, r, d, NULL);
    return same;
}

enum truth pde_compare(const struct expr *x, const struct expr *y,
                       struct pde_point *q, const char **why)
{
    unsigned good = 0;

    for (unsigned k = 0; k < DRAWS && good < WANTED && !q->work->ceiling; k++) {
        enum truth same;

        if (!pde_point_draw(q, k))
            continue;
        same = condition_compare_here(x, y, q, why);
        if (same == TRUTH_NO)
            return TRUTH_NO;
        good += same == TRUTH_YES;
    }
    if (good >= 3)
        return TRUTH_YES;
    *why = "the formula has too few values there";
    return TRUTH_UNKNOWN;
}

/* ---- limits ---- */

#define STEPS 15

/* Where a limit is taken. */
struct approach {
    const char *name;
    enum pde_place place;
    const struct expr *at; /* PLACE_AT: from above */
};

/* The k-th place on the way. */
static bool approach_set(const struct approach *to, struct pde_point *q,
                         slong k)
{
    bool ok = true;
    acb_t v, s;

    acbs_init(v, s, NULL);
    acb_one(s);
    if (to->place == PLACE_AT) {
        ok = pde_eval(v, to->at, q, BITS);
        acb_mul_2exp_si(s, s, -2 * k);
        acb_add(v, v, s, BITS);
    } else {
        acb_mul_2exp_si(v, s, k);
        if (to->place == PLACE_MINUS_INFINITY)
            acb_neg(v, v);
    }
    if (ok)
        pde_point_set(q, to->name, v);
    acbs_clear(v, s, NULL);
    return ok;
}

/* |x - y| at the point, or -1 without a value. A real solution is 0 where its
 * formula, which is printed for its support alone, is complex. */
static double distance_here(const struct expr *x, const struct expr *y,
                            const struct pde_point *q, double *size)
{
    double d = -1;
    acb_t l, r;

    acbs_init(l, r, NULL);
    if (pde_eval(l, x, q, BITS) && pde_eval(r, y, q, BITS)) {
        if (!q->pde->complex && !arb_contains_zero(acb_imagref(l)))
            acb_zero(l);
        if (condition_size_of(l) > *size)
            *size = condition_size_of(l);
        if (condition_size_of(r) > *size)
            *size = condition_size_of(r);
        acb_sub(l, l, r, BITS);
        d = condition_size_of(l);
    }
    acbs_clear(l, r, NULL);
    return d;
}

/* Does the error of the last steps shrink (YES), stay or grow (NO)? The steps
 * are places at 2^k. */
static enum truth shrinks(const double *d, unsigned n, double size)
{
    double last = n ? d[n - 1] : 0;

    if (n < 5)
        return TRUTH_UNKNOWN;
    if (last <= 1e-12 * size || last < 1e-300) /* or it underflows */
        return TRUTH_YES;
    for (unsigned i = n - 4; i < n; i++)
        if (d[i] > 0.95 * d[i - 1])
            return last >= TREND_MIN * size && d[n - 1] > 0.97 * d[n - 4]
                       ? TRUTH_NO
                       : TRUTH_UNKNOWN;
    /* Slow decay is still seen to go on; a level that is not 0 makes the
     * ratios of the differences tend to 1. */
    if (last < TREND_MIN * size)
        return TRUTH_YES;
    return d[n - 1] / d[n - 2] < 0.9 &&
                   d[n - 1] / d[n - 2] < 1.02 * d[n - 3] / d[n - 4]
               ? TRUTH_YES
               : TRUTH_UNKNOWN;
}

static enum truth limit_here(const struct expr *x, const struct expr *y,
                             const struct approach *to, struct pde_point *q)
{
    double d[STEPS], one, size = 0;
    unsigned n = 0;

    for (slong k = 1; k <= STEPS; k++) {
        if (!approach_set(to, q, k))
            break;
        one = distance_here(x, y, q, &size);
        if (one < 0 || !isfinite(one)) {
            if (q->work->ceiling || n)
                break;
            continue;
        }
        d[n++] = one;
    }
    return shrinks(d, n, size);
}

/* Does x tend to y there, from several points? */
static enum truth limit_holds(const struct expr *x, const struct expr *y,
                              const struct approach *to, struct pde_point *q,
                              const char **why)
{
    const struct pde *p = q->pde;
    unsigned good = 0, tried = 0;

    for (unsigned k = 0; k < DRAWS && good < 3 && tried < 9; k++) {
        enum truth is;

        if (!pde_point_draw(q, k))
            continue;
        tried++;
        is = limit_here(x, y, to, q);
        if (is == TRUTH_NO) {
            *why = arena_printf(p->arena, "the formula has another limit: %s",
                                pde_point_text(p->arena, q));
            return TRUTH_NO;
        }
        good += is == TRUTH_YES;
    }
    *why = "no trend is seen there";
    return good >= 2 ? TRUTH_YES : TRUTH_UNKNOWN;
}

/* ---- integrals ---- */

static const struct expr *integral_of(struct arena *a, const struct expr *f,
                                      const char *name, const struct expr *from,
                                      const struct expr *to)
{
    const struct expr *inf = expr_constant(a, CONSTANT_INFINITY);
    const struct expr *args[4] = { f, expr_symbol(a, name),
                                   from ? from : expr_neg(a, inf),
                                   to ? to : inf };

    return expr_new(a, EXPR_INTEGRAL, args, 4);
}

/* f at x = at: positive and real? */
static bool positive_at(const struct expr *f, const char *name, double at,
                        struct pde_point *q, double *value)
{
    bool is = false;
    acb_t v;

    acb_init(v);
    pde_point_set_double(q, name, at);
    if (pde_eval(v, f, q, 96) && acb_is_real(v)) {
        is = arb_is_positive(acb_realref(v));
        *value = ball_middle(v);
    }
    acb_clear(v);
    return is;
}

/* The end of the support of f on that side of 0. */
static bool support_end(const struct expr *f, const char *name, double side,
                        struct pde_point *q, double *end)
{
    struct work *w = q->work;
    double in = 0, out = side, v;
    int k = 0;

    for (; positive_at(f, name, out, q, &v); k++) {
        in = out;
        out *= 2;
        if (k > 30 || w->ceiling)
            return false;
    }
    for (k = 0; k < 70; k++) {
        double mid = (in + out) / 2;

        if (positive_at(f, name, mid, q, &v))
            in = mid;
        else
            out = mid;
    }
    *end = in;
    return !w->ceiling;
}

/* The integral of a formula with a bounded support by the tanh-sinh rule: the
 * error is below 1e-9 for powers of the distance from the ends. */
static bool support_integral(const struct expr *f, const char *name,
                             struct pde_point *q, double *out)
{
    double left, right, v, sum = 0, h = 1.0 / 16;

    if (!positive_at(f, name, 0, q, &v) ||
        !support_end(f, name, 1, q, &right) ||
        !support_end(f, name, -1, q, &left))
        return false;
    for (int i = -52; i <= 52; i++) {
        double s = i * h, e = 1.5707963267948966 * sinh(s);
        double weight = 1.5707963267948966 * cosh(s) / (cosh(e) * cosh(e));
        double x = (left + right) / 2 + (right - left) / 2 * tanh(e);

        if (positive_at(f, name, x, q, &v))
            sum += weight * v;
    }
    *out = sum * h * (right - left) / 2;
    return !q->work->ceiling;
}

static enum truth integral_here(const struct pde_condition *c,
                                const struct expr *f, struct pde_point *q,
                                const char **why)
{
    const struct pde *p = q->pde;
    const char *name = p->variables.names[c->over];
    const struct expr *all = integral_of(p->arena, f, name, c->from, c->to);
    enum truth is = TRUTH_UNKNOWN;
    double got = 0, want;
    acb_t v, m;

    acbs_init(v, m, NULL);
    if (pde_eval(m, c->value, q, 128)) {
        want = ball_middle(m);
        if (pde_eval(v, all, q, 128) &&
            mag_cmp_2exp_si(arb_radref(acb_realref(v)), -40) < 0) {
            got = ball_middle(v);
            acb_sub(v, v, m, 128);
            is = acb_contains_zero(v) ? TRUTH_YES : TRUTH_NO;
        } else if (!c->from && support_integral(f, name, q, &got))
            is = fabs(got - want) < 1e-8 * (fabs(want) + 1e-3) ? TRUTH_YES
                 : fabs(got - want) > 1e-5 * fabs(want)        ? TRUTH_NO
                                                               : TRUTH_UNKNOWN;
        if (is == TRUTH_NO)
            *why = arena_printf(p->arena, "the integral is %.10g, not %.10g",
                                got, want);
    }
    acbs_clear(v, m, NULL);
    return is;
}

static enum truth integral_holds(const struct pde_condition *c,
                                 const struct expr *f, struct pde_point *q,
                                 const char **why)
{
    unsigned good = 0, tried = 0;

    *why = "the integral has no value that can be computed";
    for (unsigned k = 0; k < DRAWS && good < 2 && tried < 6; k++) {
        enum truth is;

        if (!pde_point_draw(q, k))
            continue;
        tried++;
        is = integral_here(c, f, q, why);
        if (is == TRUTH_NO)
            return TRUTH_NO;
        good += is == TRUTH_YES;
    }
    return good ? TRUTH_YES : TRUTH_UNKNOWN;
}

/* ---- one condition ---- */

/* u > 0 and its like, at the points of the domain. */
static enum truth sign_holds(const struct pde_condition *c,
                             const struct expr *x, struct pde_point *q,
                             const char **why)
{
    const struct pde *p = q->pde;
    bool less = c->relation == RELATION_LT || c->relation == RELATION_LE;
    bool strict = c->relation == RELATION_LT || c->relation == RELATION_GT;
    unsigned good = 0;
    acb_t l, r;

    acbs_init(l, r, NULL);
    for (unsigned k = 0; k < DRAWS && good < WANTED; k++) {
        int bad;

        if (!pde_point_draw(q, k) || !pde_eval(l, x, q, BITS) ||
            !acb_is_real(l) || !pde_eval(r, c->value, q, BITS))
            continue;
        bad = less ? arb_gt(acb_realref(l), acb_realref(r))
                   : arb_lt(acb_realref(l), acb_realref(r));
        bad |= strict && acb_equal(l, r);
        if (bad) {
            *why = arena_printf(p->arena, "it is %s at %s",
                                pde_digits(p->arena, l),
                                pde_point_text(p->arena, q));
            good = 0;
            break;
        }
        good++;
    }
    acbs_clear(l, r, NULL);
    return good ? TRUTH_YES : *why ? TRUTH_NO : TRUTH_UNKNOWN;
}

/* \delta(g(x)) inside of a product: g, and the rest of the product. */
struct delta {
    const struct expr *of; /* g; NULL: there is none */
    const struct expr *rest;
};

static struct delta find_delta(struct arena *a, const struct expr *x)
{
    struct delta d = { NULL, NULL };
    const struct expr *kept[16];
    unsigned n = 0;

    if (x->op == EXPR_APPLY && str_eq(x->name, "delta") && x->count == 1)
        return (struct delta){ x->args[0], expr_integer(a, 1) };
    if (x->op == EXPR_NEG || x->op == EXPR_DIV) {
        d = find_delta(a, x->args[0]);
        if (d.of)
            d.rest = x->op == EXPR_NEG ? expr_neg(a, d.rest)
                                       : expr_div(a, d.rest, x->args[1]);
        return d;
    }
    if (x->op != EXPR_MUL || x->count > 15)
        return d;
    for (unsigned i = 0; i < x->count; i++) {
        const struct expr *arg = x->args[i];
        struct delta in = find_delta(a, arg);

        if (in.of) {
            d.of = in.of;
            arg = in.rest;
        } else if (arg->op == EXPR_SYMBOL && str_eq(arg->name, "delta") &&
                   i + 1 < x->count) {
            d.of = x->args[++i];
            continue;
        }
        kept[n++] = arg;
    }
    d.rest = n == 0   ? expr_integer(a, 1)
             : n == 1 ? kept[0]
                      : expr_new(a, EXPR_MUL, kept, n);
    return d;
}

/* \delta on the right: mass at one point. */
static bool is_delta(const struct pde *p, const struct expr *x)
{
    for (size_t i = 0; i < p->claim->parameters_n; i++)
        if (strstr(p->claim->parameters[i], "delta"))
            return false;
    return addends_depends(x, "delta");
}

/* Is the mass there? The formula grows at its place as time goes to 0. */
static enum truth grows_at(const struct expr *f, const struct expr *place,
                           struct pde_point *q, const char **why)
{
    const struct pde *p = q->pde;
    const struct expr *there =
        expr_replace(p->arena, f, p->variables.names[0], place);
    unsigned grown = 0;
    bool shrunk = false;
    acb_t v;

    acb_init(v);
    for (unsigned k = 0; k < DRAWS && grown < 3 && !shrunk; k++) {
        double size[2] = { NAN, NAN };

        if (!pde_point_draw(q, k))
            continue;
        for (int i = 0; i < 2; i++) {
            pde_point_set_double(q, p->variables.names[1],
                                 i ? 0x1p-16 : 0x1p-8);
            if (pde_eval(v, there, q, BITS))
                size[i] = fabs(ball_middle(v));
        }
        grown += size[1] > 2 * size[0];
        shrunk = size[1] <= size[0];
    }
    acb_clear(v);
    *why = "at the initial time the mass is not where it should be";
    return shrunk ? TRUTH_NO : grown >= 3 ? TRUTH_YES : TRUTH_UNKNOWN;
}

/* u(x, 0) = M \delta(x - a): u tends to 0 elsewhere, grows at a, and its
 * integral is M. */
static enum truth delta_holds(const struct pde_condition *c,
                              const struct expr *f, struct pde_point *q,
                              const char **why)
{
    const struct pde *p = q->pde;
    struct arena *a = p->arena;
    struct pde_condition mass = *c;
    const char *x = p->variables.names[0];
    struct delta d = find_delta(a, c->value);
    const struct expr *slope = d.of && d.rest
                                   ? differentiate(a, d.of, x, q->work)
                                   : NULL,
                      *place;
    struct approach to = { .name = p->variables.names[p->variables.time],
                           .place = PLACE_AT,
                           .at = expr_integer(a, 0) };
    enum truth is;

    *why = "the delta function cannot be read";
    if (p->variables.n != 2 || p->variables.time != 1 || !slope ||
        addends_depends(slope, x) || addends_depends(d.rest, "delta"))
        return TRUTH_UNKNOWN;
    place = expr_neg(
        a, expr_div(a, expr_replace(a, d.of, x, expr_integer(a, 0)), slope));
    mass.over = 0;
    mass.value = expr_div(a, expr_replace(a, d.rest, x, place),
                          expr_of(a, FN_ABS, slope));
    is = limit_holds(f, expr_integer(a, 0), &to, q, why);
    if (is == TRUTH_YES)
        is = grows_at(f, place, q, why);
    return is == TRUTH_YES ? integral_holds(&mass, f, q, why) : is;
}

/* At finite places, with the rest of the variables free. */
static enum truth value_holds(const struct pde_condition *c,
                              const struct expr *f, struct pde_point *q,
                              const char **why)
{
    const struct pde *p = q->pde;
    const struct expr *x = f, *y = c->value;
    enum truth is = TRUTH_UNKNOWN;

    for (size_t i = 0; i < p->variables.n; i++)
        if (c->place[i] == PLACE_AT)
            x = expr_replace(p->arena, x, p->variables.names[i], c->at[i]);
    if (c->relation != RELATION_EQ)
        return sign_holds(c, x, q, why);
    is = pde_compare(x, y, q, why);
    for (size_t i = 0; i < p->variables.n && is == TRUTH_UNKNOWN; i++) {
        struct approach to = { .name = p->variables.names[i],
                               .place = PLACE_AT,
                               .at = c->at[i] };

        if (c->place[i] == PLACE_AT)
            is = limit_holds(f, y, &to, q, why);
    }
    return is;
}

enum truth pde_condition_check(const struct pde_condition *c,
                               const struct pde_solution *s,
                               struct pde_point *q, const char **why)
{
    const struct pde *p = q->pde;
    const struct expr *f = pde_substitute(p, c->what, s, q->work);

    *why = NULL;
    if (!f) {
        *why = "the formula has no derivative there";
        return TRUTH_UNKNOWN;
    }
    if (c->over < p->variables.n)
        return integral_holds(c, f, q, why);
    if (is_delta(p, c->value))
        return delta_holds(c, f, q, why);
    for (size_t i = 0; i < p->variables.n; i++)
        if (c->place[i] == PLACE_INFINITY ||
            c->place[i] == PLACE_MINUS_INFINITY) {
            struct approach to = { p->variables.names[i], c->place[i], NULL };

            for (size_t k = 0; k < p->variables.n; k++)
                if (c->place[k] == PLACE_AT)
                    f = expr_replace(p->arena, f, p->variables.names[k],
                                     c->at[k]);
            return limit_holds(f, c->value, &to, q, why);
        }
    return value_holds(c, f, q, why);
}
