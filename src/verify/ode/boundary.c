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
#include "verify/expression.h"
#include "verify/finding.h"
#include "verify/ode/ode.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/*
 * Meshes: collocation at Gauss points on a mesh, in doubles. On an interval the highest
 * derivative is a polynomial through its values w at the Gauss points, and the
 * unknown follows from its derivatives z at the left end. Newton's method on
 * the whole mesh is a banded system, for conditions at any of the mesh's
 * points.
 */

#define S        6     /* stages */
#define SHORTEST 2e-14 /* part of the range that an interval may have */

struct ode_mesh {
    unsigned order;
    size_t n;     /* intervals */
    double *x;    /* n + 1 points */
    double *z;    /* the unknown and its derivatives below the highest */
    double *w;    /* the highest at S points of each interval */
    double scale; /* the largest |y| at a point */
    double last;  /* the size of the last step of Newton's method */
};

/* A condition: its tape in the unknowns, and the mesh point. */
struct mesh_condition {
    struct tape *zero;
    double x;
};

/* ---- Gauss points and their polynomials ---- */

/* L_j, integrated `left` times, at one place of [0, 1]. */
struct basis {
    double t, v[ODE_ORDER_MOST + 1][S];
};

/* On [0, 1]: points, Legendre weights of the two last coefficients, and
 * L_j integrated k times as polynomials. */
struct stages {
    double at[S];
    double top[2][S]; /* coefficients S-1 and S-2 of values at the points */
    double integral[ODE_ORDER_MOST + 1][S][S + ODE_ORDER_MOST];
    struct basis stage[S], end; /* at the points, and at 1 */
};

static double mesh_legendre(unsigned n, double t, double *slope)
{
    double p0 = 1, p1 = t;

    for (unsigned k = 2; k <= n; k++) {
        double p = ((2 * k - 1) * t * p1 - (k - 1) * p0) / k;

        p0 = p1;
        p1 = p;
    }
    if (slope)
        *slope = n * (t * p1 - p0) / (t * t - 1);
    return n == 0 ? 1 : p1;
}

/* The coefficients of the polynomial that is 1 at point j and 0 at others. */
static void lagrange(const double *at, unsigned j, double *c)
{
    double scale = 1;

    memset(c, 0, S * sizeof(*c));
    c[0] = 1;
    for (unsigned i = 0, degree = 0; i < S; i++) {
        if (i == j)
            continue;
        for (unsigned k = ++degree; k > 0; k--)
            c[k] = c[k - 1] - at[i] * c[k];
        c[0] *= -at[i];
        scale *= at[j] - at[i];
    }
    for (unsigned k = 0; k < S; k++)
        c[k] /= scale;
}

static double mesh_polynomial(const double *c, unsigned n, double t)
{
    double v = 0;

    while (n-- > 0)
        v = v * t + c[n];
    return v;
}

static struct basis basis_at(const struct stages *g, double t, unsigned order)
{
    struct basis b;

    b.t = t;
    for (unsigned k = 0; k <= order; k++)
        for (unsigned j = 0; j < S; j++)
            b.v[k][j] = mesh_polynomial(g->integral[k][j], S + k, t);
    return b;
}

static struct stages stages;
static pthread_once_t stages_once = PTHREAD_ONCE_INIT;

static void stages_make(void)
{
    struct stages *g = &stages;

    for (unsigned i = 0; i < S; i++) {
        double t = -cos(acos(-1) * (i + 0.75) / (S + 0.5)), d = 1, weight;

        for (int k = 0; k < 50; k++) {
            double p = mesh_legendre(S, t, &d);

            t -= p / d;
        }
        mesh_legendre(S, t, &d);
        weight = 2 / ((1 - t * t) * d * d);
        g->at[i] = (1 + t) / 2;
        for (unsigned k = 0; k < 2; k++)
            g->top[k][i] =
                (S - 1 - k + 0.5) * weight * mesh_legendre(S - 1 - k, t, NULL);
    }
    for (unsigned j = 0; j < S; j++) {
        lagrange(g->at, j, g->integral[0][j]);
        for (unsigned k = 1; k <= ODE_ORDER_MOST; k++)
            for (unsigned i = 1; i < S + k; i++)
                g->integral[k][j][i] = g->integral[k - 1][j][i - 1] / i;
    }
    for (unsigned j = 0; j < S; j++)
        g->stage[j] = basis_at(g, g->at[j], ODE_ORDER_MOST);
    g->end = basis_at(g, 1, ODE_ORDER_MOST);
}

static const struct stages *stages_get(void)
{
    (void)pthread_once(&stages_once, stages_make);
    return &stages;
}

/* ---- values ---- */

/* Returns a mesh with those points (sorted, distinct), all values 0. */
static struct ode_mesh *mesh_new(const double *x, size_t n, unsigned order)
{
    struct ode_mesh *m = alloc_new(1, sizeof(*m));

    m->order = order;
    m->n = n;
    m->x = alloc_new(n + 1, sizeof(double));
    m->z = alloc_new((n + 1) * order, sizeof(double));
    m->w = alloc_new(n * S + 1, sizeof(double));
    memcpy(m->x, x, (n + 1) * sizeof(double));
    return m;
}

static void mesh_free(struct ode_mesh *m)
{
    if (!m)
        return;
    free(m->x);
    free(m->z);
    free(m->w);
    free(m);
}

/* y[k] at a place of the interval, for k < order; and w there at y[order] if
 * `highest`. */
static void interval_at(const struct ode_mesh *m, const struct basis *b,
                        size_t i, double *y, bool highest)
{
    double h = m->x[i + 1] - m->x[i], whole = 1;
    const double *z = m->z + i * m->order, *w = m->w + i * S;

    for (unsigned left = 0; left <= m->order; left++, whole *= h) {
        unsigned k = m->order - left;
        double power = 1, sum = 0;

        if (left == 0 && !highest)
            continue;
        for (unsigned l = k; l < m->order; l++) {
            sum += power * z[l];
            power *= h * b->t / (l - k + 1);
        }
        for (unsigned j = 0; j < S; j++)
            sum += whole * w[j] * b->v[left][j];
        y[k] = sum;
    }
}

static size_t find_interval(const struct ode_mesh *m, double x)
{
    size_t low = 0, high = m->n;

    while (high - low > 1) {
        size_t middle = (low + high) / 2;

        if (m->x[middle] <= x)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Set y[0..order) to the unknown and its derivatives at a place. */
static void mesh_at(const struct ode_mesh *m, double x, double *y)
{
    size_t i = find_interval(m, x);
    struct basis b;

    b = basis_at(stages_get(), (x - m->x[i]) / (m->x[i + 1] - m->x[i]),
                 m->order);
    interval_at(m, &b, i, y, false);
}

/* Set the k-th derivative, k <= order, to a function of x; where it is not
 * finite, to 0. */
static void mesh_put(struct ode_mesh *m, struct tape *t, unsigned k)
{
    const struct stages *g = stages_get();

    for (size_t i = 0; i <= m->n && k < m->order; i++) {
        double v = tape_value(t, m->x[i], NULL, NULL);

        m->z[i * m->order + k] = isfinite(v) ? v : 0;
    }
    for (size_t i = 0; i < m->n * S && k == m->order; i++) {
        double low = m->x[i / S], high = m->x[i / S + 1];
        double v = tape_value(t, low + (high - low) * g->at[i % S], NULL, NULL);

        m->w[i] = isfinite(v) ? v : 0;
    }
}

/* ---- the banded system ---- */

/* Rows of 3b + 1 entries: columns from row - b to row + 2b, where pivots may
 * carry them. */
struct band {
    size_t rows, b, width;
    double *a, *right;
};

static double *mesh_entry(struct band *s, size_t row, size_t column)
{
    return s->a + row * s->width + (column + s->b - row);
}

static void mesh_swap_rows(struct band *s, size_t r, size_t p, size_t last)
{
    double t = s->right[r];

    s->right[r] = s->right[p];
    s->right[p] = t;
    for (size_t c = r; c <= last; c++) {
        double *x = mesh_entry(s, r, c), *y = mesh_entry(s, p, c);

        t = *x;
        *x = *y;
        *y = t;
    }
}

static void scale_rows(struct band *s)
{
    for (size_t r = 0; r < s->rows; r++) {
        double most = 0;

        for (size_t k = 0; k < s->width; k++)
            most = fmax(most, fabs(s->a[r * s->width + k]));
        for (size_t k = 0; k < s->width && most > 0; k++)
            s->a[r * s->width + k] /= most;
        s->right[r] /= most > 0 ? most : 1;
    }
}

/* Gauss with row pivots; the solution replaces the right side. */
static bool band_solve(struct band *s)
{
    scale_rows(s);
    for (size_t r = 0; r < s->rows; r++) {
        size_t below = r + s->b < s->rows ? r + s->b : s->rows - 1, p = r;
        size_t last = r + 2 * s->b < s->rows ? r + 2 * s->b : s->rows - 1;

        for (size_t i = r + 1; i <= below; i++)
            if (fabs(*mesh_entry(s, i, r)) > fabs(*mesh_entry(s, p, r)))
                p = i;
        if (p != r)
            mesh_swap_rows(s, r, p, last);
        if (!(fabs(*mesh_entry(s, r, r)) > 1e-290))
            return false;
        for (size_t i = r + 1; i <= below; i++) {
            double f = *mesh_entry(s, i, r) / *mesh_entry(s, r, r);

            for (size_t c = r + 1; f != 0 && c <= last; c++)
                *mesh_entry(s, i, c) -= f * *mesh_entry(s, r, c);
            s->right[i] -= f * s->right[r];
        }
    }
    for (size_t r = s->rows; r-- > 0;) {
        size_t last = r + 2 * s->b < s->rows ? r + 2 * s->b : s->rows - 1;

        for (size_t c = r + 1; c <= last; c++)
            s->right[r] -= *mesh_entry(s, r, c) * s->right[c];
        s->right[r] /= *mesh_entry(s, r, r);
    }
    return true;
}

/* ---- one interval ---- */

/* dw = p + P dz, from the collocation equations of an interval. */
struct local {
    double p[S], P[S][ODE_ORDER_MOST];
};

/* Solve the S equations with order + 1 right sides. */
static bool local_solve(double a[S][S], double r[S][ODE_ORDER_MOST + 1],
                        unsigned sides)
{
    for (unsigned k = 0; k < S; k++) {
        unsigned p = k;

        for (unsigned i = k + 1; i < S; i++)
            if (fabs(a[i][k]) > fabs(a[p][k]))
                p = i;
        for (unsigned c = 0; c < S && p != k; c++) {
            double t = a[k][c];

            a[k][c] = a[p][c];
            a[p][c] = t;
        }
        for (unsigned c = 0; c < sides && p != k; c++) {
            double t = r[k][c];

            r[k][c] = r[p][c];
            r[p][c] = t;
        }
        if (!isfinite(a[k][k]) || a[k][k] == 0)
            return false;
        for (unsigned i = 0; i < S; i++) {
            double f = i == k ? 0 : a[i][k] / a[k][k];

            for (unsigned c = k; c < S && f != 0; c++)
                a[i][c] -= f * a[k][c];
            for (unsigned c = 0; c < sides && f != 0; c++)
                r[i][c] -= f * r[k][c];
        }
    }
    for (unsigned k = 0; k < S; k++)
        for (unsigned c = 0; c < sides; c++)
            r[k][c] /= a[k][k];
    return true;
}

static bool local_make(const struct ode_mesh *m, const struct stages *g,
                       struct tape *f, size_t i, struct local *out)
{
    double a[S][S], r[S][ODE_ORDER_MOST + 1];
    double y[ODE_ORDER_MOST], slope[ODE_ORDER_MOST];
    double h = m->x[i + 1] - m->x[i];
    unsigned n = m->order;

    for (unsigned s = 0; s < S; s++) {
        double t = g->at[s], v;

        interval_at(m, g->stage + s, i, y, false);
        v = tape_value(f, m->x[i] + h * t, y, slope);
        if (!isfinite(v))
            return false;
        r[s][n] = v - m->w[i * S + s];
        for (unsigned j = 0; j < S; j++) {
            double power = h;

            a[s][j] = j == s;
            for (unsigned k = n; k-- > 0; power *= h)
                a[s][j] -= slope[k] * power * g->stage[s].v[n - k][j];
        }
        for (unsigned l = 0; l < n; l++) {
            double power = 1;

            r[s][l] = 0;
            for (unsigned k = l + 1; k-- > 0;) {
                r[s][l] += slope[k] * power;
                power *= h * t / (l - k + 1);
            }
        }
    }
    if (!local_solve(a, r, n + 1))
        return false;
    for (unsigned s = 0; s < S; s++) {
        out->p[s] = r[s][n];
        memcpy(out->P[s], r[s], n * sizeof(double));
    }
    return true;
}

/* The rows that join an interval to the next. */
static void mesh_put_interval(const struct ode_mesh *m, const struct stages *g,
                              const struct local *l, size_t i, struct band *s,
                              size_t row)
{
    double h = m->x[i + 1] - m->x[i], y[ODE_ORDER_MOST];
    unsigned n = m->order;

    interval_at(m, &g->end, i, y, false);
    for (unsigned k = 0; k < n; k++, row++) {
        double power = 1, right = y[k] - m->z[(i + 1) * n + k];
        double whole = pow(h, n - k);

        for (unsigned c = k; c < n; c++) {
            *mesh_entry(s, row, i * n + c) -= power;
            power *= h / (c - k + 1);
        }
        for (unsigned j = 0; j < S; j++) {
            double f = whole * g->end.v[n - k][j];

            right += f * l->p[j];
            for (unsigned c = 0; c < n; c++)
                *mesh_entry(s, row, i * n + c) -= f * l->P[j][c];
        }
        *mesh_entry(s, row, (i + 1) * n + k) += 1;
        s->right[row] = right;
    }
}

/* ---- Newton ---- */

static bool put_condition(const struct ode_mesh *m,
                          const struct mesh_condition *c, size_t i,
                          struct band *s, size_t row)
{
    double slope[ODE_ORDER_MOST];
    double v = tape_value(c->zero, m->x[i], m->z + i * m->order, slope);

    for (unsigned k = 0; k < m->order; k++)
        *mesh_entry(s, row, i * m->order + k) = slope[k];
    s->right[row] = -v;
    return isfinite(v);
}

static bool mesh_put_all(const struct ode_mesh *m, const struct stages *g,
                         struct tape *f, const struct mesh_condition *c,
                         size_t conditions_n, struct band *s,
                         struct local *local)
{
    size_t row = 0, next = 0;

    for (size_t i = 0; i <= m->n; i++) {
        for (; next < conditions_n && c[next].x == m->x[i]; next++)
            if (!put_condition(m, c + next, i, s, row++))
                return false;
        if (i == m->n)
            break;
        if (!local_make(m, g, f, i, local + i))
            return false;
        mesh_put_interval(m, g, local + i, i, s, row);
        row += m->order;
    }
    return row == s->rows;
}

/* The largest change of y, over the size of what it leads to. */
static double step_part(const struct ode_mesh *m, const struct band *s)
{
    double most = 0, scale = 1e-300;

    for (size_t i = 0; i <= m->n; i++) {
        double d = s->right[i * m->order], y = m->z[i * m->order];

        if (!isfinite(d))
            return NAN;
        most = fmax(most, fabs(d));
        scale = fmax(scale, fmax(fabs(y), fabs(y + d)));
    }
    return most / scale;
}

static void mesh_take_step(struct ode_mesh *m, const struct band *s,
                           const struct local *local, double share)
{
    unsigned n = m->order;

    for (size_t i = 0; i < m->n; i++)
        for (unsigned j = 0; j < S; j++) {
            double d = local[i].p[j];

            for (unsigned k = 0; k < n; k++)
                d += local[i].P[j][k] * s->right[i * n + k];
            m->w[i * S + j] += share * d;
        }
    m->scale = 0;
    for (size_t i = 0; i <= m->n; i++) {
        for (unsigned k = 0; k < n; k++)
            m->z[i * n + k] += share * s->right[i * n + k];
        m->scale = fmax(m->scale, fabs(m->z[i * n]));
    }
}

/* One step of Newton's method, shortened if it is more than `cap` of the
 * solution's size. The conditions are sorted by place. Returns the size of the
 * whole step relative to the solution, or NAN if the system is singular or a
 * value is not finite. */
static double mesh_newton(struct ode_mesh *m, struct tape *f,
                          const struct mesh_condition *c, size_t conditions_n,
                          double cap)
{
    size_t rows = (m->n + 1) * m->order, b = 2 * m->order - 1;
    struct band s = { .rows = rows, .b = b, .width = 3 * b + 1 };
    struct local *local = alloc_new(m->n, sizeof(*local));
    double size = NAN;
    const struct stages *g = stages_get();

    s.a = alloc_new(rows * s.width, sizeof(double));
    s.right = alloc_new(rows, sizeof(double));
    if (mesh_put_all(m, g, f, c, conditions_n, &s, local) && band_solve(&s))
        size = step_part(m, &s);
    if (isfinite(size))
        mesh_take_step(m, &s, local, fmin(1, cap / fmax(size, 1e-300)));
    m->last = size;
    free(s.a);
    free(s.right);
    free(local);
    return size;
}

/* ---- refinement ---- */

/* How much of y the last coefficients of the highest derivative make. */
static double interval_error(const struct ode_mesh *m, const struct stages *g,
                             size_t i)
{
    double h = m->x[i + 1] - m->x[i], top[2] = { 0 };

    for (unsigned j = 0; j < S; j++)
        for (unsigned k = 0; k < 2; k++)
            top[k] += g->top[k][j] * m->w[i * S + j];
    return fmax(fabs(top[0]), fabs(top[1]) / 8) * pow(h, m->order);
}

/* The solution of the old interval at the i-th point of the new mesh, and at
 * the stages of its interval. */
static void carry(const struct ode_mesh *m, const struct stages *g, size_t old,
                  struct ode_mesh *out, size_t i)
{
    double low = m->x[old], h = m->x[old + 1] - low, y[ODE_ORDER_MOST + 1];
    struct basis b = basis_at(g, (out->x[i] - low) / h, m->order);

    interval_at(m, &b, old, y, false);
    memcpy(out->z + i * m->order, y, m->order * sizeof(double));
    for (unsigned j = 0; j < S && i < out->n; j++) {
        double at = out->x[i] + g->at[j] * (out->x[i + 1] - out->x[i]);

        b = basis_at(g, (at - low) / h, m->order);
        interval_at(m, &b, old, y, true);
        out->w[i * S + j] = y[m->order];
    }
}

/* Returns a mesh where every interval whose error is estimated above
 * `tolerance` (relative to the scale) is halved, with the solution carried
 * over; all: every one. *halved counts them; *stuck counts those that should be
 * and are too short. */
static struct ode_mesh *mesh_refine(const struct ode_mesh *m, double tolerance,
                                    bool all, size_t *halved, size_t *stuck)
{
    double *x = alloc_new(2 * m->n + 1, sizeof(double));
    double limit = tolerance * m->scale;
    double least = SHORTEST * (m->x[m->n] - m->x[0]);
    size_t n = 0;
    struct ode_mesh *out;
    const struct stages *g = stages_get();

    *halved = *stuck = 0;
    for (size_t i = 0; i < m->n; i++) {
        double h = m->x[i + 1] - m->x[i];
        bool poor = !(interval_error(m, g, i) <= limit);
        bool can = h > least && h > 1e-15 * fabs(m->x[i]);

        x[n++] = m->x[i];
        *stuck += poor && !can;
        if ((all || poor) && can) {
            x[n++] = m->x[i] + h / 2;
            (*halved)++;
        }
    }
    x[n] = m->x[m->n];
    out = mesh_new(x, n, m->order);
    for (size_t i = 0, old = 0; i <= n; i++) {
        while (old + 1 < m->n && m->x[old + 1] <= x[i])
            old++;
        carry(m, g, old, out, i);
    }
    out->scale = m->scale;
    free(x);
    return out;
}

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
        out->x = expression_end(c->point, at, p->work);
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
    uint64_t one =
        40 + S * tape_cost(p->f) + (uint64_t)(p->order * p->order) * 4;

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
