/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The figures of a run, or of several: what became of every result, accuracy by
 * what problems have in common, what several attempts add, cost, consistency.
 * All are of sides, a run and one of its models each. Every dot that is of a
 * set of results has their number and leads to them.
 */
#include "run/print/drawing.h"
#include "run/print/print.h"

#include <math.h>

#define CURVE_MOST 64 /* points of a curve, about */

static const struct tally *whole(const struct drawing *x, size_t side)
{
    return &x->sides[side].view->whole[x->sides[side].model];
}

const char *drawing_query(const struct drawing *x, size_t side,
                          const char *facet, const char *value,
                          const char *mark)
{
    const struct compare_side *s = &x->sides[side];

    return items_query(x->a, "set", s->view->info.name, "model",
                       s->view->models[s->model], "mark", mark,
                       facet ? facet : "", facet ? value : NULL, NULL);
}

struct figure *drawing_figure(const struct drawing *x, enum figure_kind kind,
                              const char *name, const char *title)
{
    struct figure *f = figure_new(x->a, kind, name, title);

    f->value = (struct axis){ .title = "accuracy", .share = true };
    return f;
}

struct dot *drawing_rate(struct figure *f, size_t row, size_t series,
                         const struct rate *r, uint64_t n)
{
    struct dot *s = figure_dot(f, row, series, r->n ? r->value : NAN);

    s->n = n;
    if (r->n) {
        s->low = r->interval.low;
        s->high = r->interval.high;
    }
    return s;
}

/* ---- what became of every result ---- */

static bool occurs(const struct drawing *x, enum mark m)
{
    for (size_t i = 0; i < x->n; i++)
        if (whole(x, i)->count[m])
            return true;
    return false;
}

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
        size_t series;

        if (!occurs(x, m))
            continue;
        series = figure_series(f, mark_name(m));
        for (size_t i = 0; i < x->n; i++) {
            const struct tally *t = whole(x, i);
            struct dot *s = figure_dot(
                f, i, series,
                t->results ? (double)t->count[m] / (double)t->results : NAN);

            s->n = t->count[m];
            if (s->n)
                s->items = drawing_query(x, i, NULL, NULL, mark_name(m));
        }
    }
    if (f->dots.n)
        document_figure(x->d, f);
}

/* ---- several attempts ---- */

static void draw_curve(const struct drawing *x, bool all)
{
    struct figure *f =
        all ? drawing_figure(x, FIGURE_LINES, "all-of-k",
                             "All of k attempts correct")
            : drawing_figure(x, FIGURE_LINES, "pass-at-k",
                             "Pass@k: one of k attempts correct");

    f->caption = "Unbiased estimates over problems with k counted attempts or "
                 "more, with 95 % intervals; n: problems.";
    f->value.title =
        all ? "problems, all k correct" : "problems, one of k correct";
    f->across = (struct axis){ .title = "attempts k", .whole = true };
    f->series_title = x->what;
    for (size_t i = 0; i < x->n; i++) {
        const struct tally *t = whole(x, i);
        const struct rate *r = all ? t->all_of : t->pass;
        uint64_t step = t->attempts / CURVE_MOST + 1;

        figure_series(f, x->labels[i]);
        for (uint64_t k = 1; r && k <= t->attempts; k += step) {
            struct dot *s;

            if (!r[k - 1].n)
                continue;
            s = figure_point(f, i, (double)k, r[k - 1].value);
            s->low = r[k - 1].interval.low;
            s->high = r[k - 1].interval.high;
            s->n = r[k - 1].n;
            s->items = drawing_query(x, i, NULL, NULL, NULL);
        }
    }
    if (f->dots.n)
        document_figure(x->d, f);
}

static void draw_attempts(const struct drawing *x)
{
    uint64_t most = 0;

    for (size_t i = 0; i < x->n; i++)
        if (whole(x, i)->attempts > most)
            most = whole(x, i)->attempts;
    if (most < 2)
        return;
    draw_curve(x, false);
    draw_curve(x, true);
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
        const struct tally *t = whole(x, i);
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

/* What was planned counts where it is missing, but for bad keys. */
static void add_missing(const struct count *c, const uint64_t *there,
                        struct template *out)
{
    for (size_t i = 0; i < c->n_problems; i++) {
        struct template *to = &out[c->cluster[i]];

        if (there[i] >= c->planned || (c->bad_key && c->bad_key[i]))
            continue;
        to->problems += there[i] == 0;
        to->counted += c->planned - there[i];
    }
}

/* Counts the results of one side by template; problems with a bad key have no
 * part in them. */
static struct template *count_templates(const struct drawing *x, size_t side,
                                        size_t *n)
{
    const struct compare_side *s = &x->sides[side];
    const struct count *c = &s->view->count;
    struct template *out =
        arena_array(x->a, struct template, c->n_problems + 1);
    uint64_t *there = arena_array(x->a, uint64_t, c->n_problems + 1);
    size_t last = SIZE_MAX;

    *n = c->n_problems;
    for (size_t i = 0; i < c->n_trials; i++) {
        const struct trial *t = &c->trials[i];
        enum mark m = c->strict ? t->strict : t->lenient;
        struct template *to = &out[c->cluster[t->problem]];

        if (t->model != s->model || !mark_counts(m))
            continue;
        to->problems += t->problem != last;
        last = t->problem;
        there[t->problem]++;
        to->counted++;
        to->right += m == MARK_CORRECT;
    }
    add_missing(c, there, out);
    return out;
}

/* Adds the accuracy on templates of several problems, and the share of those
 * that are solved whole. */
static bool put_consistency(const struct drawing *x, struct figure *f,
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
            any = put_consistency(x, f, i) || any;
    if (any)
        document_figure(x->d, f);
}

/* ---- all of them ---- */

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
    draw_attempts(&x);
    draw_consistency(&x);
    draw_use(&x, true);
    draw_use(&x, false);
    document_shown(d, before);
}

void run_figures(struct document *d, const struct summary *v)
{
    size_t n = (size_t)v->info.n_models;
    struct compare_side *sides =
        arena_array(d->arena, struct compare_side, n + 1);

    for (size_t i = 0; i < n; i++)
        sides[i] = (struct compare_side){ v, i, v->models[i] };
    side_figures(d, sides, document_labels(d, v->models, n), n);
}
