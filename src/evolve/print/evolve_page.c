/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An evolution as a page: one screen for a terminal, and all the rest with
 * figures: how far operators came, scores by generation, and a few problems step
 * by step. What models made of it is drawn by measure/.
 */
#include "base/str.h"
#include "evolve/print/print.h"
#include "report/figure.h"

#include <inttypes.h>
#include <stdlib.h>

#define SHOWN_LINEAGES 6
#define SHOWN_FROM     128
#define ROWS_ON_SCREEN 10

/* ---- operators ---- */

static double refused_share(const struct evolve_count *c)
{
    return (double)c->refused / (double)(c->applied + c->refused);
}

static int by_refused(const void *a, const void *b)
{
    const struct evolve_count *x = *(const struct evolve_count *const *)a;
    const struct evolve_count *y = *(const struct evolve_count *const *)b;
    double p = refused_share(x), q = refused_share(y);

    return p != q ? (p < q) - (p > q) : (x > y) - (x < y);
}

/* Those that were passed over most first. */
static const struct evolve_count **tried_operators(
    struct arena *a, const struct evolve_report *r, size_t *n)
{
    const struct evolve_count **out =
        arena_array(a, const struct evolve_count *, r->n_counts + 1);

    *n = 0;
    for (size_t i = 0; i < r->n_counts; i++)
        if (r->counts[i].applied + r->counts[i].refused)
            out[(*n)++] = &r->counts[i];
    qsort(out, *n, sizeof(*out), by_refused);
    return out;
}

static void draw_operators(struct document *d, const struct evolve_report *r)
{
    struct figure *f = figure_new(d->arena, FIGURE_BARS, "operators",
                                  "Operators: applied and not applied");
    size_t n;
    const struct evolve_count **list = tried_operators(d->arena, r, &n);

    f->stacked = true;
    f->value = (struct axis){ .title = "problems" };
    f->row_title = "operator";
    f->caption = "How often each operator was tried on a problem of the "
                 "population, in all generations. It is not applied where "
                 "the problem does not allow it. The operator that was "
                 "skipped most often comes first.";
    figure_series(f, "applied");
    figure_series(f, "not");
    for (size_t i = 0; i < n; i++) {
        size_t row = figure_row(f, list[i]->card->name);
        uint64_t all = list[i]->applied + list[i]->refused;

        figure_dot(f, row, 0, (double)list[i]->applied)->n = all;
        figure_dot(f, row, 1, (double)list[i]->refused)->n = all;
    }
    if (n)
        document_figure(d, f);
}

/* ---- scores ---- */

static void draw_scores(struct document *d, const struct evolve_spec *s,
                        const struct evolve_report *r)
{
    struct figure *f =
        figure_new(d->arena, FIGURE_BOXES, "fitness", "Fitness by generation");

    f->value = (struct axis){ .title = "score" };
    f->row_title = "generation";
    f->caption = "Scores of the problems that each generation made: "
                 "minimum, lower quartile, median, upper quartile, maximum; "
                 "n: problems. Problems below the threshold are evolved "
                 "again.";
    figure_series(f, "score");
    figure_rule(f, s->threshold, "threshold");
    for (size_t i = 0; i < r->n_generations; i++) {
        const struct evolve_generation *g = &r->generations[i];
        struct dot *p = figure_dot(
            f, figure_row(f, arena_printf(d->arena, "%d", g->number)), 0,
            g->median);

        p->low = g->lower;
        p->high = g->upper;
        p->least = g->least;
        p->most = g->most;
        p->n = g->n;
    }
    if (r->n_generations)
        document_figure(d, f);
}

/* ---- lineages ---- */

/* What the problems that were chosen show already. */
struct cover {
    bool operators[64]; /* places in the list of operators */
    bool parts[INDIVIDUAL_PARTS + 1];
    bool steps[32]; /* how many there are */
};

/* Returns how many things the problem shows that are not covered yet; `take`
 * covers them. */
static size_t adds(struct cover *c, const struct individual *s, bool take)
{
    bool seen[64] = { false };
    size_t length = s->n_steps < 31 ? s->n_steps : 31;
    size_t n = (size_t)!c->parts[s->n_parts] + (size_t)!c->steps[length];

    for (size_t i = 0; i < s->n_steps; i++)
        for (size_t k = 0; k < n_operators && k < 64; k++)
            if (str_eq(operators[k]->name, s->steps[i].name)) {
                n += !seen[k] && !c->operators[k];
                seen[k] = true;
            }
    for (size_t k = 0; take && k < 64; k++)
        c->operators[k] = c->operators[k] || seen[k];
    if (take)
        c->parts[s->n_parts] = c->steps[length] = true;
    return n;
}

/* The problem that adds most; of several the first. */
static size_t choose(struct cover *c, const struct evolve_set *set,
                     const bool *taken)
{
    size_t best = SIZE_MAX, most = 0;

    for (size_t i = 0; i < set->n; i++) {
        size_t n = adds(c, &set->individuals[i], false);

        if (!taken[i] && set->individuals[i].n_steps &&
            (best == SIZE_MAX || n > most)) {
            best = i;
            most = n;
        }
    }
    return best;
}

/* The statement of the row that the first part came from; NULL: of no file. */
static const char *original_of(const struct evolve_report *r,
                               const struct individual *s)
{
    const char *id = individual_original(&s->parts[0]);

    if (!r->seeds.problems || !str_eq(r->seeds.name, "originals"))
        return NULL;
    for (size_t i = 0; id && i < r->seeds.n; i++)
        if (str_eq(r->seeds.problems[i].id, id))
            return r->seeds.problems[i].statement;
    return NULL;
}

static void show_some(struct document *d, const struct evolve_report *r,
                      const struct evolve_set *set)
{
    bool *taken = arena_array(d->arena, bool, set->n + 1);
    struct cover *cover = arena_new(d->arena, struct cover);

    for (size_t k = 0; k < SHOWN_LINEAGES; k++) {
        size_t i = choose(cover, set, taken);
        const struct individual *s;
        struct doc_step *steps;
        size_t n;

        if (i == SIZE_MAX)
            return;
        if (k == 0)
            document_section(d, "how problems were made");
        taken[i] = true;
        s = &set->individuals[i];
        adds(cover, s, true);
        n = lineage_steps(d->arena, s, original_of(r, s), &steps);
        document_steps(d, arena_strdup(d->arena, set->problems[i].id), steps,
                       n);
    }
}

/* Those that are shown are among the first of a large population. */
static void show_lineages(struct document *d, const struct evolve_report *r)
{
    struct arena a = { 0 };
    struct evolve_set set;
    struct err ignored; /* a disk that cannot be read is told of elsewhere */

    if (evolve_set_load(&a, &r->population, SHOWN_FROM, &set, &ignored))
        show_some(d, r, &set);
    arena_clear(&a);
}

/* ---- figures ---- */

static void add_figures(struct document *d, const struct evolve_spec *s,
                        const struct evolve_report *r)
{
    if (r->n_cells)
        measure_figures(d, r->cells, r->n_cells);
    if (r->n_arm_drops) {
        arms_figures(d, r->arm_drops, r->n_arm_drops);
    } else if (r->paired.n_drops) {
        paired_figures(d, &r->paired);
        memory_figure(d, r->paired.drops, r->paired.n_drops);
    }
    effects_figure(d, r->effect_drops, r->n_effect_drops);
    draw_scores(d, s, r);
    weights_figure(d, &r->weights);
    draw_operators(d, r);
    show_lineages(d, r);
}

/* ---- one screen ---- */

static void show_refused(struct document *d, const struct evolve_report *r)
{
    struct doc_table *t = document_table(d, NULL);
    size_t n;
    const struct evolve_count **list = tried_operators(d->arena, r, &n);

    for (size_t i = 0; i < n && i < ROWS_ON_SCREEN; i++) {
        double all = (double)(list[i]->applied + list[i]->refused);

        table_row(t);
        table_key(t, NULL, "operator", datum_text(list[i]->card->name));
        table_cell(t, NULL, "applied", datum_count(list[i]->applied));
        table_cell(t, NULL, "skipped", datum_count(list[i]->refused));
        table_styled(t, NULL, "", STYLE_BAR,
                     datum_share((double)list[i]->applied / all));
    }
    if (n)
        document_show(d, t, 0);
}

static void say_calls(struct document *d, const struct evolve_report *r)
{
    if (r->asked + r->journalled + r->failed)
        document_say(
            d, "%s asked, %" PRIu64 " from the store, %" PRIu64 " failed.",
            datum_plural(d->arena, r->asked, "call"), r->journalled, r->failed);
}

/* With pairs the drops; else accuracy on the population, which is the first set
 * that the models were asked; without models the operators. */
static void show_screen(struct document *d, const struct evolve_report *r)
{
    document_shown(d, SHOWN_BRIEF);
    document_gap(d);
    if (r->n_arm_drops) {
        document_say(d, "Drops from originals to each arm, largest first "
                        "(memory: wrong answers equal to the original's "
                        "key):");
        arms_screen(d, r->arm_drops, r->n_arm_drops, ROWS_ON_SCREEN);
    } else if (r->n_effect_drops) {
        document_say(d, "Accuracy on the same problems without and with "
                        "each operator:");
        effects_screen(d, r->effect_drops, r->n_effect_drops, ROWS_ON_SCREEN);
    } else if (r->paired.n_drops) {
        document_say(d, "Drops from originals to variants, largest first:");
        paired_screen(d, &r->paired, ROWS_ON_SCREEN);
    } else if (r->n_cells) {
        document_say(d, "Accuracy on the final question of %s, worst first:",
                     r->population.name);
        measure_screen(d, r->cells, r->n_cells, r->population.name,
                       ROWS_ON_SCREEN);
    } else {
        show_refused(d, r);
    }
    say_calls(d, r);
    document_gap(d);
    document_say(d,
                 "--full shows %s; `assay report` makes a page with figures "
                 "and the derivation of each problem.",
                 r->n_cells ? "every set, model and kind of wrong answer"
                            : "scores and the reasons of skipped operators");
    document_shown(d, SHOWN_ALWAYS);
}

/* ---- all of it ---- */

void evolve_page(struct document *d, const struct evolve_spec *s,
                 const struct evolve_report *r, const struct print_hash *files,
                 size_t n)
{
    evolve_document(d, s, r, files, n);
    measure_legend(d, r->cells, r->n_cells);
    show_screen(d, r);
    document_shown(d, SHOWN_FULL);
    evolve_tables(d, "tables", r);
    add_figures(d, s, r);
    document_shown(d, SHOWN_ALWAYS);
}
