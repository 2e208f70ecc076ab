/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A figure as CSV and as JSON: what is drawn, in full digits. Both are made
 * from a document whose table has a row for each dot.
 */
#include "base/csv.h"
#include "report/document.h"
#include "report/figure.h"

#include <math.h>
#include <string.h>

static struct datum figure_name_at(const struct vec *names, size_t i)
{
    return datum_text(i < names->n ? *vec_get(names, const char *, i) : NULL);
}

/* A title of CSV, which may come from outside. */
static const char *figure_title(struct arena *a, const char *title,
                                const char *usual)
{
    struct str out = str_in(a);

    csv_write_label(&out, title ? title : usual);
    return str_get(&out);
}

/* What CSV says of the dots besides their values. */
struct dots_have {
    bool labels, intervals;
    const char *row, *series; /* titles */
};

static struct dots_have figure_look(struct arena *a, const struct figure *f)
{
    struct dots_have h = { .intervals = f->kind != FIGURE_HEAT && !f->stacked,
                           .row = figure_title(a, f->row_title, "row"),
                           .series =
                               figure_title(a, f->series_title, "series") };

    for (size_t i = 0; i < f->dots.n; i++) {
        const struct dot *d = vec_get(&f->dots, struct dot, i);

        h.labels = h.labels || d->label;
        h.intervals = h.intervals || isfinite(d->low) || isfinite(d->high);
    }
    return h;
}

/* In JSON "row" and "series" are places in "rows" and "series", in CSV they are
 * names. */
static void figure_add_dot(struct doc_table *t, const struct figure *f,
                           const struct dots_have *h, const struct dot *d)
{
    bool rows = f->kind != FIGURE_LINES, boxes = f->kind == FIGURE_BOXES;
    const struct {
        bool json, csv;
        const char *name;
        struct datum value;
    } cells[] = {
        { rows, false, "row", datum_count(d->row) },
        { false, rows, h->row, figure_name_at(&f->rows, d->row) },
        { true, false, "series", datum_count(d->series) },
        { false, f->series.n, h->series,
          figure_name_at(&f->series, d->series) },
        { !rows, !rows, "x", datum_number(d->x, -1) },
        { true, true, "value", datum_number(d->value, -1) },
        { true, h->intervals, "low", datum_number(d->low, -1) },
        { true, h->intervals, "high", datum_number(d->high, -1) },
        { boxes, boxes, "least", datum_number(d->least, -1) },
        { boxes, boxes, "most", datum_number(d->most, -1) },
        { true, true, "n", d->n ? datum_count(d->n) : datum_unknown },
        { true, h->labels, "label", datum_text(d->label) },
        { true, false, "items", datum_text(d->items) },
    };

    table_row(t);
    for (size_t i = 0; i < sizeof(cells) / sizeof(cells[0]); i++)
        table_put(t,
                  (struct column){ .name = cells[i].json ? cells[i].name : NULL,
                                   .csv = cells[i].csv ? cells[i].name : NULL },
                  cells[i].value);
}

static void figure_add_dots(struct document *d, const struct figure *f)
{
    struct doc_table *t = document_table(d, "dots");
    struct dots_have h = figure_look(d->arena, f);

    for (size_t i = 0; i < f->dots.n; i++)
        figure_add_dot(t, f, &h, vec_get(&f->dots, struct dot, i));
}

void figure_csv(struct str *out, const struct figure *f)
{
    struct arena a = { 0 };
    struct document *d = document_new(&a, 0);
    struct dots_have h = figure_look(&a, f);
    struct str lines = str_in(&a);

    figure_add_dots(d, f);
    if (!f->dots.n) /* the titles alone */
        figure_add_dot(document_table(d, "none"), f, &h, &(struct dot){ 0 });
    document_csv(&lines, d);
    str_addn(out, str_get(&lines),
             f->dots.n ? lines.n : strcspn(str_get(&lines), "\n") + 1);
    arena_clear(&a);
}

/* ---- JSON ---- */

static void figure_add_axis(struct document *d, const char *name,
                            const struct axis *x)
{
    bool given = x->from < x->to;

    document_within(d, name);
    document_fact(d, "title", datum_text(x->title));
    document_fact(d, "share", datum_truth(x->share));
    document_fact(d, "log", datum_truth(x->log));
    document_fact(d, "from", datum_number(given ? x->from : NAN, -1));
    document_fact(d, "to", datum_number(given ? x->to : NAN, -1));
    document_within(d, NULL);
}

static void figure_add_rules(struct document *d, const struct vec *rules)
{
    struct doc_table *t = document_table(d, "rules");

    for (size_t i = 0; i < rules->n; i++) {
        const struct rule *r = vec_get(rules, struct rule, i);

        table_row(t);
        table_cell(t, "value", NULL, datum_number(r->value, -1));
        table_cell(t, "label", NULL, datum_text(r->label));
    }
}

void figure_json(struct str *out, const struct figure *f)
{
    struct arena a = { 0 };
    struct document *d = document_new(&a, 0);

    document_fact(d, "name", datum_text(f->name));
    document_fact(d, "kind", datum_text(figure_kind_name(f->kind)));
    document_fact(d, "title", datum_text(f->title));
    document_fact(d, "caption", datum_text(f->caption));
    figure_add_axis(d, "value", &f->value);
    if (f->kind == FIGURE_LINES)
        figure_add_axis(d, "across", &f->across);
    document_fact(d, "row_title", datum_text(f->row_title));
    document_fact(d, "series_title", datum_text(f->series_title));
    document_fact(d, "stacked", datum_truth(f->stacked));
    document_fact(d, "scatter", datum_truth(f->scatter));
    document_fact(d, "curve", datum_truth(f->curve));
    document_fact(d, "marks", datum_truth(f->marks));
    document_fact(d, "rows", datum_list(&a, f->rows.items, f->rows.n));
    document_fact(d, "series", datum_list(&a, f->series.items, f->series.n));
    figure_add_rules(d, &f->rules);
    figure_add_dots(d, f);
    document_json(out, d);
    out->s[--out->n] = '\0'; /* of a line */
    arena_clear(&a);
}
