/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The figures of a comparison: how far the sides of each pair are apart, and on
 * how many problems only one of them is right.
 */
#include "report/figure.h"
#include "run/print/print.h"

#define ROWS_MOST 60 /* pairs */
#define KINDS     5  /* of problems: who is right */

static const char *pair_name(struct arena *a, const struct compare_pair *p,
                             const char *const *labels)
{
    return arena_printf(a, "%s - %s", labels[p->b], labels[p->a]);
}

/* Returns the query of the results of the pair's first side. */
static const char *first_items(struct arena *a, const struct compare *c,
                               const struct compare_pair *p)
{
    const struct compare_side *s = &c->sides[p->a];

    return items_query(a, "set", s->view->info.name, "model",
                       s->view->models[s->model], NULL);
}

/* "p = 0.031 (Holm 0.12)" */
static const char *p_text(struct arena *a, const struct compare *c,
                          const struct compare_pair *p)
{
    const char *own = datum_p_words(a, p->p);

    if (c->n_pairs < 2)
        return own;
    return arena_printf(a, "%s (Holm %s)", own,
                        datum_words(a, datum_p(p->p_holm), 0));
}

static void draw_differences(struct document *d, const struct compare *c,
                             const char *const *labels, size_t n)
{
    struct figure *f = figure_new(d->arena, FIGURE_DOTS, "differences",
                                  "Paired differences in accuracy");

    f->caption = "Mean difference over the problems that both runs have, in "
                 "points, with a 95 % interval over problems or clusters; n: "
                 "problems. p by McNemar's exact test or a paired permutation "
                 "test; Holm: corrected for all pairs.";
    f->value = (struct axis){ .title = "difference (points)" };
    f->row_title = "pair";
    figure_series(f, "difference");
    figure_rule(f, 0, "no difference");
    for (size_t i = 0; i < n; i++) {
        const struct compare_pair *p = &c->pairs[i];
        struct dot *s;

        figure_row(f, pair_name(d->arena, p, labels));
        s = figure_dot(f, i, 0, 100 * p->difference);
        s->low = 100 * p->interval.low;
        s->high = 100 * p->interval.high;
        s->n = p->pairs;
        s->label = p_text(d->arena, c, p);
        s->items = first_items(d->arena, c, p);
    }
    document_figure(d, f);
}

/* Problems of the pairs with one attempt on each side. */
static void draw_changes(struct document *d, const struct compare *c,
                         const char *const *labels, size_t n)
{
    static const char *const names[] = { "both right", "only the first right",
                                         "only the second right",
                                         "neither right", "open" };
    struct figure *f = figure_new(d->arena, FIGURE_BARS, "changes",
                                  "Problems that only one run solves");
    size_t kinds = KINDS - 1; /* "open" only where there is any */

    for (size_t i = 0; i < n; i++)
        if (c->pairs[i].single && c->pairs[i].open)
            kinds = KINDS;
    f->caption = "Problems of each pair (second - first), by which run is "
                 "correct. Open: a missing, failed or undecided result "
                 "decides which run is correct. One attempt in each run; n: "
                 "problems.";
    f->value = (struct axis){ .title = "problems" };
    f->row_title = "pair";
    f->series_title = "right";
    f->stacked = true;
    for (size_t k = 0; k < kinds; k++)
        figure_series(f, names[k]);
    for (size_t i = 0; i < n; i++) {
        const struct compare_pair *p = &c->pairs[i];
        const uint64_t counts[KINDS] = { p->both, p->a_only, p->b_only,
                                         p->neither,
                                         p->pairs - p->both - p->a_only -
                                             p->b_only - p->neither };
        size_t row;

        if (!p->single || !p->pairs)
            continue;
        row = figure_row(f, pair_name(d->arena, p, labels));
        for (size_t k = 0; k < kinds; k++) {
            struct dot *s = figure_dot(f, row, k, (double)counts[k]);

            s->n = counts[k];
            s->items = s->n ? first_items(d->arena, c, p) : NULL;
        }
    }
    if (f->dots.n)
        document_figure(d, f);
}

void compare_figures(struct document *d, const struct compare *c)
{
    size_t n = c->n_pairs < ROWS_MOST ? c->n_pairs : ROWS_MOST;
    const char **names = arena_array(d->arena, const char *, c->n_sides + 1);
    enum shown before = d->shown;
    const char **labels;

    for (size_t i = 0; i < c->n_sides; i++)
        names[i] = c->sides[i].name;
    labels = document_labels(d, names, c->n_sides);
    document_shown(d, SHOWN_FULL);
    draw_differences(d, c, labels, n);
    draw_changes(d, c, labels, n);
    if (n < c->n_pairs)
        document_say(d, "the first %zu of %zu pairs are shown", n, c->n_pairs);
    document_shown(d, before);
}
