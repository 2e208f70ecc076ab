/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/desk/board_document.h"
#include "report/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A model, and what it made of all entries. */
struct standing {
    const char *name, *label;
    size_t model; /* its place in the counts */
    struct tally all;
    struct board_falls falls;
};

/* Worst first, since the board asks which models fall; those of whom nothing
 * counts stand last. */
static int by_accuracy(const void *a, const void *b)
{
    const struct standing *x = a, *y = b;
    double u = x->all.accuracy.n ? x->all.accuracy.value : 2;
    double v = y->all.accuracy.n ? y->all.accuracy.value : 2;

    if (u != v)
        return u < v ? -1 : 1;
    return (x->model > y->model) - (x->model < y->model);
}

static struct standing *rank(struct document *d, const struct board_counts *c)
{
    struct standing *out = arena_array(d->arena, struct standing, c->n_models);
    const char **labels = document_labels(d, c->models, c->n_models);

    for (size_t i = 0; i < c->n_models; i++) {
        out[i] = (struct standing){ .name = c->models[i],
                                    .label = labels[i],
                                    .model = i,
                                    .falls = board_falls(c, i) };
        tally_cell(d->arena, &c->count, i, NULL, 0, &out[i].all);
    }
    qsort(out, c->n_models, sizeof(*out), by_accuracy);
    return out;
}

/* One entry alone says nothing of others: it has no interval. */
static struct datum accuracy_of(struct arena *a, const struct rate *r)
{
    return r->n == 1 ? datum_text(arena_printf(
                           a, "%s, 1 entry",
                           datum_words(a, datum_share(r->value), 0)))
                     : rate_datum(r);
}

static void add_standing(struct arena *a, struct doc_table *t,
                         const struct standing *s)
{
    const struct tally *all = &s->all;
    const struct table_entry cells[] = {
        { { .heading = "model", .flags = COLUMN_KEY }, datum_text(s->label) },
        { { .heading = "accuracy over entries", .flags = STYLE_INLINE },
          accuracy_of(a, &all->accuracy) },
        { { .heading = "attempts" }, datum_count(all->results) },
        { { .heading = "entries" }, datum_count(all->problems) },
        { { .heading = "solved" }, datum_count(s->falls.solved) },
        { { .heading = "half" }, datum_count(s->falls.half) },
        { { .heading = "failed" }, datum_count(s->falls.failed) },
        { { .heading = "open", .flags = COLUMN_IF_ANY },
          datum_count(s->falls.open) },
        { { .heading = "undecided", .flags = COLUMN_IF_ANY },
          datum_count(all->count[MARK_UNDECIDED]) },
        { { .heading = "errors", .flags = COLUMN_IF_ANY | COLUMN_BAD },
          datum_count(all->count[MARK_ERROR]) },
    };

    table_row(t);
    TABLE_PUT_ALL(t, cells);
}

static void add_heat(struct figure *f, const struct tally *cell, size_t row,
                     size_t column)
{
    const struct rate *r = &cell->accuracy;
    struct dot *s = figure_dot(f, row, column, r->n ? r->value : NAN);

    s->low = r->n > 1 ? r->interval.low : NAN;
    s->high = r->n > 1 ? r->interval.high : NAN;
    s->n = r->n;
}

/* Topics x models, as a figure, which has its data as a table; topics without
 * an attempt are left out. */
static void add_topics(struct document *d, const struct board_counts *c,
                       const struct standing *s)
{
    struct figure *f = figure_new(d->arena, FIGURE_HEAT, "topics-and-models",
                                  "Accuracy by topic and model");
    size_t n = c->n_topics;
    struct tally *cells = arena_array(d->arena, struct tally, c->n_models * n);

    f->value = (struct axis){ .title = "accuracy over entries", .share = true };
    f->row_title = "topic";
    f->series_title = "model";
    f->caption = "n is the number of entries. Intervals are 95 % confidence "
                 "intervals, clustered by entry, because attempts at the "
                 "same problem are not independent; a single entry has no "
                 "interval.";
    for (size_t m = 0; m < c->n_models; m++)
        figure_series(f, s[m].label);
    tally_cells(d->arena, &c->count, c->of, n, cells);
    for (size_t i = 0; i < n; i++) {
        size_t any = 0, row;

        for (size_t m = 0; m < c->n_models; m++)
            any += cells[m * n + i].results;
        if (!any)
            continue;
        row = figure_row(f, c->topics[i]);
        for (size_t m = 0; m < c->n_models; m++)
            add_heat(f, &cells[s[m].model * n + i], row, m);
    }
    document_figure(d, f);
}

/* "m7 = http://...": of labels that are no part of the name. */
static void add_legend(struct document *d, const struct standing *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strstr(s[i].name, s[i].label))
            document_legend(d, &s[i].name, &s[i].label, 1);
}

void board_document(struct document *d, const struct board_counts *c)
{
    struct standing *s;
    struct doc_table *t;

    document_section(d, "Accuracy of the models");
    if (c->left_out)
        document_say(
            d,
            "%s not included here: a key stays hidden from you until you "
            "have solved the entry or it is accepted, and the models' "
            "replies could reveal it.",
            c->left_out == 1
                ? "One entry is"
                : arena_printf(d->arena, "%zu entries are", c->left_out));
    if (!c->n_models) {
        document_say(d,
                     "No model has been asked about the newest version of "
                     "an%s entry yet.",
                     c->left_out ? "other" : "");
        return;
    }
    s = rank(d, c);
    t = document_table(d, NULL);
    for (size_t i = 0; i < c->n_models; i++)
        add_standing(d->arena, t, &s[i]);
    document_show(d, t, 0);
    add_legend(d, s, c->n_models);
    document_say(d, "A model has solved an entry if every attempt at its "
                    "newest version is correct, failed it if none is, and "
                    "half solved it if some are. Errors and undecided "
                    "verdicts do not count; an entry that has only these is "
                    "open. Attempts at older versions and at withdrawn "
                    "entries do not count.");
    document_section(d, "Topics and models");
    add_topics(d, c, s);
}
