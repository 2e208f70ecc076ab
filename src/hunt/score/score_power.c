/* SPDX-License-Identifier: Apache-2.0 */
/* The smallest effect that a hunt sees, for a typical name of a vocabulary. */
#include "base/alloc.h"
#include "base/sort.h"
#include "hunt/score/score_int.h"
#include "stats/stats.h"

#include <math.h>
#include <stdlib.h>

#define SEEN 0.8 /* the chance that it is found */

/* Units of the pool: how many, the sum of their values and of the squares. */
struct sums {
    double n, sum, squares;
};

static struct sums sum_units(const struct score_pool *p)
{
    struct sums x = { .n = (double)p->units };

    for (size_t u = 0; u < p->units; u++) {
        double v = p->values[p->level[u]];

        x.sum += v;
        x.squares += v * v;
    }
    return x;
}

/* The least sum of n units that is reported. */
static double needed(const struct score_pool *p, double n, double log_cut)
{
    struct arena a = { 0 };
    struct strata s = score_strata(&a, p, 1);
    uint32_t left = (uint32_t)n;
    double sum;

    s.n = 1;
    for (size_t u = 0; u < p->units; u++)
        s.all[p->level[u]]++;
    for (size_t l = 0; l < p->levels; l++) { /* any: their sum is no matter */
        s.inside[l] = s.all[l] < left ? s.all[l] : left;
        left -= s.inside[l];
    }
    sum = strata_needed(&s, log_cut, p->units < p->n);
    arena_clear(&a);
    return sum;
}

/*
 * The lift at which n units are found with that chance: so many standard errors
 * above the one that is needed. Units spread as those of all do, in proportion
 * to rate (1 - rate). NaN: not even if all inside failed.
 */
static double smallest_lift(const struct score_pool *p, double n,
                            double log_cut)
{
    struct sums all = sum_units(p);
    double base = all.sum / all.n, spread = base * (1 - base);
    double variance = all.squares / all.n - base * base;
    double least = needed(p, n, log_cut) - 0.5 / p->steps, lift, low, high;

    if (!(spread > 0) || isnan(least))
        return NAN;
    lift = least / n - (all.sum - least) / (all.n - n);
    low = lift;
    high = 1 - base;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2, rate = base + middle, error;

        error = sqrt(variance / spread *
                     (rate * (1 - rate) / n + spread / (all.n - n)));
        if ((middle - lift) / error < stats_normal_quantile(SEEN))
            low = middle;
        else
            high = middle;
    }
    return lift < 1 - base ? high : NAN;
}

/* The rows of single names of a vocabulary: how many there are, the median of
 * the examples inside, and what p they need. */
static size_t median_of(const struct score_row *rows, size_t n, int vocabulary,
                        double *median, double *log_cut)
{
    double *x = alloc_new(n + 1, sizeof(*x));
    size_t m = 0;

    for (size_t i = 0; i < n; i++) {
        const struct suspicion *c = &rows[i].h->suspicion;

        if (rows[i].vocabulary != vocabulary || c->n_concepts != 1 ||
            c->bound.kind != BOUND_NONE)
            continue;
        x[m++] = (double)rows[i].h->n;
        *log_cut = rows[i].log_alone;
    }
    sort_doubles(x, m);
    *median = m ? x[(m - 1) / 2] : 0;
    free(x);
    return m;
}

size_t score_power(struct arena *a, const struct score_pool *p,
                   const struct score_row *rows, size_t n,
                   const struct score_power **out)
{
    size_t vocabularies = p->outcomes->n_vocabularies, m = 0;
    struct score_power *all =
        arena_array(a, struct score_power, vocabularies + 1);

    for (size_t v = 0; v < vocabularies; v++) {
        double median, log_cut = 0, units;
        size_t names = median_of(rows, n, (int)v, &median, &log_cut);

        if (!names)
            continue;
        units = fmax(1, round(median * (double)p->units / (double)p->n));
        all[m++] = (struct score_power){
            .vocabulary = p->outcomes->vocabularies[v].name,
            .names = names,
            .n = (size_t)median,
            .lift = smallest_lift(p, units, log_cut),
        };
    }
    *out = all;
    return m;
}
