/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_EXPORT_H
#define PROBLEM_EXPORT_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "problem/problem.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Problems in the formats of other tools.
 *
 * A format is a card that writes one or several files. Problems are added one
 * by one, so that a set of any size passes in constant memory (only a class
 * sheet keeps its problems, since it changes their order). Each file's text
 * goes in pieces to a sink, which writes it to a folder (folder.h) or to
 * standard output. A row has the fields that the format's tool reads or passes
 * on, and no others.
 *
 * Adding a format takes one file export/NAME.c with a card, one line here and
 * one in the table of export.c, and its field table in the tests.
 */

#define EXPORT_FILES 3 /* most files of one format */

struct export_options {
    const char *name;  /* of the set: file, task and split; NULL: "assay" */
    const char *title; /* for people, on sheets and cards; NULL: the name */
    size_t versions;   /* different class sheets; 0 means 1 */
    bool alone;        /* write the first file alone, where the format can */
};

struct export_sink {
    void *ctx;
    /* Append text to the file of that name (no folders in it). */
    bool (*write)(void *ctx, const char *file, const char *text, size_t n,
                  struct err *e);
    /* Pass on a note for the user, without a newline. May be NULL. */
    void (*note)(void *ctx, const char *text);
};

/* One export. Formats use its fields; callers only keep the pointer. */
struct export_state {
    const struct export_format *format;
    struct export_options o; /* nothing in it is NULL or 0 */
    struct export_sink sink;
    const char *files[EXPORT_FILES]; /* their names, NULL past the last */
    size_t count;                    /* problems added before this one */
    size_t left_out;                 /* of them, those on no sheet */
    struct arena arena;              /* lives as long as the export */
    struct arena row;                /* lives as long as one problem */
    struct str text;                 /* text that is being written */
    void *own;                       /* the format's own state */
};

struct export_format {
    const char *name;  /* "lm-eval" */
    const char *title; /* for help */
    /* The files, the one with the problems first; "NAME" in them stands for the
     * set's name. A set may lack any of the others. */
    const char *files[EXPORT_FILES];
    bool rows_alone;    /* the first file is of use without the others */
    bool sheet;         /* takes a number of versions */
    const char *shared; /* the file that is the same in every export and may
                           exist already; or NULL */
    bool (*begin)(struct export_state *s, struct err *e); /* may be NULL */
    bool (*add)(struct export_state *s, const struct problem *p, struct err *e);
    bool (*end)(struct export_state *s, struct err *e); /* may be NULL */
    void (*free)(struct export_state *s); /* of s->own; may be NULL */
};

extern const struct export_format *const export_formats[];
extern const size_t n_export_formats;

/* Returns the format of that name, or NULL if there is none. */
const struct export_format *export_find(const char *name);

/* Check a name for a set, which becomes part of file and task names. */
MUST_USE bool export_check_name(const char *name, struct err *e);

/* Returns the name of the i-th file of a format, or NULL past the last one. */
const char *export_file_name(struct arena *a, const struct export_format *f,
                             size_t i, const char *name);

/* ---- one export: open, add each problem, close ---- */

/* Begin an export. Returns NULL on failure. */
struct export_state *export_open(const struct export_format *f,
                                 const struct export_options *o,
                                 const struct export_sink *sink, struct err *e);
MUST_USE bool export_add(struct export_state *s, const struct problem *p,
                         struct err *e);

/* Write the end of the files. Fails for a set without problems. */
MUST_USE bool export_finish(struct export_state *s, struct err *e);

void export_close(struct export_state *s);

/* ---- for formats ---- */

/* Append s->text to the i-th file, and empty it. */
MUST_USE bool export_flush(struct export_state *s, size_t file, struct err *e);

/* Append one JSON line. */
MUST_USE bool export_row(struct export_state *s, size_t file,
                         const struct json *row, struct err *e);

/* Pass a note on to the user. */
void export_note(struct export_state *s, const char *fmt, ...) PRINTF(2, 3);

extern const struct export_format export_csv;
extern const struct export_format export_hf;
extern const struct export_format export_inspect;
extern const struct export_format export_latex;
extern const struct export_format export_lm_eval;
extern const struct export_format export_markdown;
extern const struct export_format export_trl;
extern const struct export_format export_verl;

#endif
