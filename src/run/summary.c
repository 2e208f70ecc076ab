/* SPDX-License-Identifier: Apache-2.0 */
#include "run/summary.h"
#include "base/map.h"
#include "base/thread.h"
#include "base/vec.h"
#include "family/table.h"
#include "run/count/grouping.h"
#include "run/count/tally.h"
#include "store/store.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

/* ---- reading ---- */

/* Problems are many, and a line read as JSON is four times its text: of each
 * the fields alone are held, and a text that most of them share is held once. */
struct holding {
    struct arena *arena;
    struct map places;
    struct vec texts; /* const char * */
};

static const char *hold_shared(struct holding *h, const char *s)
{
    bool added;
    size_t *at;

    if (!s)
        return NULL;
    at = map_put(&h->places, s, strlen(s), &added);
    if (added) {
        *at = h->texts.n;
        *(const char **)vec_push(&h->texts) = arena_strdup(h->arena, s);
    }
    return *vec_get(&h->texts, const char *, *at);
}

static const struct json *hold_json(const struct holding *h,
                                    const struct json *v)
{
    return v ? json_copy(h->arena, v) : NULL;
}

static void summary_hold(struct holding *h, const struct problem *p,
                         struct problem *out)
{
    *out = *p;
    out->id = arena_strdup(h->arena, p->id);
    out->family = hold_shared(h, p->family);
    out->seed = hold_shared(h, p->seed);
    out->split = hold_shared(h, p->split);
    out->knobs = hold_json(h, p->knobs);
    out->statement = arena_strdup(h->arena, p->statement);
    out->solution = arena_strdup(h->arena, p->solution);
    out->params = hold_json(h, p->params);
    out->proof_by = hold_shared(h, p->proof_by);
    out->proof_detail = hold_shared(h, p->proof_detail);
    out->meta = hold_json(h, p->meta);
    out->extra = hold_json(h, p->extra);
    out->keys = arena_array(h->arena, struct key, p->n_keys + 1);
    for (size_t i = 0; i < p->n_keys; i++) {
        out->keys[i] = p->keys[i];
        out->keys[i].name = hold_shared(h, p->keys[i].name);
        out->keys[i].latex = arena_strdup(h->arena, p->keys[i].latex);
        out->keys[i].source = arena_strdup(h->arena, p->keys[i].source);
        out->keys[i].limit = hold_json(h, p->keys[i].limit);
        out->keys[i].more = hold_json(h, p->keys[i].more);
    }
    out->concepts = arena_array(h->arena, const char *, p->n_concepts + 1);
    for (size_t i = 0; i < p->n_concepts; i++)
        out->concepts[i] = hold_shared(h, p->concepts[i]);
}

static bool summary_read_problem(struct arena *tmp, struct holding *h,
                                 const char *line, size_t number,
                                 struct problem *out, struct err *e)
{
    struct problem p;
    struct json *row;
    bool ok = json_read(tmp, line, strlen(line), number, &row, e) &&
              problem_read(tmp, row, &p, e);

    if (ok)
        summary_hold(h, &p, out);
    arena_reset(tmp);
    return ok;
}

static bool summary_read_problems(struct arena *a, struct store *s,
                                  const struct summary_options *o,
                                  struct summary *v, struct err *e)
{
    struct arena texts = { 0 }, tmp = { 0 };
    struct holding h = { .arena = a,
                         .texts = vec_in(NULL, sizeof(const char *)) };
    struct problem *problems;
    const char **lines;
    size_t n = 0;
    bool ok;

    v->problems = o->problems;
    if (v->problems)
        return true;
    ok = runs_problems(s, &texts, v->info.id, &lines, &n, e);

    problems = arena_array(a, struct problem, n + 1);
    for (size_t i = 0; ok && i < n; i++) {
        ok = summary_read_problem(&tmp, &h, lines[i], i + 1, &problems[i], e);
        if (!ok)
            err_prefix(e, "run %s, problem %zu: ", v->info.name, i + 1);
    }
    arena_clear(&texts);
    arena_clear(&tmp);
    map_clear(&h.places);
    vec_clear(&h.texts);
    v->problems = problems;
    v->info.n_problems = n;
    return ok;
}

/* Problem, model and attempt of a result are checked before they are used as an
 * index. */
static bool summary_check_results(const struct summary *v, struct err *e)
{
    for (size_t i = 0; i < v->n_results; i++) {
        const struct result *r = &v->results[i];

        if (r->problem >= v->info.n_problems || r->model >= v->info.n_models ||
            r->attempt < 1 || r->attempt > v->info.attempts)
            return err_set(e, ERR_DOMAIN,
                           "run %s: a result does not belong to the run; "
                           "`assay store verify%s` shows details",
                           v->info.name, v->store);
    }
    return true;
}

static bool read_results(struct arena *a, struct store *s,
                         const struct summary_options *o, struct summary *v,
                         struct err *e)
{
    struct result *r = o->results;

    v->n_results = o->n_results;
    if (!r && !runs_results(s, a, v->info.id, &r, &v->n_results, e))
        return false;
    v->results = r;
    if (!summary_check_results(v, e))
        return false;
    v->count.bad_key =
        bad_keys_mark(a, v->problems, v->info.n_problems, v->info.spec,
                      o->unreadable, r, v->n_results);
    return true;
}

const char *summary_file(struct arena *a, const struct run_info *info)
{
    const char *file =
        json_string(json_at(json_parse(a, info->spec), "problems.file"));

    return file ? file : "?";
}

const struct result *summary_result(const struct summary *v, size_t problem,
                                    size_t model, uint64_t attempt)
{
    const struct result *r = v->results;
    size_t i = tally_first(r, v->n_results, problem, model, attempt);

    return i < v->n_results && r[i].problem == problem && r[i].model == model &&
                   r[i].attempt == attempt
               ? &r[i]
               : NULL;
}

size_t summary_attempts(const struct summary *v, size_t problem, size_t model,
                        const struct result **first, size_t *found)
{
    *first = tally_results(v->results, v->n_results, problem, model, found);
    if (v->count.bad_key && v->count.bad_key[problem])
        return 0;
    return *found > v->count.planned ? *found : v->count.planned;
}

/* ---- for families ---- */

struct family_results summary_rows(struct arena *a, const struct summary *v)
{
    const struct result *r = v->results, *end = r + v->n_results;
    const struct count *c = &v->count;
    struct family_result *rows = arena_array(
        a, struct family_result,
        v->n_results + v->info.n_problems * v->info.n_models * c->planned + 1);
    size_t n = 0;

    for (size_t p = 0; p < v->info.n_problems; p++)
        for (size_t m = 0; m < v->info.n_models; m++) {
            uint64_t there = 0;

            for (; r < end && r->problem == p && r->model == m; r++, there++) {
                enum mark mark = mark_of(r, false);

                if (mark_counts(mark))
                    rows[n++] = (struct family_result){
                        .problem = p,
                        .model = m,
                        .mark = mark_name(mark),
                        .more = r->outcome == OUTCOME_OK ? r->more : NULL,
                        .open = mark_is_open(mark),
                    };
            }
            /* What was planned and is not there, unless its key is bad. */
            for (; there < c->planned && !(c->bad_key && c->bad_key[p]);
                 there++)
                rows[n++] = (struct family_result){
                    .problem = p, .model = m, .mark = "missing", .open = true
                };
        }
    return (struct family_results){ .problems = v->problems,
                                    .n_problems = v->info.n_problems,
                                    .models = v->models,
                                    .n_models = v->info.n_models,
                                    .attempts = v->info.attempts,
                                    .rows = rows,
                                    .n = n };
}

const struct family *summary_shower(const struct summary *v)
{
    for (size_t i = 0; i < v->info.n_problems; i++) {
        const struct family *f = family_shower(v->problems[i].family);

        if (f)
            return f;
    }
    return NULL;
}

/* ---- votes and prices ---- */

/* Results are sorted: those of a problem and model stand together. */
static const double *summary_count_votes(struct arena *a,
                                         const struct summary *v)
{
    size_t cells = v->info.n_problems * v->info.n_models;
    double *credit = arena_array(a, double, cells + 1);
    const struct result **list =
        arena_array(a, const struct result *, v->info.attempts + 1);
    struct arena tmp = { 0 };

    for (size_t i = 0; i < cells; i++)
        credit[i] = -1;
    for (size_t i = 0, n; i < v->n_results; i += n) {
        const struct result *r = &v->results[i];

        for (n = 0; i + n < v->n_results && n < v->info.attempts &&
                    r[n].problem == r->problem && r[n].model == r->model;
             n++)
            list[n] = &r[n];
        credit[r->problem * v->info.n_models + r->model] =
            vote_credit(&tmp, &v->problems[r->problem], list, n, v->strict);
        arena_reset(&tmp);
    }
    arena_clear(&tmp);
    return credit;
}

static void find_costs(struct arena *a, struct summary *v,
                       const struct prices *prices)
{
    const struct json *spec = prices ? json_parse(a, v->info.spec) : NULL;
    const struct json *m = json_get(spec, "models");
    bool *known = arena_array(a, bool, v->info.n_models);
    struct price *price = arena_array(a, struct price, v->info.n_models);
    double *cost = arena_array(a, double, v->n_results + 1);

    if (!spec)
        return;
    m = m ? m->first : NULL;
    for (size_t i = 0; i < v->info.n_models; i++, m = m ? m->next : NULL) {
        /* the name that the server knows the model by */
        const char *name = json_string(json_get(m, "name"));

        known[i] = prices_find(prices, v->info.models[i],
                               name ? name : v->info.models[i], &price[i]);
    }
    for (size_t i = 0; i < v->n_results; i++) {
        size_t k = (size_t)v->results[i].model;

        cost[i] = known[k] ? result_cost(&price[k], &v->results[i]) : NAN;
    }
    v->count.cost = cost;
}

/* ---- cells ---- */

/* Makes the grouping of that name with its cells, in the arena. Returns false if
 * no problem has a value. */
static bool summary_group_make(struct arena *a, const struct summary *v,
                               const char *name, struct summary_group *g)
{
    size_t n;

    if (!grouping_make(a, v->problems, v->info.n_problems, name, &g->grouping))
        return false;
    n = g->grouping.n;
    g->cells = arena_array(a, struct tally, v->info.n_models * n + 1);
    tally_cells(a, &v->count, g->grouping.of, n, g->cells);
    return true;
}

const struct summary_group *summary_group(struct arena *a,
                                          const struct summary *v,
                                          const char *name)
{
    struct summary_group *made;

    for (size_t i = 0; i < v->n_groups; i++)
        if (str_eq(v->groups[i].grouping.name, name))
            return &v->groups[i];
    made = arena_new(a, struct summary_group);
    return summary_group_make(a, v, name, made) ? made : NULL;
}

size_t summary_model(const struct summary *v, const char *name)
{
    size_t i = 0;

    while (i < v->info.n_models && !str_eq(v->models[i], name))
        i++;
    return i;
}

static void summary_add_name(struct arena *a, const struct problem *p, size_t n,
                             const char *name, bool own, struct str *all)
{
    struct grouping g;

    if (grouping_make(a, p, n, name, &g) && (own || g.n <= n / 2 + 1) &&
        !strstr(str_get(all), name))
        str_addf(all, "%s, ", name);
}

/* What problems can be grouped by: our own names, knobs and fields of the first
 * problem, and the reason of a verdict. */
static bool unknown_group(struct arena *a, const struct problem *p, size_t n,
                          const char *name, struct err *e)
{
    static const char *const own[] = { "topic", "family",  "level",
                                       "kind",  "concept", "seed" };
    const struct json *fields;
    struct str all = str_in(a);

    for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++)
        summary_add_name(a, p, n, own[i], true, &all);
    for (const struct json *k = n && p[0].knobs ? p[0].knobs->first : NULL; k;
         k = k->next)
        summary_add_name(a, p, n, k->name, false, &all);
    fields = n && p[0].meta ? json_get(p[0].meta, "fields") : NULL;
    for (const struct json *m = fields ? fields->first : NULL; m; m = m->next)
        if (m->type != JSON_STRING || strlen(m->text) < 40)
            summary_add_name(a, p, n, m->name, false, &all);
    return err_set(e, ERR_USAGE,
                   "no problem has a \"%.60s\" to group by; problems can be "
                   "grouped by %.300s%s",
                   name, str_get(&all), all.n > 300 ? " ..." : "reason");
}

bool summary_check_by(struct arena *a, const struct problem *p, size_t n,
                      const struct summary_options *o, struct err *e)
{
    struct grouping g;

    for (size_t i = 0; i < o->n_by; i++)
        if (!reasons_named(o->by[i]) && !grouping_make(a, p, n, o->by[i], &g))
            return unknown_group(a, p, n, o->by[i], e);
    return true;
}

static bool make_groups(struct arena *a, const struct summary_options *o,
                        struct summary *v, struct err *e)
{
    size_t n = o->by ? o->n_by : v->n_names;

    v->groups = arena_array(a, struct summary_group, n + 1);
    for (size_t i = 0; i < n; i++) {
        const char *name = o->by ? o->by[i] : v->names[i];
        struct summary_group *g = &v->groups[v->n_groups];

        v->n_groups++;
        if (reasons_named(name)) {
            reasons_make(a, &v->count, v->results, &g->grouping, &g->cells);
            continue;
        }
        if (!summary_group_make(a, v, name, g))
            return unknown_group(a, v->problems, v->info.n_problems, name, e);
    }
    return true;
}

/* ---- what the problems alone tell ---- */

struct summary_sorting {
    pthread_t thread;
    bool beside; /* there is such a thread */
    struct arena arena;
    const struct problem *problems;
    size_t n;
    bool named; /* the groups are given by name */
    const char **names;
    size_t n_names;
    const uint32_t *cluster;
};

static void *sort_problems(void *ctx)
{
    struct summary_sorting *s = ctx;

    if (!s->named)
        s->n_names = grouping_defaults(&s->arena, s->problems, s->n, &s->names);
    s->cluster = cluster_make(&s->arena, s->problems, s->n);
    return NULL;
}

static void sorting_wait(struct summary_sorting *s)
{
    if (s->beside)
        pthread_join(s->thread, NULL);
    s->beside = false;
}

static void sorting_clear(void *ctx)
{
    struct summary_sorting *s = ctx;

    sorting_wait(s);
    arena_clear(&s->arena);
}

struct summary_sorting *summary_sort(struct arena *a, const struct problem *p,
                                     size_t n, bool named)
{
    struct summary_sorting *s = arena_new(a, struct summary_sorting);

    *s = (struct summary_sorting){ .problems = p, .n = n, .named = named };
    arena_defer(a, sorting_clear, s);
    s->beside = thread_start(&s->thread, sort_problems, s) == 0;
    if (!s->beside)
        sort_problems(s);
    return s;
}

/* ---- all of it ---- */

bool summary_read(struct arena *a, struct store *s, const struct run_info *info,
                  const struct summary_options *o, struct summary *out,
                  struct err *e)
{
    struct summary_sorting *sorting = o->sorting;
    struct run_course *courses;
    bool ok;

    *out = (struct summary){ .info = *info,
                             .asked = o->by != NULL,
                             .strict = o->strict,
                             .goes_on = o->goes_on,
                             .keyless = o->keyless,
                             .store = store_told(a, store_path(s)) };
    if (!summary_read_problems(a, s, o, out, e))
        return false;
    if (!sorting) /* beside the reading of results */
        sorting =
            summary_sort(a, out->problems, out->info.n_problems, out->asked);
    ok = read_results(a, s, o, out, e) &&
         runs_courses(s, a, info->id, &courses, &out->n_courses, e);
    sorting_wait(sorting);
    out->names = sorting->names;
    out->n_names = sorting->n_names;
    out->count.cluster = sorting->cluster;
    if (!ok)
        return false;
    out->courses = courses;
    out->models = arena_array(a, const char *, info->n_models + 1);
    for (size_t i = 0; i < info->n_models; i++)
        out->models[i] = info->models[i];
    return true;
}

bool summary_count(struct arena *a, const struct summary_options *o,
                   struct summary *out, struct err *e)
{
    const struct run_info *info = &out->info;

    out->count =
        (struct count){ .n_problems = info->n_problems,
                        .n_models = info->n_models,
                        .attempts = info->attempts,
                        .planned = info->attempts,
                        .trials = tally_trials(a, out->results, out->n_results),
                        .n_trials = out->n_results,
                        .cluster = out->count.cluster,
                        .bad_key = out->count.bad_key,
                        .strict = o->strict };
    if (info->attempts > 1)
        out->count.majority = summary_count_votes(a, out);
    find_costs(a, out, o->prices);
    out->whole = arena_array(a, struct tally, info->n_models + 1);
    for (size_t m = 0; m < info->n_models; m++)
        tally_cell(a, &out->count, m, NULL, 0, &out->whole[m]);
    return make_groups(a, o, out, e);
}

bool summary_load(struct arena *a, struct store *s, const struct run_info *info,
                  const struct summary_options *o, struct summary *out,
                  struct err *e)
{
    return summary_read(a, s, info, o, out, e) && summary_count(a, o, out, e);
}
