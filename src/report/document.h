/* SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_DOCUMENT_H
#define REPORT_DOCUMENT_H

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"
#include "report/datum.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A document: a report as data. It has two forms. For programs it is a tree of
 * named members: facts and tables. For people it is a list of blocks: sections,
 * sentences and tables. A table is made once and serves both: each of its
 * columns has a name in JSON, one in CSV and a heading on a page, and is left
 * out where it has none.
 *
 *     struct document *d = document_new(a, 100);
 *     struct doc_table *t = document_table(d, "models");
 *
 *     for (...) {
 *         table_row(t);
 *         table_key(t, "model", "model", datum_text(m->name));
 *         table_cell(t, "calls", "calls", datum_count(m->calls));
 *         table_cell(t, "cost", "cost", datum_money(m->cost));
 *     }
 *     document_section(d, "what it cost");
 *     document_show(d, t, 0);
 *     document_text(out, d);
 *
 * Everything is in the document's arena. Names and texts are borrowed;
 * sentences and titles are copied. Texts may come from anywhere: renderers
 * quote, and remove control characters.
 */

/* Flags of columns, besides the styles of values. */
enum column_flag {
    COLUMN_KEY = STYLES,        /* stands at the left, is folded when long, and
                                   comes again where a table is cut */
    COLUMN_JOINED = 2 * STYLES, /* never parted from the column before it */
    COLUMN_LATER = 4 * STYLES,  /* for people it stands behind the others, and
                                   a table that is too wide is cut there */
    COLUMN_IF_ANY = 8 * STYLES, /* for people only if not all are 0 */
};

struct column {
    const char *name;    /* in JSON, "a.b" for a member of a member; or NULL */
    const char *heading; /* on a page, or NULL */
    unsigned flags;      /* of enum column_flag and enum datum_style */
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

enum block_kind { BLOCK_SECTION, BLOCK_SENTENCE, BLOCK_TABLE };

/* A block of the page that people read. */
struct block {
    enum block_kind kind;
    const char *text;              /* of a section: a title or ""; a sentence */
    const struct doc_table *table; /* BLOCK_TABLE: */
    unsigned part;                 /* columns of this part; 0: all */
    size_t from, to;               /* rows */
    const char *key;               /* heading of the first key; NULL: its own */
    struct block *next;
};

/* A member of the tree that programs read. */
struct member {
    const char *path;   /* "a.b", no text from outside; "": the tree */
    const char *name;   /* a member of that, any text; or NULL */
    struct datum value; /* maybe a table */
};

struct document {
    struct arena *arena;
    size_t width;        /* of the page, in characters */
    int digits;          /* of numbers in JSON: 15, unless it is set */
    int spread;          /* levels of JSON that go over lines; 0: one line */
    const char *within;  /* where facts and tables go; see document_within() */
    struct vec members;  /* struct member */
    struct block *first; /* blocks */
    struct block *last;
};

/* ---- making ---- */

/* Returns an empty document for a page of so many characters (0: 100). */
struct document *document_new(struct arena *a, size_t width);

/* Puts members that follow into this one ("a.b"); NULL: into the tree. */
void document_within(struct document *d, const char *path);

/* Adds a member for programs. */
void document_fact(struct document *d, const char *name, struct datum v);

/* Adds a member to member `name`; its own name may be any text. */
void document_entry(struct document *d, const char *name, const char *own,
                    struct datum v);

/* Add a blank line and a title; a blank line; a sentence, to be folded. */
void document_section(struct document *d, const char *fmt, ...) PRINTF(2, 3);
void document_gap(struct document *d);
void document_say(struct document *d, const char *fmt, ...) PRINTF(2, 3);

/* Adds a table, the member `name`: an array of rows. "": it is the whole tree;
 * NULL: programs see it only as a cell of another table. */
struct doc_table *document_table(struct document *d, const char *name);

/* Returns a new table for a cell of table `t`. */
struct doc_table *table_within(const struct doc_table *t);

/* Shows people the rows so far, and the columns of that part (0: all). */
struct block *document_show(struct document *d, const struct doc_table *t,
                            unsigned part);

/* The same for the rows from `from` on. */
struct block *document_show_from(struct document *d, const struct doc_table *t,
                                 unsigned part, size_t from);

/* Begins a row; the one before it must have a cell for every column. */
struct doc_row *table_row(struct doc_table *t);

/* Adds a row that is a text across the page. */
struct doc_row *table_heading(struct doc_table *t, const char *text);

/* Add the next cell. The first row makes the columns; further rows must have
 * the same ones in the same order. */
void table_put(struct doc_table *t, struct column c, struct datum v);
void table_styled(struct doc_table *t, const char *name, const char *heading,
                  unsigned flags, struct datum v);
void table_key(struct doc_table *t, const char *name, const char *heading,
               struct datum v);
void table_cell(struct doc_table *t, const char *name, const char *heading,
                struct datum v);

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

/* ---- names ---- */

/* Returns short names, all different, for n names that may be long: the end of
 * each, or "m1", "m2" ... */
const char **document_labels(struct document *d, const char *const *names,
                             size_t n);

/* Adds "label = name" for each name that is not its own label. */
void document_legend(struct document *d, const char *const *names,
                     const char *const *labels, size_t n);

/* ---- rendering ---- */

void document_text(struct str *out, const struct document *d);
void document_markdown(struct str *out, const struct document *d);
void document_json(struct str *out, const struct document *d);

/* Writes the rows of the first table, a line of JSON for each. */
void document_jsonl(struct str *out, const struct document *d);

/* Writes the first table with columns for CSV; nested rows follow theirs. */
void document_csv(struct str *out, const struct document *d);

#endif
