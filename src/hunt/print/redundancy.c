/* SPDX-License-Identifier: Apache-2.0 */
#include "hunt/print/print.h"
#include "hunt/print/print_int.h"
#include "report/grid.h"
#include "run/print/cells.h"

#define WIDTH 100

static void worst(const struct pages *p, const struct redundancy *r)
{
    struct grid g = grid_in(p->arena, 2);

    grid_column(&g, "name");
    grid_column(&g, "and");
    grid_column(&g, "both");
    grid_column(&g, "either");
    grid_column(&g, "Jaccard");
    for (size_t i = 0; i < r->n_worst; i++) {
        const struct overlap *o = &r->worst[i];

        grid_row(&g);
        grid_cell(&g, pages_name(p, o->a));
        grid_cell(&g, pages_name(p, o->b));
        grid_cell(&g, cell_count(p->arena, o->both));
        grid_cell(&g, cell_count(p->arena, o->either));
        grid_cell(&g, cell_fixed(p->arena, o->jaccard, 2));
    }
    pages_title(p, "The names that cover most nearly the same:");
    grid_write(p->out, &g, p->width);
}

void print_redundancy(struct str *out, const struct redundancy *r)
{
    struct arena a = { 0 };
    struct pages p = { .arena = &a, .out = out, .width = WIDTH };
    const char *mean = cell_fixed(&a, r->mean, 2);
    const char *per = cell_fixed(&a, r->per_example, 2);

    pages_say(&p, "%s in use, %zu unused; %s of a problem on average.",
              cell_plural(&a, r->names, "name"), r->unused, per ? per : "-");
    pages_say(&p,
              "%zu of %zu pairs of names are redundant (Jaccard index 0.5 or "
              "more); the nearest other name has %s on average.",
              r->redundant, r->pairs, mean ? mean : "-");
    if (r->n_worst)
        worst(&p, r);
    arena_clear(&a);
}
