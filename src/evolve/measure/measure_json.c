/* SPDX-License-Identifier: Apache-2.0 */
/* The same figures for programs: every number with its interval. */
#include "evolve/measure/measure_int.h"
#include "run/print/cells.h"
#include "run/print/tree.h"

#include <math.h>

static void set(struct arena *a, struct json *v, const char *name, double x)
{
    json_set(a, v, name, cell_json(a, x));
}

static void set_count(struct arena *a, struct json *v, const char *name,
                      uint64_t n)
{
    json_set(a, v, name, cell_json_count(a, n));
}

/* ---- cells ---- */

static struct json *marks_json(struct arena *a, const uint64_t count[MARKS])
{
    struct json *v = json_new(a, JSON_OBJECT);

    for (enum mark m = 0; m < MARKS; m++)
        set_count(a, v, mark_name(m), count[m]);
    return v;
}

static struct json *question_json(struct arena *a, const struct rate *r,
                                  const uint64_t count[MARKS])
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "accuracy", tree_rate(a, r));
    json_set(a, v, "marks", marks_json(a, count));
    return v;
}

static struct json *slip_json(struct arena *a, uint64_t k, uint64_t n,
                              struct interval i, const double *chance)
{
    struct json *v = json_new(a, JSON_OBJECT);

    set_count(a, v, "count", k);
    set_count(a, v, "of", n);
    set(a, v, "rate", n ? (double)k / (double)n : NAN);
    set(a, v, "low", n ? i.low : NAN);
    set(a, v, "high", n ? i.high : NAN);
    if (chance)
        set(a, v, "chance", *chance);
    return v;
}

static struct json *slips_json(struct arena *a, const struct slips *s)
{
    struct json *v = json_new(a, JSON_OBJECT);

    set_count(a, v, "wrong", s->wrong);
    set_count(a, v, "unread", s->unread);
    json_set(a, v, "decoy",
             slip_json(a, s->decoy, s->could_decoy, s->decoy_rate,
                       &s->chance_decoy));
    json_set(
        a, v, "mapping",
        slip_json(a, s->mapped, s->could_map, s->mapped_rate, &s->chance_map));
    json_set(a, v, "broken",
             slip_json(a, s->broken, s->could_break, s->broken_rate, NULL));
    return v;
}

struct json *measure_json(struct arena *a, const struct cell *cells, size_t n)
{
    struct json *list = json_new(a, JSON_ARRAY);

    for (size_t i = 0; i < n; i++) {
        const struct cell *c = &cells[i];
        struct json *v = json_push(list, json_new(a, JSON_OBJECT));

        json_set(a, v, "model", json_new_text(a, c->model));
        json_set(a, v, "set", json_new_text(a, c->set));
        json_set(a, v, "question_1",
                 question_json(a, &c->first, c->count_first));
        json_set(a, v, "final", question_json(a, &c->final, c->count_final));
        json_set(a, v, "slips", slips_json(a, &c->slips));
    }
    return list;
}

/* ---- pairs ---- */

static void add_interval(struct arena *a, struct json *v, double x,
                         struct interval i)
{
    set(a, v, "value", x);
    set(a, v, "low", isnan(x) ? NAN : i.low);
    set(a, v, "high", isnan(x) ? NAN : i.high);
}

static struct json *drop_json(struct arena *a, const struct drop *d)
{
    struct json *v = json_new(a, JSON_OBJECT), *part;

    if (d->model)
        json_set(a, v, "model", json_new_text(a, d->model));
    json_set(a, v, "set", json_new_text(a, d->set));
    set_count(a, v, "pairs", d->pairs);
    set_count(a, v, "left_out", d->left_out);
    json_set(a, v, "before", tree_rate(a, &d->before));
    json_set(a, v, "after", tree_rate(a, &d->after));
    part = json_set(a, v, "relative_drop", json_new(a, JSON_OBJECT));
    add_interval(a, part, d->relative, d->relative_interval);
    part = json_set(a, v, "difference", json_new(a, JSON_OBJECT));
    add_interval(a, part, d->difference, d->difference_interval);
    set(a, part, "p", d->p);
    return v;
}

struct json *paired_json(struct arena *a, const struct paired *p)
{
    struct json *v = json_new(a, JSON_OBJECT), *list, *part;

    list = json_set(a, v, "models", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < p->n_drops; i++)
        json_push(list, drop_json(a, &p->drops[i]));
    list = json_set(a, v, "lengths", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < p->n_lengths; i++) {
        struct json *row = drop_json(a, &p->lengths[i].drop);

        set_count(a, row, "steps", p->lengths[i].steps);
        json_push(list, row);
    }
    part = json_set(a, v, "drop_against_length", json_new(a, JSON_OBJECT));
    set(a, part, "spearman", p->length_spearman);
    set(a, part, "p", p->length_p);
    part = json_set(a, v, "spread_between_models", json_new(a, JSON_OBJECT));
    set(a, part, "before", p->spread_before);
    set(a, part, "after", p->spread_after);
    return v;
}
