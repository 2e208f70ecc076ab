/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_PAGES_LAYOUT_H
#define SERVE_PAGES_LAYOUT_H

#include "base/str.h"
#include "serve/pages/fill.h"
#include "serve/route.h"

#include <stdbool.h>

/*
 * The frame of every page of the workbench, and what pages are made of. A page
 * is plain HTML that can be read and sent without a script; scripts
 * (web/desk/) add the live preview, events and keys. It is a part (fill.h) that a
 * handler fills from a row; mathematics is text in an element of class "tex",
 * which the script sets by KaTeX. No style or script stands in a page itself: the
 * policy forbids both.
 */

/* Makes the reply a page: the part, filled from the row, in the frame of that
 * title with `here` marked in its navigation: "board", "write", "families",
 * "review", "set", "runs", "people"; NULL: none. Returns true. */
bool page_show(struct visit *v, int status, const char *title, const char *here,
               const char *part, struct json *row);

/* Adds a part with what its forms need: {{&csrf}}. */
void page_part(struct visit *v, struct str *out, const char *part,
               struct json *row);

/* Returns whether the form that was sent says "sure". If not, it makes the reply
 * a page in between that says what will happen; its button, named `yes`, sends
 * the form again with that word and the form's version, and `back` is the
 * address of the page that the visitor came from. */
MUST_USE bool layout_sure(struct visit *v, const char *what, const char *yes,
                          const char *back);

/* Makes the reply a page, or JSON, that says what went wrong; on a page it is a
 * sentence. */
void layout_error(struct visit *v, int status, const char *what);

/* The same with status 409, for somebody who comes too late. Returns true. */
bool layout_late(struct visit *v, const char *what);

/*
 * Problems to write from: a page of a list, each with its statement and the way
 * to begin an entry with it.
 */

#define ROWS_OF_PAGE 50

struct problem_rows {
    const char *const *lines; /* JSON lines of the page, at most ROWS_OF_PAGE */
    size_t n;
    size_t from;       /* number of the first, from 0 */
    bool more;         /* there are further ones behind the page */
    const char *place; /* of the list: "/runs/r3/problems" */
    const char *begin; /* "/entries/new?run=r3&amp;problem=", then the id, or */
    bool by_number;    /* the number, from 1 */
};

/* Returns the number from which the visitor asked to see, or 0. */
size_t problem_rows_from(const struct visit *v);

/* Adds what the part "problem_rows" shows: the list and the ways to the pages
 * before and behind. Fails if a line is no JSON. */
MUST_USE bool problem_rows_add(struct visit *v, struct json *row,
                               const struct problem_rows *rows, struct err *e);

#endif
