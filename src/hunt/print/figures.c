/* SPDX-License-Identifier: Apache-2.0 */

/*
 * figures.json: tables with named columns, a row a line. `paper` says which
 * figures of the paper on hypothesis-driven problems show the same thing.
 */
#include "hunt/print/fields.h"
#include "hunt/print/print.h"
#include "hunt/print/print_int.h"
#include "run/print/cells.h"

#include <math.h>

struct figure {
    struct arena *arena;
    struct json *rows, *row;
};

static struct figure begin(struct arena *a, struct json *list, const char *name,
                           const char *paper, const char *title,
                           const char *const *columns, size_t n)
{
    struct json *o = json_push(list, json_new(a, JSON_OBJECT));

    fields_text(a, o, "name", name);
    fields_text(a, o, "paper", paper);
    fields_text(a, o, "title", title);
    fields_list(a, o, "columns", columns, n);
    return (struct figure){
        .arena = a, .rows = json_set(a, o, "rows", json_new(a, JSON_ARRAY))
    };
}

#define BEGIN(a, list, name, paper, title, columns) \
 begin(a, list, name, paper, title, columns,        \
       sizeof(columns) / sizeof((columns)[0]))

static void row(struct figure *f)
{
    f->row = json_push(f->rows, json_new(f->arena, JSON_ARRAY));
}

static void word(struct figure *f, const char *s)
{
    json_push(f->row, json_new_text(f->arena, s));
}

static void number(struct figure *f, double x)
{
    json_push(f->row, fields_value(f->arena, x));
}

static void count(struct figure *f, uint64_t n)
{
    json_push(f->row, cell_json_count(f->arena, n));
}

static void series_row(struct figure *f, const struct hunt_series *s)
{
    row(f);
    word(f, s->target);
    word(f, s->by);
    word(f, s->granularity);
}

/* ---- hypotheses ---- */

static void accuracies(struct arena *a, struct json *list,
                       const struct hunt_report *r)
{
    static const char *const columns[] = { "target", "by", "granularity",
                                           "rank", "accuracy" };
    struct figure f = BEGIN(a, list, "accuracies", "figures 2, 6, 9, 12",
                            "Accuracies of hypotheses", columns);

    for (size_t i = 0; i < r->n_series; i++)
        for (size_t j = 0; j < r->series[i].n; j++) {
            series_row(&f, &r->series[i]);
            count(&f, j + 1);
            number(&f, r->series[i].accuracies[j]);
        }
}

static void quartiles(struct arena *a, struct json *list,
                      const struct hunt_report *r)
{
    static const char *const columns[] = { "target", "by",    "granularity",
                                           "n",      "least", "lower",
                                           "median", "upper", "largest" };
    struct figure f =
        BEGIN(a, list, "quartiles", "figures 2, 6, 9, 12",
              "Distributions of the accuracies of hypotheses", columns);

    for (size_t i = 0; i < r->n_series; i++) {
        const struct hunt_series *s = &r->series[i];

        series_row(&f, s);
        count(&f, s->n);
        for (size_t k = 0; k < 5; k++)
            number(&f, s->n ? s->quartiles[k] : NAN);
    }
}

static void above(struct arena *a, struct json *list,
                  const struct hunt_report *r)
{
    static const char *const columns[] = { "target",      "by",
                                           "granularity", "n",
                                           "above_65",    "above_75",
                                           "above_80",    "above_90" };
    struct figure f = BEGIN(
        a, list, "above", "figures 3, 7, 10, 13",
        "Hypotheses with an accuracy above 0.65, 0.75, 0.8 and 0.9", columns);

    for (size_t i = 0; i < r->n_series; i++) {
        const struct hunt_series *s = &r->series[i];

        series_row(&f, s);
        count(&f, s->n);
        for (size_t k = 0; k < 4; k++)
            count(&f, s->above[k]);
    }
}

static void over_time(struct arena *a, struct json *list,
                      const struct hunt_report *r)
{
    static const char *const columns[] = { "target",  "by",  "granularity",
                                           "example", "n",   "best",
                                           "worst",   "mean" };
    struct figure f =
        BEGIN(a, list, "over-time", "figures 5, 8, 11",
              "Best, worst and mean accuracy of a bank after so many examples",
              columns);

    for (size_t i = 0; i < r->n_series; i++)
        for (size_t j = 0; j < r->series[i].n_points; j++) {
            const struct propose_point *p = &r->series[i].points[j];

            series_row(&f, &r->series[i]);
            count(&f, p->example);
            count(&f, p->n);
            number(&f, p->best);
            number(&f, p->worst);
            number(&f, p->mean);
        }
}

static void inferences(struct arena *a, struct json *list,
                       const struct hunt_report *r)
{
    static const char *const columns[] = { "target",   "by",      "granularity",
                                           "strategy", "n",       "unlabelled",
                                           "accuracy", "macro_f1" };
    struct figure f = BEGIN(a, list, "inference", NULL,
                            "Labels predicted by a bank, by strategy", columns);

    for (size_t i = 0; i < r->n_series; i++)
        for (int k = 0; k < INFER_STRATEGIES; k++) {
            const struct inference *v = &r->series[i].inferences[k];

            if (!v->n)
                continue;
            series_row(&f, &r->series[i]);
            word(&f, infer_name((enum infer_strategy)k));
            count(&f, v->n);
            count(&f, v->unlabelled);
            number(&f, v->accuracy);
            number(&f, v->macro_f1);
        }
}

/* ---- problems ---- */

static void solve_row(struct figure *f, const struct hunt_target *t,
                      const struct hypothesis *h)
{
    row(f);
    word(f, t->name);
    word(f, h->text);
    word(f, h->by);
    word(f, h->claim.vocabulary);
    number(f, h->accuracy);
    number(f, t->solve_rate);
    count(f, h->targeted.n);
    number(f, h->targeted.n ? h->targeted.rate : NAN);
    number(f, h->targeted.n ? h->targeted.lo : NAN);
    number(f, h->targeted.n ? h->targeted.hi : NAN);
    number(f, h->control.n ? h->control.rate : NAN);
    word(f, h->cause);
}

static void solve_rates(struct arena *a, struct json *list,
                        const struct hunt_report *r)
{
    static const char *const columns[] = {
        "target",   "hypothesis", "by",           "granularity",
        "accuracy", "benchmark",  "problems",     "solve_rate",
        "solve_lo", "solve_hi",   "control_rate", "cause"
    };
    struct figure f = BEGIN(
        a, list, "solve-rates", "table 1, figure 4",
        "Solve rates of fresh problems aimed at a hypothesis, beside that "
        "of the benchmark",
        columns);

    for (size_t i = 0; i < r->n_targets; i++)
        for (size_t j = 0; j < r->targets[i].table.n; j++)
            if (r->targets[i].table.rows[j].targeted.n)
                solve_row(&f, &r->targets[i], &r->targets[i].table.rows[j]);
}

static void flaws(struct arena *a, struct json *list,
                  const struct hunt_report *r)
{
    const char *columns[9 + FLAWS] = { "target",   "hypothesis",  "writer",
                                       "accuracy", "writer_rate", "drafts",
                                       "kept",     "doubtful",    "flawed" };
    struct figure f;

    for (int k = FLAW_NONE + 1; k < FLAWS; k++)
        columns[9 + k - 1] = flaw_name((enum flaw)k);
    f = begin(a, list, "flaws", NULL,
              "Flaws of written problems against the accuracy of the "
              "hypothesis",
              columns, 9 + FLAWS - 1);
    for (size_t i = 0; i < r->n_writings; i++) {
        const struct hunt_writing *w = &r->writings[i];

        row(&f);
        word(&f, w->target);
        word(&f, w->text);
        word(&f, w->writer);
        number(&f, w->accuracy);
        number(&f, w->writer_rate);
        count(&f, w->written.drafts);
        count(&f, w->written.flaws[FLAW_NONE]);
        count(&f, w->written.doubtful);
        number(&f, w->flawed);
        for (int k = FLAW_NONE + 1; k < FLAWS; k++)
            count(&f, w->written.flaws[k]);
    }
}

void print_figures(struct str *out, const struct hunt_report *r)
{
    struct arena a = { 0 };
    struct json *root = json_new(&a, JSON_OBJECT), *list;

    fields_text(&a, root, "hunt", r->hash);
    fields_text(&a, root, "note", r->planted_demo ? print_demo_note : NULL);
    list = json_set(&a, root, "figures", json_new(&a, JSON_ARRAY));
    solve_rates(&a, list, r);
    accuracies(&a, list, r);
    quartiles(&a, list, r);
    above(&a, list, r);
    over_time(&a, list, r);
    inferences(&a, list, r);
    flaws(&a, list, r);
    fields_write(out, root);
    arena_clear(&a);
}
