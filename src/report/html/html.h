/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_HTML_HTML_H
#define REPORT_HTML_HTML_H

#include "base/str.h"
#include "report/document.h"
#include "report/figure.h"

#include <stdbool.h>

/*
 * A document as elements of HTML, without the page around them. Everything that
 * can be read is there before a script runs: scripts only sort, fold, colour
 * what changed, and set mathematics. They find their work by classes: see
 * web/README.md.
 */

/* Adds text from anywhere, fit for an element or an attribute: what HTML reads
 * as markup is escaped; control characters and those that turn the direction of
 * text become U+FFFD, as do bytes that are not UTF-8. */
void html_text(struct str *out, const char *s);

/* Adds a name, which may be broken behind slashes, underscores and semicolons:
 * html_text() with <wbr>. */
void html_name(struct str *out, const char *name);

/* Adds a name that leads to the items of a query, or to the item itself where the
 * query names its set and its problem; NULL: the name alone. */
void html_link(struct str *out, const char *items, const char *name);

/* Adds <section> elements with the blocks, and to `nav` a link to each. Nothing
 * leads to items unless the page has them. */
void html_body(struct str *out, struct str *nav, const struct document *d,
               bool has_items);

/* Adds a <table> with the columns and rows that people see. The last column has
 * the links (items_query() or NULL) of the rows, unless `items` is NULL. If the
 * page has items, cells of a column "problem" lead to theirs. */
void html_table(struct str *out, const struct block *b,
                const char *const *items, bool has_items);

/* Adds a <figure> of that id: the drawing, its caption and its data. */
void html_figure(struct str *out, const struct figure *f, const char *id,
                 bool has_items);

#endif
