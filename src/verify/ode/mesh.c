/* SPDX-License-Identifier: Apache-2.0 */
#include "verify/ode/mesh.h"

#include "base/alloc.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define S        MESH_STAGES
#define SHORTEST 2e-14 /* part of the range that an interval may have */

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

struct ode_mesh *mesh_new(const double *x, size_t n, unsigned order)
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

void mesh_free(struct ode_mesh *m)
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

void mesh_at(const struct ode_mesh *m, double x, double *y)
{
    size_t i = find_interval(m, x);
    struct basis b;

    b = basis_at(stages_get(), (x - m->x[i]) / (m->x[i + 1] - m->x[i]),
                 m->order);
    interval_at(m, &b, i, y, false);
}

void mesh_put(struct ode_mesh *m, struct tape *t, unsigned k)
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

double mesh_newton(struct ode_mesh *m, struct tape *f,
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

struct ode_mesh *mesh_refine(const struct ode_mesh *m, double tolerance,
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
