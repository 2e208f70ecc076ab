/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A hypothesis as a row of hypotheses.json.
 */
#include "hunt/print/fields.h"
#include "hunt/print/print.h"

#include <math.h>

/* A row's number; below 0: none. */
static void set_row(struct arena *a, struct json *o, const char *name, int row)
{
    json_set(a, o, name,
             row >= 0 ? json_new_int(a, row) : json_new(a, JSON_NULL));
}

static void set_factor(struct arena *a, struct json *o, const struct bound *b)
{
    struct json *f;

    if (b->kind == BOUND_NONE) {
        json_set(a, o, "factor", json_new(a, JSON_NULL));
        return;
    }
    f = json_set(a, o, "factor", json_new(a, JSON_OBJECT));
    fields_text(a, f, "name", b->trait);
    if (b->kind == BOUND_IS)
        fields_text(a, f, "is", b->word);
    else
        fields_number(a, f, b->kind == BOUND_ABOVE ? "above" : "below",
                      b->value);
}

/* What was not measured is null, whatever stands in its fields. */
static void set_solved(struct arena *a, struct json *o, const struct solve *s,
                       const char *name, double value)
{
    fields_number(a, o, name, s->n ? value : NAN);
}

static void set_scores(struct arena *a, struct json *o,
                       const struct hypothesis *h)
{
    fields_number(a, o, "accuracy", h->accuracy);
    fields_number(a, o, "inside", h->inside);
    fields_number(a, o, "outside", h->outside);
    fields_number(a, o, "lift", h->lift);
    fields_number(a, o, "lo", h->lo);
    fields_number(a, o, "hi", h->hi);
    fields_number(a, o, "p", h->p);
    fields_number(a, o, "q", h->q);
    fields_count(a, o, "n", h->n);
    fields_truth(a, o, "reported", h->reported);
    set_solved(a, o, &h->targeted, "solve_rate", h->targeted.rate);
    set_solved(a, o, &h->targeted, "solve_lo", h->targeted.lo);
    set_solved(a, o, &h->targeted, "solve_hi", h->targeted.hi);
    set_solved(a, o, &h->control, "control_rate", h->control.rate);
}

static struct json *solve_json(struct arena *a, const struct solve *s)
{
    struct json *o = json_new(a, JSON_OBJECT);

    fields_count(a, o, "problems", s->n);
    set_solved(a, o, s, "rate", s->rate);
    set_solved(a, o, s, "lo", s->lo);
    set_solved(a, o, s, "hi", s->hi);
    return o;
}

static struct json *contrast_json(struct arena *a, const struct contrast *c)
{
    struct json *o = json_new(a, JSON_OBJECT);

    fields_text(a, o, "what", c->what);
    fields_text(a, o, "which", c->which);
    json_set(a, o, "with", solve_json(a, &c->with));
    json_set(a, o, "without", solve_json(a, &c->without));
    json_set(a, o, "others", solve_json(a, &c->others));
    fields_number(a, o, "gap", c->gap);
    fields_number(a, o, "lo", c->lo);
    fields_number(a, o, "hi", c->hi);
    fields_truth(a, o, "paired", c->paired);
    return o;
}

static void set_further(struct arena *a, struct json *o,
                        const struct hypothesis *h)
{
    struct json *list;

    fields_text(a, o, "granularity", h->claim.vocabulary);
    fields_text(a, o, "by", h->by);
    fields_number(a, o, "failed_inside", h->failed_inside);
    fields_number(a, o, "failed_outside", h->failed_outside);
    fields_count(a, o, "folds", h->folds);
    set_row(a, o, "group", h->group);
    set_row(a, o, "explained", h->explained);
    fields_list(a, o, "same", h->same, h->n_same);
    fields_number(a, o, "bank_accuracy", h->bank_accuracy);
    fields_number(a, o, "reward", h->reward);
    fields_count(a, o, "visits", h->visits);
    fields_count(a, o, "problems", h->targeted.n);
    set_solved(a, o, &h->control, "control_lo", h->control.lo);
    set_solved(a, o, &h->control, "control_hi", h->control.hi);
    list = json_set(a, o, "contrasts", json_new(a, JSON_ARRAY));
    for (size_t i = 0; i < h->n_contrasts; i++)
        json_push(list, contrast_json(a, &h->contrasts[i]));
    fields_text(a, o, "cause", h->cause);
    fields_text(a, o, "cause_why", h->cause_why);
}

struct json *print_row(struct arena *a, const struct hypothesis *h)
{
    struct json *o = json_new(a, JSON_OBJECT);

    fields_list(a, o, "concepts", h->claim.concepts, h->claim.n_concepts);
    set_factor(a, o, &h->claim.bound);
    fields_text(a, o, "text", h->text);
    set_scores(a, o, h);
    set_further(a, o, h);
    return o;
}
