/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H

#include "base/arena.h"
#include "base/vec.h"
#include "report/datum.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A table of a document. It is made once for people and for programs: each of
 * its columns has a name in JSON, one in CSV and a heading on a page, and is
 * left out where it has none.
 */

/*
 * Flags of columns, besides the styles of values:
 *   KEY     stands at the left, is folded when long, and comes again where a
 *           table is cut
 *   JOINED  never parted from the column before it
 *   LATER   for people it stands behind the others, and a table that is too
 *           wide is cut there
 *   IF_ANY  for people only if not all are 0
 *   BAD     what is not 0 there stands out: errors, replies cut short
 */
#define COLUMN_KEY    (STYLES * 1u)
#define COLUMN_JOINED (STYLES * 2u)
#define COLUMN_LATER  (STYLES * 4u)
#define COLUMN_IF_ANY (STYLES * 8u)
#define COLUMN_BAD    (STYLES * 16u)

struct column {
    const char *name;    /* in JSON, "a.b" for a member of a member; or NULL */
    const char *heading; /* on a page, or NULL */
    unsigned flags;      /* COLUMN_... and enum datum_style */
    const char *csv;     /* in CSV, or NULL */
    unsigned parts;      /* parts that show it, as bits; 0: each */
};

#define ROW_PATH 3 /* names of a row's place in another row */
#define NO_ROW   SIZE_MAX

struct doc_row {
    size_t first;               /* its first cell in the table's cells */
    const char *heading;        /* a text across the page instead of cells, or
                                   NULL; in JSON such a row only makes the
                                   member of its path */
    size_t indent;              /* of its keys, on a page */
    size_t parent;              /* in JSON nested in this row; or NO_ROW */
    const char *path[ROW_PATH]; /* the members in which its cells, except keys,
                                   are nested; then NULL */
};

struct doc_table {
    struct arena *arena;
    struct vec columns; /* struct column, made by the cells of the first row */
    struct vec rows;    /* struct doc_row */
    struct vec cells;   /* struct datum, row by row; headings have none */
    size_t filled;      /* cells of the last row */
    bool matrix;        /* in JSON rows are arrays */
};

/* ---- making ---- */

/* Returns a new table for a cell of table `t`. */
struct doc_table *table_within(const struct doc_table *t);

/* Begins a row; the one before it must have a cell for every column. */
struct doc_row *table_row(struct doc_table *t);

/* Adds a row that is a text across the page. */
struct doc_row *table_heading(struct doc_table *t, const char *text);

/* Add the next cell. The first row makes the columns; further rows must have
 * the same ones in the same order. */
void table_put(struct doc_table *t, struct column c, struct datum v);

/* A column and what a row has in it. */
struct table_entry {
    struct column column;
    struct datum value;
};

/* Adds the next n cells; the macro those of an array. */
void table_put_all(struct doc_table *t, const struct table_entry *list,
                   size_t n);
#define TABLE_PUT_ALL(t, list) \
 table_put_all(t, list, sizeof(list) / sizeof((list)[0]))

void table_styled(struct doc_table *t, const char *name, const char *heading,
                  unsigned flags, struct datum v);
void table_key(struct doc_table *t, const char *name, const char *heading,
               struct datum v);
void table_cell(struct doc_table *t, const char *name, const char *heading,
                struct datum v);

/*
 * Add plain cells as printf() writes them: "NAME=KIND NAME=KIND ...", or
 * "NAME:HEADING=KIND" for people too, where "_" in a heading is a blank; either
 * may be empty, and "*" before them makes the cell a key. The kinds:
 *   %s text, %zu (also of a uint64_t) and %u a count, %d a truth, %f a share,
 *   %e a p-value, %g a number of all its digits, %.3f one of so many decimals
 * With table_members() the cells are members of the member `of`.
 */
void table_cells(struct doc_table *t, const char *cells, ...) PRINTF(2, 3);
void table_members(struct doc_table *t, const char *of, const char *cells, ...)
    PRINTF(3, 4);

/* Returns the cell of a row, which must not be a heading, in a column. */
const struct datum *table_at(const struct doc_table *t, size_t row,
                             size_t column);

/* A summary of the cells of a column in the rows [from, to). */
struct extent {
    enum datum_kind kind; /* of the first value that is known */
    uint64_t longest;     /* k of the longest curve */
    bool tells;           /* one is known and not zero */
};

struct extent table_extent(const struct doc_table *t, size_t column,
                           size_t from, size_t to);

#endif
