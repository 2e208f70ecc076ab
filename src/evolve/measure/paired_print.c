/* SPDX-License-Identifier: Apache-2.0 */
/* Originals and variants for people. */
#include "evolve/measure/measure_int.h"
#include "report/datum.h"
#include "run/print/cells.h"
#include "run/print/sheet.h"

#include <math.h>

#define WIDTH       100
#define LAST_LENGTH 8

/* A share and its interval in percent; NULL: not known. */
static const char *share_text(struct arena *a, double x, struct interval i)
{
    const char *value = cell_fixed(a, 100 * x, 1);

    return value ? arena_printf(a, "%s (%s)", value, cell_range(a, i)) : NULL;
}

/* `left_out`: a row has something to say there. */
static void drop_columns(struct grid *g, const char *key, bool left_out)
{
    grid_column(g, key);
    grid_column(g, "pairs");
    grid_column(g, "before");
    grid_column(g, "after");
    grid_column(g, "relative drop (95 %)");
    grid_column(g, "difference (95 %)");
    grid_joined(g, "p");
    if (left_out)
        grid_column(g, "left out");
}

static void drop_row(struct arena *a, struct grid *g, const char *key,
                     const struct drop *d, bool left_out)
{
    grid_row(g);
    grid_cell(g, key);
    grid_cell(g, cell_count(a, d->pairs));
    grid_cell(g, cell_rate(a, &d->before));
    grid_cell(g, cell_rate(a, &d->after));
    grid_cell(g, share_text(a, d->relative, d->relative_interval));
    grid_cell(g, share_text(a, d->difference, d->difference_interval));
    grid_cell(g, cell_p(a, d->p));
    if (left_out)
        grid_cell(g, cell_count(a, d->left_out));
}

static void add_models(const struct sheet *s, const struct paired *p)
{
    struct grid g = grid_in(s->arena, 1);
    const char **names = arena_array(s->arena, const char *, p->n_drops + 1);
    const char **labels = arena_array(s->arena, const char *, p->n_drops + 1);
    bool left_out = false;

    for (size_t i = 0; i < p->n_drops; i++) {
        names[i] = p->drops[i].model;
        left_out = left_out || p->drops[i].left_out;
    }
    if (sheet_labels(s->arena, names, p->n_drops, s->width, labels))
        sheet_legend(s->arena, s->out, names, labels, p->n_drops, s->width);
    sheet_title(s, "%s: originals and variants, accuracy in %%",
                printable(s->arena, p->drops[0].set, 60));
    drop_columns(&g, "model", left_out);
    for (size_t i = 0; i < p->n_drops; i++)
        drop_row(s->arena, &g, labels[i], &p->drops[i], left_out);
    grid_write(s->out, &g, s->width);
}

static void add_lengths(const struct sheet *s, const struct paired *p)
{
    struct grid g = grid_in(s->arena, 1);

    sheet_title(s, "by steps of the original, all models");
    drop_columns(&g, "steps", false);
    for (size_t i = 0; i < p->n_lengths; i++) {
        size_t steps = p->lengths[i].steps;

        drop_row(s->arena, &g,
                 arena_printf(s->arena, "%zu%s", steps,
                              steps == LAST_LENGTH ? "+" : ""),
                 &p->lengths[i].drop, false);
    }
    grid_write(s->out, &g, s->width);
}

static void say_findings(const struct sheet *s, const struct paired *p)
{
    struct arena *a = s->arena;
    const char *rho = cell_fixed(a, p->length_spearman, 2);
    const char *before = cell_fixed(a, 100 * p->spread_before, 1);
    const char *after = cell_fixed(a, 100 * p->spread_after, 1);
    const char *chance = cell_p(a, p->length_p);

    str_addc(s->out, '\n');
    if (rho && chance)
        sheet_say(s, "drop against steps, by original: Spearman %s, p %s%s",
                  rho, *chance == '<' ? "" : "= ", chance);
    if (before && after)
        sheet_say(s,
                  "spread between models (standard deviation of their "
                  "accuracies): %s points before, %s after",
                  before, after);
    sheet_say(s, "relative drop = (before - after) / before; intervals: 95 %%, "
                 "bootstrap over originals with their variants; p: paired "
                 "permutation test");
    sheet_say(s, "left out: pairs of which a side has no counted attempt");
}

void paired_print(struct str *out, const struct paired *p)
{
    struct arena a = { 0 };
    struct sheet s = { .arena = &a, .out = out, .width = WIDTH };

    if (p->n_drops) {
        add_models(&s, p);
        if (p->n_lengths)
            add_lengths(&s, p);
        say_findings(&s, p);
    }
    arena_clear(&a);
}
