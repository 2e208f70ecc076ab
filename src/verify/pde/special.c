/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/pde/special.h"

#include "base/str.h"
#include "math/read/read.h"
#include "math/tree/differentiate.h"

#include <math.h>

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

static double pde_special_value_at(const struct expr *x,
                                   const struct pde_point *q)
{
    double d = NAN;
    acb_t z;

    acb_init(z);
    if (pde_eval(z, x, q, 96))
        d = ball_middle(z);
    acb_clear(z);
    return d;
}

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
    double at = 0;

    for (size_t i = 0; i < q->n; i++)
        if (str_eq(q->names[i], name))
            at = ball_middle(&q->values[i]);
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

    return r ? pde_special_value_at(r, q) : NAN;
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
            d[i] = pde_special_value_at(r, q);
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
        if (fabs(pde_special_value_at(l, q) - pde_special_value_at(r, q)) <
            1e-6)
            return true;
        return finding_say(out, TRUTH_UNKNOWN, "condition",
                           "conditions at an edge are not implemented for "
                           "equations of order above 2");
    }
    if (fabs(bend) > 1e-9) {
        if (fabs(pde_special_value_at(l, q) - pde_special_value_at(r, q)) >
            1e-6)
            return finding_say(out, TRUTH_NO, "condition",
                               "the slope jumps where there is diffusion");
        return true;
    }
    inside_left = e->right->op == EXPR_NUMBER;
    at = e->at + (inside_left ? -1e-5 : 1e-5);
    set_double(q, 0, at);
    uin = pde_special_value_at(inside_left ? e->left : e->right, q);
    slope = pde_special_value_at(inside_left ? l : r, q);
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
    left = pde_special_value_at(e->left, q);
    set_double(q, 0, e->at + distance);
    right = pde_special_value_at(e->right, q);
    set_double(q, 0, e->at);
    return fabs(left - right);
}

static bool edge_holds(const struct expr *u, struct pde_point *q,
                       const struct edge *e, double t, struct finding *out)
{
    double speed = edge_speed(u, q, e, t), left, right, due;

    set_double(q, 0, e->at);
    left = pde_special_value_at(e->left, q);
    right = pde_special_value_at(e->right, q);
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
        t = pde_special_value_at(expr_symbol(p->arena, p->variables.names[1]),
                                 q);
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
            *left = pde_special_value_at(c->value, q);
        if (c->place[0] == PLACE_INFINITY)
            *right = pde_special_value_at(c->value, q);
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
        said = pde_special_value_at(claim, q);
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
