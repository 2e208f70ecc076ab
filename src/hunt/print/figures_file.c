/* SPDX-License-Identifier: Apache-2.0 */

/*
 * figures.json: tables with named columns, a row a line. `paper` says which
 * figures of the paper on hypothesis-driven problems show the same thing.
 */
#include "hunt/print/print_int.h"

#include <math.h>
#include <string.h>

/* The rows of a figure, which are arrays, and the names of their columns. */
struct plot {
    struct doc_table *rows;
    const char *const *columns;
};

/* Begins a figure whose columns have these names, with a blank between two. One
 * without rows has columns too. */
static struct plot begin(struct doc_table *list, const char *name,
                         const char *paper, const char *title,
                         const char *columns)
{
    struct vec names = vec_in(list->arena, sizeof(const char *));
    struct plot f = { .rows = table_within(list) };

    for (size_t n; *columns; columns += n + (columns[n] == ' ')) {
        n = strcspn(columns, " ");
        *(const char **)vec_push(&names) =
            arena_strndup(list->arena, columns, n);
    }
    f.columns = names.items;
    f.rows->matrix = true;
    table_row(list);
    table_cell(list, "name", NULL, datum_text(name));
    table_cell(list, "paper", NULL, datum_text(paper));
    table_cell(list, "title", NULL, datum_text(title));
    table_cell(list, "columns", NULL,
               datum_list(list->arena, f.columns, names.n));
    table_cell(list, "rows", NULL, datum_table(f.rows));
    return f;
}

static void row(struct plot *f)
{
    table_row(f->rows);
}

/* The next cell of the row. */
static void cell(struct plot *f, struct datum v)
{
    table_cell(f->rows, f->columns[f->rows->filled], NULL, v);
}

static void series_row(struct plot *f, const struct hunt_series *s)
{
    row(f);
    cell(f, datum_text(s->target));
    cell(f, datum_text(s->by));
    cell(f, datum_text(s->granularity));
}

/* ---- hypotheses ---- */

static void accuracies(struct doc_table *list, const struct hunt_report *r)
{
    struct plot f = begin(list, "accuracies", "figures 2, 6, 9, 12",
                          "Accuracies of hypotheses",
                          "target by granularity rank accuracy");

    for (size_t i = 0; i < r->n_series; i++)
        for (size_t j = 0; j < r->series[i].n; j++) {
            series_row(&f, &r->series[i]);
            cell(&f, datum_count(j + 1));
            cell(&f, datum_number(r->series[i].accuracies[j], -1));
        }
}

static void quartiles(struct doc_table *list, const struct hunt_report *r)
{
    struct plot f =
        begin(list, "quartiles", "figures 2, 6, 9, 12",
              "Distributions of the accuracies of hypotheses",
              "target by granularity n least lower median upper largest");

    for (size_t i = 0; i < r->n_series; i++) {
        const struct hunt_series *s = &r->series[i];

        series_row(&f, s);
        cell(&f, datum_count(s->n));
        for (size_t k = 0; k < 5; k++)
            cell(&f, datum_number(s->n ? s->quartiles[k] : NAN, -1));
    }
}

static void above(struct doc_table *list, const struct hunt_report *r)
{
    struct plot f =
        begin(list, "above", "figures 3, 7, 10, 13",
              "Hypotheses with an accuracy above 0.65, 0.75, 0.8 and 0.9",
              "target by granularity n above_65 above_75 above_80 "
              "above_90");

    for (size_t i = 0; i < r->n_series; i++) {
        const struct hunt_series *s = &r->series[i];

        series_row(&f, s);
        cell(&f, datum_count(s->n));
        for (size_t k = 0; k < 4; k++)
            cell(&f, datum_count(s->above[k]));
    }
}

static void over_time(struct doc_table *list, const struct hunt_report *r)
{
    struct plot f = begin(
        list, "over-time", "figures 5, 8, 11",
        "Best, worst and mean accuracy of a bank after a number of examples",
        "target by granularity example n best worst mean");

    for (size_t i = 0; i < r->n_series; i++)
        for (size_t j = 0; j < r->series[i].n_points; j++) {
            const struct propose_point *p = &r->series[i].points[j];

            series_row(&f, &r->series[i]);
            cell(&f, datum_count(p->example));
            cell(&f, datum_count(p->n));
            cell(&f, datum_number(p->best, -1));
            cell(&f, datum_number(p->worst, -1));
            cell(&f, datum_number(p->mean, -1));
        }
}

static void inferences(struct doc_table *list, const struct hunt_report *r)
{
    struct plot f = begin(
        list, "inference", NULL, "Labels predicted by a bank, by strategy",
        "target by granularity strategy n unlabelled accuracy "
        "macro_f1 balanced only");

    for (size_t i = 0; i < r->n_series; i++)
        for (int k = 0; k < INFER_STRATEGIES; k++) {
            const struct inference *v = &r->series[i].inferences[k];

            if (!v->n)
                continue;
            series_row(&f, &r->series[i]);
            cell(&f, datum_text(infer_name((enum infer_strategy)k)));
            cell(&f, datum_count(v->n));
            cell(&f, datum_count(v->unlabelled));
            cell(&f, datum_number(v->accuracy, -1));
            cell(&f, datum_number(v->macro_f1, -1));
            cell(&f, datum_number(v->balanced, -1));
            cell(&f, datum_text(v->only));
        }
}

/* ---- problems ---- */

static void solve_row(struct plot *f, const struct hunt_target *t,
                      const struct hypothesis *h)
{
    row(f);
    cell(f, datum_text(t->name));
    cell(f, datum_text(h->text));
    cell(f, datum_text(h->by));
    cell(f, datum_text(h->suspicion.vocabulary));
    cell(f, datum_number(h->accuracy, -1));
    cell(f, datum_number(t->solve_rate, -1));
    cell(f, datum_count(h->targeted.n));
    cell(f, datum_number(h->targeted.n ? h->targeted.rate : NAN, -1));
    cell(f, datum_number(h->targeted.n ? h->targeted.lo : NAN, -1));
    cell(f, datum_number(h->targeted.n ? h->targeted.hi : NAN, -1));
    cell(f, datum_number(h->control.n ? h->control.rate : NAN, -1));
    cell(f, datum_text(h->cause));
}

static void solve_rates(struct doc_table *list, const struct hunt_report *r)
{
    struct plot f = begin(
        list, "solve-rates", "table 1, figure 4",
        "Solve rates on examples made for a hypothesis, and on the benchmark",
        "target hypothesis by granularity accuracy benchmark "
        "problems solve_rate solve_lo solve_hi control_rate cause");

    for (size_t i = 0; i < r->n_targets; i++)
        for (size_t j = 0; j < r->targets[i].table.n; j++)
            if (r->targets[i].table.rows[j].targeted.n)
                solve_row(&f, &r->targets[i], &r->targets[i].table.rows[j]);
}

static void flaws(struct doc_table *list, const struct hunt_report *r)
{
    struct str columns = str_in(list->arena);
    struct plot f;

    str_add(&columns, "target hypothesis writer accuracy writer_rate drafts "
                      "kept doubtful flawed");
    for (int k = FLAW_NONE + 1; k < FLAWS; k++)
        str_addf(&columns, " %s", flaw_name((enum flaw)k));
    f = begin(
        list, "flaws", NULL,
        "Flaws of written examples against the accuracy of the hypothesis",
        str_get(&columns));
    for (size_t i = 0; i < r->n_writings; i++) {
        const struct hunt_writing *w = &r->writings[i];

        row(&f);
        cell(&f, datum_text(w->target));
        cell(&f, datum_text(w->text));
        cell(&f, datum_text(w->writer));
        cell(&f, datum_number(w->accuracy, -1));
        cell(&f, datum_number(w->writer_rate, -1));
        cell(&f, datum_count(w->written.drafts));
        cell(&f, datum_count(w->written.flaws[FLAW_NONE]));
        cell(&f, datum_count(w->written.doubtful));
        cell(&f, datum_number(w->flawed, -1));
        for (int k = FLAW_NONE + 1; k < FLAWS; k++)
            cell(&f, datum_count(w->written.flaws[k]));
    }
}

void hunt_figures(struct document *d, const struct hunt_report *r)
{
    struct doc_table *list;

    d->digits = PRINT_DIGITS;
    d->spread = PRINT_SPREAD;
    document_fact(d, "hunt", datum_text(r->hash));
    document_fact(d, "note",
                  datum_text(r->planted_demo ? print_demo_note : NULL));
    list = document_table(d, "figures");
    solve_rates(list, r);
    accuracies(list, r);
    quartiles(list, r);
    above(list, r);
    over_time(list, r);
    inferences(list, r);
    flaws(list, r);
}
