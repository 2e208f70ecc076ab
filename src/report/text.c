/* SPDX-License-Identifier: Apache-2.0 */

/* A document for a terminal. */
#include "report/document.h"
#include "report/grid.h"

#include <inttypes.h>

/*
 * From a table to its page: which columns are seen, and the words of their
 * cells. An estimate has two columns there, a curve one for each k.
 */

#define KS_MOST 256 /* columns of a curve, beyond which they are thinned */

/* A column that is seen. */
struct seen {
    const struct column *column;
    size_t at;            /* its place in the table */
    struct extent extent; /* what stands in it, on this page */
    bool split;           /* with a second column for the interval */
};

/* The columns of a page, in its order: keys, then others, then later ones. */
struct order {
    struct seen *seen;
    size_t n, keys, later;
};

static bool is_seen(const struct block *b, const struct seen *s)
{
    const struct column *c = s->column;

    return c->heading && !(b->part && c->parts && !(c->parts & b->part)) &&
           (s->extent.tells || !(c->flags & COLUMN_IF_ANY));
}

static struct order order_of(struct arena *a, const struct block *b)
{
    static const unsigned turns[] = { COLUMN_KEY, 0, COLUMN_LATER };
    const struct doc_table *t = b->table;
    struct order o = { .seen = arena_array(a, struct seen, t->columns.n + 1) };

    for (size_t turn = 0; turn < 3; turn++) {
        o.later = o.n;
        for (size_t i = 0; i < t->columns.n; i++) {
            const struct column *c = vec_get(&t->columns, struct column, i);
            struct seen s = { c, i, table_extent(t, i, b->from, b->to), false };

            if ((c->flags & (COLUMN_KEY | COLUMN_LATER)) != turns[turn] ||
                !is_seen(b, &s))
                continue;
            s.split = s.extent.kind == DATUM_ESTIMATE &&
                      !(c->flags & (STYLE_INLINE | STYLE_ALONE));
            o.seen[o.n++] = s;
        }
        o.keys = turn ? o.keys : o.n;
    }
    return o;
}

/* The k after k of a curve up to most: each, or beyond KS_MOST the powers of
 * two and the last. */
static uint64_t next_k(uint64_t k, uint64_t most)
{
    if (k < KS_MOST)
        return k + 1;
    return 2 * k < most || k == most ? 2 * k : most;
}

static void add_title(struct grid *g, const struct seen *s, const char *key)
{
    uint64_t most = s->extent.longest;

    if (s->extent.kind == DATUM_CURVE) {
        for (uint64_t k = 1; k <= most; k = next_k(k, most))
            grid_column(g, arena_printf(g->arena, "%" PRIu64, k));
        return;
    }
    if (s->column->flags & COLUMN_JOINED)
        grid_joined(g, s->column->heading);
    else
        grid_column(g, key ? key : s->column->heading);
    if (s->split)
        grid_joined(g, "95 %");
}

static void add_words(struct grid *g, const struct seen *s,
                      const struct datum *v, size_t indent)
{
    uint64_t most = s->extent.longest;
    unsigned flags = s->column->flags;

    if (s->extent.kind == DATUM_CURVE) {
        for (uint64_t k = 1; k <= most; k = next_k(k, most))
            grid_cell(g, v->kind == DATUM_CURVE && k <= v->n
                             ? datum_words(g->arena, v->curve[k - 1], flags)
                             : NULL);
        return;
    }
    if (flags & COLUMN_KEY && indent)
        grid_cellf(g, "%*s%s", (int)(2 * indent), "",
                   datum_words(g->arena, *v, flags));
    else
        grid_cell(g, datum_words(g->arena, *v, flags));
    if (s->split)
        grid_cell(g, datum_interval(g->arena, *v, flags));
}

struct grid grid_of(struct arena *a, const struct block *b)
{
    struct order o = order_of(a, b);
    struct grid g = grid_in(a, o.keys);

    for (size_t i = 0; i < o.n; i++) {
        if (i == o.later)
            grid_part(&g);
        add_title(&g, &o.seen[i], i ? NULL : b->key);
    }
    for (size_t row = b->from; row < b->to; row++) {
        const struct doc_row *r = vec_get(&b->table->rows, struct doc_row, row);

        if (r->heading) {
            grid_heading(&g, r->heading);
            continue;
        }
        grid_row(&g);
        for (size_t i = 0; i < o.n; i++)
            add_words(&g, &o.seen[i], table_at(b->table, row, o.seen[i].at),
                      r->indent);
    }
    return g;
}

void document_text(struct str *out, const struct document *d)
{
    struct arena a = { 0 };
    size_t begin = out->n;

    for (const struct block *b = d->first; b; b = b->next) {
        struct grid g;

        switch (b->kind) {
        case BLOCK_SECTION:
            if (out->n > begin)
                str_addc(out, '\n');
            if (*b->text)
                grid_fold(out, b->text, d->width);
            break;
        case BLOCK_SENTENCE: grid_fold(out, b->text, d->width); break;
        case BLOCK_TABLE:
            g = grid_of(&a, b);
            grid_write(out, &g, d->width);
            break;
        case BLOCK_NUMBER:
        case BLOCK_FIGURE:
        case BLOCK_EXAMPLE:
        case BLOCK_STEPS: break;
        }
    }
    arena_clear(&a);
}
