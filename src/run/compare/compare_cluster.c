/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairs of problems that belong together, in the clusters of either run: joined
 * as cluster.c joins problems, by a forest of links.
 */
#include "base/alloc.h"
#include "base/map.h"
#include "base/sort.h"
#include "base/str.h"
#include "run/compare/compare_int.h"
#include "run/count/stats_int.h"

#include <math.h>
#include <stdlib.h>

struct forest {
    uint32_t *up;     /* of each pair, one of its cluster; roots: itself */
    struct map first; /* what is shared -> the first pair that has it */
};

static uint32_t root_of(struct forest *f, uint32_t i)
{
    while (f->up[i] != i)
        i = f->up[i] = f->up[f->up[i]];
    return i;
}

static void join(struct forest *f, size_t pair, const struct str *key)
{
    bool added;
    size_t *first = map_put(&f->first, str_get(key), key->n, &added);
    uint32_t x, y;

    if (added) {
        *first = pair;
        return;
    }
    x = root_of(f, (uint32_t)pair);
    y = root_of(f, (uint32_t)*first);
    if (x < y)
        f->up[y] = x;
    else
        f->up[x] = y;
}

static void join_cluster(struct forest *f, size_t pair, const struct view *v,
                         size_t problem, const char *side, struct str *key)
{
    if (!v->count.cluster)
        return;
    str_reset(key);
    str_addf(key, "%s %u", side, (unsigned)v->count.cluster[problem]);
    join(f, pair, key);
}

static void join_all(struct forest *f, const struct view *x,
                     const struct view *y, const struct match *m, size_t n)
{
    struct str key = { 0 };

    for (size_t i = 0; i < n; i++) {
        f->up[i] = (uint32_t)i;
        join_cluster(f, i, x, m[i].a, "a", &key);
        join_cluster(f, i, y, m[i].b, "b", &key);
    }
    str_clear(&key);
}

struct cluster *compare_cluster(struct arena *a, const struct view *x,
                                const struct view *y, const struct match *m,
                                const double *d, size_t n,
                                struct compare_pair *p)
{
    struct forest f = { .up = arena_array(a, uint32_t, n + 1) };
    struct cluster *out = arena_array(a, struct cluster, n + 1);
    uint32_t *number = arena_array(a, uint32_t, n + 1);
    size_t clusters = 0;

    join_all(&f, x, y, m, n);
    /* Roots are their cluster's smallest numbers, so already done. */
    for (size_t i = 0; i < n; i++) {
        uint32_t r = root_of(&f, (uint32_t)i);

        if (r == i)
            number[i] = (uint32_t)clusters++;
        out[number[r]].sum += d[i];
        out[number[r]].n += 1;
    }
    p->clusters = clusters;
    map_clear(&f.first);
    return out;
}

/* ---- bootstrap ---- */

/* As stats_bootstrap(), of a ratio: clusters have not all the same size, and
 * the mean over problems is what is asked for. Davison and Hinkley, "Bootstrap
 * Methods and their Application" (1997), section 3.8. */
struct interval compare_bootstrap(const struct cluster *c, size_t n,
                                  uint64_t rounds, uint64_t seed)
{
    struct rng r = stats_stream("bootstrap of clusters", seed);
    double *means = alloc_new((size_t)rounds, sizeof(*means));
    size_t k = (size_t)((rounds + 1) / 40);
    struct interval out;

    for (size_t i = 0; i < rounds; i++) {
        double sum = 0, count = 0;

        for (size_t j = 0; j < n; j++) {
            const struct cluster *drawn = &c[rng_below(&r, n)];

            sum += drawn->sum;
            count += drawn->n;
        }
        means[i] = sum / count;
    }
    sort_doubles(means, (size_t)rounds);
    k = k ? k - 1 : 0;
    out = (struct interval){ means[k], means[rounds - 1 - k] };
    free(means);
    return out;
}
