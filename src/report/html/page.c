/* SPDX-License-Identifier: Apache-2.0 */
#include "report/html/page.h"
#include "assay.h"
#include "base/ascii.h"
#include "base/str.h"
#include "base/whole_file.h"
#include "report/grid.h"
#include "report/html/html.h"
#include "report/html/pack.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* The styles and scripts of every page, and their hashes: tools/make-web. */
const struct page_asset page_style =
#include "report/html/style.inc"
    ;

const struct page_asset page_katex =
#include "report/html/katex.inc"
    ;

static const struct page_asset page_script =
#include "report/html/script.inc"
    ;

static const struct page_asset *const assets[] = { &page_style, &page_katex,
                                                   &page_script };

#define ASSETS (sizeof(assets) / sizeof(assets[0]))

/* ---- files ---- */

static void file_say(struct whole_file *f, const char *text)
{
    whole_file_add(f, text, strlen(text));
}

/* ---- the page around its contents ---- */

/* What the page may load. Scripts and styles run by their hashes alone; the
 * blocks of a folder are scripts of its own. */
static void add_policy(struct str *out, bool split)
{
    str_add(out, "<meta http-equiv=\"Content-Security-Policy\" content=\""
                 "default-src 'none'; script-src");
    for (size_t i = 0; i < ASSETS; i++)
        if (assets[i]->script)
            str_addf(out, " '%s'", assets[i]->hash);
    str_add(out, split ? " 'self'; style-src" : "; style-src");
    for (size_t i = 0; i < ASSETS; i++)
        if (!assets[i]->script)
            str_addf(out, " '%s'", assets[i]->hash);
    str_add(out, "; font-src data:; img-src data:; base-uri 'none'; "
                 "form-action 'none'\">\n");
}

static void add_assets(struct whole_file *f, bool script)
{
    for (size_t i = 0; i < ASSETS; i++) {
        if (assets[i]->script != script)
            continue;
        file_say(f, script ? "<script>" : "<style>");
        file_say(f, assets[i]->text);
        file_say(f, script ? "</script>\n" : "</style>\n");
    }
}

static void page_write_head(struct whole_file *f, const struct page *p,
                            bool split)
{
    struct str out = { 0 };

    str_add(&out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
                  "<meta charset=\"utf-8\">\n");
    add_policy(&out, split);
    str_addf(&out, PAGE_MAKER " %s\">\n", assay_version());
    str_add(&out, "<meta name=\"referrer\" content=\"no-referrer\">\n"
                  "<meta name=\"viewport\" "
                  "content=\"width=device-width, initial-scale=1\">\n"
                  "<meta name=\"color-scheme\" content=\"light dark\">\n"
                  "<link rel=\"icon\" href=\"data:,\">\n<title>");
    html_text(&out, p->title);
    str_add(&out, "</title>\n");
    whole_file_add(f, out.s, out.n);
    add_assets(f, false);
    file_say(f, "</head>\n");
    str_clear(&out);
}

static void write_body(struct whole_file *f, const struct page *p)
{
    struct str out = { 0 }, nav = { 0 }, body = { 0 };

    html_body(&body, &nav, p->body, p->items != NULL);
    str_add(&out, "<body>\n<a class=\"skip\" href=\"#main\">Skip to the "
                  "content</a>\n<nav aria-label=\"Contents\">\n<a "
                  "class=\"home\" href=\"#\">");
    html_text(&out, p->title);
    str_addf(&out,
             "</a>\n<ul>\n%s%s</ul>\n</nav>\n<main id=\"main\" "
             "tabindex=\"-1\">\n<div id=\"view-report\">\n<h1>",
             str_get(&nav),
             p->items ? "<li class=\"to-items\"><a href=\"#items\">Problems"
                        "</a></li>\n"
                      : "");
    html_text(&out, p->title);
    str_add(&out, "</h1>\n");
    whole_file_add(f, out.s, out.n);
    whole_file_add(f, body.s, body.n);
    file_say(f, "</div>\n<div id=\"view-items\" hidden></div>\n"
                "<div id=\"view-item\" hidden></div>\n</main>\n");
    if (p->items)
        file_say(f, "<noscript><p class=\"say\">The problems and replies "
                    "behind these figures need JavaScript.</p></noscript>\n");
    str_clear(&out);
    str_clear(&nav);
    str_clear(&body);
}

/* ---- the items of a page ---- */

struct page_out {
    struct whole_file file;
    const char *folder; /* of blocks in files of their own; or NULL */
};

static bool write_block_file(const char *folder, size_t number,
                             const char *base64, size_t n, struct err *e)
{
    struct str path = { 0 }, head = { 0 };
    struct whole_file f;
    bool ok;

    str_addf(&path, "%s/blocks/%zu.js", folder, number);
    ok = whole_file_open(&f, path.s, e);
    if (ok) {
        str_addf(&head, "assay.block(%zu,\"", number);
        whole_file_add(&f, head.s, head.n);
        whole_file_add(&f, base64, n);
        file_say(&f, "\");\n");
        ok = whole_file_close(&f, e);
    }
    str_clear(&path);
    str_clear(&head);
    return ok;
}

static void page_write_data(struct whole_file *f, const char *id,
                            const char *base64, size_t n)
{
    file_say(f, "<script type=\"application/octet-stream\" id=\"");
    file_say(f, id);
    file_say(f, "\">");
    whole_file_add(f, base64, n);
    file_say(f, "</script>\n");
}

static bool page_write_block(void *ctx, size_t number, const char *base64,
                             size_t n, struct err *e)
{
    struct page_out *out = ctx;
    char id[40];

    if (out->folder)
        return write_block_file(out->folder, number, base64, n, e);
    snprintf(id, sizeof(id), "block-%zu", number);
    page_write_data(&out->file, id, base64, n);
    return true;
}

static bool write_index(void *ctx, const char *base64, size_t n, struct err *e)
{
    struct page_out *out = ctx;

    (void)e;
    page_write_data(&out->file, "index", base64, n);
    return true;
}

static bool write_items(struct page_out *out, const struct page *p,
                        struct err *e)
{
    struct pack k = { .source = p->items,
                      .block = page_write_block,
                      .index = write_index,
                      .progress = p->progress,
                      .ctx = out,
                      .progress_ctx = p->ctx };

    return !p->items || pack_items(&k, e);
}

static bool page_write_page(struct page_out *out, const struct page *p,
                            const char *path, struct err *e)
{
    if (!whole_file_open(&out->file, path, e))
        return false;
    page_write_head(&out->file, p, out->folder != NULL);
    write_body(&out->file, p);
    if (!write_items(out, p, e)) {
        whole_file_drop(&out->file);
        return false;
    }
    add_assets(&out->file, true);
    file_say(&out->file, "</body>\n</html>\n");
    return whole_file_close(&out->file, e);
}

bool page_write(const struct page *p, const char *path, struct err *e)
{
    struct page_out out = { 0 };

    return page_write_page(&out, p, path, e);
}

static bool page_make_folder(const char *path, struct err *e)
{
    if (mkdir(path, 0777) == 0 || errno == EEXIST)
        return true;
    return err_set(e, ERR_IO, "could not create the folder %s: %s", path,
                   strerror(errno));
}

bool page_write_split(const struct page *p, const char *folder, struct err *e)
{
    struct page_out out = { .folder = folder };
    struct str blocks = { 0 }, path = { 0 };
    bool ok;

    str_addf(&blocks, "%s/blocks", folder);
    str_addf(&path, "%s/index.html", folder);
    ok = page_make_folder(folder, e) && page_make_folder(blocks.s, e) &&
         page_write_page(&out, p, path.s, e);
    str_clear(&blocks);
    str_clear(&path);
    return ok;
}

/* Tables, and figures with their data as a table. */

#define DATA_DIGITS  6  /* of a value that is no share, under a figure */
#define ROWS_MOST    20 /* rows of a table that the script does not fold */
#define COLUMNS_MOST 8  /* columns of a table that is printed as it is */

/* ---- tables ---- */

static const struct grid_cell *cell_at(const struct grid *g, size_t row,
                                       size_t column)
{
    return vec_get(&g->cells, struct grid_cell, row * g->columns.n + column);
}

static size_t indent_of(const char *text)
{
    return strspn(text, " ");
}

/* Does the text begin as a number does: "72.4 %", "+0.12", "$4.20", "< 0.1"? */
static bool begins_number(const char *s)
{
    s += strspn(s, "+-$<>(= ");
    return is_digit(*s);
}

/* Numbers stand right: columns, except keys, whose every known cell is one. */
static bool page_is_numeric(const struct grid *g, size_t rows, size_t column)
{
    bool any = false;

    for (size_t i = 0; i < rows && column >= g->keys; i++) {
        const struct grid_cell *c = cell_at(g, i, column);

        if (c->heading || str_eq(c->text, "-"))
            continue;
        if (!begins_number(c->text))
            return false;
        any = true;
    }
    return any;
}

/* What the cells of a column are, besides text. */
enum column_is { IS_TEXT, IS_NUMBER, IS_PROBLEM, IS_STATEMENT };

/* Has the column that name, on the page or for programs? */
static bool page_is_named(const struct block *b, const char *title,
                          const char *name)
{
    for (size_t i = 0; i < b->table->columns.n; i++) {
        const struct column *c = vec_get(&b->table->columns, struct column, i);

        if (c->name && c->heading && str_eq(c->name, name) &&
            str_eq(c->heading, title))
            return true;
    }
    return str_eq(title, name);
}

static enum column_is column_is(const struct block *b, const struct grid *g,
                                size_t rows, size_t column, bool has_items)
{
    const char *title = vec_get(&g->columns, struct grid_column, column)->title;

    if (page_is_named(b, title, "statement"))
        return IS_STATEMENT;
    if (page_is_numeric(g, rows, column))
        return IS_NUMBER;
    return has_items && page_is_named(b, title, "problem") ? IS_PROBLEM
                                                           : IS_TEXT;
}

static void page_add_head(struct str *out, const struct grid *g,
                          const enum column_is *is, bool links)
{
    str_add(out, "<thead><tr>");
    for (size_t i = 0; i < g->columns.n; i++) {
        str_addf(out, "<th scope=\"col\"%s>",
                 is[i] == IS_NUMBER ? " class=\"num\"" : "");
        html_name(out, vec_get(&g->columns, struct grid_column, i)->title);
        str_add(out, "</th>");
    }
    str_add(out, links ? "<td></td></tr></thead>\n" : "</tr></thead>\n");
}

static void add_contents(struct str *out, const char *text, enum column_is is)
{
    struct arena a = { 0 };

    if (is == IS_PROBLEM && !str_eq(text, "-"))
        html_link(out, items_query(&a, "problem", text, NULL), text);
    else
        html_name(out, text);
    arena_clear(&a);
}

static void page_add_cell(struct str *out, const struct grid *g, size_t row,
                          size_t column, enum column_is is)
{
    static const char *const classes[] = { [IS_TEXT] = "",
                                           [IS_NUMBER] = " class=\"num\"",
                                           [IS_PROBLEM] = " class=\"name\"",
                                           [IS_STATEMENT] = " class=\"tex\"" };
    const char *text = cell_at(g, row, column)->text;
    bool key = column < g->keys;
    size_t indent = key ? indent_of(text) / strlen(GRID_INDENT) : 0;

    str_add(out, key ? "<th scope=\"row\"" : "<td");
    if (indent)
        str_addf(out, " class=\"in%d\"", indent > 3 ? 3 : (int)indent);
    else
        str_add(out, classes[is]);
    str_add(out, ">");
    add_contents(out, text + (key ? indent_of(text) : 0), is);
    str_add(out, key ? "</th>" : "</td>");
}

static void report_page_add_row(struct str *out, const struct grid *g,
                                size_t row, const enum column_is *is,
                                const char *const *items)
{
    const struct grid_cell *first = cell_at(g, row, 0);

    if (first->heading) {
        str_addf(out, "<th colspan=\"%zu\" scope=\"rowgroup\">",
                 g->columns.n + (items ? 1 : 0));
        html_text(out, first->text);
        str_add(out, "</th></tr>\n");
        return;
    }
    for (size_t i = 0; i < g->columns.n; i++)
        page_add_cell(out, g, row, i, is[i]);
    if (items) {
        str_add(out, "<td>");
        html_link(out, items[row], items[row] ? "problems" : "");
        str_add(out, "</td>");
    }
    str_add(out, "</tr>\n");
}

void html_table(struct str *out, const struct block *b,
                const char *const *items, bool has_items)
{
    struct arena a = { 0 };
    struct grid g = grid_of_block(&a, b);
    size_t rows = g.columns.n ? g.cells.n / g.columns.n : 0;
    enum column_is *is = arena_array(&a, enum column_is, g.columns.n + 1);

    for (size_t i = 0; i < g.columns.n; i++)
        is[i] = column_is(b, &g, rows, i, has_items);
    str_addf(out, "<div class=\"scroll\"><table class=\"%s%s\">\n",
             rows > ROWS_MOST ? "long" : "short",
             g.columns.n > COLUMNS_MOST ? " wide" : "");
    page_add_head(out, &g, is, items != NULL);
    str_add(out, "<tbody>\n");
    for (size_t i = 0; i < rows; i++) {
        str_addf(out, "<tr%s>",
                 cell_at(&g, i, 0)->heading ? " class=\"heading\"" : "");
        report_page_add_row(out, &g, i, is, items);
    }
    str_add(out, "</tbody></table></div>\n");
    arena_clear(&a);
}

/* ---- figures ---- */

/* A value on an axis; shares are shown as percent. */
static struct datum page_on_axis(struct arena *a, const struct axis *x,
                                 double v)
{
    if (x->share)
        return datum_share(v);
    return datum_text(datum_digits(a, v, DATA_DIGITS));
}

static const char *page_name_at(const struct vec *names, size_t i)
{
    return i < names->n ? *vec_get(names, const char *, i) : NULL;
}

static const char *or_else(const char *title, const char *usual)
{
    return title ? title : usual;
}

static void page_add_numbers(struct doc_table *t, const struct figure *f,
                             const struct dot *s)
{
    bool boxes = f->kind == FIGURE_BOXES;
    struct {
        const char *heading;
        double value;
    } cells[] = { { "least", s->least },
                  { boxes ? "lower quartile" : "low", s->low },
                  { boxes ? "upper quartile" : "high", s->high },
                  { "largest", s->most } };

    table_styled(t, NULL, boxes ? "median" : or_else(f->value.title, "value"),
                 0, page_on_axis(t->arena, &f->value, s->value));
    for (size_t i = 0; i < sizeof(cells) / sizeof(cells[0]); i++)
        table_styled(t, NULL, cells[i].heading, COLUMN_IF_ANY,
                     isnan(cells[i].value)
                         ? datum_unknown
                         : page_on_axis(t->arena, &f->value, cells[i].value));
    table_styled(t, NULL, "n", COLUMN_IF_ANY,
                 s->n ? datum_count(s->n) : datum_unknown);
    table_styled(t, NULL, "label", COLUMN_IF_ANY, datum_text(s->label));
}

/* The data of a figure, a row for each dot. */
static void page_add_data(struct str *out, const struct figure *f,
                          bool has_items)
{
    struct arena a = { 0 };
    struct document *d = document_new(&a, 0);
    struct doc_table *t = document_table(d, NULL);
    const char **items = arena_array(&a, const char *, f->dots.n + 1);
    bool any = false;

    for (size_t i = 0; i < f->dots.n; i++) {
        const struct dot *s = vec_get(&f->dots, struct dot, i);

        table_row(t);
        table_styled(t, NULL, or_else(f->row_title, "row"),
                     COLUMN_KEY | COLUMN_IF_ANY,
                     f->kind == FIGURE_LINES
                         ? datum_unknown
                         : datum_text(page_name_at(&f->rows, s->row)));
        table_styled(t, NULL, or_else(f->series_title, "series"),
                     COLUMN_KEY | COLUMN_IF_ANY,
                     datum_text(page_name_at(&f->series, s->series)));
        table_styled(t, NULL, or_else(f->across.title, "x"), COLUMN_IF_ANY,
                     page_on_axis(t->arena, &f->across, s->x));
        page_add_numbers(t, f, s);
        any = any || s->items;
        items[i] = s->items;
    }
    html_table(out, document_show(d, t, 0), any ? items : NULL, has_items);
    arena_clear(&a);
}

/* The figure without what leads to items. */
static struct figure *unlinked(struct arena *a, const struct figure *f)
{
    struct figure *plain = arena_new(a, struct figure);

    *plain = *f;
    plain->dots = vec_in(a, sizeof(struct dot));
    for (size_t i = 0; i < f->dots.n; i++) {
        struct dot *s = vec_push(&plain->dots);

        *s = *vec_get(&f->dots, struct dot, i);
        s->items = NULL;
    }
    return plain;
}

void html_figure(struct str *out, const struct figure *f, const char *id,
                 bool has_items)
{
    struct arena a = { 0 };

    f = has_items ? f : unlinked(&a, f);
    str_addf(out, "<figure id=\"%s\" class=\"%s\">\n<div class=\"scroll\">", id,
             figure_kind_name(f->kind));
    figure_svg(out, f, SVG_PAGE, 0);
    str_add(out, "</div>\n<figcaption>");
    if (f->caption)
        html_text(out, f->caption);
    str_add(out, "</figcaption>\n");
    if (f->dots.n) {
        str_add(out, "<details><summary>Data</summary>\n");
        page_add_data(out, f, has_items);
        str_add(out, "</details>\n");
    }
    str_add(out, "</figure>\n");
    arena_clear(&a);
}
