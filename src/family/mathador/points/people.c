/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scores of people beside those of models: whether a model falls below a group
 * of people is asked of the difference and its interval, not of two means.
 */
#include "family/mathador/points/points_int.h"

#include "base/str.h"

#include <math.h>
#include <stdlib.h>

#define POINTS_MOST 18
#define PEOPLE_MOST 1000000 /* in a group */

/* ---- reading ---- */

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
    double mean, sd, n, level; /* NaN: not given */
    double *scores;
    size_t n_scores;
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
    if (str_eq(v->name, "mean"))
        return read_number(v, 0, POINTS_MOST, "points from 0 to 18", &out->mean,
                           e);
    if (str_eq(v->name, "sd"))
        return read_number(v, 0, POINTS_MOST, "points from 0 to 18", &out->sd,
                           e);
    if (str_eq(v->name, "n"))
        return (read_number(v, 1, PEOPLE_MOST, "a number of people", &out->n,
                            e) &&
                out->n == floor(out->n)) ||
               wrong(v, "a number of people", e);
    if (str_eq(v->name, "level"))
        return read_number(v, 0, 1000, "a level", &out->level, e);
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
    if (s->scores ? !isnan(s->mean) || !isnan(s->sd) || !isnan(s->n)
                  : isnan(s->mean))
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "people \"%.60s\": give scores: [...], or mean with sd "
                      "and n",
                      v->name);
    if (!s->scores && isnan(s->sd) != isnan(s->n))
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "people \"%.60s\": an interval needs both sd and n",
                      v->name);
    return true;
}

/* Student's interval of the mean share of 18 points, on its scale. Equal scores
 * would give one of no width: there the largest spread that shares with this
 * mean may have stands for theirs, which is Wilson's interval. */
static void summarize(const struct said *s, struct points_people *g)
{
    double n = s->scores ? (double)s->n_scores : s->n;
    double mean = s->scores ? stats_mean(s->scores, s->n_scores) : s->mean;
    double sd = s->scores ? stats_deviation(s->scores, s->n_scores) : s->sd;
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
    struct said s = { .mean = NAN, .sd = NAN, .n = NAN, .level = NAN };

    if (v->type != JSON_OBJECT)
        return err_at(e, ERR_DOMAIN, v->line, v->column,
                      "people \"%.60s\": expected {mean: POINTS, sd: POINTS, "
                      "n: NUMBER} or {scores: [...]}",
                      v->name);
    g->name = v->name;
    for (const struct json *m = v->first; m; m = m->next)
        if (!read_member(a, m, &s, g, e))
            return false;
    g->level = isnan(s.level) ? -1 : (int)s.level;
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

bool plays_people(struct plays *p, const struct json *list, struct points *out,
                  struct err *e)
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
