/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Initial value problems on the whole line whose solution is an integral: the
 * linear equation u_t = D u_xx + b u_x + c u by the heat kernel, and Burgers'
 * equation u_t + A u u_x = D u_xx after Cole (1951) and Hopf (1950). The
 * coefficients are read off the equation by putting 1, x, t and x^2/2 into it.
 */
#include "base/str.h"
#include "math/read/read.h"
#include "math/tree/differentiate.h"
#include "verify/pde/pde.h"

#include <math.h>
#include <string.h>

static const struct expr *pde_read_plain(const struct pde *p, const char *text)
{
    const struct expr *x = NULL;
    struct err e;

    return read_expr(p->arena, text, strlen(text), NULL, &x, &e) ? x : NULL;
}

/* The equation with u replaced by the text, at x and t where they are given. */
static const struct expr *pde_probe(const struct pde *p, const char *u, long x,
                                    struct work *w)
{
    struct pde_solution s = { { pde_read_plain(p, u) } };
    const struct expr *r =
        s.of[0] ? pde_substitute(p, p->equations[0], &s, w) : NULL;

    if (!r)
        return NULL;
    r = expr_replace(p->arena, r, p->variables.names[0],
                     expr_integer(p->arena, x));
    return expr_replace(p->arena, r, "t", expr_integer(p->arena, 0));
}

/* The coefficients, as values at the query's parameters: of u_t, u_xx, u_x,
 * u and u u_x. */
struct coefficients {
    double unit, d, b, c, a;
};

/* Is the equation the one with these coefficients? Tried on a function that
 * satisfies no such equation. */
static bool pde_is_equation(const struct pde_point *q,
                            const struct coefficients *k)
{
    /* u = e^{2x/3 + t/5} at x = 1 and 2, t = 0 */
    static const double e[2] = { 1.9477340410546757, 3.7936678946831774 };

    for (int i = 0; i < 2; i++) {
        double due = k->unit * e[i] / 5 - k->d * e[i] * 4 / 9 -
                     k->b * e[i] * 2 / 3 - k->c * e[i] +
                     k->a * e[i] * e[i] * 2 / 3;
        double got = pde_number(
            pde_probe(q->pde, "e^{\\frac{2x}{3}+\\frac{t}{5}}", i + 1, q->work),
            q);

        if (!(fabs(got - due) <= 1e-9))
            return false;
    }
    return true;
}

static bool find_coefficients(const struct pde_point *q, struct coefficients *k)
{
    static const struct {
        const char *u;
        long x;
    } tests[] = {
        { "t", 0 }, { "\\frac{x^2}{2}", 0 }, { "x", 0 }, { "1", 0 }, { "x", 1 }
    };
    double v[5];

    for (int i = 0; i < 5; i++) {
        v[i] =
            pde_number(pde_probe(q->pde, tests[i].u, tests[i].x, q->work), q);
        if (isnan(v[i]))
            return false;
    }
    *k = (struct coefficients){ v[0], -v[1], -v[2], -v[3], v[4] - v[2] - v[3] };
    return k->unit != 0 && k->d / k->unit > 0 && pde_is_equation(q, k);
}

/* ---- the solution as an integral ---- */

/* The initial value, as a formula of x; NULL if there is none, or there are
 * conditions at a finite place. */
static const struct expr *pde_initial(const struct pde *p)
{
    const struct expr *f = NULL;

    for (size_t i = 0; i < p->conditions_n; i++) {
        const struct pde_condition *c = &p->conditions[i];

        if (c->over < p->variables.n || c->place[0] == PLACE_MINUS_INFINITY ||
            c->place[0] == PLACE_INFINITY)
            continue;
        if (c->place[0] == PLACE_AT || c->place[1] != PLACE_AT ||
            c->relation != RELATION_EQ || expr_infinity(c->at[1]) || f)
            return NULL;
        f = c->value;
    }
    return f;
}

/* The heat kernel, as a formula. */
static const struct expr *pde_kernel_solution(const struct pde *p,
                                              const struct expr *f)
{
    struct arena *a = p->arena;
    const struct expr *x = pde_read_plain(
        p, "\\frac{e^{Ct}}{\\sqrt{4\\pi Dt}}\\int_{-\\infty}^{\\infty} f "
           "e^{-\\frac{(x+Bt-y)^2}{4Dt}} dy");

    return x ? expr_replace(a, x, "f",
                            expr_replace(a, f, p->variables.names[0],
                                         expr_symbol(a, "y")))
             : NULL;
}

/* ---- on a grid ---- */

/* The initial value f and its integral from 0, at y = sinh v: a grid that is
 * fine near 0 and reaches far, on which the trapezoidal rule converges quickly
 * for the kernels of all times. */
#define CELLS 1536 /* steps to each side */
#define V_MAX 24.0

struct grid {
    double y[2 * CELLS + 1], f[2 * CELLS + 1], sum[2 * CELLS + 1];
};

/* f at y. *out is what it was nearer to 0: what has decayed so far that its
 * exponent is out of reach is 0. */
static bool grid_at(const struct expr *f, const char *name, double y,
                    struct pde_point *q, double *out)
{
    bool gone = fabs(y) > 8 && fabs(*out) < 1e-60;
    double v;

    pde_point_set_double(q, name, y);
    v = pde_number(f, q);
    *out = isnan(v) ? 0 : v;
    return gone || !isnan(v);
}

/* The integral of f over one step: Gauss's rule with three places. */
static bool step_integral(const struct expr *f, const char *name, double from,
                          double to, struct pde_point *q, double *out)
{
    static const double at[3] = { -0.7745966692414834, 0, 0.7745966692414834 };
    static const double weight[3] = { 5.0 / 9, 8.0 / 9, 5.0 / 9 };
    double sum = 0, half = (to - from) / 2, v = *out;

    for (int i = 0; i < 3; i++) {
        if (!grid_at(f, name, from + half * (1 + at[i]), q, &v))
            return false;
        sum += weight[i] * v;
    }
    *out = sum * half;
    return true;
}

static bool grid_fill(struct grid *g, const struct expr *f, const char *name,
                      struct pde_point *q)
{
    for (int side = -1; side <= 1; side += 2) {
        double v = 1;

        for (int i = 0; i <= CELLS; i++) {
            int k = CELLS + side * i;
            double part = v;

            g->y[k] = sinh(side * i * V_MAX / CELLS);
            if (i > 0 &&
                !step_integral(f, name, g->y[k - side], g->y[k], q, &part))
                return false;
            if (!grid_at(f, name, g->y[k], q, &v))
                return false;
            g->f[k] = v;
            g->sum[k] = i > 0 ? g->sum[k - side] + part : 0;
        }
    }
    return true;
}

/* The quotient of Cole and Hopf, with every `skip`-th place; the heat kernel
 * where a is 0. */
static double grid_value(const struct grid *g, const struct coefficients *k,
                         double x, double t, int skip)
{
    double d = k->d / k->unit, a = k->a / k->unit, b = k->b / k->unit;
    double top = 0, bottom = 0, most = -INFINITY, e[2 * CELLS + 1];

    for (int i = 0; i <= 2 * CELLS; i++) {
        double z = x + b * t - g->y[i];

        e[i] = -z * z / (4 * d * t) - a * g->sum[i] / (2 * d);
        most = e[i] > most ? e[i] : most;
    }
    for (int i = 0; i <= 2 * CELLS; i += skip) {
        double weight = exp(e[i] - most) * hypot(1, g->y[i]);

        top += weight * (a != 0 ? (x - g->y[i]) / (a * t) : g->f[i]);
        bottom += weight;
    }
    return top / bottom * exp(k->c / k->unit * t);
}

static bool by_grid(const struct pde *p, const struct expr *f,
                    const struct coefficients *k, const struct object_query *q,
                    struct pde_point *at, struct object_value *out,
                    struct work *w)
{
    struct grid *g = arena_new(p->arena, struct grid);
    const char *name = p->variables.names[0];
    double t = pde_point_get(at, "t");

    if (isnan(t) || !grid_fill(g, f, name, at))
        return false;
    for (size_t i = 0; i < q->n; i++) {
        double x = arf_get_d(arb_midref(q->xs + i), ARF_RND_NEAR);
        double fine = grid_value(g, k, x, t, 1);
        double error =
            fabs(fine - grid_value(g, k, x, t, 2)) + 1e-13 * fabs(fine);

        /* The kernel must end inside of the grid. */
        if (fabs(x) + 16 * sqrt(k->d / k->unit * t) > sinh(V_MAX) ||
            !isfinite(fine) || !work_spend(w, 20 * CELLS))
            return false;
        acb_set_d(out[i].value, fine);
        mag_set_d(arb_radref(acb_realref(out[i].value)), error);
        out[i].certified = false;
    }
    return true;
}

/* ---- values ---- */

bool pde_kernel_values(struct object *o, const struct object_query *q,
                       struct object_value *out, struct work *w,
                       const char **why)
{
    const struct pde *p = o->own;
    const struct expr *f = pde_initial(p), *u;
    struct coefficients k;
    static const char *const more[] = { "x", "D", "B", "C" };
    struct pde_point all;
    size_t n = q->at->n;

    *why = "no method gives values of the solution of this equation";
    pde_point_extend(&all, p, w, q->at, more, 4);
    all.at.n = n;
    if (!f || p->variables.n != 2 || !str_eq(p->variables.names[0], "x") ||
        p->variables.time != 1 || p->equations_n != 1 || p->unknowns_n != 1 ||
        !q->xs || !str_eq(o->variable, "x") || !find_coefficients(&all, &k))
        return false;
    all.at.n = n + 1;
    if (k.a != 0)
        return k.b == 0 && k.c == 0 && by_grid(p, f, &k, q, &all, out, w);
    u = pde_kernel_solution(p, f);
    all.at.n = n + 4;
    pde_point_set_double(&all, "D", k.d / k.unit);
    pde_point_set_double(&all, "B", k.b / k.unit);
    pde_point_set_double(&all, "C", k.c / k.unit);
    for (size_t i = 0; i < q->n && u; i++) {
        acb_set_arb(&all.values[n], q->xs + i);
        if (!pde_eval(out[i].value, u, &all, q->bits + 30))
            return by_grid(p, f, &k, q, &all, out, w);
        /* The coefficients are doubles. */
        out[i].certified = false;
    }
    return u != NULL;
}

/* ---- travelling waves ---- */

/* u_t / u_x does not depend on this variable. */
static enum truth speed_is_constant(const struct expr *ux,
                                    const struct expr *ut, const char *name,
                                    struct pde_point *q)
{
    const struct pde *p = q->pde;
    struct work *w = q->work;
    const struct expr *dx = differentiate(p->arena, ux, name, w);
    const struct expr *dt = differentiate(p->arena, ut, name, w);
    const char *why;

    if (!dx || !dt)
        return TRUTH_UNKNOWN;
    return pde_compare(expr_mul(p->arena, ux, dt), expr_mul(p->arena, ut, dx),
                       q, &why);
}

/* The sign of the speed -u_t / u_x at the points. 0: not seen. */
static int moves(const struct expr *ux, const struct expr *ut,
                 struct pde_point *q)
{
    int sign = 0;
    acb_t x, t;

    acbs_init(x, t, NULL);
    for (unsigned k = 0; k < 40 && !sign; k++)
        if (pde_point_draw(q, k) && pde_eval(x, ux, q, 128) &&
            pde_eval(t, ut, q, 128)) {
            acb_mul(t, t, x, 128);
            sign = arb_is_negative(acb_realref(t))   ? 1
                   : arb_is_positive(acb_realref(t)) ? -1
                                                     : 0;
        }
    acbs_clear(x, t, NULL);
    return sign;
}

bool pde_wave_holds(const struct pde_solution *s, struct pde_point *q,
                    struct finding *out)
{
    const struct pde *p = q->pde;
    struct work *w = q->work;
    const struct pde_variables *v = &p->variables;
    const struct expr *ux, *ut;

    if (!(p->travelling || p->direction) || v->n != 2 || v->time != 1 ||
        p->complex)
        return true;
    ux = differentiate(p->arena, s->of[0], v->names[0], w);
    ut = differentiate(p->arena, s->of[0], v->names[1], w);
    if (!ux || !ut)
        return true;
    for (size_t i = 0; i < 2; i++)
        if (speed_is_constant(ux, ut, v->names[i], q) == TRUTH_NO)
            return finding_say(out, TRUTH_NO, "condition",
                               "the formula is not a travelling wave");
    if (p->direction && moves(ux, ut, q) == -p->direction)
        return finding_say(out, TRUTH_NO, "condition",
                           "the wave moves in the other direction");
    return true;
}

/* ---- probes ---- */

static const struct expr *pde_decimal(struct arena *a, double v)
{
    const struct expr *x;
    fmpq_t q;
    arf_t f;

    fmpq_init(q);
    arf_init(f);
    arf_set_d(f, isfinite(v) ? v : 0);
    arf_get_fmpq(q, f);
    x = expr_rational(a, q);
    fmpq_clear(q);
    arf_clear(f);
    return x;
}

/* The equation at a state: u = v + slope X + bend X^2/2 + drift T, where X and
 * T vanish at the point q. NaN without a value. */
struct state {
    double v, slope, bend, drift;
};

static const struct expr *pde_shifted(const char *name,
                                      const struct pde_point *q, double k)
{
    const struct pde *p = q->pde;
    const struct expr *x = expr_symbol(p->arena, name);
    double at = pde_point_get(q, name);

    at = isnan(at) ? 0 : at;
    return expr_mul(p->arena, pde_decimal(p->arena, k),
                    expr_add(p->arena, x, pde_decimal(p->arena, -at)));
}

static double pde_special_probe(const struct pde_point *q, struct state s)
{
    const struct pde *p = q->pde;
    const char *x = p->variables.names[0], *t = p->variables.names[1];
    const struct expr *one = pde_shifted(x, q, 1);
    const struct expr *terms[4] = { pde_decimal(p->arena, s.v),
                                    pde_shifted(x, q, s.slope),
                                    expr_mul(p->arena,
                                             pde_decimal(p->arena, s.bend / 2),
                                             expr_mul(p->arena, one, one)),
                                    pde_shifted(t, q, s.drift) };
    struct pde_solution u = { { expr_new(p->arena, EXPR_ADD, terms, 4) } };
    const struct expr *r = pde_substitute(p, p->equations[0], &u, q->work);

    return r ? pde_part(r, q) : NAN;
}

/* The coefficients of u_t, u_x and u_xx at a state, and what stands without a
 * derivative. */
static double source_at(const struct pde_point *q, double v)
{
    return pde_special_probe(q, (struct state){ v, 0, 0, 0 });
}

static double time_factor(const struct pde_point *q, double v)
{
    return pde_special_probe(q, (struct state){ v, 0, 0, 1 }) - source_at(q, v);
}

static double slope_factor(const struct pde_point *q, double v)
{
    return pde_special_probe(q, (struct state){ v, 1, 0, 0 }) - source_at(q, v);
}

static double bend_factor(const struct pde_point *q, double v)
{
    return pde_special_probe(q, (struct state){ v, 0, 1, 0 }) - source_at(q, v);
}

/* The speed at which the flux lets a jump between two states run: the integral
 * of the factor of u_x by Simpson's rule, over the jump. */
static double jump_speed(const struct pde_point *q, double left, double right)
{
    const int n = 64;
    double sum = 0, h = (left - right) / n;

    for (int i = 0; i <= n; i++)
        sum += slope_factor(q, right + i * h) * (i == 0 || i == n ? 1
                                                 : i % 2          ? 4
                                                                  : 2);
    return sum / 3 / n / time_factor(q, right);
}

/* ---- jumps ---- */

static void set_double(struct pde_point *q, size_t i, double v)
{
    pde_point_set_double(q, q->pde->variables.names[i], v);
}

/* An edge between two branches. */
struct edge {
    double at;
    const struct expr *left, *right;
};

static bool same_branch(const struct expr *u, struct pde_point *q, double x,
                        const struct expr *as)
{
    const struct expr *b;

    set_double(q, 0, x);
    b = pde_branch(u, q);
    return b && expr_same(b, as);
}

/* The first edge to the right of x. */
static bool find_edge(const struct expr *u, struct pde_point *q, double from,
                      double to, struct edge *e)
{
    double step = 1.0 / 16, in = from, out;

    set_double(q, 0, from);
    e->left = pde_branch(u, q);
    if (!e->left)
        return false;
    for (out = from + step; out < to; out += step) {
        if (!same_branch(u, q, out, e->left))
            break;
        in = out;
    }
    if (out >= to || q->work->ceiling)
        return false;
    set_double(q, 0, out);
    e->right = pde_branch(u, q);
    for (int i = 0; i < 60; i++) {
        double mid = (in + out) / 2;

        if (same_branch(u, q, mid, e->left))
            in = mid;
        else
            out = mid;
    }
    e->at = (in + out) / 2;
    return e->right != NULL;
}

/* How fast the edge moves, by a difference in time. */
static double edge_speed(const struct expr *u, struct pde_point *q,
                         const struct edge *e, double t)
{
    const double h = 1.0 / 65536;
    struct edge one = *e, two = *e;
    double v = NAN;

    set_double(q, 1, t - h);
    if (find_edge(u, q, e->at - 0.03, e->at + 0.2, &one)) {
        set_double(q, 1, t + h);
        if (find_edge(u, q, e->at - 0.03, e->at + 0.2, &two))
            v = (two.at - one.at) / (2 * h);
    }
    set_double(q, 1, t);
    return v;
}

/* Has the equation a third or higher derivative by x? Powers of x - x0 on top
 * of 1 show it. */
static bool has_higher(const struct pde_point *q)
{
    const struct pde *p = q->pde;
    struct arena *a = p->arena;
    const struct expr *x = pde_shifted(p->variables.names[0], q, 1);
    const struct expr *sum = expr_integer(a, 1);
    double d[2] = { 0, 0 };

    for (int i = 0; i < 2; i++) {
        struct pde_solution u = { { sum } };
        const struct expr *r = pde_substitute(p, p->equations[0], &u, q->work);

        if (r)
            d[i] = pde_part(r, q);
        if (isnan(d[i]))
            d[i] = 0;
        for (int k = 3; k <= 6; k++)
            sum = expr_add(a, sum, expr_pow(a, x, expr_integer(a, k)));
    }
    return fabs(d[0] - d[1]) > 1e-9;
}

/* Where the solution is continuous, its flux must be: a corner is none where
 * there is diffusion. */
static bool corner_holds(struct pde_point *q, const struct edge *e, double u,
                         double speed, struct finding *out)
{
    const struct pde *p = q->pde;
    struct work *w = q->work;
    const char *x = p->variables.names[0];
    const struct expr *l = differentiate(p->arena, e->left, x, w);
    const struct expr *r = differentiate(p->arena, e->right, x, w);
    double bend = bend_factor(q, u), at, uin, slope, flux;
    bool inside_left;

    if (!l || !r)
        return true;
    if (has_higher(q)) {
        /* A film of which the edge is flat has no flux there. */
        if (fabs(pde_part(l, q) - pde_part(r, q)) < 1e-6)
            return true;
        return finding_say(out, TRUTH_UNKNOWN, "condition",
                           "conditions at an edge are not implemented for "
                           "equations of order above 2");
    }
    if (fabs(bend) > 1e-9) {
        if (fabs(pde_part(l, q) - pde_part(r, q)) > 1e-6)
            return finding_say(out, TRUTH_NO, "condition",
                               "the slope jumps where there is diffusion");
        return true;
    }
    inside_left = e->right->op == EXPR_NUMBER;
    at = e->at + (inside_left ? -1e-5 : 1e-5);
    set_double(q, 0, at);
    uin = pde_part(inside_left ? e->left : e->right, q);
    slope = pde_part(inside_left ? l : r, q);
    flux = bend_factor(q, uin) * slope / time_factor(q, uin);
    if (fabs(slope_factor(q, uin)) < 1e-9 &&
        fabs(pde_special_probe(q, (struct state){ uin, 2, 0, 0 }) -
             source_at(q, uin)) < 1e-9 &&
        uin != 0 && fabs(flux / uin - speed) > 1e-2 * (1 + fabs(speed)))
        return finding_say(
            out, TRUTH_NO, "condition",
            "the edge of the support does not move with the flux");
    return true;
}

/* The difference of both branches at a distance from the edge. */
static double pde_gap_at(struct pde_point *q, const struct edge *e,
                         double distance)
{
    double left, right;

    set_double(q, 0, e->at - distance);
    left = pde_part(e->left, q);
    set_double(q, 0, e->at + distance);
    right = pde_part(e->right, q);
    set_double(q, 0, e->at);
    return fabs(left - right);
}

static bool edge_holds(const struct expr *u, struct pde_point *q,
                       const struct edge *e, double t, struct finding *out)
{
    double speed = edge_speed(u, q, e, t), left, right, due;

    set_double(q, 0, e->at);
    left = pde_part(e->left, q);
    right = pde_part(e->right, q);
    if (!isfinite(left) || !isfinite(right) || !isfinite(speed))
        return true;
    /* A root of the distance is small only very close to the edge. */
    if (fabs(left - right) < 1e-6 * (1 + fabs(left)) ||
        fabs(left - right) < 1e-2 * pde_gap_at(q, e, 1e-3))
        return corner_holds(q, e, left, speed, out);
    if (fabs(bend_factor(q, (left + right) / 2)) > 1e-9)
        return finding_say(out, TRUTH_NO, "condition",
                           "the formula jumps where there is diffusion");
    due = jump_speed(q, left, right);
    if (fabs(due - speed) > 1e-5 * (1 + fabs(due)))
        return finding_print(out, q->pde->arena, TRUTH_NO, "condition",
                             "the jump at x = %.6g moves with speed "
                             "%.8g, but the flux requires %.8g",
                             e->at, speed, due);
    if (slope_factor(q, left) < slope_factor(q, right) - 1e-9)
        return finding_say(out, TRUTH_NO, "condition",
                           "the jump is not a shock: characteristics leave it");
    return true;
}

bool pde_jumps_hold(const struct pde_solution *s, struct pde_point *q,
                    struct finding *out)
{
    const struct pde *p = q->pde;
    unsigned tried = 0;

    if (p->variables.n != 2 || p->variables.time != 1 || p->unknowns_n != 1 ||
        p->equations_n != 1 || !expr_any(s->of[0], pde_is_piecewise))
        return true;
    for (unsigned k = 0; k < 60 && tried < 2; k++) {
        struct edge e = { .at = -8 };
        double t;

        if (!pde_point_draw(q, k))
            continue;
        tried++;
        t = pde_point_get(q, p->variables.names[1]);
        set_double(q, 1, t);
        for (int i = 0; i < 4; i++) {
            if (!find_edge(s->of[0], q, e.at + 1e-3, 8, &e))
                break;
            if (!edge_holds(s->of[0], q, &e, t, out))
                return false;
        }
    }
    return true;
}

/* ---- speeds of fronts ---- */

#define GRID  1400 /* steps over z, where y = 1/(1 + e^-z) */
#define Z_MAX 14.0

/* u_t = D u_xx - b u_x + f(u) between two states; y runs from 0 (ahead, at the
 * right) to 1 (behind, at the left). */
struct front {
    double diffusion, drift;
    double steep0, steep1;      /* of f, at y = 0 and 1 */
    double ratio[2 * GRID + 1]; /* f / (y (1 - y)), in half steps */
};

static double y_at(double z)
{
    return 1 / (1 + exp(-z));
}

/* Shoot from y = 0 with p = -y' = y (1 - y) h. Returns 1 if the path arrives
 * above y = 1, -1 if h falls to 0 before. */
static int shoot(const struct front *f, double speed)
{
    double d = f->diffusion, dz = 2 * Z_MAX / GRID, z = -Z_MAX, k[5] = { 0 };
    double root = speed * speed - 4 * d * f->steep0, h, end;

    h = (speed + sqrt(root > 0 ? root : 0)) / (2 * d);
    if (h <= 0)
        return -1;
    for (int i = 0; i < GRID; i++, z += dz) {
        for (int j = 1; j <= 4; j++) {
            double part = j == 1 ? 0 : j == 4 ? 1 : 0.5;
            double at = h + part * dz * k[j - 1];

            if (at <= 1e-12)
                return -1;
            k[j] = (speed - f->ratio[2 * i + (int)(2 * part)] / at) / d -
                   (1 - 2 * y_at(z + part * dz)) * at;
        }
        h += dz / 6 * (k[1] + 2 * k[2] + 2 * k[3] + k[4]);
        if (h > 1e9)
            return 1;
    }
    root = speed * speed - 4 * d * f->steep1;
    end = (-speed + sqrt(root > 0 ? root : 0)) / (2 * d);
    return h > end ? 1 : -1;
}

static bool tabulate(const struct pde_point *q, double ahead, double behind,
                     struct front *f)
{
    double size = behind - ahead, unit = time_factor(q, ahead);
    double mid = (ahead + behind) / 2, e = 1e-6;

    f->diffusion = -bend_factor(q, mid) / unit;
    f->drift = slope_factor(q, mid) / unit;
    if (!(f->diffusion > 0) ||
        fabs(f->diffusion + bend_factor(q, ahead) / unit) > 1e-9 ||
        fabs(f->drift - slope_factor(q, ahead) / unit) > 1e-9)
        return false;
    for (int i = 0; i <= 2 * GRID; i++) {
        double y = y_at(-Z_MAX + i * Z_MAX / GRID);

        f->ratio[i] =
            -source_at(q, ahead + size * y) / unit / size / (y * (1 - y));
        if (!isfinite(f->ratio[i]))
            return false;
    }
    f->steep0 = -source_at(q, ahead + size * e) / unit / size / e;
    f->steep1 = source_at(q, behind - size * e) / unit / size / e;
    return fabs(source_at(q, ahead)) < 1e-12 &&
           fabs(source_at(q, behind)) < 1e-12;
}

/* The speed of the front that u selects: the only one between two stable
 * states, the least one into an unstable state. */
static bool front_speed(const struct front *f, double *out)
{
    double least = f->steep0 > 0 ? 2 * sqrt(f->diffusion * f->steep0) : -64;
    double low = least, high = 64;

    if (f->steep1 > 0) /* behind must be stable */
        return false;
    if (f->steep0 > 0 && shoot(f, least * (1 + 1e-9)) > 0) {
        *out = least + f->drift;
        return true;
    }
    for (int i = 0; i < 60; i++) {
        double mid = (low + high) / 2;

        if (shoot(f, mid) > 0)
            high = mid;
        else
            low = mid;
    }
    *out = low + f->drift;
    return low > -63 && high < 63;
}

/* The states at both ends. */
static bool end_states(const struct pde_point *q, double *left, double *right)
{
    const struct pde *p = q->pde;

    *left = *right = NAN;
    for (size_t i = 0; i < p->conditions_n; i++) {
        const struct pde_condition *c = &p->conditions[i];

        if (c->what->op != EXPR_SYMBOL || c->over < p->variables.n)
            continue;
        if (c->place[0] == PLACE_MINUS_INFINITY)
            *left = pde_part(c->value, q);
        if (c->place[0] == PLACE_INFINITY)
            *right = pde_part(c->value, q);
    }
    return isfinite(*left) && isfinite(*right) && *left != *right;
}

static bool is_conserved(const struct pde_point *q, double left, double right)
{
    for (int i = 0; i <= 8; i++) {
        double v = left + (right - left) * i / 8;

        if (fabs(source_at(q, v)) > 1e-12)
            return false;
    }
    return true;
}

static bool speed_here(struct pde_point *q, struct front *f, double *out)
{
    double left, right;

    if (!end_states(q, &left, &right))
        return false;
    if (is_conserved(q, left, right)) {
        *out = jump_speed(q, left, right);
        return isfinite(*out);
    }
    if (tabulate(q, right, left, f) && front_speed(f, out))
        return true;
    /* The state at the right may invade. */
    if (!tabulate(q, left, right, f))
        return false;
    f->drift = -f->drift;
    if (!front_speed(f, out))
        return false;
    *out = -*out;
    return true;
}

static void judge_speed(const struct expr *claim, struct pde_point *q,
                        struct finding *out)
{
    const struct pde *p = q->pde;
    struct front *f = arena_new(p->arena, struct front);
    unsigned good = 0;
    double due = NAN, said = NAN;

    for (unsigned k = 0; k < 60 && good < 3 && !q->work->ceiling; k++) {
        if (!pde_point_draw(q, k) || !speed_here(q, f, &due))
            continue;
        said = pde_part(claim, q);
        if (fabs(said - due) > 1e-3 * (1 + fabs(due))) {
            finding_print(out, p->arena, TRUTH_NO, "value",
                          "the front has speed %.8g, not %.8g, "
                          "at %s",
                          due, said, pde_point_text(p->arena, q));
            return;
        }
        good += fabs(said - due) < 1e-5 * (1 + fabs(due));
    }
    if (good)
        finding_print(out, p->arena, TRUTH_YES, "value",
                      "the front has speed %.8g", due);
    else
        finding_say(out, TRUTH_UNKNOWN, "no method",
                    "no method finds the speed of this front");
}

bool pde_speed_settle(const struct pde *p, const struct expr *claim,
                      const struct vec *names, struct work *w,
                      struct finding *out)
{
    const char *const *own;
    struct pde_point q;
    size_t n;

    if (claim->op == EXPR_RELATION)
        claim = claim->args[claim->count - 1];
    n = expr_symbols(p->arena, claim, &own);
    for (size_t i = 0; i < n; i++)
        if (pde_variable(&p->variables, own[i]) < p->variables.n)
            return false;
    if (p->variables.n != 2 || p->variables.time != 1 || p->unknowns_n != 1 ||
        p->equations_n != 1) {
        finding_say(out, TRUTH_UNKNOWN, "no method",
                    "no method finds the speed of this front");
        return true;
    }
    pde_point_init(&q, p, w, names->items, names->n);
    judge_speed(claim, &q, out);
    return true;
}
