/* SPDX-License-Identifier: Apache-2.0 */
#include "report/html/page.h"
#include "assay.h"
#include "base/str.h"
#include "base/whole_file.h"
#include "report/html/html.h"
#include "report/html/pack.h"

#include <errno.h>
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

static void write_head(struct whole_file *f, const struct page *p, bool split)
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

static void write_data(struct whole_file *f, const char *id, const char *base64,
                       size_t n)
{
    file_say(f, "<script type=\"application/octet-stream\" id=\"");
    file_say(f, id);
    file_say(f, "\">");
    whole_file_add(f, base64, n);
    file_say(f, "</script>\n");
}

static bool write_block(void *ctx, size_t number, const char *base64, size_t n,
                        struct err *e)
{
    struct page_out *out = ctx;
    char id[40];

    if (out->folder)
        return write_block_file(out->folder, number, base64, n, e);
    snprintf(id, sizeof(id), "block-%zu", number);
    write_data(&out->file, id, base64, n);
    return true;
}

static bool write_index(void *ctx, const char *base64, size_t n, struct err *e)
{
    struct page_out *out = ctx;

    (void)e;
    write_data(&out->file, "index", base64, n);
    return true;
}

static bool write_items(struct page_out *out, const struct page *p,
                        struct err *e)
{
    struct pack k = { .source = p->items,
                      .block = write_block,
                      .index = write_index,
                      .progress = p->progress,
                      .ctx = out,
                      .progress_ctx = p->ctx };

    return !p->items || pack_items(&k, e);
}

static bool write_page(struct page_out *out, const struct page *p,
                       const char *path, struct err *e)
{
    if (!whole_file_open(&out->file, path, e))
        return false;
    write_head(&out->file, p, out->folder != NULL);
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

    return write_page(&out, p, path, e);
}

static bool make_folder(const char *path, struct err *e)
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
    ok = make_folder(folder, e) && make_folder(blocks.s, e) &&
         write_page(&out, p, path.s, e);
    str_clear(&blocks);
    str_clear(&path);
    return ok;
}
