/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Initial-value problems by Taylor series in doubles. Where the error of a
 * formula is asked, which is mostly far larger than 2^-40, they are enough, and
 * a wave costs microseconds. Everything is done twice, with other steps, other
 * numbers of terms, and with the start and all constants moved by a little more
 * than rounding does: the difference shows where an equation multiplies such
 * errors. A solution of a linear homogeneous equation carries an exponent of
 * its own, since it may grow like e^{1/eps}.
 */
#include "base/alloc.h"
#include "verify/ode/tape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TERMS_MOST  40
#define STEPS_MOST  400000
#define BITS_WANTED 28 /* of nearly all values */
#define NUDGE       0x1p-50
#define ROUNDING    0x1p-47
#define LARGE       0x1p200

/* A place, as its distance from the start. */
struct place {
    double distance;
    size_t index;
};

/* A value m 2^e, of a solution that is `size` 2^e nearby, after so many steps
 * from the start. */
struct scaled {
    double m, size;
    slong e, steps;
};

struct run {
    const struct ode *ode;
    struct tape *tape;
    struct work *work;
    uint64_t cost; /* of a series */
    slong terms;
    double tolerance;
    double start, x, unit; /* x: from the start; series are in (x - .)/unit */
    double c[TERMS_MOST + ODE_ORDER_MOST]; /* the unknown's coefficients */
    double *room;
    slong exponent;
    bool homogeneous;
    slong steps;
};

/* ---- steps ---- */

/* All coefficients from the first ones, in powers of (x - .)/unit. */
static bool doubles_expand(struct run *r)
{
    unsigned n = r->ode->order;

    if (!work_spend(r->work, r->cost))
        return false;
    for (slong k = 0; k + n <= r->terms; k++) {
        double v = series_double(r->tape, r->room, TERMS_MOST + 1, k,
                                 r->start + r->x, r->unit, r->c);

        for (unsigned i = 1; i <= n; i++)
            v *= r->unit / (double)(k + i);
        if (!isfinite(v))
            return false;
        r->c[k + n] = v;
    }
    return true;
}

/* The first coefficients in powers of another unit. */
static void change_unit(struct run *r, double unit)
{
    double f = unit / r->unit, power = 1;

    for (unsigned k = 0; k < r->ode->order; k++, power *= f)
        r->c[k] *= power;
    r->unit = unit;
}

/* The step in units for which the last terms are below the tolerance. */
static double doubles_step_size(const struct run *r)
{
    double most = 0, step = 4;

    for (slong k = 0; k < r->terms - 3; k++)
        most = fmax(most, fabs(r->c[k]) * (k < 4 ? 1 : 0));
    for (slong k = r->terms - 3; k <= r->terms; k++)
        if (r->c[k] != 0)
            step = fmin(
                step, pow(r->tolerance * most / fabs(r->c[k]), 1 / (double)k));
    return step;
}

/* The series at x, with a unit that suits it. Returns the step in units, or 0
 * if there is none. */
static double doubles_resolve(struct run *r)
{
    for (int i = 0; i < 60; i++) {
        double step;

        if (!doubles_expand(r)) {
            if (r->work->ceiling)
                return 0;
            change_unit(r, r->unit / 256);
        } else {
            step = doubles_step_size(r);
            if (step > 1 / 16.0)
                return step;
            change_unit(r, ldexp(r->unit, step > 0 ? ilogb(step) : -20));
        }
        if (!(r->unit > 1e-13 * fmax(fabs(r->x), 1e-9)))
            return 0;
    }
    return 0;
}

/* The k-th derivative by t over k!, at t units from x. */
static double doubles_derivative(const struct run *r, unsigned k, double t)
{
    double v = 0;

    for (slong i = r->terms; i >= (slong)k; i--) {
        double c = r->c[i];

        for (unsigned j = 0; j < k; j++)
            c *= (double)(i - j) / (double)(j + 1);
        v = v * t + c;
    }
    return v;
}

/* Keep the size of a solution that may be multiplied by anything. */
static void doubles_rescale(struct run *r)
{
    double most = 0;
    int e;

    for (unsigned k = 0; k < r->ode->order; k++)
        most = fmax(most, fabs(r->c[k]));
    if (!r->homogeneous || most == 0 || (most < LARGE && most > 1 / LARGE))
        return;
    e = ilogb(most);
    r->exponent += e;
    for (unsigned k = 0; k < r->ode->order; k++)
        r->c[k] = ldexp(r->c[k], -e);
}

/* Go on by t units, as far as doubles are exact. */
static bool doubles_move(struct run *r, double t)
{
    double to = r->x + t * r->unit, y[ODE_ORDER_MOST];

    t = (to - r->x) / r->unit;
    for (unsigned k = 0; k < r->ode->order; k++)
        y[k] = doubles_derivative(r, k, t);
    memcpy(r->c, y, r->ode->order * sizeof(double));
    r->x = to;
    doubles_rescale(r);
    /* The longest step that was found suits the next. */
    change_unit(r, ldexp(r->unit, ilogb(fabs(t)) + 1));
    return t != 0 && ++r->steps < STEPS_MOST;
}

static void doubles_put(const struct run *r, double t, struct scaled *out)
{
    double size = 0, factor = 1;
    unsigned k = r->ode->value_order;

    for (unsigned i = 1; i <= k; i++)
        factor *= (double)i / r->unit;
    for (unsigned i = k; i < r->ode->order || i == k; i++)
        size = fmax(size, fabs(doubles_derivative(r, i, t)) * factor);
    *out = (struct scaled){ .m = doubles_derivative(r, k, t) * factor,
                            .size = size,
                            .e = r->exponent,
                            .steps = r->steps };
}

/* Values at the places on one side, the nearest first. */
static bool doubles_run_side(struct run *r, const struct place *p, size_t n,
                             int sign, struct scaled *out)
{
    double step = 0;

    for (size_t i = 0; i < n; i++) {
        double left;

        if (sign > 0 ? p[i].distance < 0 : p[i].distance >= 0)
            continue;
        while (true) {
            if (step == 0)
                step = doubles_resolve(r);
            if (step == 0)
                return false;
            left = (p[i].distance - r->x) / r->unit;
            if (fabs(left) <= step)
                break;
            if (!doubles_move(r, sign * step))
                return false;
            step = 0;
        }
        doubles_put(r, left, out + p[i].index);
    }
    return true;
}

/* ---- runs ---- */

/* Does the right side vanish with the unknown? */
static bool doubles_is_homogeneous(const struct ode *ode, struct tape *t,
                                   double x)
{
    double zero[ODE_ORDER_MOST] = { 0 };
    bool is = ode->is_linear;

    for (int i = 0; i < 4 && is; i++)
        is = tape_value(t, x + 0.0373 * i * i, zero, NULL) == 0;
    return is;
}

/* Move constants that are not doubles. */
static void nudge(struct tape *t)
{
    for (unsigned i = 0; i < t->nodes.n; i++) {
        struct tape_node *n = tape_node(t, i);

        if (n->op == TAPE_CONSTANT && n->exact &&
            (!arb_is_exact(n->exact) ||
             arf_cmp_d(arb_midref(n->exact), n->number) != 0))
            n->number *= 1 + (i % 2 ? NUDGE : -NUDGE);
    }
}

static bool doubles_run_all(struct run *r, const arb_mat_t state,
                            const struct place *p, size_t n, double nudged,
                            struct scaled *out)
{
    unsigned order = r->ode->order;
    bool ok = true;

    for (int sign = 1; sign >= -1 && ok; sign -= 2) {
        double factorial = 1;

        for (unsigned k = 0; k < order; k++) {
            double y =
                arf_get_d(arb_midref(arb_mat_entry(state, k, 0)), ARF_RND_NEAR);

            factorial *= k ? k : 1;
            r->c[k] = y / factorial * (1 + (k % 2 ? -nudged : nudged));
        }
        r->x = 0;
        r->exponent = r->steps = 0;
        r->unit = 1;
        change_unit(r, 1 / 64.0);
        ok = doubles_run_side(r, p, n, sign, out);
    }
    return ok;
}

/* ---- values ---- */

static int by_distance(const void *a, const void *b)
{
    double x = fabs(((const struct place *)a)->distance);
    double y = fabs(((const struct place *)b)->distance);

    return (x > y) - (x < y);
}

static struct place *doubles_places(const struct object_query *q,
                                    const arb_t start)
{
    struct place *p = alloc_new(q->n + 1, sizeof(*p));
    arb_t d;

    arb_init(d);
    for (size_t i = 0; i < q->n; i++) {
        arb_sub(d, q->xs + i, start, 128);
        p[i] = (struct place){ arf_get_d(arb_midref(d), ARF_RND_NEAR), i };
    }
    qsort(p, q->n, sizeof(*p), by_distance);
    arb_clear(d);
    return p;
}

/* Put values with the difference of two runs as radius. Returns whether nearly
 * all have the wanted digits. */
static bool doubles_put_values(struct object_value *out,
                               const struct scaled *first,
                               const struct scaled *second, size_t n)
{
    size_t bad = 0;

    for (size_t i = 0; i < n; i++) {
        double other = ldexp(second[i].m, (int)(second[i].e - first[i].e));
        double radius = 4 * fabs(first[i].m - other);

        if (!isfinite(radius))
            return false;
        /* A step loses some last digits, and all in the same direction. */
        radius += ROUNDING * (1 + (double)first[i].steps / 16) * first[i].size;
        bad += !(radius < ldexp(fabs(first[i].m), -BITS_WANTED));
        acb_set_d(out[i].value, first[i].m);
        mag_set_d(arb_radref(acb_realref(out[i].value)), radius);
        acb_mul_2exp_si(out[i].value, out[i].value, first[i].e);
        out[i].certified = false;
    }
    return bad * 8 <= n;
}

static bool run_twice(struct run *r, const arb_mat_t state,
                      const struct place *p, size_t n, struct object_value *out)
{
    struct scaled *v = alloc_new(2 * n, sizeof(*v));
    bool ok;

    r->room = alloc_new(r->tape->nodes.n * (TERMS_MOST + 1), sizeof(double));
    r->cost = 1 + series_cost(r->tape, TERMS_MOST) / 4;
    r->terms = 32;
    r->tolerance = 0x1p-55;
    ok = doubles_run_all(r, state, p, n, 0, v);
    r->terms = 37;
    r->tolerance = 0x1p-60;
    nudge(r->tape);
    ok = ok && doubles_run_all(r, state, p, n, NUDGE, v + n) &&
         doubles_put_values(out, v, v + n, n);
    free(r->room);
    free(v);
    return ok;
}

bool ode_doubles(const struct ode *ode, const struct object_query *q,
                 struct object_value *out, struct work *w)
{
    struct arena a = { 0 };
    struct run r = { .ode = ode, .work = w };
    const char *why;
    arb_mat_t state;
    acb_t start;
    bool ok;

    if (q->bits > 64 || ode->asks_pole)
        return false;
    acb_init(start);
    arb_mat_init(state, (slong)ode->order, 1);
    r.tape = tape_make(&a, ode->highest, ode->variable, ode->order, q->at, 64,
                       w, &why);
    ok = r.tape && ball_value(start, ode->conditions[0].point, q->at, 128, w) &&
         ode_start(ode, state, q->at, 128, w);
    if (ok) {
        struct place *p = doubles_places(q, acb_realref(start));

        r.start = ball_middle(start);
        r.homogeneous = doubles_is_homogeneous(ode, r.tape, r.start);
        ok = run_twice(&r, state, p, q->n, out);
        free(p);
    }
    arb_mat_clear(state);
    acb_clear(start);
    arena_clear(&a);
    return ok;
}
