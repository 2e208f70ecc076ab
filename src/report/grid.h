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
    bool colour;        /* cells are written in the colours of their tints */
    bool ascii;         /* bars are written as #, not as blocks */
    struct vec columns; /* struct grid_column */
    struct vec cells;   /* struct grid_cell, row by row */
};

/* How a text stands out on a terminal that has colours. */
enum tint {
    TINT_NONE,
    TINT_TITLE, /* bold */
    TINT_NOTE,  /* dim: intervals, what is said beside a number */
    TINT_BAD,   /* red: what should not be there */
    TINT_BAR,   /* a bar, in the one colour of bars */
};

struct grid_column {
    const char *title;
    size_t width; /* in columns of a terminal */
    bool joined;  /* never parted from the column before it */
    bool opens;   /* a table that must be cut is cut before it */
};

struct grid_cell {
    const char *text;
    size_t width; /* in columns of a terminal */
    bool heading; /* a row of its own, across the columns */
    enum tint tint;
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

/* Gives the last cell a tint. */
void grid_tint(struct grid *g, enum tint tint);

/* A row that is one text across all columns; the rows below it belong to it,
 * their keys being indented by GRID_INDENT. */
#define GRID_INDENT "  "
void grid_heading(struct grid *g, const char *text);

/* Returns how wide a line of the whole table would be. */
size_t grid_width(const struct grid *g);

/* Writes lines of at most `width` columns. */
void grid_write(struct str *out, const struct grid *g, size_t width);

struct block;

/* A table of a document as people see it. */
struct grid grid_of_block(struct arena *a, const struct block *b);

/* Writes words, folded at blanks to at most `width` columns a line; lines after
 * the first are indented. */
void grid_fold(struct str *out, const char *text, size_t width);

/* Writes s[0..n), which has no line ends, with its tint, if it has one. */
void grid_tinted(struct str *out, enum tint tint, const char *s, size_t n);

#endif
