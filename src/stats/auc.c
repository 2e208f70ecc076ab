/* SPDX-License-Identifier: Apache-2.0 */
#include "stats/auc.h"

#include <math.h>
#include <stdlib.h>

struct place {
    double score;
    size_t item;
};

static int by_score(const void *a, const void *b)
{
    const struct place *x = a, *y = b;

    if (x->score < y->score || x->score > y->score)
        return x->score < y->score ? -1 : 1;
    return (x->item > y->item) - (x->item < y->item);
}

/* What an item adds: of its hit the misses below it, of its miss the hits
 * above, in units of all pairs. Equal ones count half. */
static void fill_pairs(const struct place *p, const double *share, size_t n,
                       double hits, double misses, double *pairs)
{
    double hits_below = 0, misses_below = 0;
    size_t end;

    for (size_t i = 0; i < n; i = end) {
        double h = 0, m = 0;

        for (end = i; end < n && !(p[end].score > p[i].score); end++) {
            h += share[p[end].item];
            m += 1 - share[p[end].item];
        }
        for (size_t k = i; k < end; k++) {
            double s = share[p[k].item];

            pairs[p[k].item] = s * (misses_below + m / 2) +
                               (1 - s) * (hits - hits_below - h / 2);
            pairs[p[k].item] /= hits * misses;
        }
        hits_below += h;
        misses_below += m;
    }
}

struct auc stats_auc(struct arena *a, const double *score, const double *share,
                     const uint32_t *group, size_t n)
{
    struct auc out = { .area = NAN, .interval = { NAN, NAN } };
    struct place *places = arena_array(a, struct place, n + 1);
    double *pairs = arena_array(a, double, n + 1);
    double *of = arena_array(a, double, n + 1);
    size_t *order = arena_array(a, size_t, n + 1);
    double hits = 0, misses, area = 0, square = 0;

    for (size_t i = 0; i < n; i++) {
        places[i] = (struct place){ score[i], i };
        hits += share[i];
    }
    misses = (double)n - hits;
    qsort(places, n, sizeof(*places), by_score);
    for (size_t i = 0; i < n; i++)
        order[i] = places[i].item;
    out.order = order;
    if (!(hits > 0) || !(misses > 0))
        return out;
    fill_pairs(places, share, n, hits, misses, pairs);
    for (size_t i = 0; i < n; i++)
        area += pairs[i] / 2; /* each pair stands twice */
    for (size_t i = 0; i < n; i++)
        of[group ? group[i] : i] +=
            pairs[i] - area * (share[i] / hits + (1 - share[i]) / misses);
    for (size_t i = 0; i < n; i++)
        square += of[i] * of[i];
    out.area = area;
    out.interval.low = fmax(0, area - STATS_Z_95 * sqrt(square));
    out.interval.high = fmin(1, area + STATS_Z_95 * sqrt(square));
    return out;
}
