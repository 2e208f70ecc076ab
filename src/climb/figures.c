/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A climb as figures: the curve of each family with the rungs that were asked,
 * where each model breaks on each family, and the rates of the levels.
 */
#include "base/ascii.h"
#include "base/str.h"
#include "climb/climb.h"
#include "report/figure.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#define BENDS 80 /* pieces of a curve, evenly on its axis */

/* What the figures are drawn from. */
struct drawing {
    struct document *document;
    const struct climb_report *report;
    const char *const *labels;       /* [model] */
    const struct climb_cell **worst; /* all cells, the least height first */
    size_t n;
};

static const char *climb_figures_unit_of(const struct ladder *l)
{
    return l->over == OVER_DEPTH ? "depth" : "rung";
}

static const struct climb_cell *cell_of(const struct climb_report *r,
                                        size_t model, const struct ladder *l)
{
    return &r->cells[model * r->n_ladders + (size_t)(l - r->ladders)];
}

/* ---- curves ---- */

/* Returns the query of the problems of one rung, or NULL if it would find those
 * of others too. A rung of a ladder over depth is told by its depth, others by
 * their level and, in chains, by their family; knobs are no facets. */
static const char *rung_items(struct arena *a, const struct ladder *l,
                              const struct rung *r, const char *model)
{
    for (const struct rung *x = l->rungs; x < l->rungs + l->n; x++)
        if (x != r && x->family == r->family && x->level == r->level &&
            x->depth == r->depth)
            return NULL;
    return items_query(a, "family", r->family->name, "depth",
                       r->depth ? arena_printf(a, "%" PRId64, r->depth) : NULL,
                       "level",
                       r->depth ? NULL : arena_printf(a, "%d", r->level),
                       "model", model, NULL);
}

/* Where a rung stands on the axis: depths by their logarithms. */
static double rung_at(const struct ladder *l, size_t i)
{
    double x = ladder_value(l, (double)i);

    return l->over == OVER_DEPTH ? log(x) : x;
}

/* Rungs for a unit of the axis at rung i: the harmonic mean of those on both
 * sides, so that the place between rungs rises smoothly. */
static double rungs_a_unit(const struct ladder *l, size_t i)
{
    size_t before = i > 0 ? i - 1 : 0, after = i + 1 < l->n ? i + 1 : i;

    return (double)(after - before) / (rung_at(l, after) - rung_at(l, before));
}

/* Returns the place between the rungs of a point of the axis: that of each rung
 * is its own, and the curve has no kinks there, as straight pieces would. */
static double place_on_axis(const struct ladder *l, double x)
{
    double from, width, t;
    size_t i = 0;

    while (i + 2 < l->n && rung_at(l, i + 1) <= x)
        i++;
    from = rung_at(l, i);
    width = rung_at(l, i + 1) - from;
    t = (x - from) / width;
    return (double)i + t * t * (3 - 2 * t) +
           width * t * (1 - t) *
               ((1 - t) * rungs_a_unit(l, i) - t * rungs_a_unit(l, i + 1));
}

/* Points of the curve without n, evenly on the axis, from the first rung to
 * `top`. */
static void add_bends(struct figure *f, const struct climb_cell *c,
                      size_t series, size_t top)
{
    const struct ladder *l = c->ladder;
    double from = rung_at(l, 0), to = rung_at(l, top);

    for (size_t i = 0; i <= BENDS && top > 0; i++) {
        double x = from + (double)i / BENDS * (to - from);

        figure_point(f, series, l->over == OVER_DEPTH ? exp(x) : x,
                     logistic_rate(&c->stairs.curve, place_on_axis(l, x)));
    }
}

/* The curve goes up to the rung behind the last that was asked; points with n
 * are the rungs that were asked. */
static void add_curve(struct figure *f, const struct climb_cell *c,
                      const char *model, size_t series)
{
    const struct ladder *l = c->ladder;
    size_t top = 0;

    for (size_t i = 0; i < l->n; i++)
        if (c->stairs.asked[i])
            top = i + 1 < l->n ? i + 1 : i;
    add_bends(f, c, series, top);
    for (size_t i = 0; i < l->n; i++) {
        double n = (double)c->stairs.asked[i], k = (double)c->stairs.solved[i];
        struct interval in;
        struct dot *p;

        if (!c->stairs.asked[i])
            continue;
        in = stats_wilson(k, n);
        p = figure_point(f, series, ladder_value(l, (double)i), k / n);
        p->low = in.low;
        p->high = in.high;
        p->n = c->stairs.asked[i];
        p->items = rung_items(f->arena, l, &l->rungs[i], model);
    }
}

static const char *figure_name(struct arena *a, const char *family)
{
    char *s = arena_printf(a, "curve-%s", family);

    for (char *p = s; *p; p++)
        *p = is_lower(*p) || is_digit(*p) ? *p : '-';
    return s;
}

static void climb_figures_draw_curve(const struct drawing *w,
                                     const struct ladder *l)
{
    const struct climb_report *r = w->report;
    struct arena *a = w->document->arena;
    struct figure *f = figure_new(a, FIGURE_LINES, figure_name(a, l->name),
                                  arena_printf(a, "Solve rate on %s", l->name));
    uint64_t n = 0;

    f->value = (struct axis){ .title = "solved", .share = true };
    f->across = (struct axis){ .title = climb_figures_unit_of(l),
                               .log = l->over == OVER_DEPTH };
    f->series_title = "model";
    f->curve = true;
    for (size_t m = 0; m < r->spec->n_models; m++) {
        const struct climb_cell *c = cell_of(r, m, l);

        if (!climb_counted(c))
            continue;
        n += climb_counted(c);
        add_curve(f, c, r->spec->models[m], figure_series(f, w->labels[m]));
    }
    figure_rule(f, 0.5, "half");
    f->caption = arena_printf(
        a,
        "Lines: the logistic curve of each model over the rungs. Points: "
        "the share solved on each rung that was asked, with Wilson's 95 %% "
        "interval; n = %" PRIu64 " counted replies.",
        n);
    if (n)
        document_figure(w->document, f);
}

/* ---- breaking depths ---- */

static size_t climb_figures_row_of(struct figure *f, const char *label)
{
    for (size_t i = 0; i < f->rows.n; i++)
        if (str_eq(*vec_get(&f->rows, const char *, i), label))
            return i;
    return figure_row(f, label);
}

static void set_interval(struct dot *p, const struct ladder *l,
                         struct climb_breaking b)
{
    p->low = isnan(b.low) ? ladder_value(l, 0) : b.low;
    p->high = isnan(b.high) ? ladder_value(l, (double)(l->n - 1)) : b.high;
}

/* A depth beyond the ladder is shown at its end, with words beside it; an
 * interval that leaves the ladder ends with it. */
static void add_breaking(const struct drawing *w, struct figure *f,
                         const struct climb_cell *c)
{
    const char *model = w->report->spec->models[c->model];
    struct climb_breaking b = climb_breaking(c);
    bool beyond = isnan(b.value);
    double end = isnan(b.low) ? b.high : b.low;
    struct dot *p = figure_dot(f, climb_figures_row_of(f, c->ladder->name),
                               c->model, beyond ? end : b.value);

    if (beyond)
        p->label = climb_breaks_words(f->arena, c).text;
    else
        set_interval(p, c->ladder, b);
    p->n = climb_counted(c);
    p->items =
        items_query(f->arena, "family", c->ladder->name, "model", model, NULL);
}

static void draw_breaking(const struct drawing *w, bool depth)
{
    struct figure *f = figure_new(w->document->arena, FIGURE_DOTS,
                                  depth ? "breaking-depths" : "breaking-rungs",
                                  depth ? "The depth at which half is solved"
                                        : "The rung at which half is solved");

    f->value =
        (struct axis){ .title = depth ? "breaking depth" : "breaking rung",
                       .log = depth };
    f->row_title = "family";
    f->series_title = "model";
    f->caption = "The point at which each model solves half of the "
                 "problems, from its curve, with the 95 % interval, cut at "
                 "the ends of the ladder; n: counted replies. A dot marked "
                 "\"<\" or \">\" is at an end of the ladder: the breaking "
                 "point is outside the ladder. Rows are sorted by the share "
                 "of the ladder below the breaking point, smallest first.";
    for (size_t m = 0; m < w->report->spec->n_models; m++)
        figure_series(f, w->labels[m]);
    for (size_t i = 0; i < w->n; i++)
        if (climb_counted(w->worst[i]) &&
            (w->worst[i]->ladder->over == OVER_DEPTH) == depth)
            add_breaking(w, f, w->worst[i]);
    if (f->dots.n)
        document_figure(w->document, f);
}

/* ---- levels ---- */

static void climb_figures_add_levels(const struct drawing *w, struct figure *f,
                                     const struct climb_cell *c)
{
    const struct climb_spec *s = w->report->spec;
    const char *family = c->ladder->name;
    size_t row =
        figure_row(f, s->n_models > 1 ? arena_printf(f->arena, "%s, %s", family,
                                                     w->labels[c->model])
                                      : family);

    for (int i = 1; i <= CLIMB_LEVELS; i++) {
        double rate = climb_level_rate(c, i);
        struct dot *p;

        if (isnan(rate))
            continue;
        p = figure_dot(f, row, (size_t)i - 1, rate);
        p->n = climb_counted(c);
    }
}

static void draw_levels(const struct drawing *w)
{
    struct arena *a = w->document->arena;
    struct figure *f =
        figure_new(a, FIGURE_HEAT, "level-rates", "Solve rates of the levels");

    f->value = (struct axis){ .title = "solved", .share = true };
    f->row_title = "family";
    f->series_title = "level";
    f->caption = "The solve rate of each level of the family by the curve "
                 "of the row; n: replies behind the curve. Rows with the "
                 "lowest breaking points come first.";
    for (int i = 1; i <= CLIMB_LEVELS; i++)
        figure_series(f, arena_printf(a, "L%d", i));
    for (size_t i = 0; i < w->n; i++)
        if (climb_counted(w->worst[i]) &&
            !isnan(climb_level_rate(w->worst[i], 1)))
            climb_figures_add_levels(w, f, w->worst[i]);
    if (f->dots.n)
        document_figure(w->document, f);
}

/* ---- all of them ---- */

static bool climb_figures_is_first(const struct drawing *w, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (w->worst[k]->ladder == w->worst[i]->ladder)
            return false;
    return true;
}

void climb_figures(struct document *d, const struct climb_report *r,
                   const char *const *labels)
{
    struct drawing w = { .document = d, .report = r, .labels = labels };

    w.worst = climb_worst(d->arena, r, &w.n);
    draw_breaking(&w, true);
    draw_breaking(&w, false);
    draw_levels(&w);
    for (size_t i = 0; i < w.n; i++)
        if (climb_figures_is_first(&w, i))
            climb_figures_draw_curve(&w, w.worst[i]->ladder);
}
