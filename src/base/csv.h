/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_CSV_H
#define BASE_CSV_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/lines.h"
#include "base/str.h"

/*
 * CSV by RFC 4180: fields quoted with "", line ends inside quotes. The first
 * row names the columns; each further row becomes a JSON object of strings.
 * Comma, semicolon or tab: whichever the header row has most of.
 */

struct csv {
    struct lines *lines; /* borrowed */
    struct arena names_arena;
    const char **names;
    size_t n_names;
    char separator;
    size_t line;    /* where the row last read began, from 1 */
    struct str row; /* the fields of one row, each with a NUL behind it */
};

/* Read the header row. */
MUST_USE bool csv_open(struct csv *c, struct lines *l, struct err *e);

/* The next row as an object of strings; LINES_BAD for a row with another
 * number of fields or an open quote. */
enum lines_got csv_next(struct csv *c, struct arena *a, struct json **out,
                        struct err *e);

void csv_close(struct csv *c);

/* Write one field, quoted when it must be. */
void csv_write(struct str *out, const char *field);

#endif
