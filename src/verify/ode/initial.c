/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Initial-value problems by Taylor series, in doubles, or where these have too
 * few digits in multiple precision. Everything is done twice, and the
 * difference is the estimate of the error.
 *
 * Where the error of a formula is asked, which is mostly far larger than 2^-40,
 * doubles are enough, and a wave costs microseconds. The second run has other
 * steps, another number of terms, and the start and all constants moved by a
 * little more than rounding does: that shows where an equation multiplies such
 * errors. A solution of a linear homogeneous equation carries an exponent of
 * its own, since it may grow like e^{1/eps}.
 *
 * In multiple precision a step is as long as the last coefficients allow; the
 * exponents of numbers have no bound, so that e^{1/eps} is no obstacle. The
 * second run has a smaller tolerance and more terms; where the difference is
 * large, as for a solution that decays among growing ones, both are done again
 * with twice the digits.
 *
 * Linear homogeneous two-point problems of second order have two series: the
 * solution that satisfies the left condition with 0, begun there, and its
 * mirror image from the right, each scaled to the other's condition. Each is
 * integrated in the direction in which it grows, so that values that are
 * exponentially small beside others have as many digits as these, which no
 * mesh in doubles can give.
 */
#include "base/alloc.h"
#include "verify/expression.h"
#include "verify/finding.h"
#include "verify/ode/ode.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEPS_MOST 400000

/* ---- the start ---- */

/* zero at the point for the state `unit` (all 0, or 1 at one place). */
static bool condition_value(const struct ode *ode, arb_t out,
                            const struct ode_condition *c, unsigned unit,
                            const struct ball_point *at, slong bits,
                            struct work *w)
{
    const struct expr *x = c->zero;
    struct arena a = { 0 };
    acb_t v;
    bool ok;

    for (unsigned k = 0; k < ode->order; k++)
        x = expr_replace(&a, x, ode_symbol(k), expr_integer(&a, k == unit));
    acb_init(v);
    ok = ball_value(v, x, at, bits, w) && acb_is_real(v);
    arb_set(out, acb_realref(v));
    acb_clear(v);
    arena_clear(&a);
    return ok;
}

static bool ode_start(const struct ode *ode, arb_mat_t state,
                      const struct ball_point *at, slong bits, struct work *w)
{
    slong n = (slong)ode->order;
    arb_mat_t matrix, right;
    bool ok = true;

    arb_mat_init(matrix, n, n);
    arb_mat_init(right, n, 1);
    for (slong i = 0; i < n && ok; i++) {
        const struct ode_condition *c = ode->conditions + i;
        arb_ptr r = arb_mat_entry(right, i, 0);

        ok = condition_value(ode, r, c, ODE_ORDER_MOST, at, bits, w);
        for (slong k = 0; k < n && ok; k++) {
            arb_ptr e = arb_mat_entry(matrix, i, k);

            ok = condition_value(ode, e, c, (unsigned)k, at, bits, w);
            arb_sub(e, e, r, bits);
        }
        arb_neg(r, r);
    }
    ok = ok && arb_mat_solve(state, matrix, right, bits);
    arb_mat_clear(matrix);
    arb_mat_clear(right);
    return ok;
}

/* What a run begins with: the right side, and the state at the start. */
static bool march_begin(struct arena *a, const struct ode *ode,
                        const struct ball_point *at, slong tape_bits,
                        slong bits, struct work *w, struct tape **t,
                        acb_t start, arb_mat_t state, const char **why)
{
    *t = tape_make(a, ode->highest, ode->variable, ode->order, at, tape_bits, w,
                   why);
    return *t && ball_value(start, ode->conditions[0].point, at, bits, w) &&
           ode_start(ode, state, at, bits, w);
}

static int march_by_distance(const void *a, const void *b)
{
    arb_srcptr x = *(arb_srcptr const *)a, y = *(arb_srcptr const *)b;

    return arf_cmpabs(arb_midref(x), arb_midref(y));
}

/* Returns pointers to the distances from the start of those places that lie on
 * that side, the nearest first; *n is how many there are. */
static arb_srcptr *march_side(arb_srcptr distance, size_t places, int sign,
                              size_t *n)
{
    arb_srcptr *sorted = alloc_new(places + 1, sizeof(*sorted));

    *n = 0;
    for (size_t i = 0; i < places; i++)
        if ((arf_sgn(arb_midref(distance + i)) < 0) == (sign < 0))
            sorted[(*n)++] = distance + i;
    qsort(sorted, *n, sizeof(*sorted), march_by_distance);
    return sorted;
}

/* ---- in doubles ---- */

#define TERMS_MOST  40
#define BITS_WANTED 28 /* of nearly all values */
#define NUDGE       0x1p-50
#define ROUNDING    0x1p-47
#define LARGE       0x1p200

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

/* Values at the places on one side. */
static bool doubles_run_side(struct run *r, arb_srcptr distance, size_t n,
                             int sign, struct scaled *out)
{
    arb_srcptr *p = march_side(distance, n, sign, &n);
    double step = 0;
    bool ok = true;

    for (size_t i = 0; i < n && ok; i++) {
        double place = arf_get_d(arb_midref(p[i]), ARF_RND_NEAR), left = 0;

        for (bool there = false; ok && !there;) {
            if (step == 0)
                step = doubles_resolve(r);
            left = (place - r->x) / r->unit;
            there = step != 0 && fabs(left) <= step;
            ok = there || (step != 0 && doubles_move(r, sign * step));
            step = there ? step : 0;
        }
        if (ok)
            doubles_put(r, left, out + (p[i] - distance));
    }
    free(p);
    return ok;
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

static bool doubles_run_all(struct run *r, const arb_mat_t state, arb_srcptr p,
                            size_t n, double nudged, struct scaled *out)
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

static bool run_twice(struct run *r, const arb_mat_t state, arb_srcptr p,
                      size_t n, struct object_value *out)
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

/* Values in doubles. Returns false, and sets nothing that counts, where doubles
 * have too few digits. */
static bool ode_doubles(const struct ode *ode, const struct object_query *q,
                        struct object_value *out, struct work *w)
{
    struct arena a = { 0 };
    struct run r = { .ode = ode, .work = w };
    const char *why;
    arb_mat_t state;
    arb_ptr distance;
    acb_t start;
    bool ok;

    if (q->bits > 64 || ode->asks_pole)
        return false;
    acb_init(start);
    arb_mat_init(state, (slong)ode->order, 1);
    distance = _arb_vec_init((slong)q->n);
    ok = march_begin(&a, ode, q->at, 64, 128, w, &r.tape, start, state, &why);
    if (ok) {
        for (size_t i = 0; i < q->n; i++)
            arb_sub(distance + i, q->xs + i, acb_realref(start), 128);
        r.start = ball_middle(start);
        r.homogeneous = doubles_is_homogeneous(ode, r.tape, r.start);
        ok = run_twice(&r, state, distance, q->n, out);
    }
    _arb_vec_clear(distance, (slong)q->n);
    arb_mat_clear(state);
    acb_clear(start);
    arena_clear(&a);
    return ok;
}

/* ---- in multiple precision ---- */

#define TRIES_MOST 4

struct march {
    const struct ode *ode;
    struct tape *tape;
    arb_ptr y; /* the coefficients at x: terms + 1 of them */
    arb_t x;
    slong terms, bits, tolerance; /* relative error of a step: 2^-tolerance */
    struct work *work;
    const char *why;
    bool found_pole;
};

/* Drop the radius: errors are estimated by a second run. */
static void initial_drop(arb_t x)
{
    mag_zero(arb_radref(x));
}

/* ---- steps ---- */

/* All coefficients at x from the first ones. */
static bool initial_expand(struct march *m)
{
    slong n = (slong)m->ode->order;
    uint64_t cost =
        series_cost(m->tape, m->terms) * (uint64_t)(1 + m->bits / 512);

    if (!work_spend(m->work, cost)) {
        m->why = FINDING_LIMIT "work was reached while integrating";
        return false;
    }
    series_begin(m->tape, m->x, m->terms + 1, m->bits);
    for (slong k = 0; k + n <= m->terms; k++) {
        arb_ptr next = m->y + k + n;

        if (!series_next(m->tape, next, k, m->y))
            return false;
        for (slong i = 1; i <= n; i++)
            arb_div_ui(next, next, (ulong)(k + i), m->bits);
        initial_drop(next);
    }
    return true;
}

static double initial_log_size(const arb_t x)
{
    slong e;

    if (arf_is_zero(arb_midref(x)))
        return -INFINITY;
    e = arf_abs_bound_lt_2exp_si(arb_midref(x));
    return (double)e;
}

/* Are the last terms of a step of 2^h below the tolerance? */
static bool initial_is_short(const struct march *m, double h)
{
    double most = -INFINITY, last = -INFINITY;

    for (slong k = 0; k <= m->terms; k++) {
        double size = initial_log_size(m->y + k) + (double)k * h;

        most = fmax(most, size);
        if (k >= m->terms - 3)
            last = fmax(last, size);
    }
    return last == -INFINITY || last <= most - (double)m->tolerance;
}

/* The largest step up to 2^h, as a power of 2. */
static double initial_step_size(const struct march *m, double h)
{
    double low = h - 400;

    if (initial_is_short(m, h))
        return h;
    for (int i = 0; i < 14; i++) {
        double middle = (low + h) / 2;

        if (initial_is_short(m, middle))
            low = middle;
        else
            h = middle;
    }
    return low;
}

/* Replace the first coefficients by those at x + d. */
static void initial_move(struct march *m, const arb_t d)
{
    slong n = (slong)m->ode->order, len = m->terms + 1;
    arb_ptr to = _arb_vec_init(n), c = _arb_vec_init(len);

    for (slong k = 0; k < n; k++) {
        /* The k-th derivative over k!. */
        for (slong i = k; i < len; i++) {
            fmpz_t b;

            fmpz_init(b);
            fmpz_bin_uiui(b, (ulong)i, (ulong)k);
            arb_mul_fmpz(c + i - k, m->y + i, b, m->bits);
            fmpz_clear(b);
        }
        _arb_poly_evaluate(to + k, c, len - k, d, m->bits);
        initial_drop(to + k);
    }
    _arb_vec_set(m->y, to, n);
    arb_add(m->x, m->x, d, m->bits);
    initial_drop(m->x);
    _arb_vec_clear(to, n);
    _arb_vec_clear(c, len);
}

/* The order of derivative `order` at x + d, for a value that is asked. */
static void initial_value_at(const struct march *m, arb_t out, const arb_t d)
{
    slong len = m->terms + 1, k = (slong)m->ode->value_order;
    arb_ptr c = _arb_vec_init(len);

    for (slong i = k; i < len; i++) {
        arb_set(c + i - k, m->y + i);
        for (slong j = 0; j < k; j++)
            arb_mul_ui(c + i - k, c + i - k, (ulong)(i - j), m->bits);
    }
    _arb_poly_evaluate(out, c, len - k, d, m->bits);
    initial_drop(out);
    _arb_vec_clear(c, len);
}

/* Is the solution singular just ahead? */
static bool initial_at_pole(struct march *m, double h)
{
    double x = initial_log_size(m->x);

    if (h > fmax(x, -30) - 70)
        return false;
    m->found_pole = true;
    m->why = "the solution has a singularity before the point";
    return true;
}

/* March to the place, `sign` the direction. Values asked between are given by
 * the caller's order: places are sorted. */
static bool march_to(struct march *m, const arb_t place, arb_t out, int sign,
                     bool *fresh, slong *steps)
{
    arb_t left, d;
    bool ok = true, done = false;

    arbs_init(left, d, NULL);
    while (ok && !done) {
        double h;

        ok = *fresh || initial_expand(m);
        *fresh = true;
        arb_sub(left, place, m->x, m->bits);
        initial_drop(left);
        if (!ok || arb_is_zero(left)) {
            if (ok)
                initial_value_at(m, out, left);
            break;
        }
        h = initial_step_size(m, initial_log_size(left) + 1);
        arb_set_d(d, exp2(h - floor(h)));
        arb_mul_2exp_si(d, d, (slong)floor(h));
        arb_abs(left, left);
        done = arb_le(left, d);
        arb_mul_si(d, done ? left : d, sign, m->bits);
        if (done) {
            initial_value_at(m, out, d);
        } else if (initial_at_pole(m, h) || ++*steps > STEPS_MOST) {
            ok = false;
        } else {
            initial_move(m, d);
            *fresh = false;
        }
    }
    arbs_clear(left, d, NULL);
    return ok;
}

/* ---- a run ---- */

/* Values at the places of one side; diff[i] is place - start. */
static bool initial_run_side(struct march *m, arb_mat_t state,
                             const arb_t start, arb_srcptr diff, size_t n,
                             int sign, arb_ptr out)
{
    arb_srcptr *sorted = march_side(diff, n, sign, &n);
    bool ok = true, fresh = false;
    slong steps = 0;
    arb_t place;

    arb_init(place);
    arb_set(m->x, start);
    initial_drop(m->x);
    for (slong k = 0; k < (slong)m->ode->order; k++) {
        arb_set(m->y + k, arb_mat_entry(state, k, 0));
        for (slong i = 2; i <= k; i++)
            arb_div_ui(m->y + k, m->y + k, (ulong)i, m->bits);
        initial_drop(m->y + k);
    }
    for (size_t i = 0; i < n && ok; i++) {
        arb_add(place, start, sorted[i], m->bits);
        initial_drop(place);
        ok = march_to(m, place, out + (sorted[i] - diff), sign, &fresh, &steps);
    }
    arb_clear(place);
    free(sorted);
    return ok;
}

static bool initial_run(const struct ode *ode, const struct object_query *q,
                        slong tolerance, arb_ptr out, arb_t pole,
                        struct work *w, const char **why)
{
    struct arena a = { 0 };
    struct march m = { .ode = ode,
                       .terms = tolerance * 36 / 100 + 12 + (slong)ode->order,
                       .bits = tolerance + 40,
                       .tolerance = tolerance,
                       .work = w };
    arb_ptr diff = _arb_vec_init((slong)q->n);
    arb_mat_t state;
    acb_t start;
    bool ok;

    acb_init(start);
    arb_init(m.x);
    arb_mat_init(state, (slong)ode->order, 1);
    m.y = _arb_vec_init(m.terms + 1);
    *why = NULL;
    ok = march_begin(&a, ode, q->at, m.bits, m.bits, w, &m.tape, start, state,
                     why);
    for (size_t i = 0; i < q->n; i++)
        arb_sub(diff + i, q->xs + i, acb_realref(start), m.bits);
    ok = ok &&
         initial_run_side(&m, state, acb_realref(start), diff, q->n, 1, out) &&
         initial_run_side(&m, state, acb_realref(start), diff, q->n, -1, out);
    if (!ok && !*why)
        *why = m.why ? m.why : "the equation is singular at the start";
    if (!ok && m.found_pole)
        arb_set(pole, m.x);
    if (m.tape)
        series_end(m.tape);
    _arb_vec_clear(m.y, m.terms + 1);
    _arb_vec_clear(diff, (slong)q->n);
    arb_mat_clear(state);
    arb_clear(m.x);
    acb_clear(start);
    arena_clear(&a);
    return ok;
}

/* Put values with the difference of two runs as radius. Returns whether nearly
 * all are good to 40 bits: some may lie beside zeros. */
static bool initial_put_values(struct object_value *out, arb_srcptr first,
                               arb_srcptr second, size_t n, slong bits)
{
    size_t bad = 0;
    arb_t d;

    arb_init(d);
    for (size_t i = 0; i < n; i++) {
        arb_sub(d, first + i, second + i, 64);
        arb_mul_2exp_si(d, d, 2);
        acb_set_arb(out[i].value, second + i);
        arb_add_error(acb_realref(out[i].value), d);
        out[i].certified = false;
        bad += arb_rel_accuracy_bits(acb_realref(out[i].value)) <
               (bits < 40 ? bits : 40);
    }
    arb_clear(d);
    return bad * 8 <= n;
}

bool ode_initial(const struct ode *ode, const struct object_query *q,
                 struct object_value *out, arb_t pole, struct work *w,
                 const char **why)
{
    arb_ptr v[2] = { _arb_vec_init((slong)q->n), _arb_vec_init((slong)q->n) };
    slong tolerance = q->bits + 12;
    bool ok = false, good = false;

    arb_pos_inf(pole);
    ok = good = ode_doubles(ode, q, out, w);
    for (int t = 0; t < TRIES_MOST && !good; t++) {
        if (!initial_run(ode, q, tolerance, v[0], pole, w, why) ||
            !initial_run(ode, q, tolerance + 24, v[1], pole, w, why))
            break;
        ok = true;
        good = initial_put_values(out, v[0], v[1], q->n, q->bits);
        tolerance *= 2;
    }
    _arb_vec_clear(v[0], (slong)q->n);
    _arb_vec_clear(v[1], (slong)q->n);
    return ok;
}

/* y^{(order)} = value at a point. */
struct end {
    const struct expr *point;
    unsigned order;
    acb_t value;
};

static const struct expr *with_state(struct arena *a, const struct expr *x,
                                     unsigned one)
{
    for (unsigned k = 0; k < 2; k++)
        x = expr_replace(a, x, ode_symbol(k), expr_integer(a, k == one));
    return x;
}

/* Is the condition one of y or y' alone? */
static bool march_end_read(struct arena *a, const struct ode_condition *c,
                           const struct object_query *q, struct end *e,
                           struct work *w)
{
    slong bits = q->bits + 64;
    acb_t at_0, at_1;
    bool ok;

    if (c->bounded || expr_infinity(c->point) != 0)
        return false;
    e->point = c->point;
    e->order = expr_mentions(c->zero, ode_symbol(1));
    if (expr_mentions(c->zero, ode_symbol(!e->order)))
        return false;
    acbs_init(at_0, at_1, NULL);
    ok = ball_value(at_0, with_state(a, c->zero, 2), q->at, bits, w) &&
         ball_value(at_1, with_state(a, c->zero, e->order), q->at, bits, w);
    acb_sub(at_1, at_1, at_0, bits);
    acb_neg(at_0, at_0);
    acb_div(e->value, at_0, at_1, bits);
    acbs_clear(at_0, at_1, NULL);
    return ok && acb_is_finite(e->value) && acb_is_real(e->value);
}

/* Is the equation without a term that is free of y? */
static bool march_is_homogeneous(struct arena *a, const struct ode *ode,
                                 const struct ball_point *at, struct work *w)
{
    static const long places[] = { 3, 7, 13 };
    const struct expr *rest = with_state(a, ode->equation, 3);
    bool is = true;

    rest = expr_replace(a, rest, ode_symbol(2), expr_integer(a, 0));
    for (int i = 0; i < 3 && is; i++) {
        const struct expr *x =
            expr_div(a, expr_integer(a, places[i]), expr_integer(a, 16));

        is =
            expression_end(expr_replace(a, rest, ode->variable, x), at, w) == 0;
    }
    return is;
}

/* Add to `sum` the solution that is 0 by the first condition and has the value
 * of the second. */
static bool march_add_side(struct arena *a, const struct ode *ode,
                           const struct end *from, const struct end *to,
                           const struct object_query *q, acb_ptr sum,
                           struct work *w, const char **why)
{
    struct ode_condition start[2];
    struct ode one = *ode;
    struct object_query last = *q;
    struct object_value *v = arena_array(a, struct object_value, q->n + 1);
    acb_t place, factor;
    arb_t pole;
    bool ok;

    if (acb_is_zero(to->value))
        return true;
    for (unsigned k = 0; k < 2; k++) {
        const struct expr *y = expr_symbol(a, ode_symbol(k)), *less;

        less = expr_neg(a, expr_integer(a, k != from->order));
        start[k] = (struct ode_condition){ .zero = expr_add(a, y, less),
                                           .point = from->point };
    }
    one.conditions = start;
    acbs_init(place, factor, NULL);
    arb_init(pole);
    for (size_t i = 0; i <= q->n; i++)
        acb_init(v[i].value);
    one.value_order = 0;
    ok = ball_value(place, to->point, q->at, q->bits + 64, w) &&
         ode_initial(&one, q, v, pole, w, why);
    one.value_order = to->order;
    last.xs = acb_realref(place);
    last.n = 1;
    ok = ok && ode_initial(&one, &last, v + q->n, pole, w, why);
    acb_div(factor, to->value, v[q->n].value, q->bits + 64);
    for (size_t i = 0; i < q->n && ok; i++)
        acb_addmul(sum + i, factor, v[i].value, q->bits + 64);
    for (size_t i = 0; i <= q->n; i++)
        acb_clear(v[i].value);
    acbs_clear(place, factor, NULL);
    arb_clear(pole);
    return ok;
}

bool ode_march(const struct ode *ode, const struct object_query *q,
               struct object_value *out, struct work *w, const char **why)
{
    struct arena a = { 0 };
    struct end left = { 0 }, right = { 0 };
    acb_ptr sum = _acb_vec_init((slong)q->n);
    bool ok;

    acbs_init(left.value, right.value, NULL);
    ok = ode->is_linear && ode->order == 2 && ode->conditions_n == 2 &&
         ode->value_order == 0 && march_is_homogeneous(&a, ode, q->at, w) &&
         march_end_read(&a, ode->conditions, q, &left, w) &&
         march_end_read(&a, ode->conditions + 1, q, &right, w);
    if (!ok)
        *why = "no series reach from one end to the other";
    ok = ok && march_add_side(&a, ode, &left, &right, q, sum, w, why) &&
         march_add_side(&a, ode, &right, &left, q, sum, w, why);
    for (size_t i = 0; i < q->n && ok; i++)
        ok = acb_is_finite(sum + i);
    for (size_t i = 0; i < q->n && ok; i++) {
        acb_set(out[i].value, sum + i);
        out[i].certified = false;
    }
    acbs_clear(left.value, right.value, NULL);
    _acb_vec_clear(sum, (slong)q->n);
    arena_clear(&a);
    return ok;
}
