/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Columns are as wide as their widest cell. Keys share at most half of the
 * page; what is longer is folded, never cut, so that two names which differ
 * in their last letter alone stay different.
 */
#include "report/grid.h"
#include "base/err.h"
#include "base/utf8.h"
#include "report/datum.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define GAP        2   /* blanks between columns */
#define TEXT_MOST  200 /* characters of a cell: more would be a page */
#define KEY_LEAST  8   /* characters that a folded key keeps, */
#define KEY_TIGHT  4   /* or these if the other columns do not fit otherwise */
#define PAGE_LEAST 40
#define FOLD_LEAST 16 /* columns of folded text, which may be indented */

struct grid grid_in(struct arena *a, size_t keys)
{
    return (struct grid){ .arena = a,
                          .keys = keys,
                          .columns = vec_in(a, sizeof(struct grid_column)),
                          .cells = vec_in(a, sizeof(struct grid_cell)) };
}

void grid_column(struct grid *g, const char *title)
{
    struct grid_column *c = vec_push(&g->columns);

    c->title = printable(g->arena, title, TEXT_MOST);
    c->width = utf8_columns(c->title, strlen(c->title));
    c->opens = g->parts;
    g->parts = false;
}

void grid_joined(struct grid *g, const char *title)
{
    grid_column(g, title);
    vec_get(&g->columns, struct grid_column, g->columns.n - 1)->joined = true;
}

void grid_part(struct grid *g)
{
    g->parts = true;
}

void grid_row(struct grid *g)
{
    if (g->columns.n == 0)
        return;
    INVARIANT(g->cells.n % g->columns.n == 0);
}

void grid_cell(struct grid *g, const char *text)
{
    struct grid_cell *c = vec_push(&g->cells);
    struct grid_column *column =
        vec_at(&g->columns, (g->cells.n - 1) % g->columns.n);

    c->text = printable(g->arena, text && *text ? text : "-", TEXT_MOST);
    c->width = utf8_columns(c->text, strlen(c->text));
    if (c->width > column->width)
        column->width = c->width;
}

void grid_cellf(struct grid *g, const char *fmt, ...)
{
    struct str b = str_in(g->arena);
    va_list ap;

    va_start(ap, fmt);
    str_addv(&b, fmt, ap);
    va_end(ap);
    grid_cell(g, str_get(&b));
}

void grid_heading(struct grid *g, const char *text)
{
    grid_row(g);
    for (size_t i = 0; i < g->columns.n; i++) {
        struct grid_cell *c = vec_push(&g->cells);

        c->heading = true;
        c->text = i ? "" : printable(g->arena, *text ? text : "-", TEXT_MOST);
    }
}

void grid_tint(struct grid *g, enum tint tint)
{
    vec_get(&g->cells, struct grid_cell, g->cells.n - 1)->tint = tint;
}

/* ---- one line ---- */

void grid_tinted(struct str *out, enum tint tint, const char *s, size_t n)
{
    static const char *const codes[] = { [TINT_TITLE] = "1",
                                         [TINT_NOTE] = "2",
                                         [TINT_BAD] = "31",
                                         [TINT_BAR] = "36" };

    if (tint == TINT_NONE || n == 0) {
        str_addn(out, s, n);
        return;
    }
    str_addf(out, "\033[%sm", codes[tint]);
    str_addn(out, s, n);
    str_add(out, "\033[0m");
}

static void blanks(struct str *out, size_t n)
{
    while (n--)
        str_addc(out, ' ');
}

/* No line ends in blanks. */
static void grid_end_line(struct str *out, size_t begin)
{
    while (out->n > begin && out->s[out->n - 1] == ' ')
        out->n--;
    str_addc(out, '\n');
}

/* How many bytes of s go on a line of `width` columns: up to a blank, where one
 * is, else up to a joint of the word that leaves no stub, so that only a word
 * without one is broken within. */
static size_t piece(const char *s, size_t width)
{
    size_t n = utf8_fit(s, width);

    if (!s[n] || s[n] == ' ')
        return n;
    for (size_t i = n; i > 0; i--)
        if (s[i - 1] == ' ')
            return i;
    for (size_t i = n; i > n / 3; i--)
        if (strchr("-/:_#,", s[i - 1]))
            return i;
    return n;
}

/* A page: which columns stand on it, and how wide each is. */
struct page {
    const struct grid *grid;
    const size_t *width; /* of every column */
    size_t from, to;     /* columns behind the keys */
    size_t page;         /* columns of a line */
};

/* What is left of each key goes on with the next line. True when something
 * is. */
static bool grid_add_keys(struct str *out, const struct page *p,
                          const char **rest)
{
    bool more = false;

    for (size_t i = 0; i < p->grid->keys; i++) {
        size_t n = piece(rest[i], p->width[i]);

        str_addn(out, rest[i], n);
        blanks(out, p->width[i] - utf8_columns(rest[i], n) + GAP);
        rest[i] += n;
        while (*rest[i] == ' ')
            rest[i]++;
        more = more || *rest[i];
    }
    return more;
}

/* A bar without Unicode: # for each of its characters that is at least half
 * full, which are U+2588 (full) to U+258C. */
static const char *bar_of_hashes(struct arena *a, const char *bar)
{
    struct str b = str_in(a);

    for (; *bar; bar += utf8_bytes(bar, 1))
        str_addc(&b, (unsigned char)*bar < 0x80      ? *bar
                     : (unsigned char)bar[2] <= 0x8c ? '#'
                                                     : ' ');
    return str_get(&b);
}

static void grid_add_cell(struct str *out, const struct grid *g,
                          const struct grid_cell *c)
{
    const char *text = c->tint == TINT_BAR && g->ascii
                           ? bar_of_hashes(g->arena, c->text)
                           : c->text;
    size_t n = strlen(text), ink = n;

    while (ink && text[ink - 1] == ' ')
        ink--;
    grid_tinted(out, g->colour ? c->tint : TINT_NONE, text, ink);
    blanks(out, n - ink);
}

/* A row: its keys and cells on one line, the rest of folded keys below. */
static void grid_add_row(struct str *out, const struct page *p,
                         const char **keys, const struct grid_cell *cells)
{
    bool more = true, first = true;

    while (more) {
        size_t begin = out->n;

        more = grid_add_keys(out, p, keys);
        for (size_t i = p->from; first && i < p->to; i++) {
            blanks(out, p->width[i] - cells[i].width + (i > p->from ? GAP : 0));
            grid_add_cell(out, p->grid, &cells[i]);
        }
        first = false;
        grid_end_line(out, begin);
    }
}

static void add_page(struct str *out, const struct page *p)
{
    const struct grid *g = p->grid;
    struct grid_cell *titles =
        arena_array(g->arena, struct grid_cell, g->columns.n);
    const char **keys = arena_array(g->arena, const char *, g->keys + 1);

    for (size_t i = 0; i < g->columns.n; i++) {
        titles[i].text = vec_get(&g->columns, struct grid_column, i)->title;
        titles[i].width = utf8_columns(titles[i].text, strlen(titles[i].text));
    }
    for (size_t i = 0; i < g->keys; i++)
        keys[i] = titles[i].text;
    grid_add_row(out, p, keys, titles);
    for (size_t row = 0; row + g->columns.n <= g->cells.n;
         row += g->columns.n) {
        const struct grid_cell *cells = vec_at(&g->cells, row);

        if (cells->heading) {
            grid_fold(out, cells->text, p->page);
            continue;
        }
        for (size_t i = 0; i < g->keys; i++)
            keys[i] = cells[i].text;
        grid_add_row(out, p, keys, cells);
    }
}

/* ---- the whole ---- */

/* The end of a column and of those joined to it; *sum grows by their width. */
static size_t unit_end(const struct grid *g, const size_t *widths, size_t from,
                       size_t *sum)
{
    size_t to = from;

    do
        *sum += widths[to++] + GAP;
    while (to < g->columns.n &&
           vec_get(&g->columns, struct grid_column, to)->joined);
    return to;
}

/* The columns of the widest unit, which no page can cut. */
static size_t widest_unit(const struct grid *g, const size_t *width)
{
    size_t most = 0;

    for (size_t i = g->keys; i < g->columns.n;) {
        size_t sum = 0;

        i = unit_end(g, width, i, &sum);
        most = sum > most ? sum : most;
    }
    return most;
}

/* Where a table does not fit on its page the widest key gives way, until keys
 * together have half of the page, or a bit less if it fits then, or what the
 * widest unit leaves. */
static size_t fit_keys(const struct grid *g, size_t *width, size_t page)
{
    size_t sum = 0, most = 0, all = 0, limit = page / 2;
    size_t unit = widest_unit(g, width);

    for (size_t i = 0; i < g->columns.n; i++) {
        all += width[i] + GAP;
        sum += i < g->keys ? width[i] + GAP : 0;
    }
    if (all - sum + page * 2 / 5 <= page + GAP)
        limit = page * 2 / 5;
    if (unit < page + GAP && limit > page + GAP - unit)
        limit = page + GAP - unit;
    while (sum > limit && all > page + GAP) {
        for (size_t i = 0; i < g->keys; i++)
            most = width[i] > width[most] ? i : most;
        if (width[most] <= (sum + unit > page + GAP ? KEY_TIGHT : KEY_LEAST))
            break;
        width[most]--;
        sum--;
        all--;
    }
    return sum;
}

/* The end of the block that begins at column `from`. `room` is the width of
 * what stands behind the keys; `cut` is whether the table has several. */
static size_t block_end(const struct grid *g, const size_t *widths, size_t from,
                        size_t room, bool cut)
{
    size_t sum = 0, to = unit_end(g, widths, from, &sum);

    while (to < g->columns.n) {
        size_t next = unit_end(g, widths, to, &sum);

        if (sum > room + GAP)
            break;
        if (cut && vec_get(&g->columns, struct grid_column, to)->opens)
            break;
        to = next;
    }
    return to;
}

size_t grid_width(const struct grid *g)
{
    size_t sum = 0;

    for (size_t i = 0; i < g->columns.n; i++)
        sum +=
            vec_get(&g->columns, struct grid_column, i)->width + (i ? GAP : 0);
    return sum;
}

void grid_write(struct str *out, const struct grid *g, size_t width)
{
    size_t *widths = arena_array(g->arena, size_t, g->columns.n);
    struct page p = { .grid = g, .width = widths, .to = g->keys };
    size_t room;
    bool cut;

    if (g->columns.n == 0)
        return;
    INVARIANT(g->cells.n % g->columns.n == 0);
    width = width < PAGE_LEAST ? PAGE_LEAST : width;
    for (size_t i = 0; i < g->columns.n; i++)
        widths[i] = vec_get(&g->columns, struct grid_column, i)->width;
    room = width - fit_keys(g, widths, width);
    p.page = width;
    cut = g->keys < g->columns.n &&
          block_end(g, widths, g->keys, room, false) < g->columns.n;
    while (p.to < g->columns.n) {
        p.from = p.to;
        p.to = block_end(g, widths, p.from, room, cut);
        if (p.from > g->keys)
            str_addc(out, '\n');
        add_page(out, &p);
    }
}

void grid_fold(struct str *out, const char *text, size_t width)
{
    size_t indent = 0, begin;

    width = width < FOLD_LEAST ? FOLD_LEAST : width;
    do {
        size_t n = piece(text, width - indent);

        begin = out->n;
        blanks(out, indent);
        str_addn(out, text, n);
        grid_end_line(out, begin);
        text += n;
        while (*text == ' ')
            text++;
        indent = 2;
    } while (*text);
}
