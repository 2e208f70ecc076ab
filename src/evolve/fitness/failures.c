/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The weights of the own set: a logistic regression of failures on normalised
 * features. What makes a problem harder by construction has a weight of 0 or
 * more: where the fit says otherwise the feature is left out, the worst first,
 * and the rest is fitted again. Features of the text follow from the structure
 * (more equations need more words): they take part only where the structure is
 * not known. They and a referee's stay if they add something clear.
 */
#include "evolve/fitness/fitness_int.h"
#include "stats/auc.h"
#include "stats/regression.h"

#include <math.h>

#define CLEAR 0.05 /* p of what is not by construction */

static bool by_construction(size_t k)
{
    return k >= FEATURE_ELIMINATION || k == FEATURE_NOISE;
}

/* Variables and equations are steps by other names. */
static size_t choose(const struct weights *w, size_t *in)
{
    bool known = w->of[FEATURE_STEPS].counts;
    size_t n = 0;

    for (size_t k = 0; k < FEATURES; k++)
        if (w->of[k].counts &&
            (!known || by_construction(k) || k == FEATURE_REFEREE))
            in[n++] = k;
    return n;
}

/* The rows outside the fold, with the features of `in` behind a 1. */
static struct regression_rows rows_of(struct arena *a,
                                      const struct fitness_trial *t, size_t but,
                                      const size_t *in, size_t n_in)
{
    size_t columns = n_in + 1, m = 0;
    double *x = arena_array(a, double, t->n *columns);
    double *y = arena_array(a, double, t->n);
    uint32_t *cluster = arena_array(a, uint32_t, t->n);
    uint32_t *number = arena_array(a, uint32_t, t->n); /* of a group, from 1 */
    uint32_t groups = 0;

    for (size_t i = 0; i < t->n; i++) {
        if (t->fold[i] == but)
            continue;
        x[m * columns] = 1;
        for (size_t k = 0; k < n_in; k++) {
            double v = t->shares[i].share[in[k]];

            x[m * columns + k + 1] =
                isnan(v) ? 0 : v - reference_share((enum feature)in[k]);
        }
        if (!number[t->group[i]])
            number[t->group[i]] = ++groups;
        cluster[m] = number[t->group[i]] - 1;
        y[m++] = 1 - t->accuracy[i];
    }
    return (struct regression_rows){
        .x = x, .y = y, .cluster = cluster, .n = m, .columns = columns
    };
}

/* Which of the features in the fit has to go first: the one that is most
 * against its construction, then the least clear of the others. n_in: none. */
static size_t worst(const struct regression *g, const size_t *in, size_t n_in)
{
    size_t out = n_in;
    double least = 0, most = CLEAR;

    for (size_t k = 0; k < n_in; k++)
        if (by_construction(in[k]) && g->beta[k + 1] < least) {
            least = g->beta[k + 1];
            out = k;
        }
    for (size_t k = 0; k < n_in && least >= 0; k++) {
        double se = sqrt(g->cov[(k + 1) * g->columns + k + 1]);
        double p = 2 * stats_normal_tail(fabs(g->beta[k + 1]) / se);

        if (!by_construction(in[k]) && !(p <= most)) {
            most = p;
            out = k;
        }
    }
    return out;
}

void fitness_failures(const struct fitness_trial *t, size_t but,
                      struct weights *w)
{
    size_t in[FEATURES], n_in = choose(w, in), out;
    struct arena scratch = { 0 };
    struct regression g;
    double sizes = 0;

    for (;;) {
        struct regression_rows rows = rows_of(&scratch, t, but, in, n_in);

        regression_fit(&scratch, &rows, &g);
        out = worst(&g, in, n_in);
        if (out == n_in)
            break;
        for (n_in--; out < n_in; out++)
            in[out] = in[out + 1];
    }
    for (size_t k = 0; k < n_in; k++)
        sizes += fabs(g.beta[k + 1]);
    for (size_t k = 0; k < FEATURES; k++) {
        w->of[k].w = 0;
        w->of[k].counts = false;
    }
    for (size_t k = 0; k < n_in && sizes > 0; k++) {
        w->of[in[k]].w = g.beta[k + 1] / sizes;
        w->of[in[k]].counts = true;
    }
    w->base = g.beta[0];
    w->slope = sizes;
    arena_clear(&scratch);
}

/* ---- how well it does on what it has not seen ---- */

/* By tenths of the problems in the order of what was expected. */
static void fill_bins(const double *expected, const double *failed,
                      const size_t *order, size_t n, struct weights *w)
{
    w->n_bins = n / 10 < WEIGHTS_BINS ? n / 10 : WEIGHTS_BINS;
    for (size_t b = 0; b < w->n_bins; b++) {
        struct weights_bin *x = &w->bins[b];
        size_t from = n * b / w->n_bins, to = n * (b + 1) / w->n_bins;

        *x = (struct weights_bin){ .n = to - from };
        for (size_t i = from; i < to; i++) {
            x->expected += expected[order[i]] / (double)x->n;
            x->measured += failed[order[i]] / (double)x->n;
        }
    }
}

void fitness_held_out(struct arena *a, const struct fitness_trial *t,
                      const double *expected, struct weights *w)
{
    double *failed = arena_array(a, double, t->n);
    struct auc auc;

    for (size_t i = 0; i < t->n; i++)
        failed[i] = 1 - t->accuracy[i];
    auc = stats_auc(a, expected, failed, t->group, t->n);
    w->auc = auc.area;
    w->auc_interval = auc.interval;
    fill_bins(expected, failed, auc.order, t->n, w);
}
