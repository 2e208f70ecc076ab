/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Initial-value problems by Taylor series in multiple precision. A step is as
 * long as the last coefficients allow; the exponents of numbers have no bound,
 * so that e^{1/eps} is no obstacle. Everything is done twice, with a smaller
 * tolerance and more terms: the difference is the estimate of the error, and
 * where it is large, as for a solution that decays among growing ones, it is
 * done again with twice the digits.
 */
#include "verify/finding.h"
#include "verify/ode/tape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEPS_MOST 400000
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

bool ode_start(const struct ode *ode, arb_mat_t state,
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

/* Places on one side of the start, the nearest first. */
static int initial_by_place(const void *a, const void *b)
{
    arb_srcptr x = *(arb_srcptr const *)a, y = *(arb_srcptr const *)b;

    return arf_cmpabs(arb_midref(x), arb_midref(y));
}

/* Values at the places of one side; diff[i] is place - start. */
static bool initial_run_side(struct march *m, arb_mat_t state,
                             const arb_t start, arb_srcptr diff, size_t n,
                             int sign, arb_ptr out)
{
    arb_srcptr *sorted = calloc(n ? n : 1, sizeof(*sorted));
    size_t count = 0;
    bool ok = sorted != NULL, fresh = false;
    slong steps = 0;
    arb_t place;

    arb_init(place);
    for (size_t i = 0; i < n && ok; i++)
        if (arf_sgn(arb_midref(diff + i)) == sign ||
            (sign > 0 && arf_is_zero(arb_midref(diff + i))))
            sorted[count++] = diff + i;
    if (ok)
        qsort(sorted, count, sizeof(*sorted), initial_by_place);
    arb_set(m->x, start);
    initial_drop(m->x);
    for (slong k = 0; k < (slong)m->ode->order; k++) {
        arb_set(m->y + k, arb_mat_entry(state, k, 0));
        for (slong i = 2; i <= k; i++)
            arb_div_ui(m->y + k, m->y + k, (ulong)i, m->bits);
        initial_drop(m->y + k);
    }
    for (size_t i = 0; i < count && ok; i++) {
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
    m.tape = tape_make(&a, ode->highest, ode->variable, ode->order, q->at,
                       m.bits, w, why);
    ok = m.tape &&
         ball_value(start, ode->conditions[0].point, q->at, m.bits, w) &&
         ode_start(ode, state, q->at, m.bits, w);
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
