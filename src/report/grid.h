/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_GRID_H
#define REPORT_GRID_H

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A table of text cells, aligned in columns. The first columns are its keys (a
 * model, a group): they stand at the left, are folded when they are long, and
 * come again where a table is too wide for its page and is cut into blocks.
 * Cells may have any text: control characters are removed when they are added.
 */

struct grid {
    struct arena *arena;
    size_t keys;
    bool parts;         /* the next column opens a block */
    struct vec columns; /* struct grid_column */
    struct vec cells;   /* struct grid_cell, row by row */
};

struct grid_column {
    const char *title;
    size_t width;
    bool joined; /* never parted from the column before it */
    bool opens;  /* a table that must be cut is cut before it */
};

struct grid_cell {
    const char *text;
    size_t width; /* in characters */
    bool heading; /* a row of its own, across the columns */
};

/* Columns are added before cells, keys first; all but keys stand right. */
struct grid grid_in(struct arena *a, size_t keys);
void grid_column(struct grid *g, const char *title);

/* As grid_column(), for what belongs to the column before it: the interval
 * of a rate. */
void grid_joined(struct grid *g, const char *title);

/* Marks the next column: a table that is too wide is cut before it. */
void grid_part(struct grid *g);

/* Begins a row. The one before it must be full. */
void grid_row(struct grid *g);

/* Adds the next cell; NULL is shown as "-". A row is full when every column has
 * one. */
void grid_cell(struct grid *g, const char *text);
void grid_cellf(struct grid *g, const char *fmt, ...) PRINTF(2, 3);

/* A row that is one text across all columns; the rows below it belong to it,
 * their keys being indented by GRID_INDENT. */
#define GRID_INDENT "  "
void grid_heading(struct grid *g, const char *text);

/* Lines of at most `width` characters. */
void grid_write(struct str *out, const struct grid *g, size_t width);

struct block;

/* A table of a document as people see it. */
struct grid grid_of(struct arena *a, const struct block *b);

/* Words, folded at blanks to at most `width` characters a line; lines after
 * the first are indented. */
void grid_fold(struct str *out, const char *text, size_t width);

#endif
