/* SPDX-License-Identifier: Apache-2.0 */
/* A comparison as one JSON object: every pair, every problem that differs. */
#include "run/print/cells.h"
#include "run/print/print.h"
#include "run/print/tree.h"

static struct json *flips_of(struct arena *a, const struct compare_pair *p)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < p->n_flips; i++) {
        struct json *v = json_push(list, json_new(a, JSON_OBJECT));

        json_set(a, v, "problem", json_new_text(a, p->flips[i].problem));
        json_set(a, v, "a", cell_json(a, p->flips[i].a));
        json_set(a, v, "b", cell_json(a, p->flips[i].b));
    }
    return list;
}

static void add_test(struct arena *a, struct json *v,
                     const struct compare_pair *p)
{
    json_set(a, v, "test",
             json_new_string(a, p->exact ? "mcnemar" : "permutation"));
    json_set(a, v, "p", cell_json(a, p->p));
    json_set(a, v, "p_holm", cell_json(a, p->p_holm));
    if (p->single) {
        json_set(a, v, "a_only_right", cell_json_count(a, p->a_only));
        json_set(a, v, "b_only_right", cell_json_count(a, p->b_only));
    }
}

static struct json *pair_of(struct arena *a, const struct compare *c,
                            const struct compare_pair *p)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "a", json_new_text(a, c->sides[p->a].name));
    json_set(a, v, "b", json_new_text(a, c->sides[p->b].name));
    json_set(a, v, "problems", cell_json_count(a, p->pairs));
    json_set(a, v, "only_a", cell_json_count(a, p->only_a));
    json_set(a, v, "only_b", cell_json_count(a, p->only_b));
    json_set(a, v, "other_problem", cell_json_count(a, p->other_problem));
    json_set(a, v, "other_key", cell_json_count(a, p->other_key));
    json_set(a, v, "uncounted", cell_json_count(a, p->uncounted));
    json_set(a, v, "clusters",
             json_new_string(a, p->clusters == p->pairs
                                    ? "problem"
                                    : "template, parent or game"));
    json_set(a, v, "n_clusters", cell_json_count(a, p->clusters));
    json_set(a, v, "mean_a", cell_json(a, p->mean_a));
    json_set(a, v, "mean_b", cell_json(a, p->mean_b));
    json_set(a, v, "difference", cell_json(a, p->difference));
    json_set(a, v, "low", cell_json(a, p->interval.low));
    json_set(a, v, "high", cell_json(a, p->interval.high));
    json_set(a, v, "interval",
             p->pairs ? json_new_string(a, p->spread ? "bootstrap" : "wilson")
                      : json_new(a, JSON_NULL));
    add_test(a, v, p);
    json_set(a, v, "smallest_difference", cell_json(a, p->smallest));
    json_set(a, v, "flips", flips_of(a, p));
    return v;
}

static struct json *side_of(struct arena *a, const struct compare *c, size_t i)
{
    const struct side *side = &c->sides[i];
    struct json *v = json_new(a, JSON_OBJECT), *settings;

    json_set(a, v, "name", json_new_text(a, side->name));
    json_set(a, v, "run", json_new_text(a, side->view->info.name));
    json_set(a, v, "model", json_new_text(a, side->view->models[side->model]));
    settings = json_set(a, v, "settings", json_new(a, JSON_OBJECT));
    for (size_t k = 0; k < c->n_settings; k++) {
        const struct json *value = c->settings[k].value[i];

        json_set(a, settings, c->settings[k].name,
                 value ? json_copy(a, value) : json_new(a, JSON_NULL));
    }
    return v;
}

void print_compare_json(struct str *out, const struct compare *c)
{
    struct arena a = { 0 };
    struct json *top = json_new(&a, JSON_OBJECT), *list;

    json_set(&a, top, "reading",
             json_new_string(&a, c->strict ? "strict" : "lenient"));
    list = json_set(&a, top, "judged_alike", json_new(&a, JSON_BOOL));
    list->truth = !c->judged_apart;
    list = json_set(&a, top, "sides", json_new(&a, JSON_ARRAY));
    for (size_t i = 0; i < c->n_sides; i++)
        json_push(list, side_of(&a, c, i));
    list = json_set(&a, top, "pairs", json_new(&a, JSON_ARRAY));
    for (size_t i = 0; i < c->n_pairs; i++)
        json_push(list, pair_of(&a, c, &c->pairs[i]));
    json_write(out, top);
    str_addc(out, '\n');
    arena_clear(&a);
}
