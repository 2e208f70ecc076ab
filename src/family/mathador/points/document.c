/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the points of a run show, as a document: points, best of k, errors,
 * difficulty, stability over sets, shots and prompts side by side, and the
 * user's facts about the models.
 */
#include "report/document.h"
#include "base/str.h"
#include "family/mathador/points/points.h"

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
};

static struct datum estimate(const struct rate *r)
{
    return datum_estimate(r->value, r->interval.low, r->interval.high, r->n);
}

/* From the rate with nothing for what is open to that with all there is. */
static struct datum bracket(const struct points_scores *p, const struct rate *r)
{
    struct datum v = datum_range(NAN, NAN);

    if (r->n && p->results)
        v = datum_range(r->value,
                        r->value + (double)p->open / (double)p->results);
    v.quiet = !p->open;
    return v;
}

/* ---- trees, for programs ---- */

static struct json *number(struct arena *a, double x)
{
    const char *s = datum_digits(a, x, 15);

    return s ? json_new_number(a, s) : json_new(a, JSON_NULL);
}

static struct json *count(struct arena *a, uint64_t n)
{
    return json_new_number(a, arena_printf(a, "%" PRIu64, n));
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
    json_set(a, v, "solved", rate(a, &p->solved));
    json_set(a, v, "optimal", rate(a, &p->optimal));
    json_set(a, v, "score_share", rate(a, &p->of_18));
    json_set(a, v, "score_of_best", rate(a, &p->of_best));
    if (s->difference && !first)
        json_set(a, v, "difference", rate(a, &s->difference[cell]));
    return v;
}

static void add_split_facts(struct arena *a, const struct points_split *s,
                            size_t m, struct json *out)
{
    if (s->held) {
        json_set(a, out, "held", json_new_string(a, s->held));
        json_set(a, out, "same_games", count(a, s->same_games));
    }
    if (s->spread && isfinite(s->spread[m])) {
        json_set(a, out, "sets", count(a, s->sets[m]));
        json_set(a, out, "kinds", count(a, s->kinds[m]));
        json_set(a, out, "spread", number(a, s->spread[m]));
        json_set(a, out, "spread_by_chance", number(a, s->expected[m]));
        json_set(a, out, "p", number(a, s->p[m]));
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
    put_part(t, "scores.solved", "solved", 0, estimate(&p->solved));
    put_part(t, "scores.solved_bracket", NULL, 0, bracket(p, &p->solved));
    put_part(t, "scores.optimal", "optimal", 0, estimate(&p->optimal));
    put_part(t, "scores.score_share", "score/18", COLUMN_LATER,
             estimate(&p->of_18));
    put_part(t, "scores.score_share_bracket", "bracket",
             COLUMN_LATER | COLUMN_IF_ANY, bracket(p, &p->of_18));
    put_part(t, "scores.score_of_best", "score/best", COLUMN_LATER,
             estimate(&p->of_best));
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

static uint64_t errors_of(const struct points_errors *e, size_t model)
{
    uint64_t n = 0;

    for (size_t c = 0; c < e->n; c++)
        n += e->count[model * e->n + c];
    return n;
}

static uint64_t open_of(const struct telling *x)
{
    uint64_t n = 0;

    for (size_t m = 0; m < x->n_models; m++)
        n += x->p->whole[m].open;
    return n;
}

static bool class_occurs(const struct telling *x, size_t class)
{
    const struct points_errors *e = &x->p->errors;

    for (size_t m = 0; m < x->n_models; m++)
        if (e->count[m * e->n + class])
            return true;
    return false;
}

static void put_share(const struct telling *x, struct doc_table *t, size_t m,
                      uint64_t n, uint64_t of)
{
    struct datum share = datum_share((double)n / (double)of);

    table_cell(
        t, NULL, x->labels[m],
        of ? datum_text(arena_printf(x->a, "%" PRIu64 " of %" PRIu64 " (%s)", n,
                                     of, datum_words(x->a, share, 0)))
           : datum_unknown);
}

static void add_errors(const struct telling *x)
{
    const struct points_errors *e = &x->p->errors;
    struct doc_table *t = document_table(x->d, NULL);
    uint64_t any = 0;

    for (size_t m = 0; m < x->n_models; m++)
        any += errors_of(e, m);
    if (!any)
        return;
    document_section(x->d, "errors");
    document_say(x->d, "The first error of each failed result, as a share of "
                       "the failed.");
    for (size_t c = 0; c < e->n; c++) {
        table_row(t);
        table_key(t, NULL, "error", datum_text(e->names[c]));
        for (size_t m = 0; m < x->n_models; m++)
            put_share(x, t, m, e->count[m * e->n + c], errors_of(e, m));
    }
    table_row(t);
    table_key(t, NULL, "error", datum_text("failed, of all"));
    for (size_t m = 0; m < x->n_models; m++)
        put_share(x, t, m, errors_of(e, m), x->p->whole[m].results);
    if (open_of(x)) {
        table_row(t);
        table_key(t, NULL, "error", datum_text("open, of all"));
        for (size_t m = 0; m < x->n_models; m++)
            put_share(x, t, m, x->p->whole[m].open, x->p->whole[m].results);
    }
    document_show(x->d, t, 0);
}

/* ---- splits ---- */

/* "3 sets", "21 sets of 7 kinds" */
static const char *sets_text(const struct telling *x,
                             const struct points_split *s, size_t m)
{
    const char *sets = datum_plural(x->a, s->sets[m], "set");

    return s->kinds[m] > 1
               ? arena_printf(x->a,
                              "%s of %zu kinds (level and knobs), each "
                              "compared with its own kind",
                              sets, s->kinds[m])
               : sets;
}

static void say_spread(const struct telling *x, const struct points_split *s)
{
    bool any = false;

    for (size_t m = 0; m < x->n_models; m++) {
        if (!isfinite(s->spread[m]) || !isfinite(s->expected[m]))
            continue;
        any = true;
        document_say(
            x->d,
            "%s: score/18 varies by %s points (standard deviation) between "
            "%s; the draw of the games alone gives about %s; p = %s",
            x->labels[m],
            datum_words(x->a, datum_number(100 * s->spread[m], 2), 0),
            sets_text(x, s, m),
            datum_words(x->a, datum_number(100 * s->expected[m], 2), 0),
            datum_words(x->a, datum_p(s->p[m]), 0));
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
    table_styled(t, NULL, "solved", STYLE_ALONE, estimate(&p->solved));
    table_styled(t, NULL, "optimal", STYLE_ALONE, estimate(&p->optimal));
    table_cell(t, NULL, "score/18", estimate(&p->of_18));
    table_styled(t, NULL, "bracket", COLUMN_IF_ANY, bracket(p, &p->of_18));
    table_styled(t, NULL, "score/best", STYLE_ALONE, estimate(&p->of_best));
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
                         class_occurs(x, c) ? e->names[c] : NULL, COLUMN_LATER,
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
                 open_of(x) ? ", and for below also if all that is open had "
                              "full points"
                            : "",
                 alone ? "; of people without sd and n it has the model's "
                         "spread alone, and is too narrow"
                       : "");
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
    if (open_of(&x))
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
    points_draw(d, p, r->models, x.labels, r->n_models);
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
    for (size_t c = 0; c < cells && p; c++, x += FIGURES) {
        bool known = p[c].of_18.n > 0;

        x[0] = p[c].solved.n ? p[c].solved.value : NAN;
        x[1] = p[c].optimal.n ? p[c].optimal.value : NAN;
        x[2] = known ? p[c].of_18.value : NAN;
        x[3] = known ? p[c].of_18.interval.low : NAN;
        x[4] = known ? p[c].of_18.interval.high : NAN;
        x[5] = p[c].of_best.n ? p[c].of_best.value : NAN;
    }
    return f;
}
