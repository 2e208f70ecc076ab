/* SPDX-License-Identifier: Apache-2.0 */
#include "base/ascii.h"
#include "base/map.h"
#include "base/sort.h"
#include "base/str.h"
#include "report/figure.h"
#include "report/table.h"
#include "run/count/grouping.h"
#include "run/judge.h"
#include "run/plan.h"
#include "run/print/print.h"
#include "stats/calibration.h"
#include "store/journal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum measure { MEASURE_FIRST, MEASURE_GAP, MEASURE_SPEED };

/* Not a number: this reply has none. The first piece shows when writing began,
 * so a reply of one piece has no speed. */
static double measure_of(const struct run_course *c, enum measure m)
{
    int64_t ms = c->took_ms - c->course.first_ms;

    switch (m) {
    case MEASURE_FIRST: return (double)c->course.first_ms / 1000;
    case MEASURE_GAP:
        return c->course.pieces > 1 ? (double)c->course.gap_ms / 1000 : NAN;
    case MEASURE_SPEED: break;
    }
    return c->tokens > 0 && c->course.pieces > 1 && ms > 0
               ? 1000 * (double)c->tokens / (double)ms
               : NAN;
}

/* One measure of one model's replies: how many have it, and the smallest values
 * that half of them, and 95 % of them, do not exceed. */
struct course_spread {
    size_t n;
    double median, p95;
};

static struct course_spread course_spread(const struct summary *v, size_t model,
                                          enum measure m, double *values)
{
    struct course_spread out = { 0, NAN, NAN };

    for (size_t i = 0; i < v->n_courses; i++) {
        double x = measure_of(&v->courses[i], m);

        if (v->courses[i].model == model && !isnan(x))
            values[out.n++] = x;
    }
    if (!out.n)
        return out;
    sort_doubles(values, out.n);
    out.median = values[(size_t)ceil(0.5 * (double)out.n) - 1];
    out.p95 = values[(size_t)ceil(0.95 * (double)out.n) - 1];
    return out;
}

void course_document(struct document *d, const struct summary *v,
                     const char *const *labels)
{
    struct doc_table *t;
    double *values;

    if (v->n_courses == 0)
        return;
    values = arena_array(d->arena, double, v->n_courses);
    t = document_table(d, "streams");
    for (size_t m = 0; m < v->info.n_models; m++) {
        struct course_spread first = course_spread(v, m, MEASURE_FIRST, values);
        struct course_spread gap = course_spread(v, m, MEASURE_GAP, values);
        struct course_spread speed = course_spread(v, m, MEASURE_SPEED, values);

        table_row(t);
        table_key(t, "model", "model", datum_name(v->models[m], labels[m]));
        table_cell(t, "streamed", "streamed", datum_count(first.n));
        table_cell(t, "first_token.median", "first token",
                   datum_seconds(first.median));
        table_cell(t, "first_token.p95", "95 %", datum_seconds(first.p95));
        table_cell(t, "longest_gap.median", "longest gap",
                   datum_seconds(gap.median));
        table_cell(t, "longest_gap.p95", NULL, datum_seconds(gap.p95));
        table_cell(t, "tokens_per_second", "tokens per second",
                   datum_number(speed.median, 1));
    }
    document_gap(d);
    document_show(d, t, 0);
}

/*
 * The figures of a run, or of several: what became of every result, accuracy by
 * what problems have in common, what several attempts add, cost, consistency.
 * All are of sides, a run and one of its models each. Every dot that is of a
 * set of results has their number and leads to them.
 */

#define CURVE_MOST 64 /* points of a curve, about */

/* The sides that are drawn. */
struct drawing {
    struct document *d;
    struct arena *a;
    const struct compare_side *sides;
    const char *const *labels; /* of the sides */
    size_t n;
    const char *what; /* a side is: "model", "run" */
    bool one_run;
};

static const struct tally *run_figures_whole(const struct drawing *x,
                                             size_t side)
{
    return &x->sides[side].view->whole[x->sides[side].model];
}

/* Returns the query of a side's results, of that mark and that value of a
 * facet; either may be NULL. */
static const char *drawing_query(const struct drawing *x, size_t side,
                                 const char *facet, const char *value,
                                 const char *mark)
{
    const struct compare_side *s = &x->sides[side];

    return items_query(x->a, "set", s->view->info.name, "model",
                       s->view->models[s->model], "mark", mark,
                       facet ? facet : "", facet ? value : NULL, NULL);
}

/* Returns an empty figure whose values are accuracies. */
static struct figure *drawing_figure(const struct drawing *x,
                                     enum figure_kind kind, const char *name,
                                     const char *title)
{
    struct figure *f = figure_new(x->a, kind, name, title);

    f->value = (struct axis){ .title = "accuracy", .share = true };
    return f;
}

/* Adds a rate with its interval, which rests on n. */
static struct dot *drawing_rate(struct figure *f, size_t row, size_t series,
                                const struct rate *r, uint64_t n)
{
    struct dot *s = figure_dot(f, row, series, r->n ? r->value : NAN);

    if (r->n)
        figure_rests(s, r->interval, n, NULL);
    s->n = n;
    return s;
}

/* ---- what became of every result ---- */

static void draw_marks(const struct drawing *x)
{
    struct figure *f =
        drawing_figure(x, FIGURE_BARS, "results", "Results by mark");

    f->caption = arena_printf(
        x->a,
        "The share of each %s's results with each mark; n: the number of "
        "results, in each part and in total. Accuracy is %s; errors and "
        "undecided results count as not correct.",
        x->what, run_denominator);
    f->value.title = "share of all results";
    f->row_title = x->what;
    f->series_title = "result";
    f->stacked = f->marks = true;
    for (size_t i = 0; i < x->n; i++)
        figure_row(f, x->labels[i]);
    for (enum mark m = 0; m < MARKS; m++) {
        uint64_t sum = 0;
        size_t series;

        for (size_t i = 0; i < x->n; i++)
            sum += run_figures_whole(x, i)->count[m];
        if (!sum)
            continue;
        series = figure_series(f, mark_name(m));
        for (size_t i = 0; i < x->n; i++) {
            const struct tally *t = run_figures_whole(x, i);
            struct dot *s = figure_dot(
                f, i, series,
                t->results ? (double)t->count[m] / (double)t->results : NAN);

            s->n = t->count[m];
            if (s->n)
                s->items = drawing_query(x, i, NULL, NULL, mark_name(m));
        }
    }
    document_figure(x->d, f);
}

/* ---- several attempts ---- */

/* A run without several attempts has no curve. */
static void draw_draw_curve(const struct drawing *x, bool all)
{
    struct figure *f =
        all ? drawing_figure(x, FIGURE_LINES, "all-of-k",
                             "All of k attempts correct")
            : drawing_figure(x, FIGURE_LINES, "pass-at-k",
                             "Pass@k: one of k attempts correct");
    uint64_t most = 0;

    f->caption = "Unbiased estimates over problems with k counted attempts or "
                 "more, with 95 % intervals; n: problems.";
    f->value.title =
        all ? "problems, all k correct" : "problems, one of k correct";
    f->across = (struct axis){ .title = "attempts k", .whole = true };
    f->series_title = x->what;
    for (size_t i = 0; i < x->n; i++) {
        const struct tally *t = run_figures_whole(x, i);
        const struct rate *r = all ? t->all_of : t->pass;
        uint64_t step = t->attempts / CURVE_MOST + 1;

        most = t->attempts > most ? t->attempts : most;
        figure_series(f, x->labels[i]);
        for (uint64_t k = 1; r && k <= t->attempts; k += step)
            if (r[k - 1].n)
                figure_rests(figure_point(f, i, (double)k, r[k - 1].value),
                             r[k - 1].interval, r[k - 1].n,
                             drawing_query(x, i, NULL, NULL, NULL));
    }
    if (most > 1)
        document_figure(x->d, f);
}

/* ---- what it cost ---- */

/* Returns dollars, or tokens, for each reply; NaN if they are not known. */
static double for_each_reply(const struct tally *t, bool dollars)
{
    uint64_t n = dollars ? t->calls - t->cost_unknown : t->completion_said;
    double sum = dollars ? t->cost : (double)t->completion_tokens;

    return n && t->calls >= t->cost_unknown && sum > 0 ? sum / (double)n : NAN;
}

static void draw_use(const struct drawing *x, bool dollars)
{
    struct figure *f =
        dollars
            ? drawing_figure(x, FIGURE_LINES, "cost", "Accuracy against cost")
            : drawing_figure(x, FIGURE_LINES, "tokens",
                             "Accuracy against tokens per reply");

    f->scatter = true;
    f->caption = arena_printf(
        x->a,
        "Each dot is a %s%s: the mean %s of its replies, and its accuracy with "
        "a 95 %% interval; n: results, whatever their mark.",
        x->what, x->one_run ? "" : " on the problems of its own run",
        dollars ? "cost" : "number of tokens");
    f->across = (struct axis){ .title = dollars ? "cost of 1000 replies ($)"
                                                : "tokens per reply",
                               .log = true };
    f->series_title = x->what;
    for (size_t i = 0; i < x->n; i++) {
        const struct tally *t = run_figures_whole(x, i);
        double across = for_each_reply(t, dollars) * (dollars ? 1000 : 1);
        size_t series = figure_series(f, x->labels[i]);
        struct dot *s;

        if (isnan(across) || !t->accuracy.n)
            continue;
        s = drawing_rate(f, 0, series, &t->accuracy, t->results);
        s->x = across;
        s->label = x->labels[i];
        s->items = drawing_query(x, i, NULL, NULL, NULL);
    }
    if (f->dots.n > 1)
        document_figure(x->d, f);
}

/* ---- consistency ---- */

/* What a side did on the problems of a template. */
struct template
{
    uint64_t problems, counted, right;
};

/* Counts the results of one side by template; problems with a bad key have no
 * part in them. */
static struct template *count_templates(const struct drawing *x, size_t side,
                                        size_t *n)
{
    const struct compare_side *s = &x->sides[side];
    const struct count *c = &s->view->count;
    struct template *out =
        arena_array(x->a, struct template, c->n_problems + 1);

    *n = c->n_problems;
    for (size_t i = 0; i < c->n_problems; i++) {
        struct template *to = &out[c->cluster[i]];
        const struct result *r;
        size_t found, all = summary_attempts(s->view, i, s->model, &r, &found);

        to->problems += all > 0;
        to->counted += all;
        for (size_t k = 0; all && k < found; k++)
            to->right += mark_of(&r[k], c->strict) == MARK_CORRECT;
    }
    return out;
}

/* Adds the accuracy on templates of several problems, and the share of those
 * that are solved whole. */
static bool draw_put_consistency(const struct drawing *x, struct figure *f,
                                 size_t side)
{
    size_t n, row, shares_n = 0;
    const struct template *t = count_templates(x, side, &n);
    struct share *one = arena_array(x->a, struct share, n + 1);
    struct share *all = arena_array(x->a, struct share, n + 1);
    struct rate accuracy, whole_ones;

    for (size_t i = 0; i < n; i++) {
        if (t[i].problems < 2)
            continue;
        one[shares_n] = (struct share){ shares_n, (double)t[i].counted,
                                        (double)t[i].right };
        all[shares_n] =
            (struct share){ shares_n, 1, t[i].right == t[i].counted };
        shares_n++;
    }
    if (!shares_n)
        return false;
    accuracy = rate_make(one, shares_n);
    whole_ones = rate_make(all, shares_n);
    row = figure_row(f, x->labels[side]);
    drawing_rate(f, row, 0, &accuracy, shares_n);
    drawing_rate(f, row, 1, &whole_ones, shares_n);
    return true;
}

static void draw_consistency(const struct drawing *x)
{
    struct figure *f =
        drawing_figure(x, FIGURE_DOTS, "consistency",
                       "Consistency: templates solved completely");
    bool any = false;

    f->caption =
        "Problems that share a template, a parent or a game with others: the "
        "accuracy on them, and the share of templates for which all problems "
        "and attempts are correct; 95 % intervals; n: templates.";
    f->value.title = "share";
    f->row_title = x->what;
    f->series_title = "counted";
    figure_series(f, "results");
    figure_series(f, "whole templates");
    for (size_t i = 0; i < x->n; i++)
        if (x->sides[i].view->count.cluster)
            any = draw_put_consistency(x, f, i) || any;
    if (any)
        document_figure(x->d, f);
}

/*
 * Accuracy by what problems have in common: a heat map of sides and groups, or
 * of one side dots with their intervals, the worst groups first; and results by
 * what is wrong with them.
 */

#define ROWS_MOST 100 /* of a figure */

/* ---- rows ---- */

/* A group of problems, and the results of each side on it. */
struct row {
    const char *value;
    const struct tally **cells; /* [side]; NULL: it has none */
    double worst;               /* mean accuracy over the sides; NaN: none */
    size_t at;
};

static int draw_by_accuracy(const void *a, const void *b)
{
    const struct row *x = a, *y = b;

    if (isnan(x->worst) != isnan(y->worst))
        return isnan(x->worst) ? 1 : -1;
    if (!isnan(x->worst) && x->worst != y->worst)
        return x->worst < y->worst ? -1 : 1;
    return x->at < y->at ? -1 : 1;
}

/* Adds the groups of one side. */
static void add_groups(const struct drawing *x, size_t side,
                       const struct summary_group *g, struct map *seen,
                       struct vec *rows)
{
    size_t from = x->sides[side].model * g->grouping.n;

    for (size_t i = 0; i < g->grouping.n; i++) {
        const char *value = g->grouping.values[i];
        const struct tally *t = &g->cells[from + i];
        bool added;
        size_t *at = map_put(seen, value, strlen(value), &added);

        if (added) {
            struct row *r = vec_push(rows);

            *at = rows->n - 1;
            r->at = *at;
            r->value = value;
            r->cells = arena_array(x->a, const struct tally *, x->n + 1);
        }
        if (t->results)
            vec_get(rows, struct row, *at)->cells[side] = t;
    }
}

/* The rows of a grouping, worst first: of several runs those that all share. */
static struct vec find_rows(const struct drawing *x, const char *name)
{
    struct vec rows = vec_in(x->a, sizeof(struct row));
    const struct summary_group *g = NULL;
    struct map seen = { 0 };
    struct row *r;
    size_t kept = 0;

    for (size_t i = 0; i < x->n; i++) {
        if (!i || x->sides[i].view != x->sides[i - 1].view)
            g = summary_group(x->a, x->sides[i].view, name);
        if (g)
            add_groups(x, i, g, &seen, &rows);
    }
    map_clear(&seen);
    r = rows.items;
    for (size_t i = 0; i < rows.n; i++) {
        double sum = 0, n = 0;
        size_t sides = 0;

        for (size_t k = 0; k < x->n; k++) {
            const struct tally *t = r[i].cells[k];

            sides += t != NULL;
            sum += t && t->accuracy.n ? t->accuracy.value : 0;
            n += t && t->accuracy.n;
        }
        r[i].worst = n > 0 ? sum / n : NAN;
        if (x->one_run || sides == x->n)
            r[kept++] = r[i];
    }
    rows.n = kept;
    if (kept)
        qsort(r, kept, sizeof(*r), draw_by_accuracy);
    return rows;
}

/* ---- figures ---- */

static const char *group_caption(const struct drawing *x, const char *name,
                                 size_t rows)
{
    const char *first = arena_printf(
        x->a, "Accuracy by %s, worst first%s; n: results, whatever their mark.",
        name, x->one_run ? "" : ", for groups that all of them have");
    const char *intervals = x->n == 1 ? " Intervals: 95 %." : "";

    if (rows <= ROWS_MOST)
        return arena_printf(x->a, "%s%s", first, intervals);
    return arena_printf(x->a, "%s%s The first %d of %zu.", first, intervals,
                        ROWS_MOST, rows);
}

static void draw_draw_group(const struct drawing *x, const char *name)
{
    static const struct rate none = { .n = 0 };
    struct vec rows = find_rows(x, name);
    size_t n = rows.n < ROWS_MOST ? rows.n : ROWS_MOST;
    struct figure *f;

    if (!x->one_run && rows.n < 2)
        return;
    f = drawing_figure(
        x, x->n == 1 ? FIGURE_DOTS : FIGURE_HEAT,
        figure_word(x->a, "accuracy-by-", arena_printf(x->a, "%.40s", name)),
        arena_printf(x->a, "Accuracy by %s", name));
    f->caption = group_caption(x, name, rows.n);
    f->row_title = name;
    f->series_title = x->what;
    for (size_t i = 0; i < x->n; i++)
        figure_series(f, x->labels[i]);
    for (size_t i = 0; i < n; i++) {
        const struct row *r = vec_get(&rows, struct row, i);
        bool number = *r->value && !r->value[strspn(r->value, "0123456789.-")];

        /* A number alone does not say what it is: "level 2". */
        figure_row(f, number ? arena_printf(x->a, "%s %s", name, r->value)
                             : r->value);
        for (size_t side = 0; side < x->n; side++) {
            const struct tally *t = r->cells[side];
            struct dot *s = drawing_rate(f, i, side, t ? &t->accuracy : &none,
                                         t ? t->results : 0);

            if (t)
                s->items = drawing_query(x, side, name, r->value, NULL);
        }
    }
    document_figure(x->d, f);
    document_shown(x->d, SHOWN_PAGE);
    if (n < rows.n)
        document_say(
            x->d,
            "%zu more groups by %s, with higher accuracies, are not shown",
            rows.n - n, name);
    document_shown(x->d, SHOWN_FULL);
}

/* ---- reasons ---- */

static void draw_reasons(const struct drawing *x, const struct summary_group *g)
{
    struct figure *f = drawing_figure(x, FIGURE_BARS, "reasons",
                                      "Why results are not correct");

    f->caption = "Results that are not correct, by reason.";
    f->value = (struct axis){ .title = "results" };
    f->row_title = "reason";
    f->series_title = x->what;
    for (size_t i = 0; i < x->n; i++)
        figure_series(f, x->labels[i]);
    for (size_t k = 0; k < g->grouping.n && k < ROWS_MOST; k++) {
        figure_row(f, g->grouping.values[k]);
        for (size_t i = 0; i < x->n; i++) {
            const struct tally *t =
                &g->cells[x->sides[i].model * g->grouping.n + k];
            struct dot *s = figure_dot(f, k, i, (double)t->results);

            s->n = t->results;
            /* A family's own judge has words of its own, which items have. */
            if (s->n && !summary_shower(x->sides[0].view))
                s->items =
                    drawing_query(x, i, "reason", g->grouping.values[k], NULL);
        }
    }
    document_figure(x->d, f);
}

/* ---- all of them ---- */

/* Adds the figures by group: of one run by all its groups, of several by what
 * all their problems have. */
static void drawing_groups(const struct drawing *x)
{
    static const char *const shared[] = { "family", "level", "concept", "kind",
                                          "topic" };
    const struct summary *v = x->sides[0].view;

    for (size_t i = 0; !x->one_run && i < sizeof(shared) / sizeof(shared[0]);
         i++)
        draw_draw_group(x, shared[i]);
    for (size_t i = 0; x->one_run && i < v->n_groups; i++) {
        if (reasons_named(v->groups[i].grouping.name))
            draw_reasons(x, &v->groups[i]);
        else
            draw_draw_group(x, v->groups[i].grouping.name);
    }
}

void side_figures(struct document *d, const struct compare_side *sides,
                  const char *const *labels, size_t n)
{
    struct drawing x = { d, d->arena, sides, labels, n, "side", true };
    enum shown before = d->shown;

    for (size_t i = 1; i < n; i++)
        x.one_run = x.one_run && sides[i].view == sides[0].view;
    x.what = x.one_run ? "model" : "side";
    document_shown(d, SHOWN_FULL);
    draw_marks(&x);
    drawing_groups(&x);
    draw_draw_curve(&x, false);
    draw_draw_curve(&x, true);
    draw_consistency(&x);
    draw_use(&x, true);
    draw_use(&x, false);
    document_shown(d, before);
}

void run_figures(struct document *d, const struct summary *v)
{
    size_t n = (size_t)v->info.n_models;

    side_figures(d, compare_run_sides(d->arena, v),
                 document_labels(d, v->models, n), n);
}

/*
 * What stated confidences were worth (stats/calibration.h). Every result that
 * counts is in it, also what is open; those without a confidence, an answer or
 * a reply are counted and come last in the curve.
 */

#define COVERED_MOST 60 /* points of a curve, about */

/* The results of a model that count, those that are missing last. */
static size_t results_of(const struct summary *v, size_t model,
                         struct stated *out)
{
    size_t n = 0;

    for (size_t i = 0; i < v->n_results; i++) {
        const struct result *r = &v->results[i];
        enum mark m = mark_of(r, v->strict);

        if (r->model != model || !mark_counts(m))
            continue;
        out[n++] = (struct stated){
            .cluster = v->count.cluster ? v->count.cluster[r->problem]
                                        : (size_t)r->problem,
            .confidence = run_confidence(r->more),
            .answered = m == MARK_CORRECT || m == MARK_WRONG ||
                        m == MARK_UNREADABLE || m == MARK_UNDECIDED,
            .right = m == MARK_CORRECT,
            .open = mark_is_open(m),
            .absent = m == MARK_ERROR,
        };
    }
    for (uint64_t i = 0; i < v->whole[model].missing; i++)
        out[n++] =
            (struct stated){ .confidence = NAN, .open = true, .absent = true };
    return n;
}

static void put_bins(struct doc_table *t, const struct calibration *c)
{
    for (size_t i = 0; i < CALIBRATION_BINS; i++) {
        const struct calibration_bin *b = &c->bins[i];

        table_row(t);
        table_cell(t, "from", NULL,
                   datum_number((double)i / CALIBRATION_BINS, 1));
        table_cell(t, "n", NULL, datum_count(b->n));
        table_cell(t, "confidence", NULL, datum_share(b->confidence));
        table_cell(t, "right", NULL, datum_share(b->right));
    }
}

/* Where nothing is open it is the figure again, and no column. */
static struct datum bracket_words(struct arena *a, struct interval b,
                                  bool share)
{
    if (!(b.low < b.high))
        return datum_absent;
    if (share)
        return datum_text(arena_printf(a, "%s .. %s",
                                       datum_percent(a, b.low, 1),
                                       datum_percent(a, b.high, 1)));
    return datum_text(arena_printf(a, "%s .. %s",
                                   datum_words(a, datum_number(b.low, 4), 0),
                                   datum_words(a, datum_number(b.high, 4), 0)));
}

static void put_bracket(struct doc_table *t, const char *name,
                        const char *heading, struct interval b, bool share)
{
    table_put(t, (struct column){ .name = name }, datum_range(b.low, b.high));
    table_put(t, (struct column){ .heading = heading, .flags = COLUMN_IF_ANY },
              bracket_words(t->arena, b, share));
}

static void put_coverage(struct doc_table *t, const struct calibration *c)
{
    static const int shares[] = { 50, 80, 100 };

    for (size_t i = 0; i < sizeof(shares) / sizeof(*shares); i++) {
        struct interval b = calibration_at(c, shares[i] / 100.0);
        const char *name = arena_printf(t->arena, "accuracy_at_%d", shares[i]);
        const char *heading = arena_printf(t->arena, "at %d %%", shares[i]);

        table_put(t, (struct column){ name, heading, COLUMN_LATER, NULL, 0 },
                  datum_share(b.low));
        put_bracket(t, arena_printf(t->arena, "%s_bracket", name),
                    arena_printf(t->arena, "%s, bracket", heading), b, true);
    }
}

static void confidence_put_model(struct doc_table *t, const char *model,
                                 const struct calibration *c)
{
    struct doc_table *bins = table_within(t);
    const struct table_entry entries[] = {
        { { "model", "model", COLUMN_KEY, NULL, 0 }, datum_text(model) },
        { { .name = "results" }, datum_count(c->n) },
        { { "replies", "replies", 0, NULL, 0 }, datum_count(c->n - c->absent) },
        { { "stated", "stated", 0, NULL, 0 }, datum_count(c->stated) },
        { { "unstated", "none stated", 0, NULL, 0 }, datum_count(c->unstated) },
        { { "unanswered", "no answer", 0, NULL, 0 },
          datum_count(c->unanswered) },
        { { "absent", "no reply", COLUMN_IF_ANY, NULL, 0 },
          datum_count(c->absent) },
        { { "open", "open", COLUMN_IF_ANY, NULL, 0 }, datum_count(c->open) },
        { { "brier", "Brier", 0, NULL, 0 },
          datum_number(c->brier.n ? c->brier.value : NAN, 4) },
        { { .name = "brier_low" },
          datum_number(c->brier.n ? c->brier.interval.low : NAN, 4) },
        { { .name = "brier_high" },
          datum_number(c->brier.n ? c->brier.interval.high : NAN, 4) },
        { { .heading = "95 %" },
          c->brier.n ? datum_text(arena_printf(t->arena, "%.4f .. %.4f",
                                               c->brier.interval.low,
                                               c->brier.interval.high))
                     : datum_unknown },
        { { "reliability", "reliability", 0, NULL, 0 },
          datum_number(c->reliability, 4) },
        { { "resolution", "resolution", 0, NULL, 0 },
          datum_number(c->resolution, 4) },
        { { .name = "uncertainty" }, datum_number(c->uncertainty, 4) },
        { { "ece", "ECE", 0, NULL, 0 }, datum_number(c->gap, 4) },
        { { "aurc", "AURC", 0, NULL, 0 }, datum_number(c->area, 4) },
        { { .name = "aurc_least" }, datum_number(c->area_least, 4) },
    };

    put_bins(bins, c);
    table_row(t);
    TABLE_PUT_ALL(t, entries);
    put_bracket(t, "brier_bracket", "Brier, bracket", c->brier_bracket, false);
    put_bracket(t, "ece_bracket", "ECE, bracket", c->gap_bracket, false);
    put_bracket(t, "aurc_bracket", "AURC, bracket", c->area_bracket, false);
    put_coverage(t, c);
    table_put(t, (struct column){ .name = "bins" }, datum_table(bins));
}

static void draw_coverage(struct figure *f, const char *model,
                          const struct calibration *c)
{
    size_t series = figure_series(f, model), step = c->n / COVERED_MOST + 1;

    for (size_t k = 0; k < c->n;
         k += k + step < c->n || k + 1 == c->n ? step : c->n - 1 - k)
        figure_point(f, series, (double)(k + 1) / (double)c->n, c->covered[k])
            ->n = k + 1;
}

static void draw_bins(struct figure *f, const char *model,
                      const struct calibration *c)
{
    size_t series = figure_series(f, model);

    for (size_t i = 0; i < CALIBRATION_BINS; i++)
        if (c->bins[i].n)
            figure_point(f, series, c->bins[i].confidence, c->bins[i].right)
                ->n = c->bins[i].n;
}

static void confidence_explain(struct document *d)
{
    document_say(d, "Brier: mean of (confidence - correct)^2 over answers with "
                    "a confidence, = reliability - resolution + uncertainty");
    document_say(d, "ECE: expected calibration error, over ten bins");
    document_say(d, "AURC: area under risk against coverage, with the most "
                    "confident results first");
    document_say(d, "at 50 %%: accuracy of the most confident half of all "
                    "results");
    document_say(d, "Results without an answer, a confidence or a reply count "
                    "as the least confident ones in AURC and at 50 %%; the "
                    "other columns leave them out. Undecided and missing "
                    "results count as not correct; a bracket also gives the "
                    "value if all of them are correct");
}

void confidence_document(struct document *d, const struct summary *v)
{
    size_t room = v->n_results + 1;
    struct stated *list;
    struct figure *curve, *bins;
    struct doc_table *t;

    if (!plan_judge_read(d->arena, json_parse(d->arena, v->info.spec))
             .confidence)
        return;
    curve = figure_new(d->arena, FIGURE_LINES, "risk-coverage",
                       "Accuracy of the most confident results");
    curve->caption =
        "Accuracy of the most confident results against the share of results "
        "that is kept. Undecided and missing results count as not correct; equal confidences are "
        "averaged over their orders; n: results.";
    curve->value = (struct axis){ .title = "accuracy", .share = true };
    curve->across = (struct axis){ .title = "coverage", .share = true };
    bins = figure_new(d->arena, FIGURE_LINES, "calibration",
                      "Accuracy against stated confidence");
    bins->caption = "Answers in ten bins by stated confidence: the mean "
                    "confidence and the share of correct answers. Undecided "
                    "answers count as not correct; n: answers.";
    bins->value = (struct axis){ .title = "correct", .share = true };
    bins->across = (struct axis){ .title = "stated confidence", .share = true };
    curve->series_title = bins->series_title = "model";
    t = document_table(d, "confidence");
    for (size_t m = 0; m < v->info.n_models; m++)
        room += (size_t)v->whole[m].missing;
    list = arena_array(d->arena, struct stated, room);
    for (size_t m = 0; m < v->info.n_models; m++) {
        struct calibration c;

        calibration_make(d->arena, list, results_of(v, m, list), &c);
        confidence_put_model(t, v->models[m], &c);
        draw_coverage(curve, v->models[m], &c);
        draw_bins(bins, v->models[m], &c);
    }
    document_section(d, "stated confidence:");
    document_show(d, t, 0);
    confidence_explain(d);
    document_shown(d, SHOWN_FULL);
    document_figure(d, curve);
    document_figure(d, bins);
    document_shown(d, SHOWN_ALWAYS);
}
