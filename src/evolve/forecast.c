/* SPDX-License-Identifier: Apache-2.0 */
/* What an evolution will ask. */
#include "evolve/forecast.h"
#include "base/map.h"
#include "base/str.h"
#include "evolve/evolve_int.h"
#include "store/journal.h"

#include <string.h>

#define TURNS 2 /* a rating or a formula that cannot be used: once more */

/* What stages know of an evolution that has not begun. */
struct evolve_outlook {
    struct evolve *evolve;
    struct forecast *out;
    size_t more; /* rows of a file that the writer may find a formula for */
    bool exact;  /* nobody writes or rates: every number is known */
};

/* Problems at most: those of the source, and those with a formula. */
static size_t problems(const struct evolve_outlook *o)
{
    return o->evolve->n_seeds + o->more;
}

/* ---- ways through the generations ---- */

/* The same operators over the same seeds make the same problems, and ask the
 * same questions: of ways that differ in length alone the longest counts. */
struct ways {
    struct setting all[EVOLVE_SETTINGS + EVOLVE_ARMS + 1 + 2 * EVOLVE_FACTORS];
    size_t n;
};

static bool alike(const struct setting *a, const struct setting *b)
{
    return memcmp(a->without, b->without, sizeof(a->without)) == 0;
}

static struct ways outlook_find_ways(const struct evolve *v)
{
    struct ways w = { .all = { evolve_main_setting(v) }, .n = 1 };
    size_t i;

    evolve_settings(v->spec, &i);
    for (; evolve_wants_settings(v->spec) && i < EVOLVE_SETTINGS; i++) {
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

bool forecast_formulas(const struct evolve_stage *s, struct evolve_outlook *o,
                       struct err *e)
{
    const struct evolve_spec *spec = o->evolve->spec;
    size_t n = o->more + o->evolve->report->uncertified;

    return forecast_role(o->out, s->name, s->role, spec->writer,
                         (struct call_range){ n, TURNS * n },
                         &spec->writer_decoding, e);
}

/* Those in which a writer writes too, but nobody rates. */
static void add_aside(struct evolve *v, struct ways *w)
{
    static const struct operator_card *const reword[] = { &op_polish };
    const struct operator_card *list[EVOLVE_OPERATORS];
    size_t n = evolve_factors(v, list);

    if (evolve_has_arm(v->spec, "reworded"))
        w->all[w->n++] =
            (struct setting){ .generations = 1, .only = reword, .n_only = 1 };
    for (size_t i = 0; v->spec->effects && i < design_runs(n); i++)
        w->all[w->n++] = evolve_design_run(v->arena, list, n, i);
}

bool forecast_texts(const struct evolve_stage *s, struct evolve_outlook *o,
                    struct err *e)
{
    const struct evolve_spec *spec = o->evolve->spec;
    struct ways w = outlook_find_ways(o->evolve);
    uint64_t n = 0;

    add_aside(o->evolve, &w);

    for (size_t i = 0; spec->writer && i < w.n; i++)
        n += WRITER_TRIES * problems(o) * w.all[i].generations *
             evolve_writes(o->evolve, &w.all[i]);
    return forecast_role(o->out, s->name, s->role, spec->writer,
                         calls_at_most(n), &spec->writer_decoding, e);
}

bool forecast_ratings(const struct evolve_stage *s, struct evolve_outlook *o,
                      struct err *e)
{
    const struct evolve_spec *spec = o->evolve->spec;
    struct ways w = outlook_find_ways(o->evolve);
    uint64_t n = 0;

    for (size_t i = 0; spec->referee && i < w.n; i++)
        n += TURNS * problems(o) * w.all[i].generations;
    return forecast_role(o->out, s->name, s->role, spec->referee,
                         calls_at_most(n), &spec->referee_decoding, e);
}

/* ---- sets of models ---- */

/* A set that models are asked; calls of one model. */
struct asking {
    const char *name;
    struct call_range calls, ask; /* ask counts calls that are not in the
                                     journal and that no earlier set makes */
    double *bytes; /* [model]: of the prompts of `ask` calls; NULL: unknown */
    uint64_t *to_ask; /* [model]; NULL: all as `ask` */
};

struct askings {
    struct asking all[EVOLVE_SETS];
    size_t n;
};

/* ---- sets that are known ---- */

/* One call: is it in the journal, or was it counted before? */
static bool outlook_look_at(struct arena *tmp, const struct evolve *v,
                            const struct plan *p, size_t problem, size_t model,
                            uint64_t attempt, struct map *seen,
                            struct asking *out, struct err *e)
{
    struct hash128 key;
    const char *body;
    bool there = false;

    if (!plan_body(tmp, p, model, problem, attempt, &body, &key, e))
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
                        struct map *seen, struct asking *out, struct err *e)
{
    size_t n_models = v->spec->n_models;
    struct plan p = { .file = set->name,
                      .n_problems = set->n,
                      .models = v->models,
                      .n_models = n_models,
                      .attempts = v->spec->attempts,
                      .decoding = v->spec->decoding };
    struct arena tmp = { 0 }, all = { 0 };
    struct evolve_set loaded = { 0 };
    bool ok = evolve_set_load(&all, set, set->n, &loaded, e);

    p.problems = loaded.problems;

    out->name = set->name;
    out->calls.least = out->calls.most = set->n * p.attempts;
    out->to_ask = arena_array(v->arena, uint64_t, n_models + 1);
    out->bytes = arena_array(v->arena, double, n_models + 1);
    for (size_t m = 0; m < n_models; m++)
        for (size_t i = 0; i < set->n; i++)
            for (uint64_t k = 1; ok && k <= p.attempts; k++) {
                ok = outlook_look_at(&tmp, v, &p, i, m, k, seen, out, e);
                arena_reset(&tmp);
            }
    arena_clear(&tmp);
    arena_clear(&all);
    return ok;
}

/* Nobody writes or rates: what is asked is made here. */
static bool outlook_look_at_all(struct evolve *v, struct askings *out,
                                struct err *e)
{
    const struct evolve_set *sets[EVOLVE_SETS];
    struct map seen = { 0 };
    size_t n_sets;
    bool ok = true;

    if (!evolve_make(v, e))
        return false;
    n_sets = evolve_sets(v->spec, v->report, sets);
    for (size_t i = 0; ok && i < n_sets; i++)
        if (sets[i]->n)
            ok = look_at_set(v, sets[i], &seen, &out->all[out->n++], e);
    map_clear(&seen);
    return ok;
}

/* ---- sets that replies decide ---- */

static void outlook_add_set(const struct evolve_outlook *o, struct askings *out,
                            const char *name, bool sized, bool fresh)
{
    uint64_t calls = problems(o) * o->evolve->spec->attempts;

    out->all[out->n++] = (struct asking){ .name = name,
                                          .calls = { sized ? calls : 0, calls },
                                          .ask = { 0, fresh ? calls : 0 } };
}

/* Easy and hard are the first generation, of which another set may be; what
 * became of the easy is in the population. */
static void outlook_add_parts(const struct evolve_outlook *o,
                              struct askings *out, bool sized,
                              bool first_is_asked)
{
    outlook_add_set(o, out, "easy and hard", sized, !first_is_asked);
    if (evolve_main_setting(o->evolve).generations > 1)
        outlook_add_set(o, out, "evolved-easy", false, false);
}

/* Arms, and the runs of a design. */
static void bound_arms(const struct evolve_outlook *o, struct askings *out)
{
    const struct operator_card *list[EVOLVE_OPERATORS];
    const struct evolve_spec *s = o->evolve->spec;
    bool sized = o->more == 0;

    if (s->n_arms)
        outlook_add_set(o, out, "originals", sized, true);
    for (size_t i = 0; i < s->n_arms; i++)
        if (!str_eq(s->arms[i], "original"))
            outlook_add_set(o, out, s->arms[i],
                            sized && str_eq(s->arms[i], "evolved"), true);
    if (s->effects) {
        uint64_t runs = design_runs(evolve_factors(o->evolve, list));
        struct asking *x = &out->all[out->n];

        outlook_add_set(o, out, "effects", sized, true);
        x->calls.least *= runs;
        x->calls.most *= runs;
        x->ask.most *= runs;
    }
}

static void bound_sets(const struct evolve_outlook *o, struct askings *out)
{
    struct setting g = evolve_main_setting(o->evolve);
    bool among = false, first = g.generations == 1, sized = o->more == 0;
    size_t from;

    if (evolve_reads_file(o->evolve->spec)) {
        outlook_add_set(o, out, "originals", sized, true);
        outlook_add_set(o, out, g.name, sized, true);
        outlook_add_parts(o, out, sized, first);
        return;
    }
    evolve_settings(o->evolve->spec, &from);
    for (size_t i = from; i < EVOLVE_SETTINGS; i++) {
        struct setting five = evolve_setting(i);

        among = among || str_eq(five.name, g.name);
        first = first || (alike(&five, &g) && five.generations == 1);
    }
    if (!among)
        outlook_add_set(o, out, g.name, sized, true);
    for (size_t i = from; i < EVOLVE_SETTINGS; i++)
        outlook_add_set(o, out, evolve_setting(i).name, sized, true);
    outlook_add_parts(o, out, sized, first);
}

static void outlook_add_rows(const struct evolve_stage *s,
                             struct evolve_outlook *o,
                             const struct askings *sets)
{
    const struct evolve *v = o->evolve;

    for (size_t m = 0; m < v->spec->n_models; m++)
        for (size_t i = 0; i < sets->n; i++) {
            const struct asking *x = &sets->all[i];
            struct forecast_row *r =
                forecast_add(o->out, s->name, x->name, &v->models[m], x->calls,
                             &v->spec->decoding);

            r->ask = x->ask;
            if (!x->to_ask)
                continue;
            r->looked = true;
            r->ask.least = r->ask.most = x->to_ask[m];
            r->bytes = x->bytes[m];
        }
}

bool forecast_sets(const struct evolve_stage *s, struct evolve_outlook *o,
                   struct err *e)
{
    struct askings sets = { .n = 0 };

    if (!o->evolve->spec->n_models)
        return true;
    if (!o->exact && (o->evolve->spec->n_arms || o->evolve->spec->effects))
        bound_arms(o, &sets);
    else if (!o->exact)
        bound_sets(o, &sets);
    else if (!outlook_look_at_all(o->evolve, &sets, e))
        return false;
    outlook_add_rows(s, o, &sets);
    forecast_note(o->out, "Sets share problems: each is asked once, and later "
                          "sets take its replies from the store.");
    return true;
}

/* ---- all of it ---- */

/* Rows of a file that the writer is asked for. */
static size_t without_formula(const struct evolve_report *r)
{
    size_t n = 0;

    for (size_t i = 0; i < IMPORT_REASONS; i++)
        if (import_wants_formula((enum import_reason)i))
            n += r->left_out[i];
    return n;
}

static void say_how_exact(struct evolve_outlook *o)
{
    const struct evolve_spec *s = o->evolve->spec;

    if (!s->n_models && !s->writer && !s->referee)
        forecast_note(o->out, "No model is named, so no calls are made.");
    else if (o->exact)
        forecast_note(o->out, "The number of calls is exact: there is no "
                              "writer and no referee.");
    else
        forecast_note(
            o->out,
            "Calls of the writer and the referee are given as bounds: a "
            "text is asked for at most three times, a rating or a formula "
            "at most twice. How many of these replies are already in the "
            "journal is not known in advance.");
}

bool evolve_forecast(struct arena *a, struct store *s,
                     const struct evolve_spec *spec,
                     const struct session_options *o, struct forecast *out,
                     struct err *e)
{
    struct evolve_report *report = arena_new(a, struct evolve_report);
    struct evolve *v = arena_new(a, struct evolve);
    struct evolve_outlook ahead = { .evolve = v,
                                    .out = out,
                                    .exact = !spec->writer && !spec->referee };

    *v = evolve_open(a, s, spec, o, report);
    *out = forecast_open(&v->session);
    if (!evolve_begin(v, e))
        return false;
    v->writer->model = v->referee->model = NULL; /* nobody is asked */
    /* A file with no row that can be used as it is may still get formulas. */
    if (!evolve_source(v, e) && !(spec->writer && without_formula(report)))
        return false;
    ahead.more = spec->writer ? without_formula(report) : 0;
    out->head = evolve_reads_file(spec)
                    ? arena_printf(a, "%zu of %s can be evolved", v->n_seeds,
                                   datum_plural(a, report->rows, "row"))
                    : arena_printf(a, "%s to evolve",
                                   datum_plural(a, v->n_seeds, "problem"));
    say_how_exact(&ahead);
    for (size_t i = 0; i < EVOLVE_STAGES; i++)
        if (evolve_stages[i].forecast &&
            !evolve_stages[i].forecast(&evolve_stages[i], &ahead, e))
            return false;
    return true;
}
