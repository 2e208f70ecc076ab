/* SPDX-License-Identifier: Apache-2.0 */
/* Scores and selection; weights from a run. */
#include "evolve/evolve_int.h"

#include "base/map.h"
#include "base/str.h"
#include "evolve/fitness/referee.h"
#include "run/summary.h"

#include <string.h>

struct sample evolve_sample(const struct individual *s, const char *text)
{
    struct sample out = { .text = text, .parts = s->n_parts };
    struct individual_measures m;

    individual_measure(s, &m);
    out.variables = m.all.variables;
    out.steps = m.all.steps;
    out.depth = m.all.depth;
    out.distance = m.all.distance;
    out.near = m.near;
    out.beside = m.beside;
    individual_size(s, &out.characters, &out.noise);
    return out;
}

static bool rate_texts(struct evolve *v, struct sample *samples, size_t n,
                       struct err *e)
{
    size_t unread = 0;

    if (!v->referee->model)
        return true;
    watch_stage(&v->session.watch, "referee", "%s rated by %s",
                datum_plural(v->arena, n, "text"), v->referee->model->spec);
    if (!referee_rate(v->arena, v->referee, samples, n, &unread, e))
        return false;
    v->report->referee_unread += unread;
    return true;
}

bool evolve_features(struct evolve *v, const struct individual *s, size_t n,
                     struct features *out, struct err *e)
{
    struct sample *samples = arena_array(v->arena, struct sample, n + 1);
    const struct weights *w = &v->report->weights;
    bool wanted[FEATURES], text;

    for (size_t k = 0; k < FEATURES; k++)
        wanted[k] = w->of[k].counts && w->of[k].w != 0;
    text = v->referee->model || features_read_text(w->set, wanted);
    for (size_t i = 0; i < n; i++)
        samples[i] = evolve_sample(
            &s[i], text ? individual_text(v->arena, &s[i]) : NULL);
    if (!rate_texts(v, samples, n, e))
        return false;
    for (size_t i = 0; i < n; i++)
        features_one(&samples[i], w->set, wanted, &out[i]);
    return true;
}

/* ---- scores ---- */

struct texts {
    const struct spool *spool;
    const struct evolve_place *places;
    bool *ok; /* false: one could not be read */
    struct err *e;
};

static const char *text_of(const void *ctx, struct arena *a, size_t i)
{
    const struct texts *t = ctx;
    struct individual s;

    *t->ok = *t->ok && evolve_fetch(a, t->spool, &t->places[i], &s, t->e);
    return *t->ok ? individual_text(a, &s) : "";
}

/* Similarity is measured only where it weighs: it needs all texts again. */
static bool compare(struct arena *a, struct evolve *v,
                    const struct evolve_place *places,
                    struct features *features, size_t n, struct err *e)
{
    const struct weight *w = &v->report->weights.of[FEATURE_UNIQUENESS];
    bool ok = true;
    struct texts t = { v->spool, places, &ok, e };

    if (w->counts && w->w != 0)
        features_compare(a, text_of, &t, n, features);
    return ok;
}

bool evolve_fit(struct arena *a, struct evolve *v,
                const struct evolve_place *places, struct features *features,
                size_t n, struct fit *out, struct err *e)
{
    struct evolve_report *r = v->report;
    struct weights *w = &r->weights;
    bool dropped[FEATURES];

    *out = (struct fit){
        .scores = arena_array(a, struct fitness, n + 1),
        .selected = arena_array(a, struct selection, n + 1),
        .options = { v->spec->threshold, v->spec->percentile },
    };
    features_unrated(features, n, w->set);
    if (!compare(a, v, places, features, n, e))
        return false;
    fitness_score(features, n, w, out->scores, dropped);
    for (size_t k = 0; k < FEATURES; k++) /* in no score of any generation */
        r->dropped[k] = dropped[k] && (r->dropped[k] || !r->n_generations);
    select_split(features, out->scores, n, w, &out->options, out->selected);
    return true;
}

/* ---- calibration ---- */

/* A number for each problem: those of one parent or source share it. */
static size_t group_of(struct map *groups, const struct problem *p,
                       const struct individual *s, bool is)
{
    const char *name = p->id;
    size_t *place;
    bool added;

    if (is && s->parts[s->n_parts - 1].source)
        name = s->parts[s->n_parts - 1].source;
    else if (is && s->parents)
        name = s->parents;
    place = map_put(groups, name, strlen(name), &added);
    if (added)
        *place = groups->n;
    return *place;
}

/* Accuracy of the last asked value over all models and attempts; false:
 * nothing of it counts. */
static bool accuracy_of(struct arena *a, struct store *s,
                        const struct summary *w, size_t problem, bool strict,
                        double *out, struct err *e)
{
    double right = 0, all = 0;

    *out = -1;
    for (size_t m = 0; m < w->info.n_models; m++)
        for (uint64_t k = 1; k <= w->info.attempts; k++) {
            const struct result *r = summary_result(w, problem, m, k);
            struct chain_answers got;

            if (!r)
                continue;
            if (!answers_read(a, s, &w->problems[problem], r, strict, &got, e))
                return false;
            if (!mark_is_settled(got.final))
                continue;
            right += got.final == MARK_CORRECT;
            all++;
        }
    if (all > 0)
        *out = right / all;
    return true;
}

/* An evolved problem, or one of a family whose structure is known. */
static bool read_problem(struct arena *a, const struct problem *p,
                         struct individual *out, struct err *e)
{
    struct structure b;
    bool is;

    if (individual_read(a, p, &is, out, e))
        return true;
    return !is && structure_of_problem(a, p, &b, e) &&
           individual_open(a, p->id, b, NULL, out, e);
}

bool evolve_calibrate(struct arena *a, struct store *s,
                      const struct run_info *run,
                      const struct evolve_spec *spec, struct weights *out,
                      struct err *e)
{
    struct summary_options vo = { .strict = spec->strict };
    struct map groups = { 0 };
    struct summary w;
    struct sample *samples;
    struct features *f;
    double *accuracy;
    size_t *group, n = 0;
    bool ok = summary_load(a, s, run, &vo, &w, e);

    if (!ok)
        return false;
    samples = arena_array(a, struct sample, run->n_problems + 1);
    f = arena_array(a, struct features, run->n_problems + 1);
    accuracy = arena_array(a, double, run->n_problems + 1);
    group = arena_array(a, size_t, run->n_problems + 1);
    for (size_t i = 0; ok && i < run->n_problems; i++) {
        const struct problem *p = &w.problems[i];
        struct individual x;
        struct err ignored;
        bool read = read_problem(a, p, &x, &ignored);

        ok = accuracy_of(a, s, &w, i, spec->strict, &accuracy[n], e);
        if (!ok || accuracy[n] < 0)
            continue;
        samples[n] = read ? evolve_sample(&x, p->statement)
                          : (struct sample){ .text = p->statement };
        group[n++] = group_of(&groups, p, &x, read);
    }
    map_clear(&groups);
    if (!ok)
        return false;
    features_take(a, samples, n, (enum feature_set)spec->features, f);
    ok = weights_calibrate(a, f, accuracy, group, n,
                           (enum feature_set)spec->features, out, e);
    if (ok)
        out->source = arena_printf(a, "run %s, %zu problems", run->name, n);
    return ok;
}
