/* SPDX-License-Identifier: Apache-2.0 */
/* From points to what a run shows: errors, the best of several attempts, and
 * all that the other files make. */
#include "family/mathador/points/points_int.h"

#include <math.h>

#define BEST_OF_MOST 10

/* ---- errors ---- */

static void count_errors(struct plays *p, struct points *out)
{
    struct points_errors *e = &out->errors;
    size_t models = p->of->n_models;

    *e = (struct points_errors){
        .names = p->classes,
        .n = p->n_classes,
        .count = arena_array(p->arena, uint64_t, models * p->n_classes),
        .occurs = arena_array(p->arena, bool, p->n_classes),
    };
    for (size_t i = 0; i < p->n; i++)
        if (p->all[i].error >= 0) {
            e->count[p->all[i].model * e->n + (size_t)p->all[i].error]++;
            e->occurs[p->all[i].error] = true;
        }
}

/* ---- best of k ---- */

/* The points of a problem and model stand together. */
static struct rate best_of(struct plays *p, size_t model, size_t k,
                           double *values)
{
    struct rate r = { .value = NAN, .interval = { NAN, NAN } };
    size_t met = 0, n;

    for (size_t from = 0; from < p->n; from += n) {
        const struct point *t = &p->all[from];

        for (n = 0; from + n < p->n && t[n].problem == t->problem &&
                    t[n].model == t->model;
             n++)
            values[n] = t[n].earned[MEASURE_OF_18];
        if (t->model != model || n < k)
            continue;
        plays_add(p, &met, t->problem, stats_best_of(values, n, k));
        r.n++;
    }
    if (r.n)
        r.value = plays_end(p, met, &r.interval);
    return r;
}

static void sum_best(struct plays *p, struct points *out)
{
    size_t models = p->of->n_models;
    double *values = arena_array(p->arena, double, p->n + 1);

    out->most = p->of->attempts < BEST_OF_MOST ? p->of->attempts : BEST_OF_MOST;
    out->best_of = arena_array(p->arena, struct rate, models * out->most);
    for (size_t m = 0; m < models; m++)
        for (size_t k = 1; k <= out->most; k++)
            out->best_of[m * out->most + k - 1] = best_of(p, m, k, values);
}

/* ---- all of it ---- */

struct points_scores *points_by(struct arena *a, const struct family_results *r,
                                uint32_t *const *of, size_t n)
{
    struct plays p;
    struct lists l;

    if (!plays_read(a, r, &p))
        return NULL;
    l = plays_group(&p, of, of ? n : 1);
    return plays_scores(&p, &l, of ? n : 1);
}

bool points_make(struct arena *a, const struct family_results *r,
                 const char *facts, struct points **out, struct err *e)
{
    struct plays p;
    struct points *play;
    struct lists models;

    *out = NULL;
    if (!plays_read(a, r, &p))
        return true;
    play = arena_new(a, struct points);
    models = plays_group(&p, NULL, 1);
    play->whole = plays_scores(&p, &models, 1);
    count_errors(&p, play);
    sum_best(&p, play);
    play->splits = arena_array(a, struct points_split, 5);
    plays_split_level(&p, play);
    plays_split_difficulty(&p, play);
    plays_split_sets(&p, play);
    plays_split_knob(&p, "shots", play);
    plays_split_knob(&p, "prompt", play);
    if (facts && !plays_facts(&p, facts, play, e))
        return false;
    *out = play;
    return true;
}
