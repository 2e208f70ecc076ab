/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Initial value problems on the whole line whose solution is an integral: the
 * linear equation u_t = D u_xx + b u_x + c u by the heat kernel, and Burgers'
 * equation u_t + A u u_x = D u_xx after Cole (1951) and Hopf (1950). The
 * coefficients are read off the equation by putting 1, x, t and x^2/2 into it.
 */
#include "verify/pde/special.h"

#include "base/str.h"
#include "math/read/read.h"
#include "math/tree/differentiate.h"

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

static bool pde_number(const struct expr *x, const struct pde_point *q,
                       double *out)
{
    acb_t z;
    bool ok;

    acb_init(z);
    ok = x && pde_eval(z, x, q, 128) && acb_is_real(z);
    if (ok)
        *out = ball_middle(z);
    acb_clear(z);
    return ok;
}

/* Is the equation the one with these coefficients? Tried on a function that
 * satisfies no such equation. */
static bool pde_is_equation(const struct pde_point *q,
                            const struct coefficients *k)
{
    /* u = e^{2x/3 + t/5} at x = 1 and 2, t = 0 */
    static const double e[2] = { 1.9477340410546757, 3.7936678946831774 };
    double got;

    for (int i = 0; i < 2; i++) {
        double due = k->unit * e[i] / 5 - k->d * e[i] * 4 / 9 -
                     k->b * e[i] * 2 / 3 - k->c * e[i] +
                     k->a * e[i] * e[i] * 2 / 3;

        if (!pde_number(pde_probe(q->pde, "e^{\\frac{2x}{3}+\\frac{t}{5}}",
                                  i + 1, q->work),
                        q, &got) ||
            got - due > 1e-9 || due - got > 1e-9)
            return false;
    }
    return true;
}

static bool find_coefficients(const struct pde_point *q, struct coefficients *k)
{
    const struct pde *p = q->pde;
    struct work *w = q->work;
    double slope;

    if (!pde_number(pde_probe(p, "t", 0, w), q, &k->unit) ||
        !pde_number(pde_probe(p, "\\frac{x^2}{2}", 0, w), q, &k->d) ||
        !pde_number(pde_probe(p, "x", 0, w), q, &k->b) ||
        !pde_number(pde_probe(p, "1", 0, w), q, &k->c) ||
        !pde_number(pde_probe(p, "x", 1, w), q, &slope))
        return false;
    k->d = -k->d;
    k->a = slope - k->b - k->c;
    k->b = -k->b;
    k->c = -k->c;
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
#define GRID  1536 /* steps to each side */
#define V_MAX 24.0

struct grid {
    double y[2 * GRID + 1], f[2 * GRID + 1], sum[2 * GRID + 1];
};

/* f at y. *out is what it was nearer to 0: what has decayed so far that its
 * exponent is out of reach is 0. */
static bool pde_value_at(const struct expr *f, const char *name, double y,
                         struct pde_point *q, double *out)
{
    bool gone = fabs(y) > 8 && fabs(*out) < 1e-60;

    pde_point_set_double(q, name, y);
    if (pde_number(f, q, out))
        return true;
    *out = 0;
    return gone;
}

/* The integral of f over one step: Gauss's rule with three places. */
static bool step_integral(const struct expr *f, const char *name, double from,
                          double to, struct pde_point *q, double *out)
{
    static const double at[3] = { -0.7745966692414834, 0, 0.7745966692414834 };
    static const double weight[3] = { 5.0 / 9, 8.0 / 9, 5.0 / 9 };
    double sum = 0, half = (to - from) / 2, v = *out;

    for (int i = 0; i < 3; i++) {
        if (!pde_value_at(f, name, from + half * (1 + at[i]), q, &v))
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

        for (int i = 0; i <= GRID; i++) {
            int k = GRID + side * i;
            double part = v;

            g->y[k] = sinh(side * i * V_MAX / GRID);
            if (i > 0 &&
                !step_integral(f, name, g->y[k - side], g->y[k], q, &part))
                return false;
            if (!pde_value_at(f, name, g->y[k], q, &v))
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
    double top = 0, bottom = 0, most = -INFINITY, e[2 * GRID + 1];

    for (int i = 0; i <= 2 * GRID; i++) {
        double z = x + b * t - g->y[i];

        e[i] = -z * z / (4 * d * t) - a * g->sum[i] / (2 * d);
        most = e[i] > most ? e[i] : most;
    }
    for (int i = 0; i <= 2 * GRID; i += skip) {
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
    double t;

    if (!pde_number(expr_symbol(p->arena, "t"), at, &t) ||
        !grid_fill(g, f, name, at))
        return false;
    for (size_t i = 0; i < q->n; i++) {
        double x = arf_get_d(arb_midref(q->xs + i), ARF_RND_NEAR);
        double fine = grid_value(g, k, x, t, 1);
        double error =
            fabs(fine - grid_value(g, k, x, t, 2)) + 1e-13 * fabs(fine);

        /* The kernel must end inside of the grid. */
        if (fabs(x) + 16 * sqrt(k->d / k->unit * t) > sinh(V_MAX) ||
            !isfinite(fine) || !work_spend(w, 20 * GRID))
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
    all.n = n;
    if (!f || p->variables.n != 2 || !str_eq(p->variables.names[0], "x") ||
        p->variables.time != 1 || p->equations_n != 1 || p->unknowns_n != 1 ||
        !q->xs || !str_eq(o->variable, "x") || !find_coefficients(&all, &k))
        return false;
    all.n = n + 1;
    if (k.a != 0)
        return k.b == 0 && k.c == 0 && by_grid(p, f, &k, q, &all, out, w);
    u = pde_kernel_solution(p, f);
    all.n = n + 4;
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
