/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_CSV_H
#define BASE_CSV_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/lines.h"
#include "base/str.h"

/*
 * CSV by RFC 4180: fields may be quoted with "", and line ends may stand inside
 * quotes. The first row names the columns; each further row becomes a JSON
 * object of strings. The separator is the comma, semicolon or tab that the
 * header row has most of.
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

/* Reads the header row. Fails if there is none or two columns share a name. `l`
 * must outlive c, which csv_close() ends. */
MUST_USE bool csv_open(struct csv *c, struct lines *l, struct err *e);

/* Reads the next row as an object of strings. Returns LINES_BAD for a row with
 * another number of fields or an open quote. */
enum lines_got csv_next(struct csv *c, struct arena *a, struct json **out,
                        struct err *e);

void csv_close(struct csv *c);

/* Writes one field, with quotes if it needs them. */
void csv_write(struct str *out, const char *field);

/* Writes a text from outside. Line ends and tabs stay, other control characters
 * become "?". A spreadsheet takes a field that begins with = + - or @ for a
 * formula: such a text gets a ' before it (OWASP's advice on CSV injection),
 * unless it is a plain number. */
void csv_write_label(struct str *out, const char *text);

#endif
