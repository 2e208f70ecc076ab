/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_PAGES_ROWS_H
#define SERVE_PAGES_ROWS_H

#include "serve/route.h"

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

/* Adds the list and the ways to the pages before and behind. Fails if a line is
 * no JSON. */
MUST_USE bool problem_rows_add(struct visit *v, struct str *out,
                               const struct problem_rows *rows, struct err *e);

#endif
