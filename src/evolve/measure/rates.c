/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rates over problems that are not independent: evolved problems share the
 * ones they were made from, and several attempts share their problem.
 */
#include "base/alloc.h"
#include "base/map.h"
#include "evolve/measure/measure_int.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sums by cluster; their numbers lie below `most`. */
struct sums {
    double *total, *size;
    bool plain; /* one value of 0 or 1 in each */
};

static size_t clusters_of(const struct share *s, size_t n)
{
    size_t most = 0;

    for (size_t i = 0; i < n; i++)
        if (s[i].cluster >= most)
            most = s[i].cluster + 1;
    return most;
}

struct rate rates_make(const struct share *s, size_t n)
{
    struct rate out = { NAN, { 0, 1 }, 0 };
    size_t clusters = clusters_of(s, n);
    struct sums c = { alloc_new(clusters + 1, sizeof(double)),
                      alloc_new(clusters + 1, sizeof(double)), true };
    double sum = 0, weight = 0;

    for (size_t i = 0; i < n; i++) {
        size_t k = s[i].cluster;

        if (!(s[i].n > 0))
            continue;
        c.total[k] += s[i].sum;
        c.size[k] += s[i].n;
        c.plain = c.plain && c.size[k] == 1 && (s[i].sum == 0 || s[i].sum == 1);
        sum += s[i].sum;
        weight += s[i].n;
        out.n++;
    }
    if (out.n) {
        out.value = sum / weight;
        out.interval = c.plain
                           ? stats_wilson(sum, weight)
                           : stats_clustered(c.total, c.size, clusters, 0, 1);
    }
    free(c.total);
    free(c.size);
    return out;
}

/* ---- clusters ---- */

struct forest {
    size_t *up;      /* of each problem, one of its cluster; roots: itself */
    struct map name; /* -> the first problem that has it */
};

static size_t root_of(struct forest *f, size_t i)
{
    while (f->up[i] != i)
        i = f->up[i] = f->up[f->up[i]];
    return i;
}

static void join(struct forest *f, size_t i, const char *name, size_t n)
{
    bool added;
    size_t *first = map_put(&f->name, name, n, &added), x, y;

    if (added) {
        *first = i;
        return;
    }
    x = root_of(f, i);
    y = root_of(f, *first);
    if (x < y)
        f->up[y] = x;
    else
        f->up[x] = y;
}

/* Names with blanks between them. */
static void join_all(struct forest *f, size_t i, const char *names)
{
    while (names && *names) {
        size_t n = strcspn(names, " ");

        if (n)
            join(f, i, names, n);
        names += n + (names[n] == ' ');
    }
}

size_t *rates_clusters(struct arena *a, const struct problem *problems,
                       const struct specimen *specimens, size_t n)
{
    struct forest f = { .up = arena_array(a, size_t, n + 1) };
    size_t *out = arena_array(a, size_t, n + 1), next = 0;

    for (size_t i = 0; i < n; i++) {
        const struct specimen *s = &specimens[i];

        f.up[i] = i;
        if (problems[i].id)
            join(&f, i, problems[i].id, strlen(problems[i].id));
        join_all(&f, i, s->parents);
        for (size_t k = 0; k < s->n_parts; k++)
            if (s->parts[k].source)
                join(&f, i, s->parts[k].source, strlen(s->parts[k].source));
    }
    /* Roots are their cluster's smallest numbers, so already done. */
    for (size_t i = 0; i < n; i++) {
        size_t r = root_of(&f, i);

        out[i] = r == i ? next++ : out[r];
    }
    map_clear(&f.name);
    return out;
}
