/* SPDX-License-Identifier: Apache-2.0 */
/* From results to points, and from points to rates. */
#include "base/map.h"
#include "run/play/play_int.h"

#include <math.h>
#include <string.h>

#define SCORE_FULL 18.0

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
    size_t n = (size_t)p->view->info.n_problems;
    uint32_t *game = arena_array(p->arena, uint32_t, n + 1);
    struct map seen = { 0 };
    struct str text = { 0 };

    for (size_t i = 0; i < n; i++) {
        const struct problem *problem = &p->view->problems[i];
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

/* The class of a reply without points. */
static int failed_class(const struct result *r, const struct json *more)
{
    const char *error = json_string(json_get(more, "error"));

    if (r->outcome == OUTCOME_TRUNCATED)
        return CLASS_TRUNCATED;
    if (r->outcome == OUTCOME_REFUSED)
        return CLASS_REFUSED;
    if (error)
        return class_of(error);
    return r->lenient == VERDICT_NO_ANSWER ? CLASS_NO_ANSWER : CLASS_OTHER;
}

/* Under the paper's convention a padded reply may earn more than there is. */
static double share(double part, double whole)
{
    if (!(whole > 0))
        return 0;
    return part < whole ? part / whole : 1;
}

static void read_point(const struct result *r, struct arena *scratch,
                       struct point *out)
{
    struct json *more = NULL;
    double score = 0, best = 0;
    struct err e;

    if (r->outcome == OUTCOME_OK && r->more &&
        json_read(scratch, r->more, strlen(r->more), 1, &more, &e)) {
        score = number_of(json_get(more, "score"));
        best = number_of(json_get(more, "best"));
    }
    *out = (struct point){ .problem = (size_t)r->problem,
                           .model = (size_t)r->model,
                           .solved = score > 0,
                           .optimal = score > 0 && score >= best,
                           .of_18 = share(score, SCORE_FULL),
                           .of_best = share(score, best),
                           .error = score > 0 ? -1 : failed_class(r, more) };
}

/* Errors of the server, keys that cannot be judged by and verdicts that are
 * open have no points. */
static bool has_points(const struct plays *p, const struct result *r)
{
    if (r->problem >= p->view->info.n_problems ||
        r->model >= p->view->info.n_models || p->game[r->problem] == UINT32_MAX)
        return false;
    if (r->outcome == OUTCOME_TRUNCATED || r->outcome == OUTCOME_REFUSED)
        return true;
    return r->outcome == OUTCOME_OK && r->lenient != VERDICT_BAD_KEY &&
           r->lenient != VERDICT_UNDECIDED;
}

bool plays_read(struct arena *a, const struct view *v, struct plays *out)
{
    struct arena scratch = { 0 };
    bool other = false;

    *out = (struct plays){ .arena = a, .view = v, .classes = classes };
    if (!number_games(out))
        return false;
    out->all = arena_array(a, struct point, v->n_results + 1);
    for (size_t i = 0; i < v->n_results; i++)
        if (has_points(out, &v->results[i])) {
            struct point *p = &out->all[out->n++];

            read_point(&v->results[i], &scratch, p);
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

void plays_begin(size_t *n_met)
{
    *n_met = 0;
}

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

static struct rate rate_of(struct plays *p, const size_t *which, size_t n,
                           enum measure m, size_t problems)
{
    struct rate r = { .value = NAN, .interval = { NAN, NAN }, .n = problems };
    bool yes_or_no = m == MEASURE_SOLVED || m == MEASURE_OPTIMAL;
    size_t met;

    if (n == 0)
        return r;
    plays_begin(&met);
    for (size_t i = 0; i < n; i++)
        plays_add(p, &met, p->all[which[i]].problem,
                  measured(&p->all[which[i]], m));
    r.value = plays_end(p, met, &r.interval);
    /* As the tables of right and wrong have it. */
    if (yes_or_no && met == n)
        r.interval = stats_wilson(r.value * (double)n, (double)n);
    return r;
}

void plays_sum(struct plays *p, const size_t *which, size_t n,
               struct play_scores *out)
{
    size_t problems = 0;

    /* The points of a problem and model stand together. */
    for (size_t i = 0; i < n; i++)
        problems +=
            i == 0 || p->all[which[i]].problem != p->all[which[i - 1]].problem;
    *out = (struct play_scores){
        .problems = problems,
        .results = n,
        .solved = rate_of(p, which, n, MEASURE_SOLVED, problems),
        .optimal = rate_of(p, which, n, MEASURE_OPTIMAL, problems),
        .of_18 = rate_of(p, which, n, MEASURE_OF_18, problems),
        .of_best = rate_of(p, which, n, MEASURE_OF_BEST, problems),
    };
}
