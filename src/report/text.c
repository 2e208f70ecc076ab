/* SPDX-License-Identifier: Apache-2.0 */

/* A document for a terminal. */
#include "base/ascii.h"
#include "base/utf8.h"
#include "report/document.h"
#include "report/grid.h"

#include <inttypes.h>
#include <string.h>

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

static bool text_is_seen(const struct block *b, const struct seen *s, bool bars)
{
    const struct column *c = s->column;

    return c->heading && (bars || !(c->flags & STYLE_BAR)) &&
           !(b->part && c->parts && !(c->parts & b->part)) &&
           (s->extent.tells || !(c->flags & COLUMN_IF_ANY));
}

static struct order text_order_of(struct arena *a, const struct block *b,
                                  bool bars)
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
                !text_is_seen(b, &s, bars))
                continue;
            s.split = s.extent.kind == DATUM_ESTIMATE &&
                      !(c->flags & (STYLE_INLINE | STYLE_ALONE | STYLE_BAR));
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

static void text_add_title(struct grid *g, const struct seen *s,
                           const char *key)
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

static void text_add_words(struct grid *g, const struct seen *s,
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
    grid_tint(g, flags & STYLE_BAR                      ? TINT_BAR
                 : flags & COLUMN_BAD && datum_tells(v) ? TINT_BAD
                                                        : TINT_NONE);
    if (s->split) {
        grid_cell(g, datum_interval(g->arena, *v, flags));
        grid_tint(g, TINT_NOTE);
    }
}

static struct grid grid_with(struct arena *a, const struct block *b, bool bars)
{
    struct order o = text_order_of(a, b, bars);
    struct grid g = grid_in(a, o.keys);

    for (size_t i = 0; i < o.n; i++) {
        if (i == o.later)
            grid_part(&g);
        text_add_title(&g, &o.seen[i], i ? NULL : b->key);
    }
    for (size_t row = b->from; row < b->to; row++) {
        const struct doc_row *r = vec_get(&b->table->rows, struct doc_row, row);

        if (r->heading) {
            grid_heading(&g, r->heading);
            continue;
        }
        grid_row(&g);
        for (size_t i = 0; i < o.n; i++)
            text_add_words(&g, &o.seen[i],
                           table_at(b->table, row, o.seen[i].at), r->indent);
    }
    return g;
}

struct grid grid_of_block(struct arena *a, const struct block *b)
{
    return grid_with(a, b, true);
}

/* ---- the other blocks ---- */

#define STATEMENT_LINES 3
#define SHORT_MOST      120 /* characters of a key, an answer, a reason */
#define INDENT          2

struct writing {
    struct str *out;
    const struct document *d;
    struct arena a;
    size_t begin;
};

static enum tint tint_of(const struct writing *w, enum tint tint)
{
    return w->d->colour ? tint : TINT_NONE;
}

bool block_is_shown(const struct block *b, bool full)
{
    return b->shown == SHOWN_ALWAYS ||
           b->shown == (full ? SHOWN_FULL : SHOWN_BRIEF);
}

const char *document_line(struct arena *a, const char *text, size_t most)
{
    struct str b = str_in(a);
    size_t n = strnlen(text, (most + 1) * UTF8_MAX);

    for (size_t i = 0; i < n; i++)
        if (!is_space(text[i]))
            str_addc(&b, text[i]);
        else if (b.n && b.s[b.n - 1] != ' ')
            str_addc(&b, ' ');
    return printable(a, str_get(&b), most);
}

/* Folded words, each line of them tinted, and indented by so many blanks. */
static void text_add_folded(struct writing *w, enum tint tint, const char *text,
                            size_t indent)
{
    struct str lines = str_in(&w->a);

    grid_fold(&lines, text, w->d->width - indent);
    for (const char *s = str_get(&lines); *s;) {
        size_t n = strcspn(s, "\n"), blank = strspn(s, " ");

        str_addf(w->out, "%*s", (int)(indent + blank), "");
        grid_tinted(w->out, tint_of(w, tint), s + blank, n - blank);
        str_addc(w->out, '\n');
        s += n + 1;
    }
}

static void add_section(struct writing *w, const char *title)
{
    const struct str *out = w->out;

    /* Of blocks that are not shown the blank lines may remain. */
    if (out->n > w->begin + 1 && out->s[out->n - 2] != '\n')
        str_addc(w->out, '\n');
    if (*title)
        text_add_folded(w, TINT_TITLE, title, 0);
}

static void text_add_table(struct writing *w, const struct block *b)
{
    struct grid g = grid_of_block(&w->a, b);

    /* Bars are the first to go where there is no room. */
    if (grid_width(&g) > w->d->width)
        g = grid_with(&w->a, b, false);
    g.colour = w->d->colour;
    g.ascii = w->d->ascii;
    grid_write(w->out, &g, w->d->width);
}

/* "accuracy 72.4 % (64.1 .. 79.5) of 400 attempts" */
static void text_add_number(struct writing *w, const struct block *b,
                            size_t *column)
{
    const char *value =
        printable(&w->a, datum_words(&w->a, b->value, 0), SHORT_MOST);
    struct str note = str_in(&w->a);
    size_t n;

    if (b->value.kind == DATUM_ESTIMATE && datum_known(&b->value))
        str_addf(&note, " (%s)", datum_interval(&w->a, b->value, 0));
    if (b->note)
        str_addf(&note, " %s", b->note);
    n = utf8_columns(b->text, strlen(b->text)) + 1 +
        utf8_columns(value, strlen(value)) +
        utf8_columns(str_get(&note), note.n);
    if (*column && *column + 3 + n > w->d->width) {
        str_addc(w->out, '\n');
        *column = 0;
    }
    if (n > w->d->width) {
        text_add_folded(
            w, TINT_NONE,
            arena_printf(&w->a, "%s %s%s", b->text, value, str_get(&note)), 0);
        return;
    }
    str_addf(w->out, "%s%s ", *column ? "   " : "", b->text);
    grid_tinted(w->out, tint_of(w, TINT_TITLE), value, strlen(value));
    grid_tinted(w->out, tint_of(w, TINT_NOTE), str_get(&note), note.n);
    *column += (*column ? 3 : 0) + n;
}

/* Numbers that follow each other share lines. Returns the last of them. */
static const struct block *text_add_numbers(struct writing *w,
                                            const struct block *b)
{
    const struct block *last = b;
    size_t column = 0;

    for (; b && (b->kind == BLOCK_NUMBER || !block_is_shown(b, w->d->full));
         b = b->next) {
        if (block_is_shown(b, w->d->full))
            text_add_number(w, b, &column);
        last = b;
    }
    if (column)
        str_addc(w->out, '\n');
    return last;
}

static void text_add_part(struct writing *w, struct str *line, const char *what,
                          const char *text)
{
    if (text && *text)
        str_addf(line, "%s%s %s", line->n ? "   " : "", what,
                 document_line(&w->a, text, SHORT_MOST));
}

/* A statement, cut so that it takes no more than STATEMENT_LINES lines. */
static const char *cut_statement(struct writing *w, const char *text)
{
    size_t most = STATEMENT_LINES * w->d->width, lines;
    const char *cut;

    do {
        struct str folded = str_in(&w->a);

        cut = document_line(&w->a, text, most);
        grid_fold(&folded, cut, w->d->width - 2 * INDENT);
        lines = 0;
        for (const char *s = str_get(&folded); *s; s++)
            lines += *s == '\n';
        most -= INDENT;
    } while (lines > STATEMENT_LINES && most > w->d->width / 2);
    return cut;
}

/* "how: arithmetic slip", on lines of its own. */
static void add_told(struct writing *w, const char *what, const char *text)
{
    struct str line = str_in(&w->a);

    if (!text || !*text)
        return;
    str_addf(&line, "%s: %s", what,
             document_line(&w->a, text, STATEMENT_LINES * w->d->width));
    text_add_folded(w, TINT_NONE, str_get(&line), 2 * INDENT);
}

static void text_add_example(struct writing *w, const struct doc_example *x)
{
    struct str head = str_in(&w->a), line = str_in(&w->a);

    str_addf(&head, "%s", document_line(&w->a, x->problem, SHORT_MOST));
    if (x->mark)
        str_addf(&head, "  %s", document_line(&w->a, x->mark, SHORT_MOST));
    if (x->why && *x->why)
        str_addf(&head, ": %s", document_line(&w->a, x->why, SHORT_MOST));
    text_add_folded(w, TINT_NONE, str_get(&head), INDENT);
    text_add_folded(w, TINT_NOTE, cut_statement(w, x->statement), 2 * INDENT);
    text_add_part(w, &line, "key", x->key);
    text_add_part(w, &line, "answer", x->answer ? x->answer : "none");
    text_add_part(w, &line, "model", x->model);
    if (line.n)
        text_add_folded(w, TINT_NONE, str_get(&line), 2 * INDENT);
    add_told(w, "reply", x->reply);
    add_told(w, "how", x->note);
}

/* The names of the steps; what changed is seen on a page. */
static void text_add_steps(struct writing *w, const struct block *b)
{
    struct str names = str_in(&w->a);

    str_add(&names, b->text);
    for (size_t i = 0; i < b->n_steps; i++)
        str_addf(&names, "%s %s", i ? ";" : ":",
                 document_line(&w->a, b->steps[i].what, SHORT_MOST));
    text_add_folded(w, TINT_NONE, str_get(&names), 0);
}

/* Returns the last block that was written, since numbers are written
 * together. */
static const struct block *text_add_block(struct writing *w,
                                          const struct block *b)
{
    switch (b->kind) {
    case BLOCK_SECTION: add_section(w, b->text); break;
    case BLOCK_SENTENCE:
        /* The first sentence is the headline. */
        text_add_folded(w, w->out->n == w->begin ? TINT_TITLE : TINT_NONE,
                        b->text, 0);
        break;
    case BLOCK_TABLE: text_add_table(w, b); break;
    case BLOCK_NUMBER: return text_add_numbers(w, b);
    case BLOCK_FIGURE: break;
    case BLOCK_EXAMPLE: text_add_example(w, b->example); break;
    case BLOCK_STEPS:
        if (w->d->full)
            text_add_steps(w, b);
        break;
    }
    return b;
}

void document_text(struct str *out, const struct document *d)
{
    struct writing w = { .out = out, .d = d, .begin = out->n };

    for (const struct block *b = d->first; b; b = b->next)
        if (block_is_shown(b, d->full))
            b = text_add_block(&w, b);
    arena_clear(&w.a);
}
