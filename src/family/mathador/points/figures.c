/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The figures of Mathador: score against difficulty, what failed results did
 * wrong, and what the best of several attempts earns.
 */
#include "base/str.h"
#include "family/mathador/points/points.h"
#include "report/figure.h"

#include <math.h>

struct drawing {
    struct document *d;
    struct arena *a;
    const struct points *p;
    const char *const *models, *const *labels;
    size_t n;
};

static struct figure *new_figure(const struct drawing *x, enum figure_kind kind,
                                 const char *name, const char *title)
{
    struct figure *f = figure_new(x->a, kind, name, title);

    f->value = (struct axis){ .title = "score/18", .share = true };
    f->series_title = "model";
    return f;
}

static void fill_rate(struct dot *s, const struct rate *r)
{
    s->value = r->n ? r->value : NAN;
    s->low = r->n ? r->interval.low : NAN;
    s->high = r->n ? r->interval.high : NAN;
    s->n = r->n;
}

/* The results of a model on Mathador: bands of difficulty and attempts are no
 * facets of items. */
static const char *model_items(const struct drawing *x, size_t m,
                               const char *facet, const char *value)
{
    return items_query(x->a, "family", "mathador", "model", x->models[m], facet,
                       value, NULL);
}

static void draw_split(const struct drawing *x, const struct points_split *s,
                       const char *name, const char *title, const char *caption)
{
    struct figure *f = new_figure(x, FIGURE_DOTS, name, title);
    bool level = str_eq(s->name, "level");

    f->caption = caption;
    f->row_title = s->name;
    for (size_t m = 0; m < x->n; m++)
        figure_series(f, x->labels[m]);
    for (size_t i = 0; i < s->n; i++) {
        figure_row(f, level ? arena_printf(x->a, "level %s", s->values[i])
                            : s->values[i]);
        for (size_t m = 0; m < x->n; m++) {
            struct dot *dot = figure_dot(f, i, m, NAN);

            fill_rate(dot, &s->cells[m * s->n + i].of_18);
            dot->items =
                model_items(x, m, "level", level ? s->values[i] : NULL);
        }
    }
    document_figure(x->d, f);
}

static void draw_splits(const struct drawing *x)
{
    for (size_t i = 0; i < x->p->n_splits; i++) {
        const struct points_split *s = &x->p->splits[i];

        if (str_eq(s->name, "difficulty"))
            draw_split(x, s, "mathador-difficulty",
                       "Mathador: score against difficulty",
                       "Mean score of 18 by bands of difficulty, easiest "
                       "first, with 95 % intervals clustered by game; n: "
                       "problems.");
        else if (str_eq(s->name, "level"))
            draw_split(x, s, "mathador-level", "Mathador: score by level",
                       "Mean score of 18 by level, with 95 % intervals "
                       "clustered by game; n: problems.");
    }
}

/* A class is the reason of its items; "other" stands for words of other
 * versions. */
static void put_class(const struct drawing *x, struct figure *f, size_t series,
                      size_t class)
{
    const struct points_errors *e = &x->p->errors;

    for (size_t m = 0; m < x->n; m++) {
        uint64_t all = x->p->whole[m].results;
        uint64_t n = e->count[m * e->n + class];
        struct dot *s =
            figure_dot(f, m, series, all ? (double)n / (double)all : NAN);

        s->n = n;
        if (n && !str_eq(e->names[class], "other"))
            s->items = model_items(x, m, "reason", e->names[class]);
    }
}

static bool class_occurs(const struct drawing *x, size_t class)
{
    const struct points_errors *e = &x->p->errors;

    for (size_t m = 0; m < x->n; m++)
        if (e->count[m * e->n + class])
            return true;
    return false;
}

static void draw_errors(const struct drawing *x)
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
    for (size_t m = 0; m < x->n; m++)
        figure_row(f, x->labels[m]);
    for (size_t c = 0; c < e->n; c++)
        if (class_occurs(x, c))
            put_class(x, f, figure_series(f, e->names[c]), c);
    if (f->dots.n)
        document_figure(x->d, f);
}

static void draw_best(const struct drawing *x)
{
    const struct points *p = x->p;
    struct figure *f = new_figure(x, FIGURE_LINES, "mathador-best",
                                  "Mathador: best of k attempts");

    f->caption = "Mean of the best score of k attempts, of 18, over problems "
                 "with k attempts or more, with 95 % intervals; n: problems.";
    f->across = (struct axis){ .title = "attempts k", .whole = true };
    for (size_t m = 0; m < x->n; m++) {
        figure_series(f, x->labels[m]);
        for (uint64_t k = 1; k <= p->most; k++) {
            const struct rate *r = &p->best_of[m * p->most + k - 1];
            struct dot *s;

            if (!r->n)
                continue;
            s = figure_point(f, m, (double)k, NAN);
            fill_rate(s, r);
            s->items = model_items(x, m, "", NULL);
        }
    }
    if (f->dots.n)
        document_figure(x->d, f);
}

void points_draw(struct document *d, const struct points *p,
                 const char *const *models, const char *const *labels, size_t n)
{
    struct drawing x = { d, d->arena, p, models, labels, n };
    enum shown before = d->shown;

    document_shown(d, SHOWN_FULL);
    draw_splits(&x);
    draw_errors(&x);
    if (p->most > 1)
        draw_best(&x);
    document_shown(d, before);
}
