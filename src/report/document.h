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
 * A document: what is to be told, as data. It has two faces. For programs it
 * is a tree of named members: facts and tables. For people it is a list of
 * blocks: sections, sentences, and tables that are shown. A table is made once
 * and serves both: each of its columns says what it is called in JSON, in CSV
 * and on a page, and is left out where it has no name.
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
 * Everything lives in the document's arena; names and texts that are given are
 * borrowed, sentences and titles are copied. Texts may come from anywhere:
 * renderers take out what could move a terminal's cursor, and quote.
 */

/* Flags of columns, besides the styles of values. */
enum column_flag {
    COLUMN_KEY = STYLES,        /* stands at the left, is folded when long, and
                                   comes again where a table is cut */
    COLUMN_JOINED = 2 * STYLES, /* never parted from the column before it */
    COLUMN_LATER = 4 * STYLES,  /* for people it stands behind the others, and
                                   a table that is too wide is cut there */
    COLUMN_IF_ANY = 8 * STYLES, /* for people only where a row tells more than
                                   0 there */
};

struct column {
    const char *name;    /* in JSON, "a.b" for a member of a member; or NULL */
    const char *heading; /* on a page, or NULL */
    unsigned flags;      /* of enum column_flag and enum datum_style */
    const char *csv;     /* in CSV, or NULL */
    unsigned parts;      /* in which parts it is shown, bits; 0: in each */
};

#define ROW_PATH 3 /* names of a row's place in another row */
#define NO_ROW   SIZE_MAX

struct doc_row {
    size_t first;               /* its first cell in the table's cells */
    const char *heading;        /* a text across the page; NULL: cells. In JSON
                                   such a row makes the place it stands in */
    size_t indent;              /* of its keys, on a page */
    size_t parent;              /* in JSON it stands in this row; or NO_ROW */
    const char *path[ROW_PATH]; /* the members that its cells but for the keys
                                   stand in, up to the first NULL */
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

/* What people see. */
struct block {
    enum block_kind kind;
    const char *text; /* BLOCK_SECTION: a title, or ""; a sentence */
    const struct doc_table *table; /* BLOCK_TABLE: */
    unsigned part;                 /* columns of this part; 0: all */
    size_t from, to;               /* rows */
    const char *key;               /* heading of the first key; NULL: its own */
    struct block *next;
};

/* What programs see: a member of the tree. */
struct member {
    const char *path;   /* "a.b", written by us; "": the tree itself */
    const char *name;   /* a member of that, of any name; or NULL */
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

/* An empty document; width 0: 100. */
struct document *document_new(struct arena *a, size_t width);

/* The members that follow stand in this one ("a.b"); NULL: in the tree. */
void document_within(struct document *d, const char *path);

/* A member for programs. */
void document_fact(struct document *d, const char *name, struct datum v);

/* A member of member `name` whose own name may hold anything. */
void document_entry(struct document *d, const char *name, const char *own,
                    struct datum v);

/* A blank line and a title; a blank line alone; a sentence, folded. */
void document_section(struct document *d, const char *fmt, ...) PRINTF(2, 3);
void document_gap(struct document *d);
void document_say(struct document *d, const char *fmt, ...) PRINTF(2, 3);

/* A table that is the member `name`, an array of rows; "" makes it the whole
 * tree; NULL: programs do not see it, unless it is put into a cell. */
struct doc_table *document_table(struct document *d, const char *name);

/* A table for a cell of another. */
struct doc_table *table_within(const struct doc_table *t);

/* People see the rows of the table and its columns of that part. */
struct block *document_show(struct document *d, const struct doc_table *t,
                            unsigned part);

/* The rows [from, now) alone. */
struct block *document_show_from(struct document *d, const struct doc_table *t,
                                 unsigned part, size_t from);

/* A row begins; the one before it must have a cell for every column. */
struct doc_row *table_row(struct doc_table *t);

/* A row that is a text across the page. */
struct doc_row *table_heading(struct doc_table *t, const char *text);

/* The next cell. The cells of the first row make the columns; in further rows
 * the same ones must come in the same order. */
void table_put(struct doc_table *t, struct column c, struct datum v);
void table_styled(struct doc_table *t, const char *name, const char *heading,
                  unsigned flags, struct datum v);
void table_key(struct doc_table *t, const char *name, const char *heading,
               struct datum v);
void table_cell(struct doc_table *t, const char *name, const char *heading,
                struct datum v);

/* The cell of a row, which is no heading, in a column. */
const struct datum *table_at(const struct doc_table *t, size_t row,
                             size_t column);

/* What stands in a column, in the rows [from, to). */
struct extent {
    enum datum_kind kind; /* of the first value that is known */
    uint64_t longest;     /* k of the longest curve */
    bool tells;           /* one is known and not zero */
};

struct extent table_extent(const struct doc_table *t, size_t column,
                           size_t from, size_t to);

/* ---- names ---- */

/* Short names, all different, for n names that may be long: as much of the end
 * of each as is short, or "m1", "m2". */
const char **document_labels(struct document *d, const char *const *names,
                             size_t n);

/* A sentence "label = name" for each that is not its own label. */
void document_legend(struct document *d, const char *const *names,
                     const char *const *labels, size_t n);

/* ---- rendering ---- */

void document_text(struct str *out, const struct document *d);
void document_markdown(struct str *out, const struct document *d);
void document_json(struct str *out, const struct document *d);

/* The rows of the first table, a line of JSON for each. */
void document_jsonl(struct str *out, const struct document *d);

/* The first table with columns that CSV has; each row before those in it. */
void document_csv(struct str *out, const struct document *d);

#endif
