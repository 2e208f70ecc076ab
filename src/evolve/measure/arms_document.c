/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Drops of several sets, arms and models in one table with their means, and
 * effects of operators.
 */
#include "base/str.h"
#include "evolve/measure/paired_int.h"
#include "report/figure.h"

#include <math.h>
#include <stdlib.h>

/* ---- one drop ---- */

static struct rate memory_rate(const struct slip_count *s)
{
    return (struct rate){ s->could ? (double)s->hits / (double)s->could : NAN,
                          s->rate, s->could, NAN };
}

void memory_cells(struct doc_table *t, const struct slip_count *s)
{
    struct rate r = memory_rate(s);

    table_cell(t, "memory.count", NULL, datum_count(s->hits));
    table_cell(t, "memory.of", NULL, datum_count(s->could));
    table_cell(t, "memory.rate", NULL, datum_share(r.value));
    table_cell(t, "memory.low", NULL,
               datum_share(s->could ? r.interval.low : NAN));
    table_cell(t, "memory.high", NULL,
               datum_share(s->could ? r.interval.high : NAN));
    table_styled(t, NULL, "memory, %", STYLE_BARE | STYLE_INLINE | STYLE_OF,
                 rate_datum(&r));
    table_styled(t, "memory.chance", "chance", STYLE_BARE | COLUMN_JOINED,
                 datum_share(s->chance));
}

/* ---- arms ---- */

static void put_arm(struct doc_table *t, const struct drop *w,
                    const char *label, bool sets)
{
    table_row(t);
    table_key(t, "model", "model", datum_name(w->model, label));
    table_key(t, NULL, sets ? "set" : NULL,
              datum_text(printable(t->arena, w->set, 40)));
    if (w->arm)
        table_key(t, "arm", "arm", datum_text(w->arm));
    drop_cells(t, w, true);
    memory_cells(t, &w->memory);
}

void arms_document(struct document *d, const struct drop *drops, size_t n)
{
    struct doc_table *t;
    const char **labels;
    bool sets = drops_have_sets(drops, n);

    if (!n)
        return;
    t = document_table(d, "arms");
    labels = drops_labels(d, drops, n);
    for (size_t i = 0; i < n; i++)
        put_arm(t, &drops[i], labels[i], sets);
    if (sets)
        document_section(d, "originals and variants, accuracy in %%");
    else
        document_section(d, "%s: originals and variants, accuracy in %%",
                         printable(d->arena, drops[0].set, 60));
    document_show(d, t, 0);
    drops_means(d, "means", drops, n);
    document_gap(d);
    drops_say_unknown(d, drops, n);
    drops_say_words(d);
    document_say(d, "difference: accuracy before minus after, on the same "
                    "rows, with 95 %% intervals from a bootstrap over "
                    "originals; p: paired permutation test; rows that an "
                    "arm could not change are excluded");
}

void arms_screen(struct document *d, const struct drop *drops, size_t n,
                 size_t rows)
{
    const struct drop **worst = paired_worst(d->arena, drops, n);
    const char **labels = drops_labels(d, drops, n);
    struct doc_table *t = document_table(d, NULL);
    const unsigned alone = STYLE_ALONE | STYLE_BARE;
    bool sets = drops_have_sets(drops, n);

    for (size_t i = 0; i < n && i < rows; i++) {
        const struct drop *w = worst[i];
        struct rate memory = memory_rate(&w->memory);

        table_row(t);
        table_key(t, NULL, "model", datum_text(labels[w - drops]));
        if (sets)
            table_key(t, NULL, "set",
                      datum_text(printable(d->arena, w->set, 24)));
        if (drops[0].arm)
            table_key(t, NULL, "arm", datum_text(w->arm));
        table_cell(t, NULL, "pairs", datum_count(w->pairs));
        table_styled(t, NULL, "before, %", alone, rate_datum(&w->before));
        table_styled(t, NULL, "after", alone, rate_datum(&w->after));
        table_styled(t, NULL, "drop", alone | STYLE_SIGNED,
                     datum_estimate(w->difference, w->difference_interval.low,
                                    w->difference_interval.high, w->pairs));
        table_styled(t, NULL, "memory", alone, rate_datum(&memory));
        table_styled(t, NULL, "chance", STYLE_BARE | COLUMN_JOINED,
                     datum_share(w->memory.chance));
    }
    if (n)
        document_show(d, t, 0);
}

void means_screen(struct document *d, const struct drop *drops, size_t n)
{
    if (n) {
        drops_means(d, NULL, drops, n);
        drops_say_unknown(d, drops, n);
    }
}

/* ---- effects ---- */

/* The largest first. */
static int by_effect(const void *a, const void *b)
{
    const struct drop *x = *(const struct drop *const *)a;
    const struct drop *y = *(const struct drop *const *)b;
    double p = x->pairs ? x->difference : -2, q = y->pairs ? y->difference : -2;

    return p != q ? (p < q) - (p > q) : (x > y) - (x < y);
}

static void put_effect(struct doc_table *t, const struct drop *w,
                       const char *label, bool brief)
{
    const unsigned alone = STYLE_ALONE | STYLE_BARE;

    table_row(t);
    table_key(t, "model", "model", datum_name(w->model, label));
    table_key(t, "operator", "operator", datum_text(w->arm));
    table_cell(t, "problems", "problems", datum_count(w->pairs));
    table_styled(t, "left_out", "left out", COLUMN_IF_ANY,
                 datum_count(w->left_out));
    table_styled(t, "without", "without, %", alone, rate_datum(&w->before));
    table_styled(t, "with", "with", alone, rate_datum(&w->after));
    change_cells(t, "drop", "drop, points (95 %)", w->difference,
                 w->difference_interval, w->pairs);
    table_styled(t, "drop.p", brief ? NULL : "p", COLUMN_JOINED, datum_p(w->p));
}

static const struct drop **by_size_of(struct arena *a, const struct drop *drops,
                                      size_t n)
{
    const struct drop **list = arena_array(a, const struct drop *, n + 1);

    for (size_t i = 0; i < n; i++)
        list[i] = &drops[i];
    qsort(list, n, sizeof(*list), by_effect);
    return list;
}

static void show_effects(struct document *d, const char *name,
                         const struct drop *drops, size_t n, size_t rows)
{
    const struct drop **list = by_size_of(d->arena, drops, n);
    const char **labels = drops_labels(d, drops, n);
    struct doc_table *t = document_table(d, name);

    for (size_t i = 0; i < n && i < rows; i++)
        put_effect(t, list[i], labels[list[i] - drops], !name);
    document_show(d, t, 0);
}

void effects_document(struct document *d, const struct drop *drops, size_t n)
{
    if (!n)
        return;
    document_section(d, "effects of operators: accuracy of final answers, "
                        "the same problems without and with each operator");
    show_effects(d, "effects", drops, n, n);
    document_gap(d);
    document_say(d, "every problem is asked in every run of a balanced "
                    "design, in which half of the operators are active; "
                    "intervals: 95 %%, from a bootstrap over sources; p: "
                    "paired permutation test");
    document_say(d, "left out: problems that the operator could not change, "
                    "and problems without a counted attempt on one side");
}

void effects_screen(struct document *d, const struct drop *drops, size_t n,
                    size_t rows)
{
    if (n)
        show_effects(d, NULL, drops, n, rows);
}

/* ---- figures ---- */

void memory_figure(struct document *d, const struct drop *drops, size_t n)
{
    struct figure *f = figure_new(d->arena, FIGURE_DOTS, "remembered-golds",
                                  "Wrong answers equal to the original's key");
    struct measure_names names = drops_names(d, drops, n);

    f->value =
        (struct axis){ .title = "share of wrong numbers", .share = true };
    f->row_title = names.n_sets > 1 ? "variants and model" : "model";
    f->caption = "Share of wrong numerical answers to variants that equal "
                 "the original's key, for variants whose key differs from "
                 "it, with 95 % intervals clustered by original; n: wrong "
                 "numerical answers. Chance: how often such an answer "
                 "equals the key of another original.";
    figure_series(f, "models");
    figure_series(f, "chance");
    for (size_t i = 0; i < n; i++) {
        const struct drop *w = &drops[i];
        const char *model = measure_label(&names, w->model);
        struct rate r = memory_rate(&w->memory);
        size_t row;

        if (!w->memory.could)
            continue;
        row = figure_row(f, names.n_sets > 1
                                ? arena_printf(d->arena, "%s: %s",
                                               printable(d->arena, w->set, 40),
                                               model)
                                : model);
        measure_dot(f, row, 0, &r,
                    items_query(d->arena, "set", w->run_after, "model",
                                w->model, "mark", "wrong", NULL));
        figure_dot(f, row, 1, w->memory.chance);
    }
    if (f->dots.n)
        document_figure(d, f);
}

/* Figures know sets alone: "renamed", "gsm8k, renamed". */
void arms_figures(struct document *d, const struct drop *drops, size_t n)
{
    struct drop *named = arena_array(d->arena, struct drop, n + 1);
    bool sets = drops_have_sets(drops, n);

    for (size_t i = 0; i < n; i++) {
        named[i] = drops[i];
        if (drops[i].arm)
            named[i].set = sets ? arena_printf(d->arena, "%s, %s", drops[i].set,
                                               drops[i].arm)
                                : drops[i].arm;
    }
    drops_figures(d, named, n);
    memory_figure(d, named, n);
}

void effects_figure(struct document *d, const struct drop *drops, size_t n)
{
    struct figure *f = figure_new(d->arena, FIGURE_DOTS, "effects",
                                  "Drop in accuracy by operator");
    const struct drop **list = by_size_of(d->arena, drops, n);
    struct measure_names names = drops_names(d, drops, n);

    f->value = (struct axis){ .title = "drop", .share = true };
    f->row_title = "operator";
    f->series_title = "model";
    f->caption = "Accuracy of final answers without the operator minus "
                 "accuracy with it, on the same problems, with all other "
                 "operators balanced; 95 % intervals from a bootstrap over "
                 "sources; n: problems. The largest drop comes first.";
    figure_rule(f, 0, "no effect");
    for (size_t k = 0; k < names.n_models; k++)
        figure_series(f, names.labels[k]);
    for (size_t i = 0; i < n; i++) {
        const struct drop *w = list[i];
        struct rate r = { w->difference, w->difference_interval, w->pairs,
                          NAN };

        for (size_t k = 0; w->pairs && k < names.n_models; k++)
            if (str_eq(names.models[k], w->model))
                measure_dot(f, measure_row(f, w->arm), k, &r, NULL);
    }
    if (f->dots.n)
        document_figure(d, f);
}
