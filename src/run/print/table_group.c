/* SPDX-License-Identifier: Apache-2.0 */
/* The groups of a run: a line for each group and model. */
#include "run/print/cells.h"
#include "run/print/sheet.h"

#include <inttypes.h>

/* What the columns of one table are. */
struct layout {
    enum mark marks[MARKS];
    size_t n_marks;
    bool undecided, majority;
};

static struct layout layout_of(const struct view_group *v, size_t n_models)
{
    size_t cells = n_models * v->grouping.n;
    struct layout l = { 0 };

    l.n_marks = sheet_marks(v->cells, cells, l.marks);
    for (size_t c = 0; c < cells; c++) {
        l.undecided = l.undecided || v->cells[c].count[MARK_UNDECIDED];
        l.majority = l.majority || v->cells[c].majority.n;
    }
    return l;
}

static void add_columns(const struct sheet *s, struct grid *g,
                        const struct layout *l, const char *name)
{
    uint64_t k = s->view->info.attempts;

    grid_column(g, name);
    grid_column(g, "problems");
    sheet_rate_column(g, "accuracy");
    if (l->undecided)
        grid_column(g, "bracket");
    grid_column(g, s->view->strict ? "lenient" : "strict");
    if (k > 1)
        grid_column(g, arena_printf(s->arena, "pass@%" PRIu64, k));
    if (l->majority)
        grid_column(g, arena_printf(s->arena, "majority@%" PRIu64, k));
    grid_part(g);
    for (size_t i = 0; i < l->n_marks; i++)
        grid_column(g, sheet_mark(s->arena, l->marks[i]));
}

static void add_cells(const struct sheet *s, struct grid *g,
                      const struct layout *l, const struct tally *t)
{
    struct arena *a = s->arena;

    grid_cell(g, cell_count(a, t->problems));
    sheet_rate(g, &t->accuracy);
    if (l->undecided)
        grid_cell(g, cell_range(a, t->bracket));
    grid_cell(g, cell_percent(a, t->other_accuracy));
    if (s->view->info.attempts > 1)
        grid_cell(g, t->pass && t->attempts && t->pass[t->attempts - 1].n
                         ? cell_percent(a, t->pass[t->attempts - 1].value)
                         : NULL);
    if (l->majority)
        grid_cell(g, t->majority.n ? cell_percent(a, t->majority.value) : NULL);
    for (size_t i = 0; i < l->n_marks; i++)
        grid_cell(g, cell_count(a, t->count[l->marks[i]]));
}

/* One model has a line in each group; several stand below its name. */
static void add_group(const struct sheet *s, const struct view_group *v)
{
    struct grid g = grid_in(s->arena, 1);
    struct layout l = layout_of(v, s->n_models);
    bool many = s->n_models > 1;

    add_columns(s, &g, &l, v->grouping.name);
    for (size_t i = 0; i < v->grouping.n; i++) {
        if (many)
            grid_heading(&g, v->grouping.values[i]);
        for (size_t m = 0; m < s->n_models; m++) {
            grid_row(&g);
            grid_cell(&g, many ? arena_printf(s->arena, GRID_INDENT "%s",
                                              s->labels[m])
                               : v->grouping.values[i]);
            add_cells(s, &g, &l, &v->cells[m * v->grouping.n + i]);
        }
    }
    str_addc(s->out, '\n');
    grid_write(s->out, &g, s->width);
}

void sheet_groups(const struct sheet *s)
{
    for (size_t i = 0; i < s->view->n_groups; i++)
        if (s->view->groups[i].grouping.n)
            add_group(s, &s->view->groups[i]);
}
