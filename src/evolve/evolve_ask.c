/* SPDX-License-Identifier: Apache-2.0 */
#include "base/map.h"
#include "base/str.h"
#include "base/vec.h"
#include "evolve/evolve_int.h"
#include "evolve/fitness/referee.h"
#include "run/summary.h"

#include <string.h>

/* Models on the sets: runs of the store like any others, then the tables. */

static bool sets_put_one(struct evolve *v, const struct evolve_set *set,
                         struct run_info *run, struct err *e)
{
    watch_stage(&v->session.watch, "ask", "%s: %s", set->name,
                datum_plural(v->arena, set->n, "problem"));
    return session_put(&v->session, set->name, v->models, v->spec->n_models,
                       set->problems, set->n, run, e);
}

/* n items and n_more behind them, of that size. */
static void *with_more(struct arena *a, const void *items, size_t n,
                       const void *more, size_t n_more, size_t size)
{
    char *all = arena_alloc(a, (n + n_more + 1) * size);

    if (n)
        memcpy(all, items, n * size);
    if (n_more)
        memcpy(all + n * size, more, n_more * size);
    return all;
}

static bool ask_loaded(struct evolve *v, const struct evolve_set *set,
                       struct run_info *run, struct err *e)
{
    struct evolve_report *r = v->report;
    struct measure_cell *cells;
    size_t n;

    if (!sets_put_one(v, set, run, e) ||
        !measure_run(v->arena, v->store, run, set->problems, set->n, set->name,
                     v->spec->strict, &cells, &n, e))
        return false;
    r->cells =
        with_more(v->arena, r->cells, r->n_cells, cells, n, sizeof(*cells));
    r->n_cells += n;
    return true;
}

/* A set is in memory while it is asked. */
static bool sets_set(struct evolve *v, const struct evolve_set *set,
                     struct err *e)
{
    struct arena a = { 0 };
    struct evolve_set loaded;
    struct run_info run;
    bool ok = !set->n || (evolve_set_load(&a, set, set->n, &loaded, e) &&
                          ask_loaded(v, &loaded, &run, e));

    arena_clear(&a);
    return ok;
}

/* ---- originals and variants ---- */

/* For each variant, the place of the problem that its last question is from
 * (SIZE_MAX: it is not there), and the length of that one's chain. */
static size_t sets_pair_up(const struct evolve_set *originals,
                           const struct evolve_set *variants, size_t *original,
                           size_t *steps)
{
    struct map places = { 0 };
    size_t pairs = 0;

    for (size_t i = 0; i < originals->n; i++) {
        const char *id = originals->problems[i].id;

        *map_put(&places, id, strlen(id), NULL) = i;
    }
    for (size_t i = 0; i < variants->n; i++) {
        const struct individual *s = &variants->individuals[i];
        const struct individual_part *last = &s->parts[s->n_parts - 1];
        const char *id = individual_original(last);
        const size_t *place = id ? map_get(&places, id, strlen(id)) : NULL;
        struct structure_measures m;

        original[i] = place ? *place : SIZE_MAX;
        pairs += place != NULL;
        last->structure.kind->measure(last->structure.data, &m);
        steps[i] = m.steps;
    }
    map_clear(&places);
    return pairs;
}

/* Asks the variants of originals that were asked in the run `before`. */
static bool ask_variants(struct evolve *v, const struct run_info *before,
                         const struct evolve_set *set, struct paired *out,
                         struct err *e)
{
    const struct evolve_set *originals = &v->report->seeds;
    size_t *original = arena_array(v->arena, size_t, set->n + 1);
    size_t *steps = arena_array(v->arena, size_t, set->n + 1);
    struct arena a = { 0 };
    struct evolve_set variants;
    struct run_info after;
    bool ok = evolve_set_load(&a, set, set->n, &variants, e) &&
              ask_loaded(v, &variants, &after, e);

    *out = (struct paired){ 0 };
    if (ok && sets_pair_up(originals, &variants, original, steps))
        ok = measure_paired(
            v->arena, v->store, before, originals->problems, originals->n,
            &after, variants.problems, variants.n, original, steps,
            v->spec->source, v->spec->strict,
            hash_bytes(v->spec->seed, strlen(v->spec->seed)).low, out, e);
    arena_clear(&a);
    return ok;
}

static void keep_arm(struct evolve *v, const char *arm, const struct paired *p)
{
    struct evolve_report *r = v->report;

    r->arm_drops = with_more(v->arena, r->arm_drops, r->n_arm_drops, p->drops,
                             p->n_drops, sizeof(*p->drops));
    for (size_t i = 0; i < p->n_drops; i++)
        r->arm_drops[r->n_arm_drops++].arm = arm;
}

static bool is_asked_population(const struct evolve_spec *s)
{
    return !s->n_arms || evolve_has_arm(s, "evolved");
}

static bool ask_pairs(struct evolve *v, struct err *e)
{
    struct evolve_report *r = v->report;
    struct run_info before = { 0 };

    if (!sets_put_one(v, &r->seeds, &before, e))
        return false;
    for (size_t i = 0; i < r->n_arms; i++) {
        struct paired p = { 0 };

        if (r->arms[i].n && !ask_variants(v, &before, &r->arms[i], &p, e))
            return false;
        keep_arm(v, r->arms[i].name, &p);
    }
    if (!is_asked_population(v->spec))
        return true;
    if (!ask_variants(v, &before, &r->population, &r->paired, e))
        return false;
    if (v->spec->n_arms)
        keep_arm(v, "evolved", &r->paired);
    return true;
}

/* ---- with and without each operator ---- */

static bool ask_effects(struct evolve *v, struct err *e)
{
    struct evolve_report *r = v->report;
    struct arena a = { 0 };
    struct evolve_set set;
    struct run_info run;
    struct design d = { .n = v->n_seeds,
                        .factors = r->n_factors,
                        .names = r->factors };
    bool ok =
        evolve_set_load(&a, &r->effects, r->effects.n, &set, e) &&
        ask_loaded(v, &set, &run, e) &&
        measure_effects(v->arena, v->store, &run, set.problems, &d, "effects",
                        v->spec->strict,
                        hash_bytes(v->spec->seed, strlen(v->spec->seed)).low,
                        &r->effect_drops, &r->n_effect_drops, e);

    arena_clear(&a);
    return ok;
}

/* ---- all sets ---- */

/* The user's own setting first, where it is none of the five; of a file the
 * originals and the variants. */
static size_t usual_sets(const struct evolve_spec *s,
                         const struct evolve_report *r,
                         const struct evolve_set *out[EVOLVE_SETS])
{
    bool pairs = evolve_reads_file(s), among = false;
    size_t n = 0;

    for (size_t i = 0; i < r->n_settings; i++)
        among = among || str_eq(r->settings[i].name, r->population.name);
    if (pairs)
        out[n++] = &r->seeds;
    if (pairs || !among)
        out[n++] = &r->population;
    for (size_t i = 0; !pairs && i < r->n_settings; i++)
        out[n++] = &r->settings[i];
    out[n++] = &r->easy;
    out[n++] = &r->hard;
    out[n++] = &r->evolved_easy;
    return n;
}

size_t evolve_sets(const struct evolve_spec *s, const struct evolve_report *r,
                   const struct evolve_set *out[EVOLVE_SETS])
{
    size_t n = 0;

    if (!s->n_models)
        return 0;
    if (!s->n_arms && !s->effects)
        return usual_sets(s, r, out);
    if (s->n_arms)
        out[n++] = &r->seeds;
    for (size_t i = 0; i < r->n_arms; i++)
        out[n++] = &r->arms[i];
    if (s->n_arms && is_asked_population(s))
        out[n++] = &r->population;
    if (s->effects)
        out[n++] = &r->effects;
    return n;
}

/* All sets are in memory meanwhile. */
static bool ask_together(struct evolve *v, const struct evolve_set *const *sets,
                         size_t n, struct err *e)
{
    struct arena a = { 0 };
    struct vec all = vec_in(&a, sizeof(struct problem));
    bool ok = true;

    for (size_t i = 0; ok && i < n; i++) {
        struct evolve_set set;

        ok = evolve_set_load(&a, sets[i], sets[i]->n, &set, e);
        for (size_t k = 0; ok && k < set.n; k++)
            *(struct problem *)vec_push(&all) = set.problems[k];
    }
    if (ok && all.n) {
        watch_stage(&v->session.watch, "ask", "all sets together: %s",
                    datum_plural(v->arena, all.n, "problem"));
        ok = session_mix(&v->session, "all sets together", v->models,
                         v->spec->n_models, all.items, all.n, e);
    }
    arena_clear(&a);
    return ok;
}

bool evolve_ask(struct evolve *v, struct err *e)
{
    const struct evolve_spec *s = v->spec;
    const struct evolve_set *sets[EVOLVE_SETS];
    size_t n = evolve_sets(s, v->report, sets), first = 0;
    bool special = s->n_arms || s->effects;
    bool pairs = s->n_arms || (evolve_reads_file(s) && !special);

    if (!n)
        return true;
    if (n > 1 && !ask_together(v, sets, n, e))
        return false;
    if ((pairs && !ask_pairs(v, e)) || (s->effects && !ask_effects(v, e)))
        return false;
    if (special)
        return true;
    for (first = pairs ? 2 : 0; first < n; first++)
        if (!sets_set(v, sets[first], e))
            return false;
    return true;
}

/* Scores and selection; weights from a run. */

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

static const char *sets_text_of(const void *ctx, struct arena *a, size_t i)
{
    const struct texts *t = ctx;
    struct individual s;

    *t->ok = *t->ok && evolve_fetch(a, t->spool, &t->places[i], &s, t->e);
    return *t->ok ? individual_text(a, &s) : "";
}

/* Similarity is measured only where it weighs: it needs all texts again. */
static bool sets_compare(struct arena *a, struct evolve *v,
                         const struct evolve_place *places,
                         struct features *features, size_t n, struct err *e)
{
    const struct weight *w = &v->report->weights.of[FEATURE_UNIQUENESS];
    bool ok = true;
    struct texts t = { v->spool, places, &ok, e };

    if (w->counts && w->w != 0)
        features_compare(a, sets_text_of, &t, n, features);
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
    if (!sets_compare(a, v, places, features, n, e))
        return false;
    fitness_score(features, n, w, out->scores, dropped);
    for (size_t k = 0; k < FEATURES; k++) /* in no score of any generation */
        r->dropped[k] = dropped[k] && (r->dropped[k] || !r->n_generations);
    select_split(features, out->scores, n, w, &out->options, out->selected);
    return true;
}

/* ---- calibration ---- */

/* A number for each problem: those of one parent or source share it. */
static size_t sets_group_of(struct map *groups, const struct problem *p,
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
static bool sets_accuracy_of(struct arena *a, struct store *s,
                             const struct summary *w, size_t problem,
                             bool strict, double *out, struct err *e)
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
            if (!mark_is_settled(got.final.mark))
                continue;
            right += got.final.mark == MARK_CORRECT;
            all++;
        }
    if (all > 0)
        *out = right / all;
    return true;
}

/* An evolved problem, or one of a family whose structure is known. */
static bool sets_read_problem(struct arena *a, const struct problem *p,
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
        bool read = sets_read_problem(a, p, &x, &ignored);

        ok = sets_accuracy_of(a, s, &w, i, spec->strict, &accuracy[n], e);
        if (!ok || accuracy[n] < 0)
            continue;
        samples[n] = read ? evolve_sample(&x, p->statement)
                          : (struct sample){ .text = p->statement };
        group[n++] = sets_group_of(&groups, p, &x, read);
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
