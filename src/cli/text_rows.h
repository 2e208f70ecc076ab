/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_TEXT_ROWS_H
#define CLI_TEXT_ROWS_H

#include "base/arena.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A text from outside in rows for a terminal: folded at blanks where there are
 * some, its own lines kept, without control characters. A line of more than
 * TEXT_LINE_ROWS rows is cut. The time is linear in what is shown.
 */

#define TEXT_LINE_ROWS 50

struct text_rows {
    const char *text;
    size_t n, width; /* bytes; characters of a row */
    size_t at;       /* where the next row begins */
    size_t of_line;  /* rows of the line at hand */
};

struct text_row {
    size_t from, to; /* bytes */
};

/* Finds the next row. Returns false if there is none left. */
bool text_next_row(struct text_rows *r, struct text_row *out);

/* Leaves out the rest of a line that has too many rows. Returns its bytes, 0 if
 * nothing is left out. */
size_t text_skip_line(struct text_rows *r);

/* Appends a row with its newline. The arena holds a copy of it. */
void text_add_row(struct arena *a, struct str *out, const struct text_rows *r,
                  struct text_row row);

/* Appends the rows of a text, at most `most` (0: all), each but the first behind
 * the margin, then how many bytes are left out, with `hint` behind it. */
void text_add_rows(struct arena *a, struct str *out, const char *text,
                   size_t width, size_t most, const char *margin,
                   const char *hint);

#endif
