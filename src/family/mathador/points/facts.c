/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A user's file: facts about models with their correlation with the points, and
 * scores of people beside those of models. A model is named as in the run, or by
 * the part of its name there behind the last "#" or the first ":".
 */
#include "base/ascii.h"
#include "base/yaml.h"
#include "family/mathador/points/points_int.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FACTS_MOST  64
#define POINTS_MOST 18
#define PEOPLE_MOST 1000000 /* in a group */

/* ---- people ---- */

static bool wrong(const struct json *v, const char *what, struct err *e)
{
    return err_at(e, ERR_DOMAIN, v->line, v->column, "\"%.60s\" must be %s",
                  v->name ? v->name : "score", what);
}

static bool read_number(const struct json *v, double low, double high,
                        const char *what, double *out, struct err *e)
{
    if (v->type == JSON_NUMBER)
        *out = strtod(v->text, NULL);
    return (v->type == JSON_NUMBER && *out >= low && *out <= high) ||
           wrong(v, what, e);
}

/* What is said of a group, as it stands in the file. */
struct said {
    double number[4]; /* as in people_numbers; NaN: not given */
    double *scores;
    size_t n_scores;
};

enum { SAID_MEAN, SAID_SD, SAID_N, SAID_LEVEL };

static const struct {
    const char *name;
    double low, high;
    const char *what;
} people_numbers[] = {
    [SAID_MEAN] = { "mean", 0, POINTS_MOST, "points from 0 to 18" },
    [SAID_SD] = { "sd", 0, POINTS_MOST, "points from 0 to 18" },
    [SAID_N] = { "n", 1, PEOPLE_MOST, "a number of people" },
    [SAID_LEVEL] = { "level", 0, 1000, "a level" },
};

static bool read_scores(struct arena *a, const struct json *v, struct said *out,
                        struct err *e)
{
    if (v->type != JSON_ARRAY || !v->count)
        return wrong(v, "a list of points, such as [6, 8, 13]", e);
    out->scores = arena_array(a, double, v->count);
    for (const struct json *x = v->first; x; x = x->next)
        if (!read_number(x, 0, POINTS_MOST, "points from 0 to 18",
                         &out->scores[out->n_scores++], e))
            return false;
    return true;
}

static bool read_member(struct arena *a, const struct json *v, struct said *out,
                        struct points_people *g, struct err *e)
{
    if (str_eq(v->name, "scores"))
        return read_scores(a, v, out, e);
    for (int i = SAID_MEAN; i <= SAID_LEVEL; i++)
        if (str_eq(v->name, people_numbers[i].name))
            return read_number(v, people_numbers[i].low, people_numbers[i].high,
                               people_numbers[i].what, &out->number[i], e) &&
                   (i != SAID_N || out->number[i] == floor(out->number[i]) ||
                    wrong(v, people_numbers[i].what, e));
    if (!str_eq(v->name, "source"))
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "a group of people has no \"%.60s\": there are mean, sd, "
                      "n or scores, and level and source",
                      v->name);
    g->source = json_string(v);
    return g->source || wrong(v, "a text", e);
}

/* Either all scores, or what others made of them. */
static bool check_said(const struct json *v, const struct said *s,
                       struct err *e)
{
    bool mean = !isnan(s->number[SAID_MEAN]), sd = !isnan(s->number[SAID_SD]);
    bool n = !isnan(s->number[SAID_N]);

    if (s->scores ? mean || sd || n : !mean)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "people \"%.60s\": give scores: [...], or mean with sd "
                      "and n",
                      v->name);
    return sd == n ||
           err_at(e, ERR_DOMAIN, v->line, v->column,
                  "people \"%.60s\": an interval needs both sd and n", v->name);
}

/* Student's interval of the mean share of 18 points, on its scale. Equal scores
 * would give one of no width: there the largest spread that shares with this
 * mean may have stands for theirs, which is Wilson's interval. */
static void summarize(const struct said *s, struct points_people *g)
{
    double n = s->scores ? (double)s->n_scores : s->number[SAID_N];
    double mean =
        s->scores ? stats_mean(s->scores, s->n_scores) : s->number[SAID_MEAN];
    double sd = s->scores ? stats_deviation(s->scores, s->n_scores)
                          : s->number[SAID_SD];
    double half = NAN;

    if (n >= 2)
        half = stats_t_quantile(0.975, n - 1) * sd / sqrt(n);
    g->people = isnan(n) ? 0 : (size_t)n;
    g->of_18 = (struct rate){ .value = mean / POINTS_MOST, .n = g->people };
    g->of_18.interval.low = fmax(0, (mean - half) / POINTS_MOST);
    g->of_18.interval.high = fmin(1, (mean + half) / POINTS_MOST);
    if (half <= 0)
        g->of_18.interval = stats_wilson(g->of_18.value * n, n);
    if (isnan(half)) /* fmax() and fmin() pass over it */
        g->of_18.interval = (struct interval){ NAN, NAN };
}

static bool read_group(struct arena *a, const struct json *v,
                       struct points_people *g, struct err *e)
{
    struct said s = { .number = { NAN, NAN, NAN, NAN } };

    if (v->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "people \"%.60s\": expected {mean: POINTS, sd: POINTS, "
                      "n: NUMBER} or {scores: [...]}",
                      v->name);
    g->name = v->name;
    for (const struct json *m = v->first; m; m = m->next)
        if (!read_member(a, m, &s, g, e))
            return false;
    g->level = isnan(s.number[SAID_LEVEL]) ? -1 : (int)s.number[SAID_LEVEL];
    if (!check_said(v, &s, e))
        return false;
    summarize(&s, g);
    return true;
}

/* ---- beside the models ---- */

/* The scores of all models at one level of the game. */
static const struct points_scores *at_level(struct plays *p, int level)
{
    static uint32_t in[] = { 0, NO_VALUE }, out[] = { NO_VALUE };
    size_t n = p->of->n_problems;
    uint32_t **of = arena_array(p->arena, uint32_t *, n + 1);
    struct lists l;

    for (size_t i = 0; i < n; i++)
        of[i] =
            plays_is_game(p, i) && p->of->problems[i].level == level ? in : out;
    l = plays_group(p, of, 1);
    return plays_scores(p, &l, 1);
}

/* The model less the people. A group of which only the mean is known has no
 * interval of its own: the difference has the model's alone. */
static struct rate difference(const struct points_people *g,
                              const struct rate *model)
{
    struct interval people = g->of_18.interval;
    struct rate out = { NAN, { NAN, NAN }, model->n, NAN };

    if (!model->n)
        return out;
    if (isnan(people.low))
        people = (struct interval){ g->of_18.value, g->of_18.value };
    out.value = model->value - g->of_18.value;
    out.interval =
        stats_newcombe(g->of_18.value, people, model->value, model->interval);
    return out;
}

static bool read_people(struct plays *p, const struct json *list,
                        struct points *out, struct err *e)
{
    size_t models = p->of->n_models;

    if (list->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, list->line, list->column,
                      "expected people: {GROUP: {mean: POINTS, ...}}");
    out->people = arena_array(p->arena, struct points_people, list->count + 1);
    for (const struct json *v = list->first; v; v = v->next) {
        struct points_people *g = &out->people[out->n_people++];
        const struct points_scores *scores = out->whole;

        if (!read_group(p->arena, v, g, e))
            return false;
        if (g->level >= 0)
            scores = at_level(p, g->level);
        g->models = arena_array(p->arena, struct rate, models + 1);
        g->difference = arena_array(p->arena, struct rate, models + 1);
        g->open = arena_array(p->arena, double, models + 1);
        for (size_t m = 0; m < models; m++) {
            g->models[m] = scores[m].of_18;
            if (scores[m].results)
                g->open[m] = (double)scores[m].open / (double)scores[m].results;
            g->difference[m] = difference(g, &scores[m].of_18);
        }
    }
    return true;
}

/* ---- facts ---- */

static bool names_model(const char *name, const char *model)
{
    const char *hash = strrchr(model, '#'), *colon = strchr(model, ':');

    return str_eq(name, model) || (hash && str_eq(name, hash + 1)) ||
           (!hash && colon && str_eq(name, colon + 1));
}

/* "7B", "0.5 B", "350M": as sizes of models are written. */
static bool read_size(const char *s, double *out)
{
    static const struct {
        char letter;
        double factor;
    } units[] = { { 'K', 1e3 }, { 'M', 1e6 }, { 'B', 1e9 }, { 'T', 1e12 } };
    char *end;

    if (!is_digit(*s))
        return false;
    *out = strtod(s, &end);
    while (*end == ' ')
        end++;
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
        if ((end[0] == units[i].letter || end[0] == units[i].letter + 32) &&
            end[1] == '\0') {
            *out *= units[i].factor;
            return true;
        }
    return false;
}

static bool read_fact(const struct json *v, double *out, struct err *e)
{
    bool size = str_eq(v->name, "size");
    bool ok = v->type == JSON_NUMBER;

    if (v->type == JSON_NULL) {
        *out = NAN;
        return true;
    }
    if (ok)
        *out = strtod(v->text, NULL);
    else if (size && v->type == JSON_STRING)
        ok = read_size(v->text, out);
    if (!ok || !isfinite(*out))
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "\"%.60s\" must be a number", v->name);
    return !size || *out > 0 ||
           err_at(e, ERR_DOMAIN, v->line, v->column,
                  "\"size\" must be above 0");
}

/* The facts' names, in the order in which the file has them. */
static bool read_names(const struct json *file, struct vec *names,
                       struct err *e)
{
    for (const struct json *m = file->first; m; m = m->next) {
        if (str_eq(m->name, "people")) /* the one entry that is no model */
            continue;
        if (m->type != JSON_OBJECT)
            return err_at(e, ERR_DOMAIN, m->line, m->column,
                          "model \"%.60s\": expected facts as {name: number}",
                          m->name);
        for (const struct json *v = m->first; v; v = v->next) {
            vec_add_name(names, v->name);
            if (names->n > FACTS_MOST)
                return err_at(e, ERR_LIMIT, v->line, v->column,
                              "more than %d different facts", FACTS_MOST);
        }
    }
    return true;
}

/* The facts of one entry go to every model that it names; a full name wins
 * over the part of one. */
static bool read_entry(struct plays *p, const struct json *entry,
                       const struct vec *names, double *values, bool *by_full,
                       struct err *e)
{
    bool known = false;

    for (size_t m = 0; m < p->of->n_models; m++) {
        bool full = str_eq(entry->name, p->of->models[m]);

        if (!names_model(entry->name, p->of->models[m]))
            continue;
        known = true;
        if (by_full[m] && !full)
            continue;
        by_full[m] = full;
        for (const struct json *v = entry->first; v; v = v->next)
            if (!read_fact(
                    v, &values[m * names->n + vec_find_name(names, v->name)],
                    e))
                return false;
    }
    return known || err_at(e, ERR_DOMAIN, entry->line, entry->column,
                           "the run has no model \"%.100s\"", entry->name);
}

static bool read_file(struct plays *p, const char *path, struct points *out,
                      struct err *e)
{
    struct vec names = vec_in(p->arena, sizeof(const char *));
    struct points_facts *f = &out->facts;
    size_t models = p->of->n_models;
    bool *by_full = arena_array(p->arena, bool, models + 1);
    struct json *file;

    if (!yaml_read_file(p->arena, path, &file, e))
        return false;
    if (file->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, file->line, file->column,
                      "expected {MODEL: {size: NUMBER, ...}}");
    if (!read_names(file, &names, e))
        return false;
    f->n = names.n;
    f->names = names.items;
    f->values = arena_array(p->arena, double, models * f->n + 1);
    for (size_t i = 0; i < models * f->n; i++)
        f->values[i] = NAN;
    for (const struct json *m = file->first; m; m = m->next)
        if (!(str_eq(m->name, "people")
                  ? read_people(p, m, out, e)
                  : read_entry(p, m, &names, f->values, by_full, e)))
            return false;
    return true;
}

/* ---- correlation ---- */

static void correlate(struct plays *p, struct points *play, size_t fact)
{
    size_t models = p->of->n_models, n = 0;
    struct points_facts *f = &play->facts;
    const struct points_errors *errors = &play->errors;
    double *x = arena_array(p->arena, double, models);
    double *y = arena_array(p->arena, double, models);
    size_t *of = arena_array(p->arena, size_t, models);

    for (size_t m = 0; m < models; m++) {
        double v = f->values[m * f->n + fact];

        if (isnan(v) || !play->whole[m].results)
            continue;
        of[n] = m;
        x[n] = str_eq(f->names[fact], "size") ? log10(v) : v;
        y[n++] = play->whole[m].of_18.value;
    }
    f->n_models[fact] = n;
    f->r_score[fact] = n < 3 ? NAN : stats_pearson(x, y, n);
    f->rho_score[fact] = n < 3 ? NAN : stats_spearman(x, y, n);
    f->r_interval[fact] = stats_pearson_interval(f->r_score[fact], n);
    for (size_t c = 0; c < errors->n; c++) {
        for (size_t i = 0; i < n; i++)
            y[i] = (double)errors->count[of[i] * errors->n + c] /
                   (double)play->whole[of[i]].results;
        f->r_error[fact * errors->n + c] = n < 3 ? NAN : stats_pearson(x, y, n);
    }
}

bool plays_facts(struct plays *p, const char *path, struct points *out,
                 struct err *e)
{
    struct points_facts *f = &out->facts;
    struct arena *a = p->arena;

    if (!read_file(p, path, out, e))
        return false;
    f->r_score = arena_array(a, double, f->n + 1);
    f->rho_score = arena_array(a, double, f->n + 1);
    f->r_interval = arena_array(a, struct interval, f->n + 1);
    f->n_models = arena_array(a, size_t, f->n + 1);
    f->r_error = arena_array(a, double, f->n * out->errors.n + 1);
    for (size_t i = 0; i < f->n; i++)
        correlate(p, out, i);
    return true;
}
