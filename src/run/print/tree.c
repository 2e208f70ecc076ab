/* SPDX-License-Identifier: Apache-2.0 */
#include "run/print/tree.h"

#include "report/datum.h"

#include <inttypes.h>
#include <math.h>

static struct json *cell_json(struct arena *a, double x)
{
    const char *s = datum_digits(a, x, 15);

    return s ? json_new_number(a, s) : json_new(a, JSON_NULL);
}

static struct json *cell_json_count(struct arena *a, uint64_t n)
{
    return json_new_number(a, arena_printf(a, "%" PRIu64, n));
}

static void cell_json_rate(struct arena *a, struct json *object,
                           const struct rate *r)
{
    bool known = r->n > 0;

    json_set(a, object, "value", cell_json(a, known ? r->value : NAN));
    json_set(a, object, "low", cell_json(a, known ? r->interval.low : NAN));
    json_set(a, object, "high", cell_json(a, known ? r->interval.high : NAN));
    json_set(a, object, "n", cell_json_count(a, r->n));
}

/* json_set() without its look at the names there are. */
static void cell_json_put(struct arena *a, struct json *object,
                          const char *name, struct json *v)
{
    v->name = arena_strdup(a, name);
    json_push(object, v);
}

static struct json *tree_rate(struct arena *a, const struct rate *r)
{
    struct json *v = json_new(a, JSON_OBJECT);

    cell_json_rate(a, v, r);
    return v;
}

/* ---- Mathador ---- */

static struct json *scores(struct arena *a, const struct play_scores *p)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "problems", cell_json_count(a, p->problems));
    json_set(a, v, "results", cell_json_count(a, p->results));
    json_set(a, v, "solved", tree_rate(a, &p->solved));
    json_set(a, v, "optimal", tree_rate(a, &p->optimal));
    json_set(a, v, "score_share", tree_rate(a, &p->of_18));
    json_set(a, v, "score_of_best", tree_rate(a, &p->of_best));
    return v;
}

static struct json *best_of(struct arena *a, const struct play *p, size_t m)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (uint64_t k = 0; k < p->most; k++) {
        struct json *v = json_push(list, json_new(a, JSON_OBJECT));

        json_set(a, v, "k", cell_json_count(a, k + 1));
        cell_json_rate(a, v, &p->best_of[m * p->most + k]);
    }
    return list;
}

static struct json *errors(struct arena *a, const struct play_errors *e,
                           size_t m)
{
    struct json *v = json_new(a, JSON_OBJECT);

    for (size_t c = 0; c < e->n; c++)
        json_set(a, v, e->names[c], cell_json_count(a, e->count[m * e->n + c]));
    return v;
}

/* A row of a split: its scores, and how far it is from the first. */
static struct json *split_row(struct arena *a, const struct play_split *s,
                              size_t cell, bool first)
{
    struct json *v = scores(a, &s->cells[cell]);

    if (s->difference && !first)
        json_set(a, v, "difference", tree_rate(a, &s->difference[cell]));
    return v;
}

static void add_split_facts(struct arena *a, const struct play_split *s,
                            size_t m, struct json *out)
{
    if (s->held) {
        json_set(a, out, "held", json_new_string(a, s->held));
        json_set(a, out, "same_games", cell_json_count(a, s->same_games));
    }
    if (s->spread && isfinite(s->spread[m])) {
        json_set(a, out, "sets", cell_json_count(a, s->sets[m]));
        json_set(a, out, "kinds", cell_json_count(a, s->kinds[m]));
        json_set(a, out, "spread", cell_json(a, s->spread[m]));
        json_set(a, out, "spread_by_chance", cell_json(a, s->expected[m]));
        json_set(a, out, "p", cell_json(a, s->p[m]));
    }
}

static struct json *splits(struct arena *a, const struct play *p, size_t m)
{
    struct json *all = json_new(a, JSON_OBJECT);

    for (size_t i = 0; i < p->n_splits; i++) {
        const struct play_split *s = &p->splits[i];
        struct json *v = json_new(a, JSON_OBJECT);
        struct json *values = json_new(a, JSON_OBJECT);

        for (size_t k = 0; k < s->n; k++)
            cell_json_put(a, values, s->values[k],
                          split_row(a, s, m * s->n + k, k == 0));
        json_set(a, v, "values", values);
        add_split_facts(a, s, m, v);
        cell_json_put(a, all, s->name, v);
    }
    return all;
}

static struct json *facts_of(struct arena *a, const struct play_facts *f,
                             size_t m)
{
    struct json *v = json_new(a, JSON_OBJECT);

    for (size_t i = 0; i < f->n; i++)
        cell_json_put(a, v, f->names[i], cell_json(a, f->values[m * f->n + i]));
    return v;
}

static struct json *correlations(struct arena *a, const struct play *p)
{
    const struct play_facts *f = &p->facts;
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < f->n; i++) {
        struct json *v = json_push(list, json_new(a, JSON_OBJECT)), *by;

        json_set(a, v, "fact", json_new_string(a, f->names[i]));
        json_set(a, v, "models", cell_json_count(a, f->n_models[i]));
        json_set(a, v, "r", cell_json(a, f->r_score[i]));
        json_set(a, v, "low", cell_json(a, f->r_interval[i].low));
        json_set(a, v, "high", cell_json(a, f->r_interval[i].high));
        json_set(a, v, "rho", cell_json(a, f->rho_score[i]));
        by = json_set(a, v, "r_errors", json_new(a, JSON_OBJECT));
        for (size_t c = 0; c < p->errors.n; c++)
            json_set(a, by, p->errors.names[c],
                     cell_json(a, f->r_error[i * p->errors.n + c]));
    }
    return list;
}

struct json *tree_play(struct arena *a, const struct view *v,
                       const struct play *p)
{
    struct json *top = json_new(a, JSON_OBJECT), *list;

    list = json_set(a, top, "models", json_new(a, JSON_ARRAY));
    for (size_t m = 0; m < v->info.n_models; m++) {
        struct json *model = json_push(list, json_new(a, JSON_OBJECT));

        json_set(a, model, "model", json_new_string(a, v->models[m]));
        json_set(a, model, "scores", scores(a, &p->whole[m]));
        json_set(a, model, "best_of", best_of(a, p, m));
        json_set(a, model, "errors", errors(a, &p->errors, m));
        json_set(a, model, "splits", splits(a, p, m));
        if (p->facts.n)
            json_set(a, model, "facts", facts_of(a, &p->facts, m));
    }
    if (p->facts.n)
        json_set(a, top, "correlations", correlations(a, p));
    return top;
}
