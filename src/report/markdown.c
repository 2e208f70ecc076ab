/* SPDX-License-Identifier: Apache-2.0 */
/* A document as Markdown with tables, as GitHub and pandoc read it. */
#include "report/document.h"
#include "report/grid.h"

#include <string.h>

/* Text in which no character means anything. */
static void add_plain(struct str *out, const char *s)
{
    for (; *s; s++) {
        if (strchr("\\`*_[]<>|#$", *s))
            str_addc(out, '\\');
        str_addc(out, *s);
    }
}

static void add_blank(struct str *out)
{
    if (out->n)
        str_addc(out, '\n');
}

static void add_cells(struct str *out, const struct grid *g, size_t first)
{
    const struct grid_cell *cells = vec_at(&g->cells, first);

    for (size_t i = 0; i < g->columns.n; i++) {
        const char *s = cells[i].text + strspn(cells[i].text, " ");
        bool bold = cells[i].heading && *s;

        for (const char *p = cells[i].text; p < s; p++)
            str_add(out, p == cells[i].text ? "| &nbsp;" : "&nbsp;");
        str_add(out, s > cells[i].text ? "" : *s ? "| " : "|");
        str_add(out, bold ? "**" : "");
        add_plain(out, s);
        str_add(out, bold ? "** " : " ");
    }
    str_add(out, "|\n");
}

static void add_table(struct str *out, const struct grid *g)
{
    for (size_t i = 0; i < g->columns.n; i++) {
        str_add(out, "| ");
        add_plain(out, vec_get(&g->columns, struct grid_column, i)->title);
        str_addc(out, ' ');
    }
    str_add(out, "|\n");
    for (size_t i = 0; i < g->columns.n; i++)
        str_add(out, i < g->keys ? "| --- " : "| ---: ");
    str_add(out, "|\n");
    for (size_t i = 0; i < g->cells.n; i += g->columns.n)
        add_cells(out, g, i);
}

void document_markdown(struct str *out, const struct document *d)
{
    struct arena a = { 0 };

    for (const struct block *b = d->first; b; b = b->next) {
        struct grid g;

        if ((b->kind == BLOCK_SECTION && !*b->text) || b->kind > BLOCK_TABLE)
            continue;
        add_blank(out);
        if (b->kind == BLOCK_TABLE) {
            g = grid_of(&a, b);
            add_table(out, &g);
            continue;
        }
        str_add(out, b->kind == BLOCK_SECTION ? "## " : "");
        add_plain(out, b->text);
        str_addc(out, '\n');
    }
    arena_clear(&a);
}
