/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two-point problems: collocation on a mesh that is graded into both ends, into
 * the places of conditions and into the zeros of the coefficient of y', and
 * halved wherever the solution is not resolved. The solution on a mesh of twice
 * as many intervals gives the error. Nonlinear problems begin with the claimed
 * formula, with the solution of the last parameters, with a straight line, or
 * follow the limit's symbol from 1 to its value. An infinite end is cut, and
 * cut again farther away.
 */
#include "base/alloc.h"
#include "math/tree/differentiate.h"
#include "verify/finding.h"
#include "verify/ode/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define INTERVALS_MOST 120000
#define ROUNDS_MOST    40
#define NEWTON_MOST    40
#define GRADES         38 /* down to 2^-38 of the range */
#define SPECIAL_MOST   32

/* A problem with the parameters put in. */
struct problem {
    struct arena arena;
    struct tape *f;
    struct mesh_condition conditions[ODE_CONDITIONS_MOST];
    size_t conditions_n;
    unsigned order;
    double low, high; /* the range that is solved on */
    double special[SPECIAL_MOST];
    size_t special_n;
    bool is_linear;
    struct work *work;
    const char *why;
};

/* What was solved last, for the next query. */
struct ode_solution {
    double *key; /* values of the parameters */
    size_t key_n;
    double low, high, cut; /* cut: where infinite ends were cut */
    struct ode_mesh *coarse, *fine;
};

static void solution_free(void *p)
{
    struct ode_solution *s = p;

    free(s->key);
    mesh_free(s->coarse);
    mesh_free(s->fine);
    *s = (struct ode_solution){ 0 };
}

/* ---- the problem ---- */

static int boundary_by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

static int boundary_by_place(const void *a, const void *b)
{
    const struct mesh_condition *x = a, *y = b;

    return (x->x > y->x) - (x->x < y->x);
}

static void add_special(struct problem *p, double x)
{
    if (p->special_n < SPECIAL_MOST && isfinite(x))
        p->special[p->special_n++] = x;
}

/* The conditions with their places; infinite ones at -cut and cut. */
static bool place_conditions(struct problem *p, const struct ode *ode,
                             const struct ball_point *at, double cut)
{
    for (size_t i = 0; i < ode->conditions_n; i++) {
        const struct ode_condition *c = ode->conditions + i;
        struct mesh_condition *out = p->conditions + i;
        const struct expr *zero = c->zero;

        if (c->bounded)
            zero = expr_symbol(&p->arena, ode_symbol(1));
        out->x = ode_number(c->point, at, p->work);
        if (isinf(out->x))
            out->x = out->x > 0 ? cut : -cut;
        out->zero = tape_make(&p->arena, zero, ode->variable, ode->order, at,
                              64, p->work, &p->why);
        if (!out->zero || !isfinite(out->x)) {
            p->why = p->why ? p->why : "a condition's point has no value";
            return false;
        }
        p->low = fmin(p->low, out->x);
        p->high = fmax(p->high, out->x);
        add_special(p, out->x);
    }
    p->conditions_n = ode->conditions_n;
    qsort(p->conditions, p->conditions_n, sizeof(*p->conditions),
          boundary_by_place);
    return true;
}

static bool problem_make(struct problem *p, const struct ode *ode,
                         const struct ball_point *at, double low, double high,
                         double cut, struct work *w)
{
    size_t n;

    *p = (struct problem){ .order = ode->order,
                           .low = low,
                           .high = high,
                           .is_linear = ode->is_linear,
                           .work = w };
    p->f = tape_make(&p->arena, ode->highest, ode->variable, ode->order, at, 64,
                     w, &p->why);
    if (!p->f || !place_conditions(p, ode, at, cut))
        return false;
    add_special(p, p->low);
    add_special(p, p->high);
    n = ode_inner(ode, at, p->low, p->high, p->special + p->special_n,
                  SPECIAL_MOST - p->special_n, w);
    p->special_n += n;
    if (!(p->high > p->low))
        p->why = "the range of the variable is empty";
    return p->high > p->low;
}

/* ---- meshes ---- */

/* Into how many parts an interval is cut so that a wave of the linear equation
 * y'' = a y' + b y + c has some of them: a mesh that is much too coarse for
 * waves gives no hint where it is. */
static size_t wave_parts(const struct problem *p, double x, double h)
{
    double y[ODE_ORDER_MOST] = { 0 }, slope[ODE_ORDER_MOST], d;

    if (!p->is_linear || p->order != 2)
        return 1;
    (void)tape_value(p->f, x + h * 0.47, y, slope);
    d = -slope[0] - slope[1] * slope[1] / 4;
    return d > 0 ? (size_t)fmin(1 + h * sqrt(d) / 0.7, INTERVALS_MOST) : 1;
}

/* The mesh with every wave cut; NULL if there are too many. */
static struct ode_mesh *cut_waves(const struct problem *p, struct ode_mesh *m)
{
    size_t n = 0, k = 0;
    double *x;
    struct ode_mesh *out;

    for (size_t i = 0; i < m->n; i++)
        n += wave_parts(p, m->x[i], m->x[i + 1] - m->x[i]);
    if (n == m->n || n > INTERVALS_MOST) {
        if (n == m->n)
            return m;
        mesh_free(m);
        return NULL;
    }
    x = alloc_new(n + 1, sizeof(double));
    for (size_t i = 0; i < m->n; i++) {
        double h = m->x[i + 1] - m->x[i];
        size_t parts = wave_parts(p, m->x[i], h);

        for (size_t j = 0; j < parts; j++)
            x[k++] = m->x[i] + h * (double)j / (double)parts;
    }
    x[k] = m->x[m->n];
    out = mesh_new(x, k, p->order);
    free(x);
    mesh_free(m);
    return out;
}

/* Points in all special places and graded into them. */
static struct ode_mesh *first_mesh(const struct problem *p)
{
    size_t room = (2 * GRADES + 1) * p->special_n + 17, n = 0, kept = 0;
    double *x = alloc_new(room, sizeof(double)), span = p->high - p->low;
    struct ode_mesh *m;

    for (unsigned i = 0; i <= 16; i++)
        x[n++] = i == 16 ? p->high : p->low + span * i / 16;
    for (size_t i = 0; i < p->special_n; i++) {
        x[n++] = p->special[i];
        for (int k = 1; k <= GRADES; k++) {
            x[n++] = p->special[i] + ldexp(span, -k);
            x[n++] = p->special[i] - ldexp(span, -k);
        }
    }
    qsort(x, n, sizeof(double), boundary_by_size);
    for (size_t i = 0; i < n; i++) {
        bool inside = x[i] >= p->low && x[i] <= p->high;
        bool special = false;

        for (size_t k = 0; k < p->special_n; k++)
            special |= x[i] == p->special[k];
        if (!inside || (kept > 0 && x[i] == x[kept - 1]))
            continue;
        if (kept == 0 || special || x[i] - x[kept - 1] > ldexp(span, -45))
            x[kept++] = x[i];
    }
    m = mesh_new(x, kept - 1, p->order);
    free(x);
    return cut_waves(p, m);
}

static bool boundary_pay(struct problem *p, const struct ode_mesh *m)
{
    uint64_t one = 40 + MESH_STAGES * tape_cost(p->f) +
                   (uint64_t)(p->order * p->order) * 4;

    if (work_spend(p->work, m->n * one))
        return true;
    p->why = FINDING_LIMIT "work was reached while solving";
    return false;
}

/* Newton's method until it stands; a linear problem needs one step, and a
 * second to clean up rounding. */
static bool converge(struct problem *p, struct ode_mesh *m, bool last)
{
    double before = INFINITY;
    int most = p->is_linear ? 1 + last : NEWTON_MOST;

    for (int i = 0; i < most; i++) {
        double size;

        if (!boundary_pay(p, m))
            return false;
        size = mesh_newton(m, p->f, p->conditions, p->conditions_n,
                           p->is_linear ? INFINITY : 0.7);
        if (!isfinite(size)) {
            p->why = "the linear system of the problem is singular";
            return false;
        }
        if (size < 1e-12 || (size < 1e-7 && size > before / 4))
            return true;
        before = size;
    }
    p->why = "Newton's method does not converge";
    return p->is_linear;
}

/* Halve intervals until all are resolved; *m is replaced. */
static bool boundary_adapt(struct problem *p, struct ode_mesh **m,
                           double tolerance)
{
    size_t halved = 1, stuck = 0;

    for (int i = 0; i < ROUNDS_MOST && stuck == 0; i++) {
        struct ode_mesh *next;

        if (!converge(p, *m, false))
            return false;
        next = mesh_refine(*m, tolerance, false, &halved, &stuck);
        if (halved == 0 || next->n > INTERVALS_MOST) {
            mesh_free(next);
            break;
        }
        mesh_free(*m);
        *m = next;
    }
    p->why = stuck ? "the solution is singular at a point where its value "
                     "is needed; perhaps it does not exist"
                   : "the mesh does not resolve the solution";
    return halved == 0 && stuck == 0;
}

/* ---- guesses ---- */

/* A straight line through what the first and last condition say of y. */
static void guess_line(const struct problem *p, struct ode_mesh *m)
{
    double end[2] = { 0 };

    for (int side = 0; side < 2; side++) {
        const struct mesh_condition *c =
            p->conditions + (side ? p->conditions_n - 1 : 0);
        double zero[ODE_ORDER_MOST] = { 0 }, slope[ODE_ORDER_MOST];
        double v = tape_value(c->zero, c->x, zero, slope);

        if (slope[0] != 0 && isfinite(v / slope[0]))
            end[side] = -v / slope[0];
    }
    for (size_t i = 0; i <= m->n; i++) {
        double t = (m->x[i] - p->low) / (p->high - p->low);

        m->z[i * p->order] = end[0] + t * (end[1] - end[0]);
        if (p->order > 1)
            m->z[i * p->order + 1] = (end[1] - end[0]) / (p->high - p->low);
        m->scale = fmax(fabs(end[0]), fabs(end[1]));
    }
}

/* The mesh with points where the claimed formula changes much. */
static struct ode_mesh *follow_claim(const struct problem *p, struct tape *y,
                                     struct ode_mesh *m)
{
    double least = 1e-12 * (p->high - p->low), scale = 0;

    for (size_t i = 0; i <= m->n; i++) {
        double v = tape_value(y, m->x[i], NULL, NULL);

        scale = isfinite(v) ? fmax(scale, fabs(v)) : scale;
    }
    for (int round = 0; round < ROUNDS_MOST; round++) {
        double *x = alloc_new(2 * m->n + 1, sizeof(double));
        size_t n = 0, before = m->n;

        for (size_t i = 0; i < m->n; i++) {
            double a = m->x[i], b = m->x[i + 1], d;

            d = tape_value(y, b, NULL, NULL) - tape_value(y, a, NULL, NULL);
            x[n++] = a;
            if (!(fabs(d) <= 0.04 * scale) && b - a > least)
                x[n++] = a + (b - a) / 2;
        }
        x[n] = m->x[m->n];
        mesh_free(m);
        m = mesh_new(x, n, p->order);
        free(x);
        if (n == before || n > INTERVALS_MOST / 8)
            break;
    }
    m->scale = scale;
    return m;
}

/* The claimed formula and its derivatives on a mesh that shows them; NULL if
 * it cannot be evaluated so. */
static struct ode_mesh *guess_claim(struct problem *p, const struct ode *ode,
                                    const struct ball_point *at)
{
    const struct expr *y = ode->guess;
    struct ode_mesh *m = y ? first_mesh(p) : NULL;

    for (unsigned k = 0; k <= p->order && m; k++) {
        const char *why;
        struct tape *t =
            y ? tape_make(&p->arena, y, ode->variable, 0, at, 64, p->work, &why)
              : NULL;

        if (!t) {
            mesh_free(m);
            return NULL;
        }
        if (k == 0)
            m = follow_claim(p, t, m);
        mesh_put(m, t, k);
        y = differentiate(&p->arena, y, ode->variable, p->work);
    }
    return m;
}

/* The last solution on its own mesh, if it has the same range. */
static struct ode_mesh *guess_last(const struct problem *p,
                                   const struct ode_solution *last)
{
    size_t halved, stuck;

    if (!last || !last->coarse || last->coarse->x[0] != p->low ||
        last->coarse->x[last->coarse->n] != p->high)
        return NULL;
    for (size_t i = 0; i < p->conditions_n; i++) {
        bool there = false;

        for (size_t k = 0; k <= last->coarse->n; k++)
            there |= last->coarse->x[k] == p->conditions[i].x;
        if (!there)
            return NULL;
    }
    return mesh_refine(last->coarse, INFINITY, false, &halved, &stuck);
}

/* ---- solving ---- */

/* Follow the limit's symbol from 1 to its value. */
static struct ode_mesh *boundary_follow(const struct ode *ode,
                                        const struct ball_point *at,
                                        const struct problem *goal, double cut,
                                        struct work *w)
{
    const char *symbol = ode->claim->limit.symbol;
    acb_ptr values = _acb_vec_init((slong)at->n);
    struct ball_point there = *at;
    struct ode_mesh *m = NULL;
    double to = NAN;
    size_t which = 0;

    _acb_vec_set(values, at->values, (slong)at->n);
    there.values = values;
    for (size_t i = 0; i < at->n && symbol; i++)
        if (strcmp(at->names[i], symbol) == 0) {
            which = i;
            to = ball_middle(at->values + i);
        }
    for (double e = 1; to > 0 && e != to;) {
        struct problem p;
        bool ok;

        acb_set_d(values + which, e);
        ok = problem_make(&p, ode, &there, goal->low, goal->high, cut, w);
        if (ok && !m) {
            m = first_mesh(&p);
            guess_line(&p, m);
        }
        ok = ok && boundary_adapt(&p, &m, 1e-4);
        arena_clear(&p.arena);
        if (!ok)
            break;
        e = to < 1 ? fmax(to, e / 2) : fmin(to, e * 2);
        if (e == to) {
            _acb_vec_clear(values, (slong)at->n);
            return m;
        }
    }
    _acb_vec_clear(values, (slong)at->n);
    mesh_free(m);
    return NULL;
}

/* The solution to the tolerance, by the first guess that leads there. */
static struct ode_mesh *boundary_solve(struct problem *p, const struct ode *ode,
                                       const struct ball_point *at, double cut,
                                       double tolerance)
{
    for (int guess = p->is_linear ? 2 : 0; guess < (p->is_linear ? 3 : 4);
         guess++) {
        struct ode_mesh *m;

        if (guess == 0)
            m = guess_claim(p, ode, at);
        else if (guess == 1)
            m = guess_last(p, ode->last);
        else if (guess == 3)
            m = boundary_follow(ode, at, p, cut, p->work);
        else
            m = first_mesh(p);
        if (!m && guess == 2)
            p->why = "there are too many waves";
        if (!m)
            continue;
        if (guess == 2 && !p->is_linear)
            guess_line(p, m);
        if (boundary_adapt(p, &m, tolerance))
            return m;
        mesh_free(m);
        if (p->work->ceiling)
            break;
    }
    return NULL;
}

/* Both meshes, and how far apart they are relative to the solution. */
static double solve_twice(struct problem *p, struct ode *ode,
                          const struct ball_point *at, double cut,
                          double tolerance)
{
    struct ode_mesh *m = boundary_solve(p, ode, at, cut, tolerance), *fine;
    double apart = 0;
    size_t halved, stuck;

    if (!m)
        return NAN;
    fine = mesh_refine(m, 0, true, &halved, &stuck);
    if (!converge(p, m, true) || !converge(p, fine, true)) {
        mesh_free(m);
        mesh_free(fine);
        return NAN;
    }
    for (size_t i = 0, k = 0; i <= m->n; i++) {
        while (fine->x[k] < m->x[i])
            k++;
        apart = fmax(apart, fabs(fine->z[k * m->order] - m->z[i * m->order]));
    }
    mesh_free(ode->last->coarse);
    mesh_free(ode->last->fine);
    ode->last->coarse = m;
    ode->last->fine = fine;
    return apart / fmax(fine->scale, 1e-300);
}

/* ---- values ---- */

static bool boundary_is_last(const struct ode_solution *s,
                             const struct ball_point *at, double low,
                             double high, double cut)
{
    bool same = s->fine && s->key_n == at->n && s->low <= low &&
                s->high >= high && s->cut == cut;

    for (size_t i = 0; i < at->n && same; i++)
        same = s->key[i] == ball_middle(at->values + i);
    return same;
}

static void boundary_keep_key(struct ode_solution *s,
                              const struct ball_point *at,
                              const struct problem *p, double cut)
{
    free(s->key);
    s->key = alloc_new(at->n + 1, sizeof(double));
    s->key_n = at->n;
    for (size_t i = 0; i < at->n; i++)
        s->key[i] = ball_middle(at->values + i);
    s->low = p->low;
    s->high = p->high;
    s->cut = cut;
}

/* Make ode->last the solution for these parameters. */
static bool solve_for(struct ode *ode, const struct object_query *q, double low,
                      double high, double cut, struct work *w, const char **why)
{
    double tolerance = 1e-8, apart = INFINITY;
    struct problem p;
    bool ok;

    if (boundary_is_last(ode->last, q->at, low, high, cut))
        return true;
    ok = problem_make(&p, ode, q->at, low, high, cut, w);
    for (int i = 0; i < 3 && ok && !(apart < 1e-9); i++, tolerance /= 64) {
        double got = solve_twice(&p, ode, q->at, cut, tolerance);

        /* A finer mesh may be too fine for rounding. */
        ok = isfinite(got) || apart < 1e-6;
        if (!isfinite(got))
            break;
        apart = got;
    }
    if (ok && !(apart < 1e-6)) {
        ok = false;
        p.why = "the solution on two meshes is not the same: the problem has "
                "no solution, or several, or is too sensitive";
    }
    if (ok)
        boundary_keep_key(ode->last, q->at, &p, cut);
    *why = p.why;
    arena_clear(&p.arena);
    return ok;
}

/* Rounding relative to the solution. It adds up, and more so in a sensitive
 * problem: the last step shows that, and a solution that is large beside its
 * values at the ends. */
static double rounding(const struct ode_mesh *m)
{
    double ends = fmax(fabs(m->z[0]), fabs(m->z[m->n * m->order]));
    double grown = ends > 0 ? fmin(m->scale / ends, 1e4) : 1;

    return 1e-13 + 4e-15 * (double)m->n * fmax(grown, 1) + 32 * m->last;
}

static void boundary_put_value(const struct ode *ode, const arb_t x,
                               struct object_value *out)
{
    double at = arf_get_d(arb_midref(x), ARF_RND_NEAR);
    double y[2][ODE_ORDER_MOST], error;
    const struct ode_mesh *m = ode->last->fine;
    unsigned k = ode->value_order;

    mesh_at(ode->last->coarse, at, y[0]);
    mesh_at(ode->last->fine, at, y[1]);
    /* The finer mesh is better by 2^8. */
    error = fabs(y[0][k] - y[1][k]) / 4;
    error += rounding(m) * (k == 0 ? m->scale : fabs(y[1][k]));
    acb_set_d(out->value, y[1][k]);
    mag_set_d(arb_radref(acb_realref(out->value)), error);
    out->certified = false;
}

/* With infinite ends: the cut is doubled until it does not matter. */
static bool values_cut(struct ode *ode, const struct object_query *q,
                       double low, double high, struct object_value *out,
                       struct work *w, const char **why)
{
    double cut = 4 + 2 * fmax(fabs(low), fabs(high));
    double *before = alloc_new(q->n, sizeof(double)), apart = INFINITY;
    bool ok = true;

    for (int i = 0; i < 9 && ok && apart > 1e-10; i++, cut *= 2) {
        ok = solve_for(ode, q, low, high, cut, w, why);
        apart = i == 0 ? INFINITY : 0;
        for (size_t k = 0; k < q->n && ok; k++) {
            double v, d;

            boundary_put_value(ode, q->xs + k, out + k);
            v = ball_middle(out[k].value);
            d = fabs(v - before[k]) / fmax(ode->last->fine->scale, 1e-300);
            apart = fmax(apart, i == 0 ? INFINITY : d);
            before[k] = v;
        }
    }
    for (size_t k = 0; k < q->n && ok; k++) {
        mag_t m;

        mag_init(m);
        mag_set_d(m, 2 * apart * ode->last->fine->scale);
        arb_add_error_mag(acb_realref(out[k].value), m);
        mag_clear(m);
    }
    free(before);
    if (ok && apart > 1e-5)
        *why = "the solution does not settle as the infinite end is cut "
               "farther away";
    return ok && apart <= 1e-5;
}

bool ode_boundary(struct ode *ode, const struct object_query *q,
                  struct object_value *out, struct work *w, const char **why)
{
    double low = INFINITY, high = -INFINITY;
    bool infinite = false;

    if (!ode->last) {
        ode->last = arena_new(ode->arena, struct ode_solution);
        arena_defer(ode->arena, solution_free, ode->last);
    }
    for (size_t i = 0; i < q->n; i++) {
        double x = arf_get_d(arb_midref(q->xs + i), ARF_RND_NEAR);

        low = fmin(low, x);
        high = fmax(high, x);
    }
    for (size_t i = 0; i < ode->conditions_n; i++)
        infinite |= expr_infinity(ode->conditions[i].point) != 0;
    if (infinite)
        return values_cut(ode, q, low, high, out, w, why);
    if (!solve_for(ode, q, low, high, 0, w, why))
        return false;
    for (size_t i = 0; i < q->n; i++)
        boundary_put_value(ode, q->xs + i, out + i);
    return true;
}

size_t ode_steepest(const struct ode *ode, double *out, size_t room)
{
    const struct ode_mesh *m = ode->last ? ode->last->fine : NULL;
    double low, span;
    size_t n = 0;

    if (!m || m->order < 2)
        return 0;
    low = m->x[0];
    span = m->x[m->n] - low;
    for (size_t i = 1; i < m->n && n < room; i++) {
        const double *z = m->z + i * m->order + 1;
        double here = fabs(*z), part = (m->x[i] - low) / span;

        if (part < 0.02 || part > 0.98 || here * span < 10 * m->scale ||
            here < fabs(z[-(ptrdiff_t)m->order]) || here <= fabs(z[m->order]))
            continue;
        if (n == 0 || m->x[i] - out[n - 1] > 0.02 * span)
            out[n++] = m->x[i];
    }
    return n;
}

double ode_scale(const struct ode *ode)
{
    return ode->last && ode->last->fine ? ode->last->fine->scale : 0;
}
