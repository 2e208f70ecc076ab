/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the points of a run show, as a document: points, best of k, errors,
 * difficulty, stability over sets, shots and prompts side by side, the user's
 * facts about the models, and figures.
 */
#include "report/document.h"
#include "base/str.h"
#include "family/mathador/points/points.h"
#include "report/figure.h"

#include <inttypes.h>
#include <math.h>

#define ROWS_MOST 60 /* of a split; more are in the JSON */

enum { PART_POINTS = 1, PART_BEST = 2 };

struct telling {
    struct document *d;
    struct arena *a;
    const struct points *p;
    const char *const *models;
    const char **labels; /* short, all different */
    size_t n_models;
    uint64_t open; /* results of all models */
};

static struct datum estimate(const struct rate *r)
{
    return datum_estimate(r->value, r->interval.low, r->interval.high, r->n);
}

/* From the rate with nothing for what is open to that with all there is. */
static struct datum bracket(const struct points_scores *p, const struct rate *r)
{
    double open = p->results ? (double)p->open / (double)p->results : NAN;

    return datum_bracket(r->value, r->value + open, p->open);
}

/* ---- trees, for programs ---- */

static struct json *number(struct arena *a, double x)
{
    const char *s = datum_digits(a, x, 15);

    return s ? json_new_number(a, s) : json_new(a, JSON_NULL);
}

static struct json *count(struct arena *a, uint64_t n)
{
    return json_new_int(a, (int64_t)n);
}

static struct json *rate(struct arena *a, const struct rate *r)
{
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "value", number(a, r->n ? r->value : NAN));
    json_set(a, v, "low", number(a, r->n ? r->interval.low : NAN));
    json_set(a, v, "high", number(a, r->n ? r->interval.high : NAN));
    json_set(a, v, "n", count(a, r->n));
    return v;
}

/* A row of a split: its scores, and how far it is from the first. */
static struct json *split_row(struct arena *a, const struct points_split *s,
                              size_t cell, bool first)
{
    const struct points_scores *p = &s->cells[cell];
    struct json *v = json_new(a, JSON_OBJECT);

    json_set(a, v, "problems", count(a, p->problems));
    json_set(a, v, "results", count(a, p->results));
    json_set(a, v, "open", count(a, p->open));
    for (int i = 0; i < MEASURES; i++)
        json_set(a, v, points_measures[i].name, rate(a, &p->rate[i]));
    if (s->difference && !first)
        json_set(a, v, "difference", rate(a, &s->difference[cell]));
    return v;
}

static void add_split_facts(struct arena *a, const struct points_split *s,
                            size_t m, struct json *out)
{
    const struct points_spread *x = s->spread ? s->spread + m : NULL;

    if (s->held) {
        json_set(a, out, "held", json_new_string(a, s->held));
        json_set(a, out, "same_games", count(a, s->same_games));
    }
    if (x && isfinite(x->value)) {
        json_set(a, out, "sets", count(a, x->sets));
        json_set(a, out, "kinds", count(a, x->kinds));
        json_set(a, out, "spread", number(a, x->value));
        json_set(a, out, "spread_by_chance", number(a, x->expected));
        json_set(a, out, "p", number(a, x->p));
    }
}

/* As json_set(), without its look at the names there are: values of a split
 * may be many, and are all different. */
static void put(struct arena *a, struct json *object, const char *name,
                struct json *v)
{
    v->name = arena_strdup(a, name);
    json_push(object, v);
}

static struct datum splits(const struct telling *x, size_t m)
{
    struct json *all = json_new(x->a, JSON_OBJECT);

    for (size_t i = 0; i < x->p->n_splits; i++) {
        const struct points_split *s = &x->p->splits[i];
        struct json *v = json_new(x->a, JSON_OBJECT);
        struct json *values = json_new(x->a, JSON_OBJECT);

        for (size_t k = 0; k < s->n; k++)
            put(x->a, values, s->values[k],
                split_row(x->a, s, m * s->n + k, k == 0));
        json_set(x->a, v, "values", values);
        add_split_facts(x->a, s, m, v);
        put(x->a, all, s->name, v);
    }
    return datum_tree(all);
}

static struct datum facts_of(const struct telling *x, size_t m)
{
    const struct points_facts *f = &x->p->facts;
    struct json *v = json_new(x->a, JSON_OBJECT);

    if (!f->n)
        return datum_absent;
    for (size_t i = 0; i < f->n; i++)
        put(x->a, v, f->names[i], number(x->a, f->values[m * f->n + i]));
    return datum_tree(v);
}

/* ---- points ---- */

static struct datum best_of(const struct telling *x, size_t m)
{
    const struct points *p = x->p;
    struct datum *points = arena_array(x->a, struct datum, p->most + 1);

    for (uint64_t k = 0; k < p->most; k++)
        points[k] = estimate(&p->best_of[m * p->most + k]);
    return datum_curve(points, p->most);
}

static void put_part(struct doc_table *t, const char *name, const char *heading,
                     unsigned flags, struct datum v)
{
    unsigned part = str_eq(name, "best_of") ? PART_BEST : PART_POINTS;

    table_put(t, (struct column){ name, heading, flags, NULL, part }, v);
}

static void put_model(const struct telling *x, struct doc_table *t, size_t m)
{
    const struct points_scores *p = &x->p->whole[m];
    const struct points_errors *e = &x->p->errors;

    table_row(t);
    table_key(t, "model", "model", datum_name(x->models[m], x->labels[m]));
    put_part(t, "scores.problems", "asked", 0, datum_count(p->problems));
    put_part(t, "scores.results", NULL, 0, datum_count(p->results));
    put_part(t, "scores.open", "open", COLUMN_IF_ANY, datum_count(p->open));
    for (int i = 0; i < MEASURES; i++) {
        const char *name =
            arena_printf(x->a, "scores.%s", points_measures[i].name);
        unsigned later = i >= MEASURE_OF_18 ? COLUMN_LATER : 0;

        put_part(t, name, points_measures[i].heading, later,
                 estimate(&p->rate[i]));
        if (i == MEASURE_SOLVED || i == MEASURE_OF_18)
            put_part(t, arena_printf(x->a, "%s_bracket", name),
                     later ? "bracket" : NULL, later | COLUMN_IF_ANY,
                     bracket(p, &p->rate[i]));
    }
    put_part(t, "best_of", "k", STYLE_BARE, best_of(x, m));
    for (size_t c = 0; c < e->n; c++)
        put_part(t, arena_printf(x->a, "errors.%s", e->names[c]), NULL, 0,
                 datum_count(e->count[m * e->n + c]));
    put_part(t, "splits", NULL, 0, splits(x, m));
    put_part(t, "facts", NULL, 0, facts_of(x, m));
}

static void add_models(const struct telling *x, enum shown shown)
{
    struct doc_table *t = document_table(x->d, "models");

    for (size_t m = 0; m < x->n_models; m++)
        put_model(x, t, m);
    document_gap(x->d);
    document_show(x->d, t, PART_POINTS);
    document_shown(x->d, shown);
    if (x->p->most < 2)
        return;
    document_section(x->d, "best of k attempts");
    document_say(x->d, "Mean of the best score/18 of k attempts, in percent.");
    document_show(x->d, t, PART_BEST)->key = "k";
}

/* ---- errors ---- */

/* A row of the parts of a whole: those of model m are part[m * step] of
 * whole[m]. */
static void put_shares(const struct telling *x, struct doc_table *t,
                       const char *name, const uint64_t *part, size_t step,
                       const uint64_t *whole)
{
    table_row(t);
    table_key(t, NULL, "error", datum_text(name));
    for (size_t m = 0; m < x->n_models; m++) {
        uint64_t n = part[m * step], of = whole[m];
        struct datum share = datum_share((double)n / (double)of);

        table_cell(t, NULL, x->labels[m],
                   of ? datum_text(arena_printf(
                            x->a, "%" PRIu64 " of %" PRIu64 " (%s)", n, of,
                            datum_words(x->a, share, 0)))
                      : datum_unknown);
    }
}

static void add_errors(const struct telling *x)
{
    const struct points_errors *e = &x->p->errors;
    struct doc_table *t = document_table(x->d, NULL);
    uint64_t *failed = arena_array(x->a, uint64_t, 3 * x->n_models);
    uint64_t *all = failed + x->n_models, *open = all + x->n_models, any = 0;

    for (size_t m = 0; m < x->n_models; m++) {
        for (size_t c = 0; c < e->n; c++)
            failed[m] += e->count[m * e->n + c];
        any += failed[m];
        all[m] = x->p->whole[m].results;
        open[m] = x->p->whole[m].open;
    }
    if (!any)
        return;
    document_section(x->d, "errors");
    document_say(x->d, "The first error of each failed result, as a share of "
                       "the failed.");
    for (size_t c = 0; c < e->n; c++)
        put_shares(x, t, e->names[c], e->count + c, e->n, failed);
    put_shares(x, t, "failed, of all", failed, 1, all);
    if (x->open)
        put_shares(x, t, "open, of all", open, 1, all);
    document_show(x->d, t, 0);
}

/* ---- splits ---- */

/* "3 sets", "21 sets of 7 kinds" */
static const char *sets_text(const struct telling *x,
                             const struct points_spread *s)
{
    const char *sets = datum_plural(x->a, s->sets, "set");

    return s->kinds > 1
               ? arena_printf(x->a,
                              "%s of %zu kinds (level and knobs), each "
                              "compared with its own kind",
                              sets, s->kinds)
               : sets;
}

static void say_spread(const struct telling *x,
                       const struct points_split *split)
{
    bool any = false;

    for (size_t m = 0; split->spread && m < x->n_models; m++) {
        const struct points_spread *s = &split->spread[m];

        if (!isfinite(s->value) || !isfinite(s->expected))
            continue;
        any = true;
        document_say(
            x->d,
            "%s: score/18 varies by %s points (standard deviation) between "
            "%s; the draw of the games alone gives about %s; p = %s",
            x->labels[m], datum_words(x->a, datum_number(100 * s->value, 2), 0),
            sets_text(x, s),
            datum_words(x->a, datum_number(100 * s->expected, 2), 0),
            datum_words(x->a, datum_p(s->p), 0));
    }
    if (any)
        document_say(x->d, "p: how often a random assignment of games to "
                           "sets gives at least this difference");
}

/* One interval on a line: the others are in the JSON. */
static void put_split_row(const struct telling *x, struct doc_table *t,
                          const struct points_split *s, size_t m, size_t i)
{
    const struct points_scores *p = &s->cells[m * s->n + i];

    table_row(t)->indent = x->n_models > 1;
    table_key(t, NULL, s->name, datum_text(s->values[i]));
    table_cell(t, NULL, "asked", datum_count(p->problems));
    for (int k = 0; k < MEASURES; k++) {
        table_styled(t, NULL, points_measures[k].heading,
                     k == MEASURE_OF_18 ? 0 : STYLE_ALONE,
                     estimate(&p->rate[k]));
        if (k == MEASURE_OF_18)
            table_styled(t, NULL, "bracket", COLUMN_IF_ANY,
                         bracket(p, &p->of_18));
    }
    if (s->difference)
        table_styled(t, NULL, "difference", STYLE_SIGNED,
                     estimate(&s->difference[m * s->n + i]));
}

static void show_split(const struct telling *x, const struct points_split *s)
{
    struct doc_table *t = document_table(x->d, NULL);

    for (size_t m = 0; m < x->n_models; m++) {
        if (x->n_models > 1)
            table_heading(t, x->labels[m]);
        for (size_t i = 0; i < s->n; i++)
            put_split_row(x, t, s, m, i);
    }
    document_show(x->d, t, 0);
}

/* What all rows of a table share, so that only the knob is between them. */
static void say_held(const struct telling *x, const struct points_split *s)
{
    document_say(
        x->d,
        "%s side by side%s%s; %s; difference: of score/18 to %s %s, in "
        "points, game by game",
        s->name, *s->held ? ", all with " : "", s->held,
        s->same_games ? arena_printf(x->a, "the same %s in each row",
                                     datum_plural(x->a, s->same_games, "game"))
                      : "the rows have different games",
        s->name, s->values[0]);
}

static void add_split(const struct telling *x, const struct points_split *s)
{
    document_gap(x->d);
    if (s->held)
        say_held(x, s);
    if (s->n * x->n_models > ROWS_MOST)
        document_say(x->d, "%s: %zu values, which the JSON lists", s->name,
                     s->n);
    else
        show_split(x, s);
    say_spread(x, s);
}

/* ---- facts ---- */

/* "8 B": sizes are round numbers with many zeros. */
static struct datum fact(struct arena *a, const char *name, double x)
{
    static const char units[] = " KMBT";
    int unit = 0;

    if (!str_eq(name, "size") || !(x >= 1000 && x < 1e15))
        return datum_number(x, -1);
    for (; x >= 1000 && unit < 4; unit++)
        x /= 1000;
    return datum_text(arena_printf(a, "%.4g %c", x, units[unit]));
}

static void add_facts(const struct telling *x)
{
    const struct points_facts *f = &x->p->facts;
    struct doc_table *t = document_table(x->d, NULL);

    document_section(x->d, "the models as the file describes them");
    for (size_t m = 0; m < x->n_models; m++) {
        table_row(t);
        table_key(t, NULL, "model", datum_text(x->labels[m]));
        for (size_t i = 0; i < f->n; i++)
            table_cell(t, NULL, printable(x->a, f->names[i], 16),
                       fact(x->a, f->names[i], f->values[m * f->n + i]));
        table_styled(t, NULL, "score/18", STYLE_ALONE,
                     estimate(&x->p->whole[m].of_18));
    }
    document_show(x->d, t, 0);
}

static struct datum range(struct arena *a, struct interval i)
{
    if (!isfinite(i.low) || !isfinite(i.high))
        return datum_unknown;
    return datum_text(arena_printf(a, "%s .. %s",
                                   datum_words(a, datum_number(i.low, 2), 0),
                                   datum_words(a, datum_number(i.high, 2), 0)));
}

static void add_correlations(const struct telling *x)
{
    const struct points_facts *f = &x->p->facts;
    const struct points_errors *e = &x->p->errors;
    struct doc_table *t = document_table(x->d, "correlations");

    document_section(x->d, "correlations with score/18");
    document_say(x->d, "r is Pearson's, of a size that of its logarithm; rho "
                       "is Spearman's. Under an error stands r with its share "
                       "among all results.");
    for (size_t i = 0; i < f->n; i++) {
        table_row(t);
        table_key(t, "fact", "fact", datum_text(f->names[i]));
        table_cell(t, "models", "models", datum_count(f->n_models[i]));
        table_cell(t, "r", "r", datum_number(f->r_score[i], 2));
        table_styled(t, NULL, "95 %", COLUMN_JOINED,
                     range(x->a, f->r_interval[i]));
        table_cell(t, "low", NULL, datum_number(f->r_interval[i].low, 2));
        table_cell(t, "high", NULL, datum_number(f->r_interval[i].high, 2));
        table_cell(t, "rho", "rho", datum_number(f->rho_score[i], 2));
        for (size_t c = 0; c < e->n; c++)
            table_styled(t, arena_printf(x->a, "r_errors.%s", e->names[c]),
                         e->occurs[c] ? e->names[c] : NULL, COLUMN_LATER,
                         datum_number(f->r_error[i * e->n + c], 2));
    }
    document_show(x->d, t, 0);
}

/* ---- people ---- */

/* What the interval of the difference says, in a word; what is open might lift
 * the model. */
static const char *standing(const struct rate *d, double open)
{
    if (!d->n)
        return "no results";
    if (d->interval.high + open < 0)
        return "below";
    return d->interval.low > 0 ? "above" : "not told apart";
}

static void add_beside(const struct telling *x, struct doc_table *t,
                       const struct points_people *g, size_t m)
{
    const struct rate *d = &g->difference[m];

    table_row(t);
    table_key(t, "people", "people", datum_text(g->name));
    table_styled(t, "level", "level", COLUMN_IF_ANY,
                 g->level < 0 ? datum_absent : datum_count((uint64_t)g->level));
    table_cell(t, "source", NULL,
               g->source ? datum_text(g->source) : datum_absent);
    table_styled(t, "score_share", "their score/18", STYLE_INLINE,
                 isnan(g->of_18.interval.low) ? datum_share(g->of_18.value)
                                              : estimate(&g->of_18));
    table_cell(t, "n", "n", g->people ? datum_count(g->people) : datum_unknown);
    table_key(t, "model", "model", datum_text(x->labels[m]));
    table_styled(t, "model_share", "score/18", STYLE_INLINE,
                 g->models[m].n ? estimate(&g->models[m]) : datum_unknown);
    table_styled(t, "open", "open", COLUMN_IF_ANY,
                 g->open[m] > 0 ? datum_share(g->open[m]) : datum_absent);
    table_cell(t, "difference", "difference",
               d->n ? datum_number(d->value, 3) : datum_unknown);
    table_styled(t, NULL, "95 %", COLUMN_JOINED, range(x->a, d->interval));
    table_cell(t, "difference_low", NULL, datum_number(d->interval.low, -1));
    table_cell(t, "difference_high", NULL, datum_number(d->interval.high, -1));
    table_cell(t, "standing", "the model is",
               datum_text(standing(d, g->open[m])));
}

static void add_people(const struct telling *x)
{
    const struct points *p = x->p;
    struct doc_table *t = document_table(x->d, "people");
    bool alone = false;

    document_section(x->d, "models beside people");
    for (size_t i = 0; i < p->n_people; i++)
        for (size_t m = 0; m < x->n_models; m++)
            add_beside(x, t, &p->people[i], m);
    document_show(x->d, t, 0);
    for (size_t i = 0; i < p->n_people; i++) {
        const struct points_people *g = &p->people[i];

        alone |= isnan(g->of_18.interval.low);
        if (g->source)
            document_say(x->d, "%s: %s", g->name, g->source);
    }
    document_say(x->d,
                 "below, above: the 95 %% interval of the difference to "
                 "the people lies on one side of 0%s%s.",
                 x->open ? ", and for below also if all that is open had "
                           "full points"
                         : "",
                 alone ? "; of people without sd and n it has the model's "
                         "spread alone, and is too narrow"
                       : "");
}

/* ---- figures ---- */

static struct figure *new_figure(const struct telling *x, enum figure_kind kind,
                                 const char *name, const char *title)
{
    struct figure *f = figure_new(x->a, kind, name, title);

    f->value = (struct axis){ .title = "score/18", .share = true };
    f->series_title = "model";
    return f;
}

/* The results of a model on Mathador: bands of difficulty and attempts are no
 * facets of items. */
static const char *model_items(const struct telling *x, size_t m,
                               const char *facet, const char *value)
{
    return items_query(x->a, "family", "mathador", "model", x->models[m], facet,
                       value, NULL);
}

static void draw_split(const struct telling *x, const struct points_split *s,
                       const char *title, const char *by)
{
    struct figure *f = new_figure(
        x, FIGURE_DOTS, arena_printf(x->a, "mathador-%s", s->name), title);
    bool level = str_eq(s->name, "level");

    f->caption = arena_printf(x->a,
                              "Mean score of 18 by %s, with 95 %% intervals "
                              "clustered by game; n: problems.",
                              by);
    f->row_title = s->name;
    for (size_t m = 0; m < x->n_models; m++)
        figure_series(f, x->labels[m]);
    for (size_t i = 0; i < s->n; i++) {
        figure_row(f, level ? arena_printf(x->a, "level %s", s->values[i])
                            : s->values[i]);
        for (size_t m = 0; m < x->n_models; m++) {
            const struct rate *r = &s->cells[m * s->n + i].of_18;

            figure_rests(
                figure_dot(f, i, m, r->value), r->interval, r->n,
                model_items(x, m, "level", level ? s->values[i] : NULL));
        }
    }
    document_figure(x->d, f);
}

/* A class is the reason of its items; "other" stands for words of other
 * versions. */
static void put_class(const struct telling *x, struct figure *f, size_t series,
                      size_t class)
{
    const struct points_errors *e = &x->p->errors;

    for (size_t m = 0; m < x->n_models; m++) {
        uint64_t all = x->p->whole[m].results;
        uint64_t n = e->count[m * e->n + class];
        struct dot *s =
            figure_dot(f, m, series, all ? (double)n / (double)all : NAN);

        s->n = n;
        if (n && !str_eq(e->names[class], "other"))
            s->items = model_items(x, m, "reason", e->names[class]);
    }
}

static void draw_errors(const struct telling *x)
{
    const struct points_errors *e = &x->p->errors;
    struct figure *f = new_figure(x, FIGURE_BARS, "mathador-errors",
                                  "Mathador: what failed results did wrong");

    f->caption = "The first error of each failed result, as a share of all "
                 "results of the model; n: results of the model, and of each "
                 "part those with that error.";
    f->value.title = "share of all results";
    f->row_title = "model";
    f->series_title = "error";
    f->stacked = true;
    for (size_t m = 0; m < x->n_models; m++)
        figure_row(f, x->labels[m]);
    for (size_t c = 0; c < e->n; c++)
        if (e->occurs[c])
            put_class(x, f, figure_series(f, e->names[c]), c);
    if (f->dots.n)
        document_figure(x->d, f);
}

static void draw_best(const struct telling *x)
{
    const struct points *p = x->p;
    struct figure *f = new_figure(x, FIGURE_LINES, "mathador-best",
                                  "Mathador: best of k attempts");

    f->caption = "Mean of the best score of k attempts, of 18, over problems "
                 "with k attempts or more, with 95 % intervals; n: problems.";
    f->across = (struct axis){ .title = "attempts k", .whole = true };
    for (size_t m = 0; m < x->n_models; m++) {
        figure_series(f, x->labels[m]);
        for (uint64_t k = 1; k <= p->most; k++) {
            const struct rate *r = &p->best_of[m * p->most + k - 1];

            if (r->n)
                figure_rests(figure_point(f, m, (double)k, r->value),
                             r->interval, r->n, model_items(x, m, "", NULL));
        }
    }
    if (f->dots.n)
        document_figure(x->d, f);
}

static void draw(const struct telling *x)
{
    enum shown before = x->d->shown;

    document_shown(x->d, SHOWN_FULL);
    for (size_t i = 0; i < x->p->n_splits; i++) {
        const struct points_split *s = &x->p->splits[i];

        if (str_eq(s->name, "difficulty"))
            draw_split(x, s, "Mathador: score against difficulty",
                       "bands of difficulty, easiest first");
        else if (str_eq(s->name, "level"))
            draw_split(x, s, "Mathador: score by level", "level");
    }
    draw_errors(x);
    if (x->p->most > 1)
        draw_best(x);
    document_shown(x->d, before);
}

/* ---- all of it ---- */

bool points_show(const struct family_results *r, const char *facts,
                 struct document *d, struct err *e)
{
    struct telling x = {
        .d = d, .a = d->arena, .models = r->models, .n_models = r->n_models
    };
    enum shown shown = d->shown;
    bool few = r->n_models <= SCREEN_ROWS;
    struct points *p;

    if (!points_make(d->arena, r, facts, &p, e))
        return false;
    if (!p)
        return true;
    x.p = p;
    x.labels = document_labels(d, r->models, r->n_models);
    for (size_t m = 0; m < r->n_models; m++)
        x.open += p->whole[m].open;
    document_within(d, "mathador");
    document_shown(d, few ? SHOWN_ALWAYS : shown);
    document_section(d, "Mathador");
    document_shown(d, few ? SHOWN_BRIEF : shown);
    if (few)
        document_say(d, "Solved: the target is reached; optimal: with the best "
                        "score there is.");
    document_shown(d, few ? SHOWN_FULL : shown);
    document_say(d, "Solved: the target is reached; optimal: with the best "
                    "score that these numbers allow; score/18 is the accuracy "
                    "of the Mathador-LM paper. 95 %% intervals are clustered "
                    "by game.");
    document_shown(d, few ? SHOWN_ALWAYS : shown);
    if (x.open)
        document_say(d, "Open results (failed, missing, undecided) count as "
                        "not solved; the upper end of score/18 in brackets "
                        "assumes full points for all of them.");
    add_models(&x, shown);
    add_errors(&x);
    for (size_t i = 0; i < p->n_splits; i++)
        add_split(&x, &p->splits[i]);
    if (p->facts.n) {
        add_facts(&x);
        add_correlations(&x);
    }
    if (p->n_people)
        add_people(&x);
    draw(&x);
    document_within(d, NULL);
    return true;
}

/* What CSV has besides, of each model and group. */
static const char *const figure_names[] = {
    "solved",          "optimal",          "score_share",
    "score_share_low", "score_share_high", "score_of_best"
};

#define FIGURES (sizeof(figure_names) / sizeof(figure_names[0]))

struct family_figures points_figures(struct arena *a,
                                     const struct family_results *r,
                                     uint32_t *const *groups, size_t n)
{
    size_t cells = r->n_models * (groups ? n : 1);
    const struct points_scores *p = points_by(a, r, groups, n);
    struct family_figures f = { figure_names, p ? FIGURES : 0, NULL };
    double *x = arena_array(a, double, cells *f.n + 1);

    f.values = x;
    for (size_t c = 0; c < cells && p; c++)
        for (int i = 0; i < MEASURES; i++) {
            *x++ = p[c].rate[i].value;
            if (i != MEASURE_OF_18)
                continue;
            *x++ = p[c].of_18.interval.low;
            *x++ = p[c].of_18.interval.high;
        }
    return f;
}
