/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Originals beside their variants as a document: tables of drops by model and
 * by length, and their figures.
 */
#include "evolve/measure/paired.h"
#include "report/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LAST_LENGTH 8

/* ---- tables ---- */

void change_cells(struct doc_table *t, const char *name, const char *heading,
                  double x, struct interval i, size_t n)
{
    bool known = !isnan(x);

    table_cell(t, arena_printf(t->arena, "%s.value", name), NULL,
               datum_share(x));
    table_cell(t, arena_printf(t->arena, "%s.low", name), NULL,
               datum_share(known ? i.low : NAN));
    table_cell(t, arena_printf(t->arena, "%s.high", name), NULL,
               datum_share(known ? i.high : NAN));
    table_styled(t, NULL, heading, STYLE_BARE | STYLE_INLINE,
                 datum_estimate(x, i.low, i.high, n));
}

void drop_cells(struct doc_table *t, const struct drop *d, bool all)
{
    const unsigned alone = STYLE_ALONE | STYLE_BARE;

    table_cell(t, "set", NULL, datum_text(d->set));
    table_cell(t, "pairs", "pairs", datum_count(d->pairs));
    table_cell(t, "left_out", NULL, datum_count(d->left_out));
    table_styled(t, "before", "before", alone, rate_datum(&d->before));
    table_styled(t, "after", "after", alone, rate_datum(&d->after));
    change_cells(t, "relative_drop", "relative drop (95 %)", d->relative,
                 d->relative_interval, d->pairs);
    change_cells(t, "difference", "difference (95 %)", d->difference,
                 d->difference_interval, d->pairs);
    table_styled(t, "difference.p", "p", COLUMN_JOINED, datum_p(d->p));
    table_styled(t, "lost", all ? "only original" : NULL, alone,
                 rate_datum(&d->lost));
    table_styled(t, "gained", all ? "only variant" : NULL, alone,
                 rate_datum(&d->gained));
    table_styled(t, NULL, all ? "left out" : NULL, COLUMN_IF_ANY,
                 datum_count(d->left_out));
}

static void paired_add_models(struct document *d, const struct paired *p)
{
    struct doc_table *t = document_table(d, "models");
    const char **labels = drops_labels(d, p->drops, p->n_drops);

    for (size_t i = 0; i < p->n_drops; i++) {
        table_row(t);
        table_key(t, "model", "model",
                  datum_name(p->drops[i].model, labels[i]));
        drop_cells(t, &p->drops[i], true);
        memory_cells(t, &p->drops[i].memory);
    }
    document_section(d, "%s: originals and variants, accuracy in %%",
                     printable(d->arena, p->drops[0].set, 60));
    document_show(d, t, 0);
}

static void add_lengths(struct document *d, const struct paired *p)
{
    struct doc_table *t = document_table(d, "lengths");

    for (size_t i = 0; i < p->n_lengths; i++) {
        size_t steps = p->lengths[i].steps;

        table_row(t);
        table_key(t, NULL, "steps",
                  datum_text(arena_printf(d->arena, "%zu%s", steps,
                                          steps == LAST_LENGTH ? "+" : "")));
        drop_cells(t, &p->lengths[i].drop, false);
        table_cell(t, "steps", NULL, datum_count(steps));
    }
    if (!p->n_lengths)
        return;
    document_section(d, "by steps of the original, all models");
    document_show(d, t, 0);
}

/* Certified variants beside the rest; nothing if none is. */
static void add_sure(struct document *d, const struct paired *p)
{
    static const char *const names[] = { "certified", "the rest" };
    struct doc_table *t = document_table(d, "certified");

    for (size_t i = 0; i < 2 && p->sure[0].pairs; i++)
        if (p->sure[i].pairs) {
            table_row(t);
            table_key(t, "variants", "variants", datum_text(names[i]));
            drop_cells(t, &p->sure[i], false);
        }
    if (!p->sure[0].pairs)
        return;
    document_section(d, "certified and other variants, all models");
    document_show(d, t, 0);
}

static void paired_add_findings(struct document *d, const struct paired *p)
{
    struct arena *a = d->arena;

    document_fact(d, "drop_against_length.spearman",
                  datum_number(p->length_spearman, 2));
    document_fact(d, "drop_against_length.p", datum_p(p->length_p));
    document_fact(d, "spread_between_models.before",
                  datum_share(p->spread_before));
    document_fact(d, "spread_between_models.after",
                  datum_share(p->spread_after));
    document_gap(d);
    if (isfinite(p->length_spearman) && isfinite(p->length_p))
        document_say(d, "drop against steps, by original: Spearman %s, %s",
                     datum_words(a, datum_number(p->length_spearman, 2), 0),
                     datum_p_words(a, p->length_p));
    if (isfinite(p->spread_before) && isfinite(p->spread_after))
        document_say(d,
                     "spread between models (standard deviation of their "
                     "accuracies): %s points before, %s after",
                     datum_words(a, datum_share(p->spread_before), STYLE_BARE),
                     datum_words(a, datum_share(p->spread_after), STYLE_BARE));
    drops_say_unknown(d, p->drops, p->n_drops);
    drops_say_words(d);
    document_say(d, "difference: 95 %% intervals from a bootstrap over "
                    "originals with their variants; p: paired permutation "
                    "test");
    document_say(d, "only original, only variant: share of pairs, in %%, in "
                    "which only that side is solved");
}

void paired_document(struct document *d, const struct paired *p)
{
    if (!p->n_drops)
        return;
    paired_add_models(d, p);
    if (p->n_drops > 1)
        drops_means(d, "means", p->drops, p->n_drops);
    add_lengths(d, p);
    add_sure(d, p);
    paired_add_findings(d, p);
}

/* ---- a screen ---- */

/* The largest drop first; one that is not known comes last. */
static int by_drop(const void *a, const void *b)
{
    const struct drop *x = *(const struct drop *const *)a;
    const struct drop *y = *(const struct drop *const *)b;
    double p = isnan(x->relative) ? -INFINITY : x->relative;
    double q = isnan(y->relative) ? -INFINITY : y->relative;

    return p != q ? (p < q) - (p > q) : (x > y) - (x < y);
}

const struct drop **paired_worst(struct arena *a, const struct drop *drops,
                                 size_t n)
{
    const struct drop **out = arena_array(a, const struct drop *, n + 1);

    for (size_t i = 0; i < n; i++)
        out[i] = &drops[i];
    qsort(out, n, sizeof(*out), by_drop);
    return out;
}

void paired_screen(struct document *d, const struct paired *p, size_t rows)
{
    const struct drop **worst = paired_worst(d->arena, p->drops, p->n_drops);
    const char **labels = drops_labels(d, p->drops, p->n_drops);
    struct doc_table *t = document_table(d, NULL);
    const unsigned alone = STYLE_ALONE | STYLE_BARE;

    for (size_t i = 0; i < p->n_drops && i < rows; i++) {
        const struct drop *w = worst[i];

        table_row(t);
        table_key(t, NULL, "model", datum_text(labels[w - p->drops]));
        table_cell(t, NULL, "pairs", datum_count(w->pairs));
        table_styled(t, NULL, "before, %", alone, rate_datum(&w->before));
        table_styled(t, NULL, "after", alone, rate_datum(&w->after));
        table_styled(t, NULL, "relative drop (95 %)", STYLE_BARE | STYLE_INLINE,
                     datum_estimate(w->relative, w->relative_interval.low,
                                    w->relative_interval.high, w->pairs));
        table_styled(t, NULL, "", STYLE_BAR, datum_share(w->relative));
    }
    if (p->n_drops)
        document_show(d, t, 0);
    drops_say_unknown(d, p->drops, p->n_drops);
}

/* ---- figures ---- */

/* Drops of one set or of several, the largest first, and their names. */
struct drops {
    const struct drop *all, **worst;
    size_t n;
    struct measure_names names;
};

struct measure_names drops_names(struct document *d, const struct drop *drops,
                                 size_t n)
{
    struct measure_cell *cells =
        arena_array(d->arena, struct measure_cell, n + 1);

    for (size_t i = 0; i < n; i++)
        cells[i] = (struct measure_cell){ .model = drops[i].model,
                                          .set = drops[i].set };
    return measure_names(d, cells, n);
}

static struct drops drops_of(struct document *d, const struct drop *all,
                             size_t n)
{
    return (struct drops){ .all = all,
                           .worst = paired_worst(d->arena, all, n),
                           .n = n,
                           .names = drops_names(d, all, n) };
}

/* "gsm8k.jsonl: qwen", or the model alone if there is one set. */
static size_t drop_row(struct figure *f, const struct drops *s, const char *set,
                       const char *what)
{
    return figure_row(f, s->names.n_sets > 1
                             ? arena_printf(f->arena, "%s: %s",
                                            printable(f->arena, set, 40), what)
                             : what);
}

/* The mean over the models of a set. Figures know sets alone: arms are in their
 * names. */
static struct drop_mean set_mean(const struct drops *s, const char *set)
{
    for (size_t i = 0; i < s->n; i++)
        if (str_eq(s->all[i].set, set))
            return drops_mean(s->all, s->n, set, s->all[i].arm);
    return (struct drop_mean){ 0 };
}

/* A row for each drop: two rates of it. */
static struct figure *pair_figure(struct document *d, const struct drops *s,
                                  const char *name, const char *title,
                                  const char *one, const char *other)
{
    struct figure *f = figure_new(d->arena, FIGURE_DOTS, name, title);

    f->row_title = s->names.n_sets > 1 ? "set and model" : "model";
    f->series_title = "problems";
    figure_series(f, one);
    figure_series(f, other);
    return f;
}

static const char *items_before(struct arena *a, const struct drop *w)
{
    return items_query(a, "set", w->run_before, "model", w->model, NULL);
}

static const char *items_after(struct arena *a, const struct drop *w)
{
    return items_query(a, "set", w->run_after, "model", w->model, NULL);
}

static void draw_sides(struct document *d, const struct drops *s)
{
    struct figure *f = pair_figure(d, s, "originals-and-variants",
                                   "Accuracy on originals and variants",
                                   "originals", "variants");

    f->value = (struct axis){ .title = "accuracy", .share = true };
    f->caption = "Accuracy on the problems of a public set and on their "
                 "variants, on the same pairs, with 95 % intervals "
                 "clustered by original; n: pairs. The largest relative "
                 "drop comes first.";
    for (size_t i = 0; i < s->n; i++) {
        const struct drop *w = s->worst[i];
        size_t row = drop_row(f, s, w->set, measure_label(&s->names, w->model));

        measure_dot(f, row, 0, &w->before, items_before(d->arena, w));
        measure_dot(f, row, 1, &w->after, items_after(d->arena, w));
    }
    for (size_t k = 0; k < s->names.n_sets; k++) {
        const char *set = s->names.sets[k];
        struct drop_mean m = set_mean(s, set);
        size_t row;

        if (m.models < 2)
            continue;
        row = drop_row(f, s, set, "mean over models");
        measure_dot(f, row, 0, &m.before, NULL);
        measure_dot(f, row, 1, &m.after, NULL);
    }
    document_figure(d, f);
}

size_t measure_row(struct figure *f, const char *label)
{
    for (size_t i = 0; i < f->rows.n; i++)
        if (str_eq(*vec_get(&f->rows, const char *, i), label))
            return i;
    return figure_row(f, label);
}

/* A row for each model, and one for the mean; sets side by side. */
static void draw_relative(struct document *d, const struct drops *s)
{
    struct figure *f = figure_new(d->arena, FIGURE_DOTS, "relative-drop",
                                  "Relative drop from originals to variants");

    f->value =
        (struct axis){ .title = "(before - after) / before", .share = true };
    f->row_title = "model";
    f->series_title = "set";
    f->caption = "The share of its accuracy on originals that a model loses "
                 "on their variants, with 95 % intervals over originals; n: "
                 "pairs (for means: models). The largest drop comes first.";
    figure_rule(f, 0, "no drop");
    for (size_t k = 0; k < s->names.n_sets; k++)
        figure_series(f, printable(d->arena, s->names.sets[k], 40));
    for (size_t i = 0; i < s->n; i++)
        for (size_t k = 0; k < s->names.n_sets; k++) {
            const struct drop *w = s->worst[i];
            struct rate r = { w->relative, w->relative_interval, w->pairs,
                              NAN };

            if (str_eq(w->set, s->names.sets[k]) && !isnan(w->relative))
                measure_dot(f,
                            measure_row(f, measure_label(&s->names, w->model)),
                            k, &r, items_after(d->arena, w));
        }
    for (size_t k = 0; k < s->names.n_sets; k++) {
        struct drop_mean m = set_mean(s, s->names.sets[k]);
        struct rate r = { m.relative, m.relative_interval, m.n, NAN };

        if (m.models > 1 && !isnan(m.relative))
            measure_dot(f, measure_row(f, "mean over models"), k, &r, NULL);
    }
    if (f->dots.n)
        document_figure(d, f);
}

static void draw_memory(struct document *d, const struct drops *s)
{
    struct figure *f = pair_figure(d, s, "memory", "Solved on one side only",
                                   "only the original is solved",
                                   "only the variant is "
                                   "solved");

    f->value = (struct axis){ .title = "share of pairs", .share = true };
    f->caption = "Pairs of an original and its variant in which only one is "
                 "solved, with 95 % intervals clustered by original; n: "
                 "pairs. If models did not remember originals and variants "
                 "were not harder, both shares would be equal.";
    for (size_t i = 0; i < s->n; i++) {
        const struct drop *w = s->worst[i];
        size_t row = drop_row(f, s, w->set, measure_label(&s->names, w->model));

        measure_dot(f, row, 0, &w->lost, items_before(d->arena, w));
        measure_dot(f, row, 1, &w->gained, items_after(d->arena, w));
    }
    document_figure(d, f);
}

void drops_figures(struct document *d, const struct drop *drops, size_t n)
{
    struct drop *known = arena_array(d->arena, struct drop, n + 1);
    struct drops s;
    size_t k = 0;

    for (size_t i = 0; i < n; i++)
        if (drops[i].pairs)
            known[k++] = drops[i];
    if (!k)
        return;
    s = drops_of(d, known, k);
    draw_sides(d, &s);
    draw_relative(d, &s);
    draw_memory(d, &s);
}

void paired_figures(struct document *d, const struct paired *p)
{
    struct figure *f = figure_new(d->arena, FIGURE_LINES, "drop-by-length",
                                  "Originals and variants by number of steps");
    struct drop all = p->n_drops ? p->drops[0] : (struct drop){ 0 };

    all.model = NULL; /* the sets as all models have them */
    drops_figures(d, p->drops, p->n_drops);
    f->value = (struct axis){ .title = "accuracy", .share = true };
    f->across = (struct axis){ .title = "steps of the original" };
    f->series_title = "problems";
    f->caption = "Accuracy over all models by the number of steps that the "
                 "original needs (8: eight or more), with 95 % intervals "
                 "clustered by original; n: pairs.";
    figure_series(f, "originals");
    figure_series(f, "variants");
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < p->n_lengths; i++) {
            const struct drop *w = &p->lengths[i].drop;
            struct dot *x = measure_dot(f, 0, k, k ? &w->after : &w->before,
                                        k ? items_after(d->arena, &all)
                                          : items_before(d->arena, &all));

            x->x = (double)p->lengths[i].steps;
        }
    if (p->n_lengths)
        document_figure(d, f);
}
