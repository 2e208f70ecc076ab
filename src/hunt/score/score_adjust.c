/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The effect of a reported row given the others: the difference in failures
 * between units inside and outside that are alike in all other reported rows,
 * as a linear model with a constant for each such cell has it. Its error is
 * robust to unequal spread (MacKinnon and White, "Some
 * heteroskedasticity-consistent covariance matrix estimators", Journal of
 * Econometrics 29 (1985), HC2), and units are clusters.
 */
#include "hunt/score/score_int.h"
#include "stats/stats.h"

#include <math.h>
#include <string.h>

struct adjust {
    const struct score_pool *p;
    uint32_t *of, *part; /* [unit] its cell; inside, or not */
    double *n, *in, *y;  /* [cell] units, of them inside, mean value */
    size_t cells;
};

static void mark(struct adjust *a, const struct score_row *r, uint32_t in)
{
    for (size_t k = 0; k < r->n_members; k++)
        a->part[r->members[k]] = in;
}

static double value_of(const struct score_pool *p, size_t unit)
{
    return p->values[p->level[unit]];
}

/* Cells of units that are alike in all these rows but one. */
static void find_cells(struct adjust *a, const struct score_row *const *rows,
                       size_t n, size_t except)
{
    memset(a->of, 0, a->p->units * sizeof(*a->of));
    a->cells = 1;
    for (size_t i = 0; i < n; i++) {
        if (i == except)
            continue;
        mark(a, rows[i], 1);
        a->cells = score_refine(a->p, a->of, a->cells, a->part, 2);
        mark(a, rows[i], 0);
    }
}

static void sum_cells(struct adjust *a)
{
    memset(a->n, 0, a->cells * sizeof(*a->n));
    memset(a->in, 0, a->cells * sizeof(*a->in));
    memset(a->y, 0, a->cells * sizeof(*a->y));
    for (size_t u = 0; u < a->p->units; u++) {
        a->n[a->of[u]]++;
        a->in[a->of[u]] += a->part[u];
        a->y[a->of[u]] += value_of(a->p, u);
    }
    for (size_t c = 0; c < a->cells; c++)
        a->y[c] /= a->n[c];
}

/* The difference within cells, and its standard error. */
static double difference(const struct adjust *a, double *error)
{
    double xx = 0, xy = 0, squares = 0, gap;

    for (size_t u = 0; u < a->p->units; u++) {
        uint32_t c = a->of[u];
        double x = a->part[u] - a->in[c] / a->n[c];

        xx += x * x;
        xy += x * value_of(a->p, u);
    }
    gap = xy / xx; /* NaN if no cell has both */
    for (size_t u = 0; u < a->p->units; u++) {
        uint32_t c = a->of[u];
        double x = a->part[u] - a->in[c] / a->n[c];
        double off = value_of(a->p, u) - a->y[c] - gap * x;
        double weight = 1 - 1 / a->n[c] - x * x / xx;

        squares += weight > 1e-9 ? x * x * off * off / weight : 0;
    }
    *error = sqrt(squares) / xx;
    return gap;
}

static void adjust_row(struct adjust *a, const struct score_row *const *rows,
                       size_t n, size_t i)
{
    const struct score_row *r = rows[i];
    struct hypothesis *h = r->h;
    double error, gap;

    if (n < 2) {
        h->adjusted = h->lift;
        h->adjusted_lo = h->lo;
        h->adjusted_hi = h->hi;
        return;
    }
    find_cells(a, rows, n, i);
    mark(a, r, 1);
    sum_cells(a);
    gap = difference(a, &error);
    mark(a, r, 0);
    h->adjusted = gap - fmin(r->shift * error, fmax(0, gap) / 2);
    h->adjusted_lo = fmax(-1, gap - r->shift_lo * error);
    h->adjusted_hi = fmin(1, gap + r->shift_hi * error);
}

void score_adjust(struct arena *scratch, const struct score_pool *p,
                  const struct score_row *rows, size_t n)
{
    const struct score_row **reported =
        arena_array(scratch, const struct score_row *, n + 1);
    size_t m = 0;
    struct adjust a = { .p = p,
                        .of = arena_array(scratch, uint32_t, p->units + 1),
                        .part = arena_array(scratch, uint32_t, p->units + 1),
                        .n = arena_array(scratch, double, p->units + 1),
                        .in = arena_array(scratch, double, p->units + 1),
                        .y = arena_array(scratch, double, p->units + 1) };

    for (size_t i = 0; i < n; i++)
        if (rows[i].h->reported)
            reported[m++] = &rows[i];
    for (size_t i = 0; i < m; i++)
        adjust_row(&a, reported, m, i);
}
