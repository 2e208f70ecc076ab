/* SPDX-License-Identifier: Apache-2.0 */
#include "evolve/evolve.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/lines.h"
#include "base/str.h"
#include "evolve/evolve_crossing.h"
#include "evolve/evolve_int.h"
#include "family/audit.h"

#include <string.h>

#define WINDOWS_ASKED 8 /* of a block */

/* ---- generations ---- */

/* A population on its way. */
struct population {
    struct evolve_place *all; /* [n], in the order of the seeds */
    size_t n;
    struct features *features; /* at their last scoring */
    struct fitness *scores;
    const char **reasons; /* of a rejection; NULL: never rejected */
    size_t *open;         /* those to evolve again */
    size_t n_open;
    /* after the first generation */
    struct evolve_place *first;
    bool *easy;
};

static void note_generation(struct arena *a, struct evolve *v, int number,
                            const struct fit *f, size_t n)
{
    struct evolve_report *r = v->report;
    struct evolve_generation *g = &r->generations[r->n_generations++];
    double *scores = arena_array(a, double, n + 1);

    *g = (struct evolve_generation){ .number = number, .n = n };
    for (size_t i = 0; i < n; i++) {
        double x = f->scores[i].score;
        bool deficient = false;

        for (size_t k = 0; k < FEATURES; k++)
            deficient = deficient || f->selected[i].deficient[k];
        scores[i] = x;
        g->mean += x / (double)n;
        g->least = i == 0 || x < g->least ? x : g->least;
        g->most = i == 0 || x > g->most ? x : g->most;
        g->kept += f->selected[i].kept;
        g->low_score += f->selected[i].low_score;
        g->deficient += deficient;
    }
    g->lower = select_quantile(scores, n, 0.25);
    g->median = select_quantile(scores, n, 0.5);
    g->upper = select_quantile(scores, n, 0.75);
}

/* Score those that were evolved, and see who must do it again. */
static bool select_open(struct arena *a, struct evolve *v, struct population *l,
                        int generation, bool told,
                        const struct evolve_place *places,
                        struct features *features, struct err *e)
{
    struct fit f;
    size_t left = 0;

    if (!evolve_fit(a, v, places, features, l->n_open, &f, e))
        return false;
    if (told)
        note_generation(a, v, generation, &f, l->n_open);
    for (size_t i = 0; i < l->n_open; i++) {
        size_t k = l->open[i];

        l->all[k] = places[i];
        l->features[k] = features[i];
        l->scores[k] = f.scores[i];
        if (f.selected[i].kept)
            continue;
        l->reasons[k] = select_reason(v->arena, &f.selected[i], &features[i],
                                      &f.scores[i], &f.options);
        l->open[left++] = k;
    }
    l->n_open = left;
    return true;
}

/* What a block of a generation is made from. */
struct cycle {
    const struct setting *setting;
    int generation;
    const struct population *population;
    size_t *spare; /* some that are not open: few have no partners */
    size_t n_spare;
};

static bool fetch(struct evolve *v, const struct population *l,
                  const size_t *which, size_t n, struct individual *out,
                  struct err *e)
{
    for (size_t i = 0; i < n; i++)
        if (!evolve_fetch(v->arena, v->spool, &l->all[which[i]], &out[i], e))
            return false;
    return true;
}

static bool fill_cycle(struct evolve *v, void *ctx, struct individual *s,
                       size_t n, struct err *e)
{
    const struct cycle *c = ctx;
    const struct population *l = c->population;
    struct individual *spare =
        arena_array(v->arena, struct individual, c->n_spare + 1);

    return fetch(v, l, l->open + v->from, n, s, e) &&
           fetch(v, l, c->spare, c->n_spare, spare, e) &&
           evolve_cycle(v, c->setting, c->generation, s, n, spare, e);
}

#define FEW    (EVOLVE_WINDOW / 2)
#define SPARES 16

/* The first that are not open; none where those that are have enough partners
 * among themselves. */
static void find_spares(struct arena *a, const struct population *l,
                        struct cycle *c)
{
    size_t o = 0;

    c->spare = arena_array(a, size_t, SPARES);
    for (size_t i = 0; i < l->n && c->n_spare < SPARES && l->n_open < FEW; i++)
        if (o < l->n_open && l->open[o] == i)
            o++;
        else
            c->spare[c->n_spare++] = i;
}

static bool cycle_open(struct evolve *v, const struct setting *g,
                       struct population *l, int generation, bool told,
                       struct err *e)
{
    struct arena a = { 0 };
    struct cycle c = { .setting = g,
                       .generation = generation,
                       .population = l };
    struct evolve_pass pass = {
        .setting = g->name,
        .n = l->n_open,
        .fill = fill_cycle,
        .ctx = &c,
        .check = true,
        .places = arena_array(&a, struct evolve_place, l->n_open + 1),
        .features = arena_array(&a, struct features, l->n_open + 1)
    };
    struct evolve_crossing crossing;
    bool ok;

    find_spares(&a, l, &c);
    crossing = (struct evolve_crossing){ .all = l->all,
                                         .n = l->n,
                                         .open = l->open,
                                         .n_open = l->n_open,
                                         .spare = c.spare,
                                         .n_spare = c.n_spare };
    ok = evolve_partners(&a, v, g, &crossing, e) && evolve_pass(v, &pass, e) &&
         select_open(&a, v, l, generation, told, pass.places, pass.features, e);
    arena_clear(&a);
    return ok;
}

static struct population population_of(struct arena *a,
                                       const struct evolve_place *s, size_t n)
{
    struct population l = { .n = n, .n_open = n };

    l.all = arena_array(a, struct evolve_place, n + 1);
    memcpy(l.all, s, n * sizeof(*s));
    l.features = arena_array(a, struct features, n + 1);
    l.scores = arena_array(a, struct fitness, n + 1);
    l.reasons = arena_array(a, const char *, n + 1);
    l.open = arena_array(a, size_t, n + 1);
    l.first = arena_array(a, struct evolve_place, n + 1);
    l.easy = arena_array(a, bool, n + 1);
    for (size_t i = 0; i < n; i++)
        l.open[i] = i;
    return l;
}

/* `told` is true for the setting of the spec, whose generations are
 * reported. */
static bool go_through(struct evolve *v, const struct setting *g,
                       struct population *l, bool told, struct err *e)
{
    for (size_t k = 1; k <= g->generations && l->n_open; k++) {
        watch_stage(&v->session.watch, "evolve", "%s: generation %zu, %s",
                    g->name, k, datum_plural(v->arena, l->n_open, "problem"));
        if (!cycle_open(v, g, l, (int)k, told, e))
            return false;
        if (k > 1)
            continue;
        memcpy(l->first, l->all, l->n * sizeof(*l->all));
        for (size_t i = 0; i < l->n_open; i++)
            l->easy[l->open[i]] = true;
    }
    return true;
}

/* ---- the sets of the report ---- */

static struct evolve_set part_of(struct evolve *v, const struct population *l,
                                 const struct evolve_place *from, bool easy,
                                 const char *name)
{
    struct evolve_place *s = arena_array(v->arena, struct evolve_place, l->n);
    size_t n = 0;

    for (size_t i = 0; i < l->n; i++)
        if (l->easy[i] == easy)
            s[n++] = from[i];
    return evolve_set_of(v, name, s, n);
}

static void keep_main(struct evolve *v, const struct setting *g,
                      const struct population *l)
{
    struct evolve_report *r = v->report;

    r->features = l->features;
    r->scores = l->scores;
    r->reasons = l->reasons;
    r->population = evolve_set_of(v, g->name, l->all, l->n);
    r->easy = part_of(v, l, l->first, true, "easy");
    r->hard = part_of(v, l, l->first, false, "hard");
    if (g->generations > 1)
        r->evolved_easy = part_of(v, l, l->all, true, "evolved-easy");
}

static void mark_without(struct setting *g, const char *word)
{
    if (str_eq(word, "fm"))
        g->without[OPERATOR_FORMULA] = true;
    if (str_eq(word, "lm"))
        g->without[OPERATOR_TEXT] = true;
    if (str_eq(word, "co"))
        g->without[OPERATOR_CROSS] = true;
}

struct setting evolve_main_setting(const struct evolve *v)
{
    const struct evolve_spec *s = v->spec;
    struct setting g = { .generations = s->generations };
    struct str name = str_in(v->arena);

    str_add(&name, "full");
    for (size_t i = 0; i < s->n_without; i++) {
        mark_without(&g, s->without[i]);
        str_addf(&name, "-without-%s", s->without[i]);
    }
    if (s->generations > 1)
        str_addf(&name, "-%zugen", s->generations);
    g.name = str_get(&name);
    return g;
}

struct setting evolve_setting(size_t i)
{
    static const char *const names[EVOLVE_SETTINGS] = { "full-2gen", "full",
                                                        "full-without-fm",
                                                        "full-without-lm",
                                                        "full-without-co" };
    struct setting g = { .name = names[i], .generations = i ? 1 : 2 };

    mark_without(&g, i < 2 ? "" : names[i] + strlen("full-without-"));
    return g;
}

/* Those of two generations stand first. */
size_t evolve_settings(const struct evolve_spec *s, size_t *first)
{
    *first = 0;
    while (evolve_setting(*first).generations > s->generations)
        ++*first;
    return EVOLVE_SETTINGS - *first;
}

static bool make_five(struct evolve *v, struct err *e)
{
    struct evolve_report *r = v->report;
    size_t i;

    for (evolve_settings(v->spec, &i); i < EVOLVE_SETTINGS; i++) {
        struct setting g = evolve_setting(i);
        struct population l;

        if (str_eq(g.name, r->population.name)) {
            r->settings[r->n_settings++] = r->population;
            continue;
        }
        l = population_of(v->arena, v->seeds, v->n_seeds);
        if (!go_through(v, &g, &l, false, e))
            return false;
        r->settings[r->n_settings++] =
            evolve_set_of(v, g.name, l.all, v->n_seeds);
    }
    return true;
}

/* Counts of the report are the population's own: they are the same whether or
 * not further sets are made. */
static bool make_aside(struct evolve *v,
                       bool (*make)(struct evolve *v, struct err *e),
                       struct err *e)
{
    struct evolve_report *r = v->report;
    struct writer_report writer = r->writer;
    size_t unread = r->referee_unread;
    struct vec counts = v->counts;
    bool dropped[FEATURES], ok;

    memcpy(dropped, r->dropped, sizeof(dropped));
    v->counts = vec_in(v->arena, sizeof(struct evolve_count));
    ok = make(v, e);
    v->counts = counts;
    r->writer = writer;
    r->referee_unread = unread;
    memcpy(r->dropped, dropped, sizeof(dropped));
    return ok;
}

/* ---- the whole ---- */

static bool load_weights(struct arena *a, const struct evolve_spec *s,
                         struct weights *w, struct err *e)
{
    const char *path = s->weights;
    struct str text = str_in(a);
    struct json *json;

    if (s->features == FEATURES_PAPER)
        weights_published(w);
    else
        weights_measured(w);
    if (!path)
        return true;
    if (!file_read(path, LIMIT_SPEC_BYTES, &text, e))
        return false;
    if (!json_read(a, str_get(&text), text.n, 1, &json, e) ||
        !weights_read(a, json, w, e))
        return file_fail(path, e);
    return w->set == (enum feature_set)s->features ||
           err_set(e, ERR_USAGE,
                   "%s holds weights of the other set of features; choose "
                   "the set with --features",
                   path);
}

/* The rows that cannot be read are named when they are taken. */
static void pass_over(void *with, const char *why)
{
    (void)with;
    (void)why;
}

bool evolve_try_inputs(const struct evolve_spec *s, struct err *e)
{
    struct arena scratch = { 0 };
    struct plan plan = { .unread = pass_over };
    struct weights w;
    bool file = evolve_reads_file(s) && !str_eq(s->source, "-");
    bool ok = load_weights(&scratch, s, &w, e) &&
              (!file || plan_read_problems(&scratch, s->source, s->as, s->limit,
                                           &plan, e));

    arena_clear(&scratch);
    return ok;
}

bool evolve_wants_settings(const struct evolve_spec *s)
{
    return s->settings || (s->n_models && !evolve_reads_file(s) && !s->effects);
}

struct evolve evolve_open(struct arena *a, struct store *s,
                          const struct evolve_spec *spec,
                          const struct session_options *o,
                          struct evolve_report *report)
{
    struct evolve v = { .arena = a,
                        .store = s,
                        .spec = spec,
                        .report = report,
                        .session = session_open(a, s, o),
                        .writer = arena_new(a, struct questioner),
                        .referee = arena_new(a, struct questioner),
                        .spool = arena_new(a, struct spool),
                        .counts = vec_in(a, sizeof(struct evolve_count)) };

    /* Models are asked for a whole block at once. */
    v.windows = spec->writer || spec->referee ? WINDOWS_ASKED : 1;
    v.session.attempts = spec->attempts;
    v.session.decoding = &spec->decoding;
    v.session.strict = spec->strict;
    return v;
}

static void end_spool(void *spool)
{
    spool_close(spool);
}

static void end_map(void *map)
{
    map_clear(map);
}

bool evolve_begin(struct evolve *v, struct err *e)
{
    const struct evolve_spec *s = v->spec;

    v->report->generations = arena_array(v->arena, struct evolve_generation,
                                         v->spec->generations + 1);
    if (!spool_open(v->spool, s->out, e))
        return false;
    arena_defer(v->arena, end_spool, v->spool);
    v->report->writer.texts = arena_new(v->arena, struct map);
    arena_defer(v->arena, end_map, v->report->writer.texts);
    return load_weights(v->arena, s, &v->report->weights, e) &&
           session_models(&v->session, s->models, s->n_models, &v->models, e) &&
           session_role(&v->session, s->writer, &s->writer_decoding, v->writer,
                        e) &&
           session_role(&v->session, s->referee, &s->referee_decoding,
                        v->referee, e);
}

bool evolve_make(struct evolve *v, struct err *e)
{
    struct setting g = evolve_main_setting(v);
    struct population l = population_of(v->arena, v->seeds, v->n_seeds);

    if (!go_through(v, &g, &l, true, e))
        return false;
    keep_main(v, &g, &l);
    return (!evolve_wants_settings(v->spec) || make_aside(v, make_five, e)) &&
           make_aside(v, evolve_arms, e);
}

/* Generations make texts and rate them as they go. */
const struct evolve_stage evolve_stages[EVOLVE_STAGES] = {
    { "source", "writer", evolve_source, forecast_formulas },
    { "evolve", NULL, evolve_make, NULL },
    { "text", "writer", NULL, forecast_texts },
    { "referee", "referee", NULL, forecast_ratings },
    { "ask", "model", evolve_ask, forecast_sets },
};

static bool run_stages(struct evolve *v, struct err *e)
{
    for (size_t i = 0; i < EVOLVE_STAGES; i++)
        if (evolve_stages[i].run && !evolve_stages[i].run(v, e))
            return false;
    return true;
}

bool evolve_run(struct arena *a, struct store *s,
                const struct evolve_spec *spec, const struct session_options *o,
                struct evolve_report *out, struct err *e)
{
    struct evolve v = evolve_open(a, s, spec, o, out);
    bool ok;

    *out = (struct evolve_report){ .hash = spec_table_hash(a, &evolve_table,
                                                           spec) };
    ok = evolve_begin(&v, e) && run_stages(&v, e);
    out->counts = v.counts.items;
    out->n_counts = v.counts.n;
    if (v.writer->model)
        session_count(&v.session, v.writer);
    if (v.referee->model)
        session_count(&v.session, v.referee);
    out->asked = v.session.asked;
    out->journalled = v.session.journalled;
    out->failed = v.session.failed;
    out->purse = v.session.purse;
    return ok;
}

/* ---- check ---- */

bool evolve_audit(struct arena *a, const struct problem *p, struct audit *out)
{
    struct individual s;
    struct check_finding found = { .by = "structure", .detail = "" };
    struct err e;
    bool is, read = individual_read(a, p, &is, &s, &e);

    if (!is)
        return false;
    if (!read)
        found.detail = arena_strdup(a, e.msg);
    out->status =
        read && individual_check(a, &s, p, &found) ? AUDIT_HOLDS : AUDIT_FAILS;
    out->by = found.by;
    out->detail = found.detail;
    return true;
}
