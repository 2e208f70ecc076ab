/* SPDX-License-Identifier: Apache-2.0 */

/* Solve rates of sets, and gaps between them. */
#include "base/alloc.h"
#include "hunt/cause/cause.h"
#include "stats/stats.h"

#include <math.h>
#include <stdlib.h>

/* ---- rates ---- */

static struct solve solve_tail(const struct tried *t, double tail)
{
    double *total = alloc_new(t->n + 1, sizeof(double));
    double *count = alloc_new(t->n + 1, sizeof(double));
    double right = 0, tries = 0;
    struct solve s = { .rate = NAN, .lo = 0, .hi = 1 };
    struct interval i;

    for (size_t k = 0; k < t->n; k++) {
        if (!t->tries[k])
            continue;
        total[s.n] = t->right[k];
        count[s.n++] = t->tries[k];
        right += t->right[k];
        tries += t->tries[k];
    }
    if (s.n) {
        i = stats_clustered_tail(total, count, s.n, tail);
        s.rate = right / tries;
        s.lo = i.low;
        s.hi = i.high;
    }
    free(total);
    free(count);
    return s;
}

struct solve solve_of(const struct tried *t)
{
    return solve_tail(t, 0.025);
}

/* ---- gaps ---- */

void confirm_row(struct hypothesis *row, const struct tried *fresh,
                 const struct tried *others, size_t rows)
{
    double tail = 0.025 / (double)rows;
    struct solve a = solve_tail(fresh, tail), b = solve_tail(others, tail);

    if (!a.n || !b.n)
        return;
    gap_of(&b, &a, &row->below, &row->below_lo, &row->below_hi);
    row->against = b.rate;
    row->confirmed = row->below_hi < 0   ? CONFIRMED_YES
                     : row->below_lo > 0 ? CONFIRMED_NO
                                         : CONFIRMED_NOT_SHOWN;
}

void gap_of(const struct solve *a, const struct solve *b, double *gap,
            double *lo, double *hi)
{
    struct interval i =
        stats_newcombe(a->rate, (struct interval){ a->lo, a->hi }, b->rate,
                       (struct interval){ b->lo, b->hi });

    *gap = b->rate - a->rate;
    *lo = i.low;
    *hi = i.high;
}

/* Where no pair differs its spread is not known: what Tango's score leaves is
 * z^2 / (n + z^2) each way. */
static struct interval no_gap(size_t n)
{
    double z = STATS_Z_95, half = z * z / ((double)n + z * z);

    return (struct interval){ -half, half };
}

void gap_paired(const struct tried *a, const struct tried *b, double *gap,
                double *lo, double *hi)
{
    double *d = alloc_new(a->n + 1, sizeof(double));
    double *one = alloc_new(a->n + 1, sizeof(double));
    struct interval i;
    bool differs = false;
    size_t n = 0;

    for (size_t k = 0; k < a->n && k < b->n; k++) {
        if (!a->tries[k] || !b->tries[k])
            continue;
        d[n] = (double)b->right[k] / b->tries[k] -
               (double)a->right[k] / a->tries[k];
        differs |= d[n] < 0 || d[n] > 0;
        one[n++] = 1;
    }
    *gap = n ? stats_mean(d, n) : NAN;
    i = !n        ? (struct interval){ -1, 1 }
        : differs ? stats_clustered(d, one, n, -1, 1)
                  : no_gap(n);
    *lo = i.low;
    *hi = i.high;
    free(d);
    free(one);
}

/* ---- sizes ---- */

/*
 * The width of an interval goes with one over the root of the number of
 * problems. A pilot whose problems all went the same way says little of the
 * spread, so that its rate is drawn half a problem towards the middle first
 * (its interval is Wilson's, which does the same).
 */
size_t measure_needed(const struct tried *pilot, double width, size_t most)
{
    struct solve s = solve_of(pilot);
    double ratio = s.n ? (s.hi - s.lo) / width : 0;
    double n = ceil((double)s.n * ratio * ratio);

    if (!s.n || n > (double)most)
        return most > pilot->n ? most : pilot->n;
    return (size_t)n > pilot->n ? (size_t)n : pilot->n;
}
