/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_HTML_PAGE_H
#define REPORT_HTML_PAGE_H

#include "base/err.h"
#include "report/document.h"
#include "report/items.h"

#include <stdbool.h>

/*
 * A document and its items as one HTML file that opens anywhere: styles,
 * fonts, KaTeX and the script are inside, nothing is loaded from outside, and
 * the file's own Content-Security-Policy forbids it. Tables and figures are
 * plain HTML and SVG; items are JSON, compressed in blocks, which the script
 * shows. All text is hostile: it is escaped here, and the script only ever
 * makes text nodes of it.
 */

/* Stands near the beginning of every page. */
#define PAGE_MAKER "<meta name=\"generator\" content=\"assay"

/* A style or a script of pages, part of the program. */
struct page_asset {
    bool script;
    const char *hash; /* "sha256-...", as a policy names it */
    const char *text;
};

extern const struct page_asset page_style; /* KaTeX's, with fonts, and ours */
extern const struct page_asset page_katex;

struct page {
    const char *title;               /* of the window */
    const struct document *body;     /* its blocks, brief ones left out */
    const struct item_source *items; /* or NULL: none */
    /* Called after each item; may be NULL. Returns false to stop. */
    bool (*progress)(void *ctx, uint64_t done, uint64_t total);
    void *ctx;
};

/* Writes the page to a file. Nothing is left at `path` unless all went well: it
 * is written beside it and renamed. */
MUST_USE bool page_write(const struct page *p, const char *path, struct err *e);

/* Writes the page as a folder: index.html and blocks of items in files of their
 * own, which it loads when they are looked at. */
MUST_USE bool page_write_split(const struct page *p, const char *folder,
                               struct err *e);

#endif
