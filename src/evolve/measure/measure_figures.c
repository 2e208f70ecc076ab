/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What models made of the sets, as figures: accuracy by setting, and how wrong
 * answers came about. Rows are sorted with the worst first.
 */
#include "evolve/measure/measure_int.h"
#include "report/figure.h"

#include <math.h>
#include <stdlib.h>

struct dot *measure_dot(struct figure *f, size_t row, size_t series,
                        const struct rate *r, const char *items)
{
    struct dot *p = figure_dot(f, row, series, r->value);

    p->low = r->interval.low;
    p->high = r->interval.high;
    p->n = r->n;
    p->items = items;
    return p;
}

static const char *cell_items(struct arena *a, const struct measure_cell *c,
                              const char *mark)
{
    return items_query(a, "set", c->run, "model", c->model, "mark", mark, NULL);
}

/* ---- accuracy ---- */

/* One figure of cells: models x sets, of which the more numerous are rows. */
struct grid {
    const struct measure_cell *cells;
    size_t n;
    const struct measure_names *names;
    const char **sets;
    size_t n_sets;
    bool first;   /* question 1; else the final one */
    bool by_set;  /* rows are sets */
    size_t *rows; /* in their order: places in sets or models */
    double *mean; /* [place] */
    size_t n_rows, n_series;
};

/* The rate of a row and a series; NULL: there is none. */
static const struct rate *rate_at(const struct grid *g, size_t row,
                                  size_t series,
                                  const struct measure_cell **cell)
{
    size_t model = g->by_set ? series : row, set = g->by_set ? row : series;
    const struct rate *r;

    *cell =
        measure_cell_at(g->cells, g->n, g->names->models[model], g->sets[set]);
    if (!*cell)
        return NULL;
    r = g->first ? &(*cell)->first : &(*cell)->final;
    return r->n ? r : NULL;
}

static double mean_of(const struct grid *g, size_t row)
{
    const struct measure_cell *c;
    double sum = 0;
    size_t n = 0;

    for (size_t k = 0; k < g->n_series; k++) {
        const struct rate *r = rate_at(g, row, k, &c);

        sum += r ? r->value : 0;
        n += r != NULL;
    }
    return n ? sum / (double)n : NAN;
}

/* Rows that have a rate, the least mean first. */
static void sort_rows(struct grid *g, struct arena *a)
{
    size_t most = g->by_set ? g->n_sets : g->names->n_models;

    g->n_series = g->by_set ? g->names->n_models : g->n_sets;
    g->rows = arena_array(a, size_t, most + 1);
    g->mean = arena_array(a, double, most + 1);
    for (size_t i = 0; i < most; i++) {
        size_t at = g->n_rows;

        g->mean[i] = mean_of(g, i);
        if (isnan(g->mean[i]))
            continue;
        for (; at > 0 && g->mean[g->rows[at - 1]] > g->mean[i]; at--)
            g->rows[at] = g->rows[at - 1];
        g->rows[at] = i;
        g->n_rows++;
    }
}

static const char *grid_name(struct arena *a, const struct grid *g, bool set,
                             size_t i)
{
    return set ? printable(a, g->sets[i], 40) : g->names->labels[i];
}

static void draw_grid(struct document *d, struct grid g, const char *name,
                      const char *title)
{
    struct figure *f = figure_new(d->arena, FIGURE_DOTS, name, title);

    g.by_set = g.n_sets > g.names->n_models;
    sort_rows(&g, d->arena);
    f->value = (struct axis){ .title = "accuracy", .share = true };
    f->row_title = g.by_set ? "set" : "model";
    f->series_title = g.by_set ? "model" : "set";
    f->caption = arena_printf(
        d->arena,
        "Accuracy of the answer to %s, judged separately, with 95 %% "
        "intervals clustered by parent problem; n: problems. The lowest %s "
        "comes first.",
        g.first ? "question 1 of chains" : "the last question", f->row_title);
    for (size_t k = 0; k < g.n_series; k++)
        figure_series(f, grid_name(d->arena, &g, !g.by_set, k));
    for (size_t i = 0; i < g.n_rows; i++) {
        size_t row =
            figure_row(f, grid_name(d->arena, &g, g.by_set, g.rows[i]));

        for (size_t k = 0; k < g.n_series; k++) {
            const struct measure_cell *c;
            const struct rate *r = rate_at(&g, g.rows[i], k, &c);

            if (r)
                measure_dot(f, row, k, r, cell_items(d->arena, c, NULL));
        }
    }
    if (f->dots.n)
        document_figure(d, f);
}

/* ---- slips ---- */

static const struct {
    const char *name, *title, *caption;
} slip_words[SLIPS] = {
    { "slips-decoy", "Wrong answers equal to a decoy",
      "Share of wrong numerical answers to questions with a decoy that "
      "equal a decoy or follow from one (pseudo-aha)" },
    { "slips-mapping", "Wrong answers equal to another quantity",
      "Share of wrong numerical answers to questions with other quantities "
      "that equal the value of one of them" },
    { "slips-broken", "Chains that break",
      "Share of numerical final answers of chains that are wrong, equal "
      "neither a decoy nor another quantity, and do not follow from the "
      "model's own earlier answers" },
};

static double slip_rate(const struct slip_count *s)
{
    return (double)s->hits / (double)s->could;
}

struct slip_row {
    const struct measure_cell *cell;
    double above; /* the chance; or the rate itself */
};

static int by_above(const void *a, const void *b)
{
    const struct slip_row *x = a, *y = b;

    if (x->above != y->above)
        return x->above < y->above ? 1 : -1;
    return (x->cell > y->cell) - (x->cell < y->cell);
}

static void add_slip(struct figure *f, const struct measure_names *names,
                     const struct measure_cell *c, enum slip_kind k)
{
    const struct slip_count *s = &c->slips.of[k];
    const char *set = printable(f->arena, c->set, 40);
    const char *model = measure_label(names, c->model);
    size_t row = figure_row(
        f, names->n_models == 1 ? set
           : names->n_sets == 1 ? model
                                : arena_printf(f->arena, "%s, %s", model, set));
    struct rate r = { slip_rate(s), s->rate, s->could, NAN };

    /* Chains break among all chains, the others among wrong answers. */
    measure_dot(f, row, 0, &r,
                cell_items(f->arena, c, k == SLIP_BROKEN ? NULL : "wrong"));
    if (k != SLIP_BROKEN)
        figure_dot(f, row, 1, s->chance);
}

static void draw_slips(struct document *d, const struct measure_names *names,
                       const struct measure_cell *cells, size_t n,
                       enum slip_kind k)
{
    struct figure *f = figure_new(d->arena, FIGURE_DOTS, slip_words[k].name,
                                  slip_words[k].title);
    struct slip_row *rows = arena_array(d->arena, struct slip_row, n + 1);
    bool chance = k != SLIP_BROKEN;
    size_t n_rows = 0;

    for (size_t i = 0; i < n; i++) {
        const struct slip_count *s = &cells[i].slips.of[k];

        if (s->could)
            rows[n_rows++] =
                (struct slip_row){ &cells[i],
                                   slip_rate(s) - (chance ? s->chance : 0) };
    }
    qsort(rows, n_rows, sizeof(*rows), by_above);
    f->value =
        (struct axis){ .title = "share of those answers", .share = true };
    f->row_title = "model and set";
    f->caption = arena_printf(
        d->arena, "%s, with 95 %% intervals; n: those answers.%s",
        slip_words[k].caption,
        chance ? " Chance: how often a random wrong whole number from the "
                 "question's range would be counted. Rows farthest above "
                 "chance come first."
               : " The highest share comes first.");
    figure_series(f, "models");
    if (chance)
        figure_series(f, "chance");
    for (size_t i = 0; i < n_rows; i++)
        add_slip(f, names, rows[i].cell, k);
    if (n_rows)
        document_figure(d, f);
}

void measure_figures(struct document *d, const struct measure_cell *cells,
                     size_t n)
{
    struct measure_names names = measure_names(d, cells, n);
    const char **sets = arena_array(d->arena, const char *, n + 1);
    const char **thirds = arena_array(d->arena, const char *, n + 1);
    struct grid g = { .cells = cells, .n = n, .names = &names };
    struct grid third = g;

    g.sets = sets;
    third.sets = thirds;
    for (size_t k = 0; k < names.n_sets; k++)
        if (measure_is_third(names.sets[k]))
            thirds[third.n_sets++] = names.sets[k];
        else
            sets[g.n_sets++] = names.sets[k];
    draw_grid(d, g, "settings-final", "The final question by setting");
    g.first = true;
    draw_grid(d, g, "settings-first", "Question 1 of chains by setting");
    draw_grid(d, third, "second-cycle",
              "Easy, hard, and easy after another cycle");
    for (enum slip_kind k = 0; k < SLIPS; k++)
        draw_slips(d, &names, cells, n, k);
}
