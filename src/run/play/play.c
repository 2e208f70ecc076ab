/* SPDX-License-Identifier: Apache-2.0 */
#include "run/play/play_int.h"

#include <math.h>

#define BEST_OF_MOST 10

/* ---- scores and errors ---- */

static void sum_models(struct plays *p, struct play *out)
{
    size_t models = (size_t)p->view->info.n_models;
    size_t *which = arena_array(p->arena, size_t, p->n + 1);

    out->whole = arena_array(p->arena, struct play_scores, models);
    for (size_t m = 0; m < models; m++) {
        size_t n = 0;

        for (size_t i = 0; i < p->n; i++)
            if (p->all[i].model == m)
                which[n++] = i;
        plays_sum(p, which, n, &out->whole[m]);
    }
}

static void count_errors(struct plays *p, struct play *out)
{
    struct play_errors *e = &out->errors;
    size_t models = (size_t)p->view->info.n_models;

    e->n = p->n_classes;
    e->names = arena_array(p->arena, const char *, e->n);
    for (size_t i = 0; i < e->n; i++)
        e->names[i] = p->classes[i];
    e->count = arena_array(p->arena, uint64_t, models * e->n);
    for (size_t i = 0; i < p->n; i++)
        if (p->all[i].error >= 0)
            e->count[p->all[i].model * e->n + (size_t)p->all[i].error]++;
}

/* ---- best of k ---- */

/* The end of the points of the problem and model that begin at `from`. */
static size_t run_end(const struct plays *p, size_t from)
{
    size_t to = from + 1;

    while (to < p->n && p->all[to].problem == p->all[from].problem &&
           p->all[to].model == p->all[from].model)
        to++;
    return to;
}

static struct rate best_of(struct plays *p, size_t model, size_t k,
                           double *values)
{
    struct rate r = { .value = NAN, .interval = { NAN, NAN } };
    size_t met, to;

    plays_begin(&met);
    for (size_t from = 0; from < p->n; from = to) {
        to = run_end(p, from);
        if (p->all[from].model != model || to - from < k)
            continue;
        for (size_t i = from; i < to; i++)
            values[i - from] = p->all[i].of_18;
        plays_add(p, &met, p->all[from].problem,
                  stats_best_of(values, to - from, k));
        r.n++;
    }
    if (r.n)
        r.value = plays_end(p, met, &r.interval);
    return r;
}

static void sum_best(struct plays *p, struct play *out)
{
    size_t models = (size_t)p->view->info.n_models;
    double *values = arena_array(p->arena, double, p->n + 1);

    out->most = p->view->info.attempts < BEST_OF_MOST ? p->view->info.attempts
                                                      : BEST_OF_MOST;
    out->best_of = arena_array(p->arena, struct rate, models * out->most);
    for (size_t m = 0; m < models; m++)
        for (size_t k = 1; k <= out->most; k++)
            out->best_of[m * out->most + k - 1] = best_of(p, m, k, values);
}

/* ---- by the groups of a run ---- */

/* The groups of a point's problem; one for all when there is no grouping. */
static const uint32_t *groups_of(const struct grouping *g, size_t problem)
{
    static const uint32_t all[] = { 0, UINT32_MAX };

    return g ? g->of[problem] : all;
}

/* Points by model and group; one may stand in several. */
static struct lists group_lists(struct plays *p, const struct grouping *g,
                                size_t groups)
{
    size_t cells = (size_t)p->view->info.n_models * groups;
    struct lists l = { .start = arena_array(p->arena, size_t, cells + 1) };
    size_t *fill = arena_array(p->arena, size_t, cells + 1);
    const uint32_t *k;

    for (size_t i = 0; i < p->n; i++)
        for (k = groups_of(g, p->all[i].problem); *k != UINT32_MAX; k++)
            l.start[p->all[i].model * groups + *k + 1]++;
    for (size_t c = 0; c < cells; c++) {
        l.start[c + 1] += l.start[c];
        fill[c] = l.start[c];
    }
    l.which = arena_array(p->arena, size_t, l.start[cells] + 1);
    for (size_t i = 0; i < p->n; i++)
        for (k = groups_of(g, p->all[i].problem); *k != UINT32_MAX; k++)
            l.which[fill[p->all[i].model * groups + *k]++] = i;
    return l;
}

struct play_scores *play_by(struct arena *a, const struct view *v,
                            const struct grouping *g)
{
    size_t groups = g ? g->n : 1, cells = (size_t)v->info.n_models * groups;
    struct play_scores *out = arena_array(a, struct play_scores, cells + 1);
    struct plays p;
    struct lists l;

    if (!plays_read(a, v, &p))
        return NULL;
    l = group_lists(&p, g, groups);
    for (size_t c = 0; c < cells; c++)
        plays_sum(&p, l.which + l.start[c], l.start[c + 1] - l.start[c],
                  &out[c]);
    return out;
}

bool play_make(struct arena *a, const struct view *v, const char *facts,
               struct play **out, struct err *e)
{
    struct plays p;
    struct play *play;

    *out = NULL;
    if (!plays_read(a, v, &p))
        return true;
    play = arena_new(a, struct play);
    sum_models(&p, play);
    count_errors(&p, play);
    sum_best(&p, play);
    plays_split(&p, play);
    if (facts && !plays_facts(&p, facts, play, e))
        return false;
    *out = play;
    return true;
}
