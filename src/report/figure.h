/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_FIGURE_H
#define REPORT_FIGURE_H

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"
#include "stats/stats.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A figure as data: what is drawn, not how. A figure is made by short calls,
 * put into a document (document_figure()) and written as SVG, CSV or JSON;
 * pages show the same SVG.
 *
 *     struct figure *f = figure_new(a, FIGURE_DOTS, "accuracy-by-family",
 *                                   "Accuracy by family");
 *
 *     f->value = (struct axis){ .title = "accuracy", .share = true };
 *     figure_series(f, "gpt-4o");
 *     for (...) {
 *         size_t row = figure_row(f, group->name);
 *         struct dot *s = figure_dot(f, row, 0, rate->value);
 *
 *         s->low = ...; s->high = ...; s->n = ...;
 *         s->items = items_query(a, "family", group->name, NULL);
 *     }
 *     document_figure(d, f);
 *
 * Everything is in the arena; texts are borrowed and may come from anywhere.
 */

enum figure_kind {
    FIGURE_DOTS,  /* a row for each label, on it a dot with its interval for
                     each series: forest plots, ranked accuracies */
    FIGURE_HEAT,  /* rows x columns, each cell coloured by its value; the
                     columns are the series */
    FIGURE_LINES, /* points over a number x, a line for each series; with
                     `scatter` no line, and a dot's label beside it; with
                     `curve` the line is a curve through the points without n,
                     which have no dots, and those with n stand beside it */
    FIGURE_BOXES, /* a row for each label: least, lower, median, upper and
                     largest of each series */
    FIGURE_BARS,  /* a row for each label, a bar for each series; with `stacked`
                     one bar of their sums */
};

/* A scale. */
struct axis {
    const char *title; /* with its unit: "cost ($)"; or NULL */
    bool share;        /* from 0 to 1, shown as percent */
    bool log;          /* logarithmic: values above 0 */
    bool whole;        /* whole numbers alone have ticks */
    double from, to;   /* both 0: as the values are */
};

/* A thing that is drawn, at a row (or an x) and of a series. A value that is
 * not known (NaN) is drawn as missing. */
struct dot {
    size_t row;         /* its label; FIGURE_LINES: 0 */
    size_t series;      /* FIGURE_HEAT: its column */
    double x;           /* FIGURE_LINES: where it stands */
    double value;       /* FIGURE_BOXES: the median */
    double low, high;   /* interval; FIGURE_BOXES: the quartiles. NaN: none */
    double least, most; /* FIGURE_BOXES: the ends of the whiskers */
    uint64_t n;         /* what it rests on; 0: it is not said */
    const char *label;  /* beside a dot, or in a cell instead of its value;
                             or NULL */
    const char *items;  /* items_query() of what is behind it; or NULL */
};

/* A line across the figure: chance, the benchmark's own rate. */
struct rule {
    double value;
    const char *label;
};

struct figure {
    struct arena *arena;
    enum figure_kind kind;
    const char *name;    /* of its files: "accuracy-by-family", no other text */
    const char *title;   /* short */
    const char *caption; /* sentences: what is seen, n, intervals; or NULL */
    struct axis value;   /* of values; FIGURE_LINES: of y */
    struct axis across;  /* FIGURE_LINES: of x */
    const char *row_title;    /* what rows are: "family"; or NULL */
    const char *series_title; /* what series are: "model"; or NULL */
    bool stacked, scatter, curve;
    bool marks;        /* series are the marks of tally.h, by name: they have
                            colours of their own */
    struct vec rows;   /* const char *: labels, in order */
    struct vec series; /* const char *: names, in order */
    struct vec dots;   /* struct dot */
    struct vec rules;  /* struct rule */
};

/* Returns an empty figure; `name` must be a word of a-z, 0-9 and hyphens. */
struct figure *figure_new(struct arena *a, enum figure_kind kind,
                          const char *name, const char *title);

/* Add a row or a series; they return its place. A figure with one series may
 * leave it without a name. */
size_t figure_row(struct figure *f, const char *label);
size_t figure_series(struct figure *f, const char *name);

/* Returns the row of that label, which is added if it is not there. */
size_t figure_row_of(struct figure *f, const char *label);

/* Adds a dot without an interval; it is valid until the next one is added. */
struct dot *figure_dot(struct figure *f, size_t row, size_t series,
                       double value);

/* Adds a point of FIGURE_LINES. */
struct dot *figure_point(struct figure *f, size_t series, double x,
                         double value);

/* Gives a dot its interval, what it rests on, and its items. */
void figure_rests(struct dot *s, struct interval i, uint64_t n,
                  const char *items);

void figure_rule(struct figure *f, double value, const char *label);

/* Returns a name for figure_new(): what is no letter or digit becomes a
 * hyphen. */
const char *figure_word(struct arena *a, const char *before, const char *name);

/* Returns one figure of the rows of n figures that have rows of the same series,
 * "TITLE: label" each, in the order of the figures; or NULL if their series
 * differ. */
struct figure *figure_join(struct arena *a, const struct figure *const *list,
                           const char *const *titles, size_t n);

/* Returns the name of the figure's kind: "dots". */
const char *figure_kind_name(enum figure_kind k);

/* ---- items behind a dot ---- */

/* Returns a query of items, "family=concept%2Fcrt&mark=wrong", from names and
 * values that end with NULL. A pair whose value is NULL is left out. Names:
 * set (the run), model, mark, reason, problem, and every facet of an item
 * (report/items.h). */
const char *items_query(struct arena *a, const char *name, ...);

/* ---- renderers ---- */

enum svg_use {
    SVG_PAPER, /* a file for a paper: its own fonts, no links, light */
    SVG_PAGE,  /* within a page: classes that the page colours, links to items,
                  a title on each dot */
};

/* Writes the figure as an <svg> element, `width` points wide (0: 680). */
void figure_svg(struct str *out, const struct figure *f, enum svg_use use,
                double width);

/* Writes a row for each dot: row, series, x, value, low, high ..., n. */
void figure_csv(struct str *out, const struct figure *f);

/* Writes {"name", "kind", "title", "caption", ..., "dots": [...]}. */
void figure_json(struct str *out, const struct figure *f);

#endif
