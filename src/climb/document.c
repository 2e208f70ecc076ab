/* SPDX-License-Identifier: Apache-2.0 */
/* A climb as a document: a row for each family and model. */
#include "base/str.h"
#include "climb/climb.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEVELS 5 /* whose rates are shown */

/* ---- what a row tells ---- */

/* Replies that count; without any nothing is known. */
static uint64_t counted(const struct climb_cell *c)
{
    uint64_t n = 0;

    for (int i = 0; i < MARKS; i++)
        n += mark_counts((enum mark)i) ? c->marks[i] : 0;
    return n;
}

/* The breaking depth: a value on the ladder with its interval, or one end of
 * the ladder if it lies beyond that. NaN: outside of the ladder. */
struct breaking {
    double value, low, high;
};

static struct breaking breaking_of(const struct climb_cell *c)
{
    struct interval i = staircase_interval(&c->stairs);
    double place = logistic_threshold(&c->stairs.curve, 0.5);
    struct breaking b = { ladder_value(c->ladder, place),
                          ladder_value(c->ladder, i.low),
                          ladder_value(c->ladder, i.high) };

    if (c->end == STAIR_BEYOND)
        b = (struct breaking){
            NAN, ladder_value(c->ladder, (double)staircase_top(&c->stairs)), NAN
        };
    if (c->end == STAIR_BELOW)
        b = (struct breaking){ NAN, NAN, ladder_value(c->ladder, 0) };
    if (!counted(c))
        b = (struct breaking){ NAN, NAN, NAN };
    return b;
}

/* "24.3", "> 96", "< 2": a place on the ladder for people. */
static const char *place_words(struct arena *a, const struct climb_cell *c,
                               double place)
{
    double top = (double)staircase_top(&c->stairs);
    double value = ladder_value(c->ladder, place);

    if (!counted(c))
        return NULL;
    if (place < 0)
        return arena_printf(a, "< %.0f", ladder_value(c->ladder, 0));
    if (place > top)
        return arena_printf(a, "> %.0f", ladder_value(c->ladder, top));
    return arena_printf(a, "%.*f", value < 100 ? 1 : 0, value);
}

static struct datum breaks_words(struct arena *a, const struct climb_cell *c)
{
    double place = logistic_threshold(&c->stairs.curve, 0.5);

    return datum_text(place_words(a, c,
                                  c->end == STAIR_BEYOND  ? INFINITY
                                  : c->end == STAIR_BELOW ? -INFINITY
                                                          : place));
}

static struct datum interval_words(struct arena *a, const struct climb_cell *c)
{
    struct interval i = staircase_interval(&c->stairs);

    if (!counted(c) || c->end == STAIR_BEYOND || c->end == STAIR_BELOW)
        return datum_unknown;
    return datum_text(arena_printf(a, "%s .. %s", place_words(a, c, i.low),
                                   place_words(a, c, i.high)));
}

static double level_rate(const struct climb_cell *c, int level)
{
    double place = ladder_level(c->ladder, level);

    return isnan(place) || !counted(c) ? NAN
                                       : logistic_rate(&c->stairs.curve, place);
}

/* ---- within a row ---- */

static struct datum levels_of(const struct doc_table *t,
                              const struct climb_cell *c)
{
    struct doc_table *in = table_within(t);

    for (int i = 1; i <= LEVELS; i++) {
        if (isnan(ladder_level(c->ladder, i)))
            continue;
        table_row(in);
        table_cell(in, "level", NULL, datum_count((uint64_t)i));
        table_cell(
            in, "value", NULL,
            datum_number(ladder_value(c->ladder, ladder_level(c->ladder, i)),
                         -1));
        table_cell(in, "rate", NULL, datum_number(level_rate(c, i), -1));
    }
    return datum_table(in);
}

static struct datum rungs_of(const struct doc_table *t,
                             const struct climb_cell *c)
{
    struct doc_table *in = table_within(t);

    for (size_t i = 0; i < c->ladder->n; i++) {
        const struct rung *r = &c->ladder->rungs[i];

        table_row(in);
        table_cell(in, "rung", NULL, datum_count(i + 1));
        table_cell(in, "label", NULL, datum_text(r->label));
        table_cell(in, "family", NULL, datum_text(r->family->name));
        table_cell(in, "level", NULL, datum_count((uint64_t)r->level));
        table_cell(in, "depth", NULL,
                   r->depth ? datum_count((uint64_t)r->depth) : datum_absent);
        table_cell(in, "knobs", NULL,
                   r->knobs ? datum_tree(r->knobs) : datum_absent);
        table_cell(in, "asked", NULL, datum_count(c->stairs.asked[i]));
        table_cell(in, "solved", NULL, datum_count(c->stairs.solved[i]));
        table_cell(
            in, "rate", NULL,
            datum_number(logistic_rate(&c->stairs.curve, (double)i), -1));
    }
    return datum_table(in);
}

static struct datum problems_of(const struct doc_table *t,
                                const struct climb_cell *c)
{
    struct doc_table *in = table_within(t);

    for (size_t i = 0; i < c->calls.n; i++) {
        const struct climb_call *k = vec_get(&c->calls, struct climb_call, i);

        table_row(in);
        table_cell(in, "id", NULL, datum_text(k->id));
        table_cell(in, "rung", NULL, datum_count(k->rung + 1));
        table_cell(in, "mark", NULL, datum_text(mark_name(k->mark)));
    }
    return datum_table(in);
}

/* ---- rows ---- */

/* A column for people, for programs and for CSV. */
static void put(struct doc_table *t, const char *name, const char *csv,
                const char *heading, struct datum v)
{
    table_put(
        t, (struct column){ .name = name, .heading = heading, .csv = csv }, v);
}

static void put_figures(struct doc_table *t, const struct climb_cell *c)
{
    struct breaking b = breaking_of(c);
    const struct logistic *k = &c->stairs.curve;

    put(t, "breaking.value", "breaking", NULL, datum_number(b.value, -1));
    put(t, "breaking.low", "low", NULL, datum_number(b.low, -1));
    put(t, "breaking.high", "high", NULL, datum_number(b.high, -1));
    put(t, NULL, NULL, "breaks at", breaks_words(t->arena, c));
    put(t, NULL, NULL, "95 % interval", interval_words(t->arena, c));
    put(t, "slope.value", "slope", "slope",
        datum_number(counted(c) ? logistic_slope(k, 0.5) : NAN, 1));
    put(t, "slope.low", NULL, NULL, datum_number(logistic_slope(k, 0.025), -1));
    put(t, "slope.high", NULL, NULL,
        datum_number(logistic_slope(k, 0.975), -1));
    put(t, "place", NULL, NULL,
        datum_number(logistic_threshold(k, 0.5) + 1, -1));
}

static void put_calls(struct doc_table *t, const struct climb_cell *c)
{
    put(t, "calls", "calls", "calls", datum_count(c->calls.n));
    put(t, "counted", "counted", NULL, datum_count(counted(c)));
    put(t, "solved", "solved", NULL, datum_count(c->marks[MARK_CORRECT]));
    table_put(t,
              (struct column){ .name = "undecided",
                               .csv = "undecided",
                               .heading = "undecided",
                               .flags = COLUMN_IF_ANY },
              datum_count(c->marks[MARK_UNDECIDED]));
    table_put(t,
              (struct column){ .name = "errors",
                               .csv = "errors",
                               .heading = "errors",
                               .flags = COLUMN_IF_ANY },
              datum_count(c->marks[MARK_ERROR]));
    put(t, "prompt_tokens", "prompt_tokens", NULL,
        datum_count(c->prompt_tokens));
    put(t, "completion_tokens", "completion_tokens", NULL,
        datum_count(c->completion_tokens));
    put(t, "cost", "cost", NULL, datum_money(c->calls.n ? c->cost : NAN));
    put(t, "end", "end", NULL, datum_text(stair_end_name(c->end)));
}

/* `label` is NULL if there is but one model. */
static void put_row(struct doc_table *t, const struct climb_cell *c,
                    const char *model, const char *label)
{
    static const char *const headings[LEVELS] = { "L1 %", "L2", "L3", "L4",
                                                  "L5" };

    table_row(t);
    table_put(t,
              (struct column){ .name = "family",
                               .csv = "family",
                               .heading = "family",
                               .flags = COLUMN_KEY },
              datum_text(c->ladder->name));
    table_put(t,
              (struct column){ .name = "model",
                               .csv = "model",
                               .heading = label ? "model" : NULL,
                               .flags = COLUMN_KEY },
              datum_name(model, label));
    put(t, "over", "over", NULL,
        datum_text(ladder_over_words[c->ladder->over]));
    put_figures(t, c);
    put_calls(t, c);
    for (int i = 1; i <= LEVELS; i++) {
        double rate = level_rate(c, i);
        struct datum v = datum_number(100 * rate, 0);

        v.quiet = isnan(rate);
        put(t, NULL, arena_printf(t->arena, "level_%d", i), headings[i - 1], v);
    }
    put(t, "levels", NULL, NULL, levels_of(t, c));
    put(t, "rungs", NULL, NULL, rungs_of(t, c));
    put(t, "problems", NULL, NULL, problems_of(t, c));
}

/* ---- the page ---- */

/* Ladders from the one on which the first model breaks first; by name where
 * that is the same. */
static int by_place(const void *a, const void *b)
{
    const struct climb_cell *x = *(const struct climb_cell *const *)a;
    const struct climb_cell *y = *(const struct climb_cell *const *)b;
    double p = logistic_threshold(&x->stairs.curve, 0.5);
    double q = logistic_threshold(&y->stairs.curve, 0.5);

    return p < q ? -1 : p > q ? 1 : strcmp(x->ladder->name, y->ladder->name);
}

static const struct climb_cell **sorted(struct arena *a,
                                        const struct climb_report *r)
{
    const struct climb_cell **out =
        arena_array(a, const struct climb_cell *, r->n_ladders + 1);

    for (size_t i = 0; i < r->n_ladders; i++)
        out[i] = &r->cells[i];
    qsort(out, r->n_ladders, sizeof(*out), by_place);
    return out;
}

/* Where a staircase did not end at a narrow interval, and why. */
static void say_end(struct document *d, const struct climb_cell *c,
                    const char *model)
{
    const struct ladder *l = c->ladder;
    const char *top = l->rungs[staircase_top(&c->stairs)].label;

    switch (c->end) {
    case STAIR_BEYOND:
        document_say(d,
                     "%s solves more than half up to %s of %s, the last that "
                     "was asked: it breaks beyond%s.",
                     model, top, l->name,
                     l->over == OVER_DEPTH ? " (--to asks deeper)" : "");
        break;
    case STAIR_BELOW:
        document_say(d, "%s fails more than half already at %s of %s.", model,
                     l->rungs[0].label, l->name);
        break;
    case STAIR_CALLS:
        document_say(d,
                     "%s on %s: its calls were spent before the interval was "
                     "narrow (--calls gives more).",
                     model, l->name);
        break;
    case STAIR_EMPTY:
        document_say(d, "%s on %s: there are no further problems.", model,
                     l->name);
        break;
    case STAIR_FAILED:
        document_say(d,
                     "%s on %s: calls failed; the same command asks them "
                     "again.",
                     model, l->name);
        break;
    case STAIR_OPEN:
        document_say(d, "%s on %s: not finished; the same command goes on.",
                     model, l->name);
        break;
    default: break;
    }
}

static bool same_labels(const struct ladder *x, const struct ladder *y)
{
    bool same = x->n == y->n && x->over == y->over;

    for (size_t i = 0; same && i < x->n; i++)
        same = str_eq(x->rungs[i].label, y->rungs[i].label);
    return same;
}

/* The rungs of ladders that are not over depth, each ladder once. */
static void say_rungs(struct document *d, const struct climb_report *r)
{
    for (size_t i = 0; i < r->n_ladders; i++) {
        const struct ladder *l = &r->ladders[i];
        struct str s = str_in(d->arena);
        bool before = l->over == OVER_DEPTH;

        for (size_t k = 0; k < i; k++)
            before = before || same_labels(&r->ladders[k], l);
        for (size_t k = 0; k < l->n; k++)
            str_addf(&s, "%s%zu is %s", k ? "; " : "", k + 1,
                     l->rungs[k].label);
        if (!before)
            document_say(d, "Rungs of %s%s: %s.", l->name,
                         r->n_ladders > 1 ? " and those like it" : "",
                         str_get(&s));
    }
}

static void say_all(struct document *d, const struct climb_report *r,
                    const char **labels)
{
    document_gap(d);
    for (size_t i = 0; i < r->spec->n_models * r->n_ladders; i++)
        say_end(d, &r->cells[i],
                r->spec->n_models > 1 ? labels[r->cells[i].model]
                                      : r->spec->models[0]);
    say_rungs(d, r);
    document_say(d,
                 "\"breaks at\" is where the model solves half, by a logistic "
                 "curve over rungs; L1, L2 ... are the rates that it gives "
                 "for the levels, in percent.");
}

void climb_document(struct document *d, const struct climb_report *r)
{
    const struct climb_cell **order = sorted(d->arena, r);
    const char **labels =
        document_labels(d, r->spec->models, r->spec->n_models);
    struct doc_table *t;

    d->digits = 6; /* the last ones of a double differ between machines */
    document_fact(d, "climb", datum_text(r->hash));
    document_fact(d, "seed", datum_text(r->spec->seed));
    t = document_table(d, "climbs");
    for (size_t i = 0; i < r->n_ladders; i++)
        for (size_t m = 0; m < r->spec->n_models; m++)
            put_row(t, order[i] + m * r->n_ladders, r->spec->models[m],
                    r->spec->n_models > 1 ? labels[m] : NULL);
    if (r->spec->n_models == 1)
        document_say(d, "Where %s breaks:", r->spec->models[0]);
    document_show(d, t, 0);
    if (r->spec->n_models > 1)
        document_legend(d, r->spec->models, labels, r->spec->n_models);
    say_all(d, r, labels);
}
