/* SPDX-License-Identifier: Apache-2.0 */
/* From results to points, from points to rates, and from rates to what a run
 * shows. */
#include "base/map.h"
#include "family/mathador/points/points_int.h"

#include <math.h>
#include <string.h>

#define SCORE_FULL   18.0
#define BEST_OF_MOST 10

/* The order of docs/mathador.md; "other" is what a judge of another version
 * may have named. */
static const char *const classes[] = {
    "formatting",    "calculation", "illegal_operand", "illegal_intermediate",
    "missed_target", "truncated",   "refused",         "no_answer",
    "other",
};
enum { CLASS_TRUNCATED = 5, CLASS_REFUSED, CLASS_NO_ANSWER, CLASS_OTHER };

/* ---- games ---- */

static void game_text(struct str *out, const struct problem *p)
{
    const struct json *numbers = json_get(p->params, "numbers");
    const struct json *target = json_get(p->params, "target");

    str_reset(out);
    if (numbers && target) {
        json_write(out, numbers);
        json_write(out, target);
    } else {
        str_add(out, p->id ? p->id : "");
    }
}

static bool number_games(struct plays *p)
{
    size_t n = p->of->n_problems;
    uint32_t *game = arena_array(p->arena, uint32_t, n + 1);
    struct map seen = { 0 };
    struct str text = { 0 };

    for (size_t i = 0; i < n; i++) {
        const struct problem *problem = &p->of->problems[i];
        size_t *place;
        bool added;

        game[i] = UINT32_MAX;
        if (!problem->family || !str_eq(problem->family, "mathador"))
            continue;
        game_text(&text, problem);
        place = map_put(&seen, str_get(&text), text.n, &added);
        if (added)
            *place = seen.n - 1;
        game[i] = (uint32_t)*place;
    }
    p->game = game;
    p->n_games = seen.n;
    map_clear(&seen);
    str_clear(&text);
    return p->n_games > 0;
}

/* ---- one result ---- */

static double number_of(const struct json *v)
{
    int64_t n;

    return json_int64(v, &n) && n > 0 && n < 1000 ? (double)n : 0;
}

static int class_of(const char *name)
{
    for (int i = 0; i < CLASS_TRUNCATED; i++)
        if (str_eq(classes[i], name))
            return i;
    return CLASS_OTHER;
}

/* The class of a reply without points: what became of it, or the judge's word
 * for its first error. */
static int failed_class(const struct family_result *r, const struct json *more)
{
    const char *error = json_string(json_get(more, "error"));

    if (str_eq(r->mark, classes[CLASS_TRUNCATED]))
        return CLASS_TRUNCATED;
    if (str_eq(r->mark, classes[CLASS_REFUSED]))
        return CLASS_REFUSED;
    if (error)
        return class_of(error);
    return str_eq(r->mark, classes[CLASS_NO_ANSWER]) ? CLASS_NO_ANSWER
                                                     : CLASS_OTHER;
}

/* Under the paper's convention a padded reply may earn more than there is. */
static double share(double part, double whole)
{
    if (!(whole > 0))
        return 0;
    return part < whole ? part / whole : 1;
}

static void read_point(const struct family_result *r, struct arena *scratch,
                       struct point *out)
{
    struct json *more = NULL;
    double score = 0, best = 0;
    struct err e;

    if (r->open) {
        *out = (struct point){
            .problem = r->problem, .model = r->model, .error = -1, .open = true
        };
        return;
    }
    if (r->more && json_read(scratch, r->more, strlen(r->more), 1, &more, &e)) {
        score = number_of(json_get(more, "score"));
        best = number_of(json_get(more, "best"));
    }
    *out = (struct point){ .problem = r->problem,
                           .model = r->model,
                           .solved = score > 0,
                           .optimal = score > 0 && score >= best,
                           .of_18 = share(score, SCORE_FULL),
                           .of_best = share(score, best),
                           .error = score > 0 ? -1 : failed_class(r, more) };
}

/* Returns false when there is no Mathador problem. */
static bool plays_read(struct arena *a, const struct family_results *r,
                       struct plays *out)
{
    struct arena scratch = { 0 };
    bool other = false;

    *out = (struct plays){ .arena = a, .of = r, .classes = classes };
    if (!number_games(out))
        return false;
    out->all = arena_array(a, struct point, r->n + 1);
    for (size_t i = 0; i < r->n; i++)
        if (r->rows[i].problem < r->n_problems &&
            r->rows[i].model < r->n_models &&
            plays_is_game(out, r->rows[i].problem)) {
            struct point *p = &out->all[out->n++];

            read_point(&r->rows[i], &scratch, p);
            other = other || p->error == CLASS_OTHER;
            arena_reset(&scratch);
        }
    arena_clear(&scratch);
    out->n_classes = other ? CLASS_OTHER + 1 : CLASS_OTHER;
    out->slot = arena_array(a, size_t, out->n_games);
    out->total = arena_array(a, double, out->n_games);
    out->count = arena_array(a, double, out->n_games);
    out->met = arena_array(a, uint32_t, out->n_games);
    return true;
}

/* ---- rates ---- */

void plays_add(struct plays *p, size_t *n_met, size_t problem, double value)
{
    uint32_t game = p->game[problem];
    size_t at;

    if (p->slot[game] == 0) {
        p->met[*n_met] = game;
        p->total[*n_met] = p->count[*n_met] = 0;
        p->slot[game] = ++*n_met;
    }
    at = p->slot[game] - 1;
    p->total[at] += value;
    p->count[at]++;
}

double plays_end(struct plays *p, size_t n_met, struct interval *out)
{
    double total = 0, count = 0;

    for (size_t i = 0; i < n_met; i++) {
        total += p->total[i];
        count += p->count[i];
        p->slot[p->met[i]] = 0;
    }
    *out = stats_clustered(p->total, p->count, n_met, 0, 1);
    return total / count;
}

static double measured(const struct point *t, enum measure m)
{
    switch (m) {
    case MEASURE_SOLVED: return t->solved;
    case MEASURE_OPTIMAL: return t->optimal;
    case MEASURE_OF_18: return t->of_18;
    default: return t->of_best;
    }
}

static struct rate rate_by_game(struct plays *p, const size_t *which, size_t n,
                                enum measure m, size_t problems)
{
    struct rate r = { .value = NAN, .interval = { NAN, NAN }, .n = problems };
    bool yes_or_no = m == MEASURE_SOLVED || m == MEASURE_OPTIMAL;
    size_t met = 0;

    if (n == 0)
        return r;
    for (size_t i = 0; i < n; i++)
        plays_add(p, &met, p->all[which[i]].problem,
                  measured(&p->all[which[i]], m));
    r.value = plays_end(p, met, &r.interval);
    /* As the tables of right and wrong have it. */
    if (yes_or_no && met == n)
        r.interval = stats_wilson(r.value * (double)n, (double)n);
    return r;
}

/* The scores over some points, by their numbers. */
static struct points_scores sum_up(struct plays *p, const size_t *which,
                                   size_t n)
{
    size_t problems = 0, open = 0;

    for (size_t i = 0; i < n; i++)
        open += p->all[which[i]].open;
    /* The points of a problem and model stand together. */
    for (size_t i = 0; i < n; i++)
        problems +=
            i == 0 || p->all[which[i]].problem != p->all[which[i - 1]].problem;
    return (struct points_scores){
        .problems = problems,
        .results = n,
        .open = open,
        .solved = rate_by_game(p, which, n, MEASURE_SOLVED, problems),
        .optimal = rate_by_game(p, which, n, MEASURE_OPTIMAL, problems),
        .of_18 = rate_by_game(p, which, n, MEASURE_OF_18, problems),
        .of_best = rate_by_game(p, which, n, MEASURE_OF_BEST, problems),
    };
}

/* ---- by group ---- */

/* The groups of a point's problem; one for all when there is no grouping. */
static const uint32_t *groups_of(uint32_t *const *of, size_t problem)
{
    static const uint32_t all[] = { 0, NO_VALUE };

    return of ? of[problem] : all;
}

struct lists plays_group(struct plays *p, uint32_t *const *of, size_t groups)
{
    size_t cells = p->of->n_models * groups;
    struct lists l = { .start = arena_array(p->arena, size_t, cells + 1) };
    size_t *fill = arena_array(p->arena, size_t, cells + 1);
    const uint32_t *k;

    for (size_t i = 0; i < p->n; i++)
        for (k = groups_of(of, p->all[i].problem); *k != NO_VALUE; k++)
            l.start[p->all[i].model * groups + *k + 1]++;
    for (size_t c = 0; c < cells; c++) {
        l.start[c + 1] += l.start[c];
        fill[c] = l.start[c];
    }
    l.which = arena_array(p->arena, size_t, l.start[cells] + 1);
    for (size_t i = 0; i < p->n; i++)
        for (k = groups_of(of, p->all[i].problem); *k != NO_VALUE; k++)
            l.which[fill[p->all[i].model * groups + *k]++] = i;
    return l;
}

struct points_scores *plays_scores(struct plays *p, const struct lists *l,
                                   size_t n)
{
    size_t cells = p->of->n_models * n;
    struct points_scores *out =
        arena_array(p->arena, struct points_scores, cells + 1);

    for (size_t c = 0; c < cells; c++)
        out[c] =
            sum_up(p, l->which + l->start[c], l->start[c + 1] - l->start[c]);
    return out;
}

/* ---- errors ---- */

static void count_errors(struct plays *p, struct points *out)
{
    struct points_errors *e = &out->errors;
    size_t models = p->of->n_models;

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
static size_t points_run_end(const struct plays *p, size_t from)
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
    size_t met = 0, to;

    for (size_t from = 0; from < p->n; from = to) {
        to = points_run_end(p, from);
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
    plays_split(&p, play);
    if (facts && !plays_facts(&p, facts, play, e))
        return false;
    *out = play;
    return true;
}
