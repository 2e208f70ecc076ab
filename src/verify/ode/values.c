/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values of a solution: which method is asked, and where layers may lie.
 */
#include "math/tree/differentiate.h"
#include "verify/expression.h"
#include "verify/ode/ode.h"

#include <math.h>
#include <string.h>

#define SCANNED    600 /* places where a coefficient is looked at */
#define INNER_MOST 8

/* ---- zeros of a coefficient ---- */

/* The coefficient that turns: of the second highest derivative, or of a lower
 * one where there is no such term. NULL: it is no function of x alone. */
static const struct expr *turning(const struct ode *ode, struct work *w)
{
    for (unsigned k = ode->order; k-- > 0;) {
        const struct expr *c =
            differentiate(ode->arena, ode->equation, ode_symbol(k), w);

        if (!c)
            return NULL;
        for (unsigned i = 0; i <= ode->order; i++)
            if (expr_mentions(c, ode_symbol(i)))
                return NULL;
        if (expr_replace(ode->arena, c, ode->variable,
                         expr_integer(ode->arena, 0)) != c)
            return c;
        if (c->op != EXPR_NUMBER || !fmpq_is_zero(c->number->value))
            return NULL;
    }
    return NULL;
}

/* Where |c| is least between a and b, by thirds. */
static double values_least(struct tape *c, double a, double b)
{
    for (int i = 0; i < 90; i++) {
        double p = a + (b - a) * 0.382, q = a + (b - a) * 0.618;

        if (fabs(tape_value(c, p, NULL, NULL)) <
            fabs(tape_value(c, q, NULL, NULL)))
            b = q;
        else
            a = p;
    }
    return (a + b) / 2;
}

static double crossing(struct tape *c, double a, double b)
{
    bool below = tape_value(c, a, NULL, NULL) < 0;

    for (int i = 0; i < 70; i++) {
        double middle = a + (b - a) / 2;

        if ((tape_value(c, middle, NULL, NULL) < 0) == below)
            a = middle;
        else
            b = middle;
    }
    return a + (b - a) / 2;
}

/* The nearest fraction with a small denominator, if x is one but for rounding:
 * zeros are mostly such. */
static double snap(double x, double span)
{
    if (!isfinite(x))
        return NAN;
    for (int d = 1; d <= 64; d++)
        if (fabs(x * d - rint(x * d)) < 1e-9 * span * d)
            return rint(x * d) / d;
    return x;
}

size_t ode_inner(const struct ode *ode, const struct ball_point *at, double low,
                 double high, double *out, size_t room, struct work *w)
{
    const struct expr *x = turning(ode, w);
    const char *why;
    struct tape *c =
        x ? tape_make(ode->arena, x, ode->variable, 0, at, 64, w, &why) : NULL;
    double v[3] = { NAN, NAN, NAN }, step = (high - low) / SCANNED, most = 0;
    size_t n = 0;

    if (!c || !work_spend(w, 2 * SCANNED * tape_cost(c)))
        return 0;
    for (int i = 0; i < SCANNED && n < room; i++) {
        double p = low + step * (i + 0.37), z = NAN;

        v[0] = v[1];
        v[1] = v[2];
        v[2] = tape_value(c, p, NULL, NULL);
        most = fmax(most, fabs(v[2]));
        if ((v[1] < 0 && v[2] > 0) || (v[1] > 0 && v[2] < 0))
            z = crossing(c, p - step, p);
        else if (fabs(v[1]) < fabs(v[0]) && fabs(v[1]) < fabs(v[2])) {
            z = values_least(c, p - 2 * step, p);
            if (!(fabs(tape_value(c, z, NULL, NULL)) < 1e-9 * most))
                z = NAN;
        }
        z = snap(z, high - low);
        if (z > low && z < high && (n == 0 || z > out[n - 1] + step / 2))
            out[n++] = z;
    }
    return n;
}

static void put_inner(struct object *o, const double *z, size_t n)
{
    const struct expr **inner =
        arena_array(o->arena, const struct expr *, n + 1);

    for (size_t i = 0; i < n; i++) {
        fmpq_t q;
        arf_t v;

        fmpq_init(q);
        arf_init(v);
        arf_set_d(v, z[i]);
        arf_get_fmpq(q, v);
        inner[i] = expr_rational(o->arena, q);
        arf_clear(v);
        fmpq_clear(q);
    }
    o->inner = inner;
    o->inner_n = n;
}

void ode_find_inner(const struct ode *ode, const struct ball_point *at,
                    struct object *o, struct work *w)
{
    double low = o->from ? expression_end(o->from, at, w) : -20;
    double high = o->to ? expression_end(o->to, at, w) : 20, z[INNER_MOST];

    if (isfinite(low) && isfinite(high) && low < high)
        put_inner(o, z, ode_inner(ode, at, low, high, z, INNER_MOST, w));
}

/* ---- values ---- */

/* Are all conditions at one finite point? */
static bool values_is_initial(const struct ode *ode,
                              const struct ball_point *at, struct work *w)
{
    double first = expression_end(ode->conditions[0].point, at, w);

    for (size_t i = 0; i < ode->conditions_n; i++)
        if (ode->conditions[i].bounded ||
            expression_end(ode->conditions[i].point, at, w) != first)
            return false;
    return isfinite(first);
}

/* The blow-up point ahead of the start. */
static bool pole_value(struct ode *ode, const struct object_query *q,
                       struct object_value *out, struct work *w,
                       const char **why)
{
    struct object_query far = *q;
    arb_t pole, x;
    bool ok;

    arbs_init(pole, x, NULL);
    arb_set_d(x, expression_end(ode->conditions[0].point, q->at, w) + 4096);
    far.xs = x;
    far.n = 1;
    ok = !ode_initial(ode, &far, out, pole, w, why) && arb_is_finite(pole);
    if (ok) {
        acb_set_arb(out->value, pole);
        arb_add_error_2exp_si(acb_realref(out->value), -60);
        out->certified = false;
    } else if (!w->ceiling) {
        *why = "no blow-up was found";
    }
    arbs_clear(pole, x, NULL);
    return ok;
}

/* ---- singularities that are known ---- */

static void keep_pole(struct ode *ode, const struct ball_point *at,
                      const arb_t pole)
{
    ode->pole = arf_get_d(arb_midref(pole), ARF_RND_NEAR);
    if (!ode->pole_at)
        ode->pole_at = arena_array(ode->arena, double, at->n + 1);
    ode->pole_n = 1 + at->n;
    for (size_t i = 0; i < at->n; i++)
        ode->pole_at[i] = ball_middle(at->values + i);
}

/* Does a place lie behind the singularity that was met before? */
static bool values_is_behind(const struct ode *ode,
                             const struct object_query *q, double start)
{
    bool same = ode->pole_n == 1 + q->at->n, behind = false;

    for (size_t i = 0; i < q->at->n && same; i++)
        same = ode->pole_at[i] == ball_middle(q->at->values + i);
    for (size_t i = 0; i < q->n && same; i++) {
        double x = arf_get_d(arb_midref(q->xs + i), ARF_RND_NEAR);

        behind |= (x - start) / (ode->pole - start) > 1 + 1e-12;
    }
    return behind;
}

/* ---- which method ---- */

static bool values_initial(struct ode *ode, const struct object_query *q,
                           struct object_value *out, struct work *w,
                           const char **why, bool *pole_met)
{
    double start = expression_end(ode->conditions[0].point, q->at, w);
    arb_t pole;
    bool ok = false;

    arb_init(pole);
    *pole_met = values_is_behind(ode, q, start);
    if (!*pole_met) {
        ok = ode_initial(ode, q, out, pole, w, why);
        *pole_met = !ok && arb_is_finite(pole);
        if (*pole_met)
            keep_pole(ode, q->at, pole);
    }
    if (*pole_met)
        *why = arena_printf(ode->arena,
                            "the solution has a singularity at %s = %.12g",
                            ode->variable, ode->pole);
    arb_clear(pole);
    return ok;
}

/* Are all values small beside the solution's largest, and many without digits?
 * The places are then outside of the layer that has the largest. */
static bool is_poor(const struct ode *ode, const struct object_value *v,
                    size_t n)
{
    double most = 0;
    size_t poor = 0;

    for (size_t i = 0; i < n; i++) {
        most = fmax(most, fabs(ball_middle(v[i].value)));
        poor += arb_rel_accuracy_bits(acb_realref(v[i].value)) < 20;
    }
    return poor * 8 > n && most < 1e-3 * ode_scale(ode);
}

static bool values_boundary(struct ode *ode, const struct object_query *q,
                            struct object_value *out, struct work *w,
                            const char **why)
{
    struct work own = { .limit = (w->limit - w->used) / 2 };
    bool ok = ode_boundary(ode, q, out, w, why);
    const char *other;

    if (ok && !is_poor(ode, out, q->n))
        return true;
    if (ok)
        *why = "the values are too small beside the solution's largest";
    ok = ode_march(ode, q, out, &own, &other);
    (void)work_spend(w, own.used);
    return ok;
}

static bool ode_at(struct object *o, const struct object_query *q,
                   struct object_value *out, struct work *w, const char **why)
{
    struct ode *ode = o->own;
    bool initial = values_is_initial(ode, q->at, w), pole = false, ok = false;
    double z[INNER_MOST];

    if (initial && ode->asks_pole)
        return pole_value(ode, q, out, w, why);
    if (initial)
        ok = values_initial(ode, q, out, w, why, &pole);
    else if (q->relative)
        return ode_march(ode, q, out, w, why);
    if (!ok && !pole && !q->relative) {
        ok = values_boundary(ode, q, out, w, why);
        /* The next places of the judge go into the layers that were found. */
        if (ok && !ode->is_linear)
            put_inner(o, z, ode_steepest(ode, z, INNER_MOST));
    }
    return ok;
}

bool ode_values(struct object *o, const struct object_query *q,
                struct object_value *out, struct work *w, const char **why)
{
    struct ode *ode = o->own;
    struct object_query one = *q;
    acb_t place;
    bool ok;

    if (!ode->highest) {
        *why = "the equation is not linear in its highest derivative";
        return false;
    }
    if (ode->conditions_n != ode->order) {
        *why = arena_printf(o->arena,
                            "the equation has order %u and %zu conditions",
                            ode->order, ode->conditions_n);
        return false;
    }
    if (!ode->value_at)
        return ode_at(o, q, out, w, why);
    acb_init(place);
    ok = ball_value(place, ode->value_at, q->at, q->bits + 32, w);
    one.xs = acb_realref(place);
    one.n = 1;
    ok = ok && ode_at(o, &one, out, w, why);
    acb_clear(place);
    return ok;
}
