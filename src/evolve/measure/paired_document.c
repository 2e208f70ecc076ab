/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Drops as a document: tables of originals beside their variants by model, arm
 * and length and of operators' effects, short tables for a screen, and their
 * figures.
 */
#include "evolve/measure/measure_int.h"
#include "evolve/measure/paired.h"
#include "report/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LAST_LENGTH 8
#define ALONE       (STYLE_ALONE | STYLE_BARE)

/* ---- in another order ---- */

struct ranked {
    const struct drop *drop;
    double key;
};

static int largest_first(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;

    return x->key != y->key ? (x->key < y->key) - (x->key > y->key)
                            : (x->drop > y->drop) - (x->drop < y->drop);
}

/* The largest relative drop first (of effects: the largest difference); what is
 * not known comes last. */
static const struct drop **drops_ranked(struct arena *a,
                                        const struct drop *drops, size_t n,
                                        bool effects)
{
    struct ranked *list = arena_array(a, struct ranked, n + 1);
    const struct drop **out = arena_array(a, const struct drop *, n + 1);

    for (size_t i = 0; i < n; i++) {
        const struct drop *w = &drops[i];
        double known = isnan(w->relative) ? -INFINITY : w->relative;

        list[i] = (struct ranked){ w, !effects   ? known
                                      : w->pairs ? w->difference
                                                 : -2 };
    }
    qsort(list, n, sizeof(*list), largest_first);
    for (size_t i = 0; i < n; i++)
        out[i] = list[i].drop;
    return out;
}

/* ---- cells ---- */

/* A change with its interval, under a name for programs. */
static void change_cells(struct doc_table *t, const char *name,
                         const char *heading, double x, struct interval i,
                         size_t n)
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

/* `all`: the last columns are shown, too. */
static void drop_cells(struct doc_table *t, const struct drop *d, bool all)
{
    table_cell(t, "set", NULL, datum_text(d->set));
    table_cell(t, "pairs", "pairs", datum_count(d->pairs));
    table_cell(t, "left_out", NULL, datum_count(d->left_out));
    table_styled(t, "before", "before", ALONE, rate_datum(&d->before));
    table_styled(t, "after", "after", ALONE, rate_datum(&d->after));
    change_cells(t, "relative_drop", "relative drop (95 %)", d->relative,
                 d->relative_interval, d->pairs);
    change_cells(t, "difference", "difference (95 %)", d->difference,
                 d->difference_interval, d->pairs);
    table_styled(t, "difference.p", "p", COLUMN_JOINED, datum_p(d->p));
    table_styled(t, "lost", all ? "only original" : NULL, ALONE,
                 rate_datum(&d->lost));
    table_styled(t, "gained", all ? "only variant" : NULL, ALONE,
                 rate_datum(&d->gained));
    table_styled(t, NULL, all ? "left out" : NULL, COLUMN_IF_ANY,
                 datum_count(d->left_out));
}

/* A row for each model, set and arm. */
static void drops_table(struct document *d, const char *name,
                        const struct drop *drops, size_t n)
{
    struct doc_table *t = document_table(d, name);
    struct measure_names names =
        measure_names(d, drops, n, sizeof(struct drop));
    bool sets = drops_have_sets(drops, n);

    for (size_t i = 0; i < n; i++) {
        const struct drop *w = &drops[i];

        table_row(t);
        table_key(t, "model", "model",
                  datum_name(w->model, measure_label(&names, w->model)));
        table_key(t, NULL, sets ? "set" : NULL,
                  datum_text(printable(t->arena, w->set, 40)));
        if (w->arm)
            table_key(t, "arm", "arm", datum_text(w->arm));
        drop_cells(t, w, true);
        slip_cells(t, "memory", "memory", true, &w->memory);
    }
    if (sets)
        document_section(d, "originals and variants, accuracy in %%");
    else
        document_section(d, "%s: originals and variants, accuracy in %%",
                         printable(d->arena, drops[0].set, 60));
    document_show(d, t, 0);
}

/* ---- means over models ---- */

/* The first drop of its set and arm; with `all` of its arm. */
static bool drop_is_first(const struct drop *drops, size_t i, bool all)
{
    for (size_t k = 0; k < i; k++)
        if (drop_is_of(&drops[k], all ? NULL : drops[i].set, drops[i].arm))
            return false;
    return true;
}

static void paired_put_mean(struct doc_table *t, const struct drop_mean *m,
                            const char *set, const char *arm, bool arms)
{
    table_row(t);
    table_cell(t, "set", NULL, datum_text(set));
    table_key(t, NULL, "mean over models of",
              datum_text(set ? printable(t->arena, set, 40) : "all sets"));
    if (arms)
        table_key(t, "arm", "arm", datum_text(arm));
    table_cell(t, "models", "models", datum_count(m->models));
    table_cell(t, "drops", NULL, datum_count(m->n));
    table_styled(t, "before", "before, %", STYLE_BARE,
                 datum_share(m->before.value));
    table_styled(t, "after", "after", STYLE_BARE, datum_share(m->after.value));
    table_styled(t, "difference", "drop, points", STYLE_BARE,
                 datum_share(m->difference));
    change_cells(t, "relative_drop", "relative drop (95 %)", m->relative,
                 m->relative_interval, m->n);
}

/* Those of each set and arm, and of all sets. */
static void drops_means(struct document *d, const char *name,
                        const struct drop *drops, size_t n)
{
    struct doc_table *t = document_table(d, name);

    for (size_t all = 0; all < 1 + (size_t)drops_have_sets(drops, n); all++)
        for (size_t i = 0; i < n; i++)
            if (drop_is_first(drops, i, all)) {
                const char *set = all ? NULL : drops[i].set;
                struct drop_mean m = drops_mean(drops, n, set, drops[i].arm);

                paired_put_mean(t, &m, set, drops[i].arm, drops[0].arm != NULL);
            }
    document_gap(d);
    document_show(d, t, 0);
}

/* ---- in words ---- */

/* Says of which drops something is not known, and why. */
static void drops_say_unknown(struct document *d, const struct drop *drops,
                              size_t n)
{
    struct measure_names names =
        measure_names(d, drops, n, sizeof(struct drop));
    bool sets = drops_have_sets(drops, n);

    for (size_t i = 0; i < n; i++) {
        const struct drop *w = &drops[i];
        const char *who = measure_label(&names, w->model);

        if (sets)
            who = arena_printf(d->arena, "%s on %s", who,
                               printable(d->arena, w->set, 40));
        if (w->arm)
            who = arena_printf(d->arena, "%s, %s", who, w->arm);
        if (!w->pairs)
            document_say(d,
                         "%s: no pair has a counted attempt on both sides; "
                         "the model is excluded from the means",
                         who);
        else if (isnan(w->relative))
            document_say(d,
                         "%s: none of the %zu originals is solved, so the "
                         "relative drop is undefined; in the means its "
                         "accuracy before is 0 %%",
                         who, w->pairs);
    }
}

static void drops_say_words(struct document *d)
{
    document_say(d, "relative drop = (before - after) / before; for means, "
                    "computed from the mean accuracies; 95 %% intervals "
                    "over originals (variance recovery)");
    document_say(d, "memory: share of wrong numerical answers that equal "
                    "the original's key, for variants whose key differs "
                    "from it; chance: how often such an answer equals the "
                    "key of another original");
    document_say(d, "left out: pairs without a counted attempt on one side");
}

/* ---- originals and variants ---- */

/* By length; certified variants beside the rest, if some are. */
static void add_lengths(struct document *d, const struct paired *p)
{
    static const char *const names[] = { "certified", "the rest" };
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
    if (p->n_lengths) {
        document_section(d, "by steps of the original, all models");
        document_show(d, t, 0);
    }
    t = document_table(d, "certified");
    if (!p->sure[0].pairs)
        return;
    for (size_t i = 0; i < 2; i++)
        if (p->sure[i].pairs) {
            table_row(t);
            table_key(t, "variants", "variants", datum_text(names[i]));
            drop_cells(t, &p->sure[i], false);
        }
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
    drops_table(d, "models", p->drops, p->n_drops);
    if (p->n_drops > 1)
        drops_means(d, "means", p->drops, p->n_drops);
    add_lengths(d, p);
    paired_add_findings(d, p);
}

void arms_document(struct document *d, const struct drop *drops, size_t n)
{
    if (!n)
        return;
    drops_table(d, "arms", drops, n);
    drops_means(d, "means", drops, n);
    document_gap(d);
    drops_say_unknown(d, drops, n);
    drops_say_words(d);
    document_say(d, "difference: accuracy before minus after, on the same "
                    "rows, with 95 %% intervals from a bootstrap over "
                    "originals; p: paired permutation test; rows that an "
                    "arm could not change are excluded");
}

/* ---- screens ---- */

/* Drops of arms have memory beside them, drops of one set their bar. */
static void drops_screen(struct document *d, const struct drop *drops, size_t n,
                         size_t rows, bool arms)
{
    const struct drop **worst = drops_ranked(d->arena, drops, n, false);
    struct measure_names names =
        measure_names(d, drops, n, sizeof(struct drop));
    struct doc_table *t = document_table(d, NULL);
    bool sets = drops_have_sets(drops, n);

    for (size_t i = 0; i < n && i < rows; i++) {
        const struct drop *w = worst[i];
        struct rate memory = slip_rate(&w->memory);

        table_row(t);
        table_key(t, NULL, "model",
                  datum_text(measure_label(&names, w->model)));
        if (sets)
            table_key(t, NULL, "set",
                      datum_text(printable(d->arena, w->set, 24)));
        if (drops[0].arm)
            table_key(t, NULL, "arm", datum_text(w->arm));
        table_cell(t, NULL, "pairs", datum_count(w->pairs));
        table_styled(t, NULL, "before, %", ALONE, rate_datum(&w->before));
        table_styled(t, NULL, "after", ALONE, rate_datum(&w->after));
        if (arms) {
            table_styled(t, NULL, "drop", ALONE | STYLE_SIGNED,
                         datum_estimate(w->difference,
                                        w->difference_interval.low,
                                        w->difference_interval.high, w->pairs));
            table_styled(t, NULL, "memory", ALONE, rate_datum(&memory));
            table_styled(t, NULL, "chance", STYLE_BARE | COLUMN_JOINED,
                         datum_share(w->memory.chance));
        } else {
            table_styled(t, NULL, "relative drop (95 %)",
                         STYLE_BARE | STYLE_INLINE,
                         datum_estimate(w->relative, w->relative_interval.low,
                                        w->relative_interval.high, w->pairs));
            table_styled(t, NULL, "", STYLE_BAR, datum_share(w->relative));
        }
    }
    if (n)
        document_show(d, t, 0);
}

void paired_screen(struct document *d, const struct paired *p, size_t rows)
{
    drops_screen(d, p->drops, p->n_drops, rows, false);
    drops_say_unknown(d, p->drops, p->n_drops);
}

void arms_screen(struct document *d, const struct drop *drops, size_t n,
                 size_t rows)
{
    drops_screen(d, drops, n, rows, true);
}

void means_screen(struct document *d, const struct drop *drops, size_t n)
{
    if (n) {
        drops_means(d, NULL, drops, n);
        drops_say_unknown(d, drops, n);
    }
}

/* ---- effects ---- */

static void show_effects(struct document *d, const char *name,
                         const struct drop *drops, size_t n, size_t rows)
{
    const struct drop **list = drops_ranked(d->arena, drops, n, true);
    struct measure_names names =
        measure_names(d, drops, n, sizeof(struct drop));
    struct doc_table *t = document_table(d, name);

    for (size_t i = 0; i < n && i < rows; i++) {
        const struct drop *w = list[i];

        table_row(t);
        table_key(t, "model", "model",
                  datum_name(w->model, measure_label(&names, w->model)));
        table_key(t, "operator", "operator", datum_text(w->arm));
        table_cell(t, "problems", "problems", datum_count(w->pairs));
        table_styled(t, "left_out", "left out", COLUMN_IF_ANY,
                     datum_count(w->left_out));
        table_styled(t, "without", "without, %", ALONE, rate_datum(&w->before));
        table_styled(t, "with", "with", ALONE, rate_datum(&w->after));
        change_cells(t, "drop", "drop, points (95 %)", w->difference,
                     w->difference_interval, w->pairs);
        table_styled(t, "drop.p", name ? "p" : NULL, COLUMN_JOINED,
                     datum_p(w->p));
    }
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

/* Drops of one set or of several, the largest first, and their names. */
struct drops {
    const struct drop *all, **worst;
    size_t n;
    struct measure_names names;
};

/* "gsm8k.jsonl: qwen", or the model alone if there is one set. */
static size_t drop_row(struct figure *f, const struct measure_names *names,
                       const char *set, const char *what)
{
    return figure_row(f, names->n_sets > 1
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

static const char *paired_items(struct arena *a, const struct drop *w,
                                bool after)
{
    return items_query(a, "set", after ? w->run_after : w->run_before, "model",
                       w->model, NULL);
}

/* Figures of two rates: a row for each drop. */
static const struct pair_figure {
    const char *name, *title, *series[2], *value, *caption;
    bool means; /* over models, below */
} sides = { "originals-and-variants",
            "Accuracy on originals and variants",
            { "originals", "variants" },
            "accuracy",
            "Accuracy on the problems of a public set and on their "
            "variants, on the same pairs, with 95 % intervals "
            "clustered by original; n: pairs. The largest relative "
            "drop comes first.",
            true },
  one_sided = { "memory",
                "Solved on one side only",
                { "only the original is solved", "only the variant is solved" },
                "share of pairs",
                "Pairs of an original and its variant in which only one is "
                "solved, with 95 % intervals clustered by original; n: "
                "pairs. If models did not remember originals and variants "
                "were not harder, both shares would be equal.",
                false };

static void paired_draw_pairs(struct document *d, const struct drops *s,
                              const struct pair_figure *x)
{
    struct figure *f = figure_new(d->arena, FIGURE_DOTS, x->name, x->title);

    f->row_title = s->names.n_sets > 1 ? "set and model" : "model";
    f->series_title = "problems";
    f->value = (struct axis){ .title = x->value, .share = true };
    f->caption = x->caption;
    figure_series(f, x->series[0]);
    figure_series(f, x->series[1]);
    for (size_t i = 0; i < s->n; i++) {
        const struct drop *w = s->worst[i];
        size_t row =
            drop_row(f, &s->names, w->set, measure_label(&s->names, w->model));

        measure_dot(f, row, 0, x->means ? &w->before : &w->lost,
                    paired_items(d->arena, w, false));
        measure_dot(f, row, 1, x->means ? &w->after : &w->gained,
                    paired_items(d->arena, w, true));
    }
    for (size_t k = 0; k < s->names.n_sets && x->means; k++) {
        const char *set = s->names.sets[k];
        struct drop_mean m = set_mean(s, set);
        size_t row;

        if (m.models < 2)
            continue;
        row = drop_row(f, &s->names, set, "mean over models");
        measure_dot(f, row, 0, &m.before, NULL);
        measure_dot(f, row, 1, &m.after, NULL);
    }
    document_figure(d, f);
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
                measure_dot(
                    f, figure_row_of(f, measure_label(&s->names, w->model)), k,
                    &r, paired_items(d->arena, w, true));
        }
    for (size_t k = 0; k < s->names.n_sets; k++) {
        struct drop_mean m = set_mean(s, s->names.sets[k]);
        struct rate r = { m.relative, m.relative_interval, m.n, NAN };

        if (m.models > 1 && !isnan(m.relative))
            measure_dot(f, figure_row_of(f, "mean over models"), k, &r, NULL);
    }
    document_figure(d, f);
}

void drops_figures(struct document *d, const struct drop *drops, size_t n)
{
    struct drop *known = arena_array(d->arena, struct drop, n + 1);
    struct drops s = { .all = known };

    for (size_t i = 0; i < n; i++)
        if (drops[i].pairs)
            known[s.n++] = drops[i];
    if (!s.n)
        return;
    s.worst = drops_ranked(d->arena, known, s.n, false);
    s.names = measure_names(d, known, s.n, sizeof(struct drop));
    paired_draw_pairs(d, &s, &sides);
    draw_relative(d, &s);
    paired_draw_pairs(d, &s, &one_sided);
}

void memory_figure(struct document *d, const struct drop *drops, size_t n)
{
    struct figure *f = figure_new(d->arena, FIGURE_DOTS, "remembered-golds",
                                  "Wrong answers equal to the original's key");
    struct measure_names names =
        measure_names(d, drops, n, sizeof(struct drop));

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
        struct rate r = slip_rate(&w->memory);
        size_t row;

        if (!w->memory.could)
            continue;
        row = drop_row(f, &names, w->set, measure_label(&names, w->model));
        measure_dot(f, row, 0, &r,
                    items_query(d->arena, "set", w->run_after, "model",
                                w->model, "mark", "wrong", NULL));
        figure_dot(f, row, 1, w->memory.chance);
    }
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
    const struct drop **list = drops_ranked(d->arena, drops, n, true);
    struct measure_names names =
        measure_names(d, drops, n, sizeof(struct drop));

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
                measure_dot(f, figure_row_of(f, w->arm), k, &r, NULL);
    }
    document_figure(d, f);
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

            measure_dot(f, 0, k, k ? &w->after : &w->before,
                        paired_items(d->arena, &all, k))
                ->x = (double)p->lengths[i].steps;
        }
    if (p->n_lengths)
        document_figure(d, f);
}
