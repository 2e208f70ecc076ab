/* SPDX-License-Identifier: Apache-2.0 */
/* What an evolution will ask. */
#include "evolve/forecast.h"
#include "base/map.h"
#include "base/str.h"
#include "evolve/evolve_int.h"
#include "run/ask/ask.h"
#include "store/journal.h"

#include <string.h>

#define TURNS 2 /* a rating or a formula that cannot be used: once more */

/* ---- ways through the generations ---- */

/* The same operators over the same seeds make the same problems, and ask the
 * same questions: of ways that differ in length alone the longest counts. */
struct ways {
    struct setting all[EVOLVE_SETTINGS + 1];
    size_t n;
};

static bool alike(const struct setting *a, const struct setting *b)
{
    return memcmp(a->without, b->without, sizeof(a->without)) == 0;
}

static struct ways find_ways(const struct evolve *v)
{
    struct ways w = { .all = { evolve_main_setting(v) }, .n = 1 };

    for (size_t i = 0; evolve_wants_settings(v->spec) && i < EVOLVE_SETTINGS;
         i++) {
        struct setting g = evolve_setting(i);
        size_t k = 0;

        while (k < w.n && !alike(&w.all[k], &g))
            k++;
        if (k == w.n)
            w.all[w.n++] = g;
        else if (w.all[k].generations < g.generations)
            w.all[k].generations = g.generations;
    }
    return w;
}

static void forecast_roles(const struct evolve *v, size_t n,
                           struct evolve_forecast *out)
{
    struct ways w = find_ways(v);

    for (size_t i = 0; i < w.n; i++) {
        uint64_t texts = n * w.all[i].generations;

        if (v->spec->writer)
            out->texts.most +=
                WRITER_TRIES * texts * evolve_writes(v, &w.all[i]);
        if (v->spec->referee)
            out->ratings.most += TURNS * texts;
    }
}

/* ---- sets that are known ---- */

/* One call: is it in the journal, or was it counted before? */
static bool look_at(struct arena *tmp, const struct evolve *v,
                    const struct plan *p, size_t problem, size_t model,
                    uint64_t attempt, struct map *seen,
                    struct evolve_asking *out, struct err *e)
{
    struct hash128 key;
    const char *body;
    bool there = false;

    if (!ask_body(tmp, p, model, problem, attempt, &body, &key, e))
        return false;
    if (v->store && !journal_has(v->store, key, &there, e))
        return false;
    if (!there) {
        bool added;

        map_put(seen, (const char *)&key, sizeof(key), &added);
        there = !added;
    }
    if (!there) {
        out->to_ask[model]++;
        out->bytes[model] += (double)strlen(body);
    }
    return true;
}

static bool look_at_set(const struct evolve *v, const struct evolve_set *set,
                        struct map *seen, struct evolve_asking *out,
                        struct err *e)
{
    size_t n_models = v->spec->n_models;
    struct plan p = { .file = set->name,
                      .problems = set->problems,
                      .n_problems = set->n,
                      .models = v->models,
                      .n_models = n_models,
                      .attempts = v->spec->attempts,
                      .decoding = v->spec->decoding };
    struct arena tmp = { 0 };
    bool ok = true;

    out->name = set->name;
    out->calls.least = out->calls.most = set->n * p.attempts;
    out->to_ask = arena_array(v->arena, uint64_t, n_models + 1);
    out->bytes = arena_array(v->arena, double, n_models + 1);
    for (size_t m = 0; m < n_models; m++)
        for (size_t i = 0; i < set->n; i++)
            for (uint64_t k = 1; ok && k <= p.attempts; k++) {
                ok = look_at(&tmp, v, &p, i, m, k, seen, out, e);
                arena_reset(&tmp);
            }
    arena_clear(&tmp);
    return ok;
}

/* Nobody writes or rates: what is asked is made here. */
static bool forecast_exact(struct evolve *v, struct specimen *seeds, size_t n,
                           struct evolve_forecast *out, struct err *e)
{
    const struct evolve_set *sets[EVOLVE_SETS];
    struct map seen = { 0 };
    size_t n_sets;
    bool ok = true;

    if (!v->spec->n_models)
        return true;
    if (!evolve_make(v, seeds, n, e))
        return false;
    n_sets = evolve_sets(v->spec, v->report, sets);
    out->sets = arena_array(v->arena, struct evolve_asking, n_sets + 1);
    for (size_t i = 0; ok && i < n_sets; i++)
        if (sets[i]->n)
            ok = look_at_set(v, sets[i], &seen, &out->sets[out->n_sets++], e);
    map_clear(&seen);
    return ok;
}

/* ---- sets that replies decide ---- */

static void add_set(const struct evolve *v, struct evolve_forecast *out,
                    const char *name, size_t n, bool sized, bool fresh)
{
    uint64_t calls = n * v->spec->attempts;

    out->sets[out->n_sets++] = (struct evolve_asking){
        .name = name,
        .calls = { sized ? calls : 0, calls },
        .ask = { 0, fresh ? calls : 0 },
    };
}

/* Easy and hard are the first generation, of which another set may be; what
 * became of the easy is in the population. */
static void add_parts(const struct evolve *v, struct evolve_forecast *out,
                      size_t n, bool sized, bool first_is_asked)
{
    struct setting g = evolve_main_setting(v);

    add_set(v, out, "easy and hard", n, sized, !first_is_asked);
    if (g.generations > 1)
        add_set(v, out, "evolved-easy", n, false, false);
}

/* n problems at most; sized: there are just as many. */
static void forecast_sets(const struct evolve *v, size_t n, bool sized,
                          struct evolve_forecast *out)
{
    struct setting g = evolve_main_setting(v);
    bool among = false, first = g.generations == 1;

    out->sets = arena_array(v->arena, struct evolve_asking, EVOLVE_SETS);
    if (!v->spec->n_models)
        return;
    if (evolve_reads_file(v->spec)) {
        add_set(v, out, "originals", n, sized, true);
        add_set(v, out, g.name, n, sized, true);
        add_parts(v, out, n, sized, first);
        return;
    }
    for (size_t i = 0; i < EVOLVE_SETTINGS; i++) {
        struct setting five = evolve_setting(i);

        among = among || str_eq(five.name, g.name);
        first = first || (alike(&five, &g) && five.generations == 1);
    }
    if (!among)
        add_set(v, out, g.name, n, sized, true);
    for (size_t i = 0; i < EVOLVE_SETTINGS; i++)
        add_set(v, out, evolve_setting(i).name, n, sized, true);
    add_parts(v, out, n, sized, first);
}

/* ---- all of it ---- */

/* Rows of a file that the writer is asked for: those that have a gold. */
static size_t without_formula(const struct evolve_report *r)
{
    size_t n = 0;

    for (size_t i = 0; i < IMPORT_REASONS; i++)
        if (i != IMPORT_FINE && i != IMPORT_NO_GOLD)
            n += r->left_out[i];
    return n;
}

/* A file with no row that can be used as it is may still get formulas. */
static bool open_source(struct evolve *v, struct specimen **seeds, size_t *n,
                        struct err *e)
{
    *n = 0;
    return evolve_source(v, seeds, n, e) ||
           (v->spec->writer && without_formula(v->report));
}

bool evolve_forecast(struct arena *a, struct store *s,
                     const struct evolve_spec *spec,
                     const struct session_options *o,
                     struct evolve_forecast *out, struct err *e)
{
    struct evolve_report report = { 0 };
    struct evolve v = evolve_open(a, s, spec, o, &report);
    struct specimen *seeds;
    size_t n, more;

    *out = (struct evolve_forecast){ 0 };
    if (!evolve_begin(&v, e))
        return false;
    v.writer.model = v.referee.model = NULL; /* nobody is asked */
    if (!open_source(&v, &seeds, &n, e))
        return false;
    more = spec->writer ? without_formula(&report) : 0;
    out->problems = n;
    out->rows = report.rows;
    out->models = v.models;
    out->n_models = spec->n_models;
    out->formulas = (struct evolve_calls){ more, TURNS * more };
    out->exact = !spec->writer && !spec->referee;
    if (out->exact)
        return forecast_exact(&v, seeds, n, out, e);
    forecast_roles(&v, n + more, out);
    forecast_sets(&v, n + more, more == 0, out);
    return true;
}
