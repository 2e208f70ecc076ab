/* SPDX-License-Identifier: Apache-2.0 */
#include "stats/regression.h"
#include "base/alloc.h"
#include "base/err.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS 50   /* of Newton's method, */
#define CLOSE  1e-8 /* or until no coefficient moves by more, */
#define LEAP   3.0  /* none by more than this at once */
#define RIDGE  1e-6 /* on the diagonal: columns may add up to others */

/* ---- positive definite matrices, in place ---- */

/* Replaces the matrix by its inverse (Gauss and Jordan, without pivots). */
static void regression_invert(double *m, size_t k)
{
    for (size_t p = 0; p < k; p++) {
        double d = 1 / m[p * k + p];

        m[p * k + p] = 1;
        for (size_t j = 0; j < k; j++)
            m[p * k + j] *= d;
        for (size_t i = 0; i < k; i++) {
            double f = m[i * k + p];

            if (i == p)
                continue;
            m[i * k + p] = 0;
            for (size_t j = 0; j < k; j++)
                m[i * k + j] -= f * m[p * k + j];
        }
    }
}

/* x' m y */
static double form(const double *m, const double *x, const double *y, size_t k)
{
    double sum = 0;

    for (size_t i = 0; i < k; i++) {
        double row = 0;

        if (x[i] == 0)
            continue;
        for (size_t j = 0; j < k; j++)
            row += m[i * k + j] * y[j];
        sum += x[i] * row;
    }
    return sum;
}

/* ---- the fit ---- */

double regression_rate(const struct regression *r, const double *x)
{
    double z = 0;

    for (size_t j = 0; j < r->columns; j++)
        z += r->beta[j] * x[j];
    return 1 / (1 + exp(-z));
}

static double weight_of(const struct regression_rows *r, size_t i)
{
    return r->weight ? r->weight[i] : 1;
}

/* The inverse of the information. */
static void inform(const struct regression_rows *r, const double *p, double *m)
{
    size_t k = r->columns;

    memset(m, 0, k * k * sizeof(*m));
    for (size_t i = 0; i < r->n; i++) {
        const double *x = &r->x[i * k];
        double w = weight_of(r, i) * p[i] * (1 - p[i]);

        for (size_t u = 0; u < k; u++)
            for (size_t v = 0; x[u] != 0 && v <= u; v++)
                m[u * k + v] += w * x[u] * x[v];
    }
    for (size_t u = 0; u < k; u++) {
        for (size_t v = 0; v < u; v++)
            m[v * k + u] = m[u * k + v];
        m[u * k + u] += RIDGE * (1 + m[u * k + u]);
    }
    regression_invert(m, k);
}

/* One step, or that share of it; returns its largest move. */
static double regression_improve(const struct regression_rows *r,
                                 struct regression *out, double share,
                                 double *p)
{
    double score[REGRESSION_COLUMNS] = { 0 }, most = 0;
    size_t k = r->columns;

    for (size_t i = 0; i < r->n; i++)
        p[i] = regression_rate(out, &r->x[i * k]);
    inform(r, p, out->naive);
    for (size_t i = 0; i < r->n; i++) {
        const double *x = &r->x[i * k];
        double w = weight_of(r, i);
        double h = w * p[i] * (1 - p[i]) * form(out->naive, x, x, k);
        double u = w * (r->y[i] - p[i]) + h * (0.5 - p[i]);

        for (size_t j = 0; j < k; j++)
            score[j] += u * x[j];
    }
    for (size_t i = 0; i < k; i++) {
        double step = 0;

        for (size_t j = 0; j < k; j++)
            step += out->naive[i * k + j] * score[j];
        step = fmin(fmax(step, -LEAP), LEAP);
        out->beta[i] += share * step;
        most = fmax(most, fabs(step));
    }
    return most;
}

/* The sandwich: what the clusters' scores scatter, between two inverses. */
static void cluster(const struct regression_rows *r, struct regression *out,
                    const double *p)
{
    size_t k = r->columns, clusters = 0;
    double *sum = alloc_new((r->n + 1) * k, sizeof(double));

    for (size_t i = 0; i < r->n; i++) {
        size_t g = r->cluster ? r->cluster[i] : i;

        INVARIANT(g < r->n);
        clusters = g + 1 > clusters ? g + 1 : clusters;
        for (size_t j = 0; j < k; j++)
            sum[g * k + j] +=
                weight_of(r, i) * (r->y[i] - p[i]) * r->x[i * k + j];
    }
    memset(out->cov, 0, k * k * sizeof(double));
    for (size_t g = 0; g < clusters; g++) {
        double at[REGRESSION_COLUMNS] = { 0 };

        for (size_t i = 0; i < k; i++)
            for (size_t j = 0; j < k; j++)
                at[i] += out->naive[i * k + j] * sum[g * k + j];
        for (size_t i = 0; i < k; i++)
            for (size_t j = 0; j < k; j++)
                out->cov[i * k + j] += at[i] * at[j];
    }
    for (size_t i = 0; i < k * k && clusters > 1; i++)
        out->cov[i] *= (double)clusters / (double)(clusters - 1);
    free(sum);
}

void regression_fit(struct arena *a, const struct regression_rows *r,
                    struct regression *out)
{
    double *p = alloc_new(r->n + 1, sizeof(double));
    double last = INFINITY, share = 1;
    size_t k = r->columns;

    INVARIANT(k > 0 && k <= REGRESSION_COLUMNS);
    *out = (struct regression){ .columns = k,
                                .cov = arena_array(a, double, k *k),
                                .naive = arena_array(a, double, k *k) };
    for (int t = 0; t < ROUNDS && last > CLOSE; t++) {
        double move = regression_improve(r, out, share, p);

        if (move >
            last) /* beyond the top: the penalty's own bend is left out */
            share /= 2;
        last = move;
    }
    for (size_t i = 0; i < r->n; i++) {
        p[i] = regression_rate(out, &r->x[i * k]);
        out->likelihood += weight_of(r, i) *
                           (r->y[i] * log(p[i]) + (1 - r->y[i]) * log1p(-p[i]));
    }
    inform(r, p, out->naive);
    cluster(r, out, p);
    free(p);
}

/* ---- margins ---- */

struct margin regression_margin(const struct regression *r, const double *on,
                                const double *off, size_t n)
{
    double slope[REGRESSION_COLUMNS] = { 0 }, value = 0, error;
    size_t k = r->columns;

    for (size_t i = 0; i < n; i++) {
        double p = regression_rate(r, &on[i * k]);
        double q = regression_rate(r, &off[i * k]);

        value += (p - q) / (double)n;
        for (size_t j = 0; j < k; j++)
            slope[j] +=
                (p * (1 - p) * on[i * k + j] - q * (1 - q) * off[i * k + j]) /
                (double)n;
    }
    error = STATS_Z_95 * sqrt(fmax(form(r->cov, slope, slope, k),
                                   form(r->naive, slope, slope, k)));
    return (struct margin){
        value, { fmax(value - error, -1), fmin(value + error, 1) }
    };
}
