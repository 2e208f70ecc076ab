/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Accuracy by what problems have in common: a heat map of sides and groups, or
 * of one side dots with their intervals, the worst groups first; and results by
 * what is wrong with them.
 */
#include "base/ascii.h"
#include "base/map.h"
#include "base/str.h"
#include "run/count/reasons.h"
#include "run/print/drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_MOST 100 /* of a figure */

/* ---- rows ---- */

/* A group of problems, and the results of each side on it. */
struct row {
    const char *value;
    const struct tally **cells; /* [side]; NULL: it has none */
    double worst;               /* mean accuracy over the sides; NaN: none */
    size_t at;
};

static int by_accuracy(const void *a, const void *b)
{
    const struct row *x = a, *y = b;

    if (isnan(x->worst) != isnan(y->worst))
        return isnan(x->worst) ? 1 : -1;
    if (!isnan(x->worst) && x->worst != y->worst)
        return x->worst < y->worst ? -1 : 1;
    return x->at < y->at ? -1 : 1;
}

static void find_worst(const struct drawing *x, struct row *r)
{
    double sum = 0, n = 0;

    for (size_t i = 0; i < x->n; i++)
        if (r->cells[i] && r->cells[i]->accuracy.n) {
            sum += r->cells[i]->accuracy.value;
            n++;
        }
    r->worst = n > 0 ? sum / n : NAN;
}

/* Adds the groups of one side. */
static void add_groups(const struct drawing *x, size_t side,
                       const struct summary_group *g, struct map *seen,
                       struct vec *rows)
{
    size_t from = x->sides[side].model * g->grouping.n;

    for (size_t i = 0; i < g->grouping.n; i++) {
        const char *value = g->grouping.values[i];
        const struct tally *t = &g->cells[from + i];
        bool added;
        size_t *at = map_put(seen, value, strlen(value), &added);

        if (added) {
            struct row *r = vec_push(rows);

            *at = rows->n - 1;
            r->at = *at;
            r->value = value;
            r->cells = arena_array(x->a, const struct tally *, x->n + 1);
        }
        if (t->results)
            vec_get(rows, struct row, *at)->cells[side] = t;
    }
}

/* Does every side have results in the group? */
static bool is_shared(const struct drawing *x, const struct row *r)
{
    for (size_t i = 0; i < x->n; i++)
        if (!r->cells[i])
            return false;
    return true;
}

/* Returns the group of a view, which is made if the view does not have it, or
 * NULL if no problem has a value. */
static const struct summary_group *find_group(struct arena *a,
                                              const struct summary *v,
                                              const char *name)
{
    struct summary_group *made;

    for (size_t i = 0; i < v->n_groups; i++)
        if (str_eq(v->groups[i].grouping.name, name))
            return &v->groups[i];
    made = arena_new(a, struct summary_group);
    return summary_group_make(a, v, name, made) ? made : NULL;
}

/* The rows of a grouping, worst first: of several runs those that all share. */
static struct vec find_rows(const struct drawing *x, const char *name)
{
    struct vec rows = vec_in(x->a, sizeof(struct row));
    const struct summary_group *g = NULL;
    struct map seen = { 0 };
    struct row *r;
    size_t kept = 0;

    for (size_t i = 0; i < x->n; i++) {
        if (!i || x->sides[i].view != x->sides[i - 1].view)
            g = find_group(x->a, x->sides[i].view, name);
        if (g)
            add_groups(x, i, g, &seen, &rows);
    }
    map_clear(&seen);
    r = rows.items;
    for (size_t i = 0; i < rows.n; i++)
        if (x->one_run || is_shared(x, &r[i])) {
            r[kept] = r[i];
            find_worst(x, &r[kept++]);
        }
    rows.n = kept;
    if (kept)
        qsort(r, kept, sizeof(*r), by_accuracy);
    return rows;
}

/* ---- figures ---- */

/* Returns the name of a file for a figure: what is no letter or digit becomes a
 * hyphen. */
static const char *file_name(struct arena *a, const char *before,
                             const char *name)
{
    char *s = arena_printf(a, "%s%.40s", before, name);

    for (char *p = s; *p; p++)
        *p = is_letter(*p) || is_digit(*p) ? to_lower(*p) : '-';
    return s;
}

/* A number alone does not say what it is: "level 2". */
static const char *row_name(struct arena *a, const char *name,
                            const char *value)
{
    if (!*value || value[strspn(value, "0123456789.-")])
        return value;
    return arena_printf(a, "%s %s", name, value);
}

static void put_cell(const struct drawing *x, struct figure *f,
                     const char *name, const struct row *r, size_t row,
                     size_t side)
{
    static const struct rate none = { .n = 0 };
    const struct tally *t = r->cells[side];
    struct dot *s = drawing_rate(f, row, side, t ? &t->accuracy : &none,
                                 t ? t->results : 0);

    if (t)
        s->items = drawing_query(x, side, name, r->value, NULL);
}

static const char *group_caption(const struct drawing *x, const char *name,
                                 size_t rows)
{
    const char *first = arena_printf(
        x->a, "Accuracy by %s, worst first%s; n: results, whatever their mark.",
        name, x->one_run ? "" : ", for groups that all of them have");
    const char *intervals = x->n == 1 ? " Intervals: 95 %." : "";

    if (rows <= ROWS_MOST)
        return arena_printf(x->a, "%s%s", first, intervals);
    return arena_printf(x->a, "%s%s The first %d of %zu.", first, intervals,
                        ROWS_MOST, rows);
}

static void draw_group(const struct drawing *x, const char *name)
{
    struct vec rows = find_rows(x, name);
    size_t n = rows.n < ROWS_MOST ? rows.n : ROWS_MOST;
    struct figure *f;

    if (!x->one_run && rows.n < 2)
        return;
    f = drawing_figure(x, x->n == 1 ? FIGURE_DOTS : FIGURE_HEAT,
                       file_name(x->a, "accuracy-by-", name),
                       arena_printf(x->a, "Accuracy by %s", name));
    f->caption = group_caption(x, name, rows.n);
    f->row_title = name;
    f->series_title = x->what;
    for (size_t i = 0; i < x->n; i++)
        figure_series(f, x->labels[i]);
    for (size_t i = 0; i < n; i++) {
        const struct row *r = vec_get(&rows, struct row, i);

        figure_row(f, row_name(x->a, name, r->value));
        for (size_t side = 0; side < x->n; side++)
            put_cell(x, f, name, r, i, side);
    }
    document_figure(x->d, f);
    document_shown(x->d, SHOWN_PAGE);
    if (n < rows.n)
        document_say(
            x->d,
            "%zu more groups by %s, with higher accuracies, are not shown",
            rows.n - n, name);
    document_shown(x->d, SHOWN_FULL);
}

/* ---- reasons ---- */

/* A family's own judge has words of its own, which items have. */
static bool has_own_words(const struct drawing *x)
{
    return summary_shower(x->sides[0].view) != NULL;
}

static void draw_reasons(const struct drawing *x, const struct summary_group *g)
{
    struct figure *f = drawing_figure(x, FIGURE_BARS, "reasons",
                                      "Why results are not correct");

    f->caption = "Results that are not correct, by reason.";
    f->value = (struct axis){ .title = "results" };
    f->row_title = "reason";
    f->series_title = x->what;
    for (size_t i = 0; i < x->n; i++)
        figure_series(f, x->labels[i]);
    for (size_t k = 0; k < g->grouping.n && k < ROWS_MOST; k++) {
        figure_row(f, g->grouping.values[k]);
        for (size_t i = 0; i < x->n; i++) {
            const struct tally *t =
                &g->cells[x->sides[i].model * g->grouping.n + k];
            struct dot *s = figure_dot(f, k, i, (double)t->results);

            s->n = t->results;
            if (s->n && !has_own_words(x))
                s->items =
                    drawing_query(x, i, "reason", g->grouping.values[k], NULL);
        }
    }
    if (f->dots.n)
        document_figure(x->d, f);
}

/* ---- all of them ---- */

void drawing_groups(const struct drawing *x)
{
    static const char *const shared[] = { "family", "level", "concept", "kind",
                                          "topic" };
    const struct summary *v = x->sides[0].view;

    for (size_t i = 0; !x->one_run && i < sizeof(shared) / sizeof(shared[0]);
         i++)
        draw_group(x, shared[i]);
    for (size_t i = 0; x->one_run && i < v->n_groups; i++) {
        if (reasons_named(v->groups[i].grouping.name))
            draw_reasons(x, &v->groups[i]);
        else
            draw_group(x, v->groups[i].grouping.name);
    }
}
