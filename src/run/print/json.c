/* SPDX-License-Identifier: Apache-2.0 */
/* A run as one JSON object; docs/runs.md describes its members. */
#include "base/json.h"
#include "run/print/cells.h"
#include "run/print/print.h"
#include "run/print/tree.h"

#include <math.h>
#include <string.h>

/* ---- a cell ---- */

static struct json *counts_of(struct arena *a, const struct tally *t)
{
    struct json *v = json_new(a, JSON_OBJECT);

    for (int m = 0; m < MARKS; m++)
        json_set(a, v, mark_name((enum mark)m),
                 cell_json_count(a, t->count[m]));
    return v;
}

static struct json *accuracy_of(struct arena *a, const struct tally *t)
{
    struct json *v = json_new(a, JSON_OBJECT);

    cell_json_rate(a, v, &t->accuracy);
    json_set(a, v, "method",
             t->accuracy.n ? json_new_string(a, cell_method(t))
                           : json_new(a, JSON_NULL));
    return v;
}

static struct json *curve_of(struct arena *a, const struct rate *r, uint64_t n)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (uint64_t k = 0; r && k < n; k++) {
        struct json *v = json_push(list, json_new(a, JSON_OBJECT));

        json_set(a, v, "k", cell_json_count(a, k + 1));
        cell_json_rate(a, v, &r[k]);
    }
    return list;
}

static struct json *other_of(struct arena *a, const struct tally *t,
                             bool strict)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "reading",
             json_new_string(a, strict ? "lenient" : "strict"));
    json_set(a, v, "correct", cell_json_count(a, t->other_correct));
    json_set(a, v, "accuracy", cell_json(a, t->other_accuracy));
    return v;
}

static struct json *tokens_of(struct arena *a, const struct tally *t)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "prompt",
             cell_json_said(a, t->prompt_tokens, t->prompt_said));
    json_set(a, v, "completion",
             cell_json_said(a, t->completion_tokens, t->completion_said));
    json_set(a, v, "reasoning",
             cell_json_said(a, t->reasoning_tokens, t->reasoning_said));
    json_set(a, v, "cached",
             cell_json_said(a, t->cached_tokens, t->cached_said));
    json_set(a, v, "unknown_calls", cell_json_count(a, t->usage_unknown));
    return v;
}

static void add_costs(struct arena *a, const struct tally *t, struct json *out)
{
    json_set(a, out, "calls", cell_json_count(a, t->calls));
    json_set(a, out, "tokens", tokens_of(a, t));
    json_set(a, out, "cost", cell_json(a, t->cost));
    json_set(a, out, "unpriced_calls", cell_json_count(a, t->cost_unknown));
    json_set(a, out, "seconds", cell_json(a, t->seconds));
    json_set(a, out, "seconds_mean", cell_json(a, cell_mean_seconds(t)));
    json_set(a, out, "seconds_slowest",
             cell_json(a, t->calls ? t->slowest : NAN));
}

static struct json *cell_of(struct arena *a, const struct tally *t, bool strict)
{
    struct json *v = json_new(a, JSON_OBJECT);
    bool says = cell_counted(t) + t->count[MARK_UNDECIDED] > 0;

    json_set(a, v, "problems", cell_json_count(a, t->problems));
    json_set(a, v, "results", cell_json_count(a, t->results));
    json_set(a, v, "counted", cell_json_count(a, cell_counted(t)));
    json_set(a, v, "counts", counts_of(a, t));
    json_set(a, v, "accuracy", accuracy_of(a, t));
    json_set(a, v, "bracket",
             says ? cell_json_interval(a, t->bracket) : json_new(a, JSON_NULL));
    json_set(a, v, "other", other_of(a, t, strict));
    json_set(a, v, "pass", curve_of(a, t->pass, t->attempts));
    json_set(a, v, "all_of", curve_of(a, t->all_of, t->attempts));
    json_set(a, v, "majority",
             t->majority.n ? tree_rate(a, &t->majority)
                           : json_new(a, JSON_NULL));
    json_set(a, v, "short_problems", cell_json_count(a, t->short_problems));
    add_costs(a, t, v);
    return v;
}

/* ---- models and groups ---- */

static struct json *groups_of(struct arena *a, const struct view *v, size_t m)
{
    struct json *groups = json_new(a, JSON_OBJECT);

    for (size_t i = 0; i < v->n_groups; i++) {
        const struct view_group *g = &v->groups[i];
        struct json *values = json_new(a, JSON_OBJECT);

        for (size_t k = 0; k < g->grouping.n; k++)
            cell_json_put(
                a, values, g->grouping.values[k],
                cell_of(a, &g->cells[m * g->grouping.n + k], v->strict));
        cell_json_put(a, groups, g->grouping.name, values);
    }
    return groups;
}

static struct json *models_of(struct arena *a, const struct view *v)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t m = 0; m < v->info.n_models; m++) {
        struct json *model = json_push(list, json_new(a, JSON_OBJECT));

        json_set(a, model, "model", json_new_string(a, v->models[m]));
        json_set(a, model, "cell", cell_of(a, &v->whole[m], v->strict));
        json_set(a, model, "groups", groups_of(a, v, m));
    }
    return list;
}

/* The spec as the tree it is; null if a store holds something else. */
static struct json *spec_of(struct arena *a, const char *text)
{
    struct json *v;
    struct err e;

    if (text && json_read(a, text, strlen(text), 1, &v, &e))
        return v;
    return json_new(a, JSON_NULL);
}

void print_json(struct str *out, const struct view *v, const struct play *play)
{
    struct arena a = { 0 };
    struct json *top = json_new(&a, JSON_OBJECT);
    char hex[HASH_HEX_SIZE];

    json_set(&a, top, "run", json_new_text(&a, v->info.name));
    json_set(&a, top, "hash", json_new_string(&a, hash_hex(v->info.hash, hex)));
    json_set(&a, top, "version", json_new_text(&a, v->info.version));
    json_set(&a, top, "spec", spec_of(&a, v->info.spec));
    json_set(&a, top, "reading",
             json_new_string(&a, v->strict ? "strict" : "lenient"));
    json_set(&a, top, "problems", cell_json_count(&a, v->info.n_problems));
    json_set(&a, top, "attempts", cell_json_count(&a, v->info.attempts));
    json_set(&a, top, "results", cell_json_count(&a, v->n_results));
    json_set(&a, top, "results_wanted",
             cell_json_count(&a, v->info.n_problems * v->info.n_models *
                                     v->info.attempts));
    json_set(&a, top, "denominator", json_new_string(&a, cell_denominator));
    json_set(&a, top, "clusters", json_new_string(&a, cell_clusters(v)));
    json_set(&a, top, "models", models_of(&a, v));
    if (play)
        json_set(&a, top, "mathador", tree_play(&a, v, play));
    json_write(out, top);
    str_addc(out, '\n');
    arena_clear(&a);
}
