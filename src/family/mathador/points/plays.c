/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The points of single results, and their rates by groups of problems.
 */
#include "base/ascii.h"
#include "base/map.h"
#include "family/mathador/points/points_int.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SCORE_FULL 18.0

const struct points_measure points_measures[MEASURES] = {
    { "solved", "solved" },
    { "optimal", "optimal" },
    { "score_share", "score/18" },
    { "score_of_best", "score/best" },
};

/* The order of docs/mathador.md; "other" is what a judge of another version
 * may have named. */
static const char *const classes[] = {
    "formatting",    "calculation", "illegal_operand", "illegal_intermediate",
    "missed_target", "truncated",   "refused",         "no_answer",
    "other",
};
enum { CLASS_TRUNCATED = 5, CLASS_REFUSED, CLASS_NO_ANSWER, CLASS_OTHER };

/* ---- games ---- */

uint32_t plays_number(struct map *m, const void *key, size_t n, bool *added)
{
    size_t *at = map_put(m, key, n, added);

    if (*added)
        *at = m->n - 1;
    return (uint32_t)*at;
}

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
    bool added;

    for (size_t i = 0; i < n; i++) {
        const struct problem *problem = &p->of->problems[i];

        game[i] = NO_VALUE;
        if (!problem->family || !str_eq(problem->family, "mathador"))
            continue;
        game_text(&text, problem);
        game[i] = plays_number(&seen, str_get(&text), text.n, &added);
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

/* The class of a reply without points: what became of it, or the judge's word
 * for its first error. */
static int failed_class(const struct family_result *r, const struct json *more)
{
    const char *error = json_string(json_get(more, "error"));

    for (int i = CLASS_TRUNCATED; i <= CLASS_REFUSED; i++)
        if (str_eq(r->mark, classes[i]))
            return i;
    for (int i = 0; error && i < CLASS_TRUNCATED; i++)
        if (str_eq(error, classes[i]))
            return i;
    return !error && str_eq(r->mark, classes[CLASS_NO_ANSWER]) ? CLASS_NO_ANSWER
                                                               : CLASS_OTHER;
}

/* Under the paper's convention a padded reply may earn more than there is. */
static double share(double part, double whole)
{
    if (!(whole > 0))
        return 0;
    return part < whole ? part / whole : 1;
}

static struct point read_point(const struct family_result *r,
                               struct arena *scratch)
{
    struct point out = {
        .problem = r->problem, .model = r->model, .error = -1, .open = r->open
    };
    struct json *more = NULL;
    double score = 0, best = 0;
    struct err e;

    if (r->open)
        return out;
    if (r->more && json_read(scratch, r->more, strlen(r->more), 1, &more, &e)) {
        score = number_of(json_get(more, "score"));
        best = number_of(json_get(more, "best"));
    }
    out.earned[MEASURE_SOLVED] = score > 0;
    out.earned[MEASURE_OPTIMAL] = score > 0 && score >= best;
    out.earned[MEASURE_OF_18] = share(score, SCORE_FULL);
    out.earned[MEASURE_OF_BEST] = share(score, best);
    out.error = score > 0 ? -1 : failed_class(r, more);
    return out;
}

bool plays_read(struct arena *a, const struct family_results *r,
                struct plays *out)
{
    struct arena scratch = { 0 };

    *out = (struct plays){
        .arena = a, .of = r, .classes = classes, .n_classes = CLASS_OTHER
    };
    if (!number_games(out))
        return false;
    out->all = arena_array(a, struct point, r->n + 1);
    for (size_t i = 0; i < r->n; i++) {
        const struct family_result *row = &r->rows[i];

        if (row->problem >= r->n_problems || row->model >= r->n_models ||
            !plays_is_game(out, row->problem))
            continue;
        out->all[out->n] = read_point(row, &scratch);
        if (out->all[out->n++].error == CLASS_OTHER)
            out->n_classes = CLASS_OTHER + 1;
        arena_reset(&scratch);
    }
    arena_clear(&scratch);
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

static struct rate rate_by_game(struct plays *p, const size_t *which, size_t n,
                                enum measure m, size_t problems)
{
    struct rate r = { .value = NAN, .interval = { NAN, NAN }, .n = problems };
    size_t met = 0;

    if (n == 0)
        return r;
    for (size_t i = 0; i < n; i++)
        plays_add(p, &met, p->all[which[i]].problem,
                  p->all[which[i]].earned[m]);
    r.value = plays_end(p, met, &r.interval);
    /* As the tables of right and wrong have it. */
    if (m <= MEASURE_OPTIMAL && met == n)
        r.interval = stats_wilson(r.value * (double)n, (double)n);
    return r;
}

/* The scores over some points, by their numbers. Those of a problem and model
 * stand together. */
static struct points_scores sum_up(struct plays *p, const size_t *which,
                                   size_t n)
{
    struct points_scores out = { .results = n };

    for (size_t i = 0; i < n; i++) {
        out.open += p->all[which[i]].open;
        out.problems +=
            i == 0 || p->all[which[i]].problem != p->all[which[i - 1]].problem;
    }
    for (int m = 0; m < MEASURES; m++)
        out.rate[m] = rate_by_game(p, which, n, (enum measure)m, out.problems);
    return out;
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

struct lists plays_lists(struct plays *p, const struct sorting *s)
{
    size_t problems = p->of->n_problems;
    uint32_t *pairs = arena_array(p->arena, uint32_t, 2 * problems + 1);
    uint32_t **of = arena_array(p->arena, uint32_t *, problems + 1);

    for (size_t i = 0; i < problems; i++) {
        of[i] = pairs + 2 * i;
        of[i][0] = s->of[i];
        of[i][1] = NO_VALUE;
    }
    return plays_group(p, of, s->n);
}

struct points_split *plays_add_split(struct plays *p, const struct sorting *s,
                                     const struct lists *l, struct points *out)
{
    struct points_split *split = &out->splits[out->n_splits++];

    *split = (struct points_split){
        .name = s->name,
        .values = s->values,
        .n = s->n,
        .cells = plays_scores(p, l, s->n),
    };
    return split;
}

/* ---- by a text ---- */

static bool is_whole_number(const char *s)
{
    size_t n = strspn(s, "0123456789");

    return n > 0 && n < 10 && s[n] == '\0';
}

/* Numbers by size, then texts by bytes. */
static int by_value(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    bool nx = is_whole_number(x), ny = is_whole_number(y);

    if (nx && ny) {
        long i = strtol(x, NULL, 10), k = strtol(y, NULL, 10);

        return i != k ? (i > k) - (i < k) : strcmp(x, y);
    }
    return nx != ny ? ny - nx : strcmp(x, y);
}

struct sorting plays_sort(struct plays *p, const char *name,
                          const char *const *text)
{
    size_t problems = p->of->n_problems;
    struct sorting s = { .name = name,
                         .of = arena_array(p->arena, uint32_t, problems + 1) };
    struct map seen = { 0 };
    struct map_entry *entry;

    for (size_t i = 0; i < problems; i++)
        if (text[i])
            map_put(&seen, text[i], strlen(text[i]), NULL);
    s.n = seen.n;
    s.values = arena_array(p->arena, const char *, s.n + 1);
    for (size_t i = 0; i < s.n; i++) {
        entry = &seen.entries[i];
        s.values[i] = arena_strdup(p->arena, entry->key);
    }
    qsort(s.values, s.n, sizeof(*s.values), by_value);
    for (size_t i = 0; i < s.n; i++)
        *map_get(&seen, s.values[i], strlen(s.values[i])) = i;
    for (size_t i = 0; i < problems; i++)
        s.of[i] = text[i] ? (uint32_t)*map_get(&seen, text[i], strlen(text[i]))
                          : NO_VALUE;
    map_clear(&seen);
    return s;
}
