/* SPDX-License-Identifier: Apache-2.0 */
/* A document as Markdown with tables, as GitHub and pandoc read it. */
#include "report/document.h"
#include "report/grid.h"

#include <string.h>

#define TEXT_MOST 2000 /* characters of a text from outside */

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

static void markdown_add_table(struct str *out, const struct grid *g)
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

/* "- accuracy: 72.4 % (64.1 .. 79.5), of 400 attempts" */
static void markdown_add_number(struct str *out, struct arena *a,
                                const struct block *b)
{
    str_add(out, "- ");
    add_plain(out, b->text);
    str_add(out, ": ");
    add_plain(out,
              printable(a, datum_words(a, b->value, STYLE_INLINE), TEXT_MOST));
    if (b->note) {
        str_add(out, ", ");
        add_plain(out, b->note);
    }
    str_addc(out, '\n');
}

/* "  - key: 12", if there is one */
static void markdown_add_part(struct str *out, struct arena *a,
                              const char *what, const char *text)
{
    if (!text || !*text)
        return;
    str_addf(out, "  - %s: ", what);
    add_plain(out, document_line(a, text, TEXT_MOST));
    str_addc(out, '\n');
}

static void markdown_add_example(struct str *out, struct arena *a,
                                 const struct doc_example *x)
{
    str_add(out, "- ");
    add_plain(out, document_line(a, x->problem, TEXT_MOST));
    str_add(out, ": ");
    add_plain(out, document_line(a, x->statement, TEXT_MOST));
    str_addc(out, '\n');
    markdown_add_part(out, a, "key", x->key);
    markdown_add_part(out, a, "model", x->model);
    markdown_add_part(out, a, "answer", x->answer ? x->answer : "none");
    markdown_add_part(out, a, x->mark ? x->mark : "verdict",
                      x->why && *x->why ? x->why : "-");
    markdown_add_part(out, a, "reply", x->reply);
    markdown_add_part(out, a, "how", x->note);
}

static void markdown_add_steps(struct str *out, struct arena *a,
                               const struct block *b)
{
    add_plain(out, b->text);
    str_add(out, ":\n\n");
    for (size_t i = 0; i < b->n_steps; i++) {
        str_addf(out, "%zu. ", i + 1);
        add_plain(out, document_line(a, b->steps[i].what, TEXT_MOST));
        str_addc(out, '\n');
    }
}

static void markdown_add_block(struct str *out, struct arena *a,
                               const struct block *b)
{
    struct grid g;

    switch (b->kind) {
    case BLOCK_SECTION:
    case BLOCK_SENTENCE:
        str_add(out, b->kind == BLOCK_SECTION ? "## " : "");
        add_plain(out, b->text);
        str_addc(out, '\n');
        break;
    case BLOCK_TABLE:
        g = grid_of_block(a, b);
        markdown_add_table(out, &g);
        break;
    case BLOCK_NUMBER: markdown_add_number(out, a, b); break;
    case BLOCK_EXAMPLE: markdown_add_example(out, a, b->example); break;
    case BLOCK_STEPS: markdown_add_steps(out, a, b); break;
    case BLOCK_FIGURE: break;
    }
}

void document_markdown(struct str *out, const struct document *d)
{
    enum block_kind last = BLOCK_FIGURE;
    struct arena a = { 0 };

    for (const struct block *b = d->first; b; b = b->next) {
        bool list = b->kind == BLOCK_NUMBER || b->kind == BLOCK_EXAMPLE;

        if (!block_is_shown(b, true) || b->kind == BLOCK_FIGURE ||
            (b->kind == BLOCK_SECTION && !*b->text))
            continue;
        if (!list || b->kind != last) /* items of one list stand together */
            add_blank(out);
        markdown_add_block(out, &a, b);
        last = b->kind;
    }
    arena_clear(&a);
}
