/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_FEED_H
#define CLI_FEED_H

#include "base/arena.h"
#include "base/lines.h"
#include "base/progress.h"
#include "problem/problem.h"
#include "problem/source.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The one way over the rows of a file, on threads and in order: problems, or
 * lines of JSON. What cannot be read is reported and counted. After Ctrl-C the
 * file ends at a whole row.
 */

/* What is said of the rows of a file that cannot be read: of a few bad rows the
 * first ones, and of a file of another kind one line. */
struct row_talk {
    uint64_t n; /* rows that could not be read */
};

/* Reports a row, unless ten were reported. */
void row_talk_add(struct row_talk *t, const char *path, const struct err *e);

/* Says how many more there were. */
void row_talk_end(const struct row_talk *t);

/* Opens a file of JSON lines. Fails if it begins with lines that are none: three
 * of them, or all that there are if these are two. `what` says what the command
 * reads: "assay grade reads a JSON line for each pair". One bad line is left to
 * the reader. The file is closed then. */
MUST_USE bool feed_lines_open(struct lines *l, const char *path,
                              const char *what, struct err *e);

struct feed_item {
    struct arena *arena; /* of this row */
    struct problem problem;
    const struct json *json; /* instead, where rows are JSON */
    size_t line;             /* where it stands in the file */
    bool bad;                /* it cannot be read: err says why */
    struct err err;
    void *own; /* own_size bytes for the command, zeroed */
};

struct feed {
    const char *path, *verb;  /* "checking", for the progress line */
    const char *as;           /* reader of the problems; NULL: it is found */
    const char *expects;      /* rows are JSON: see feed_lines_open() */
    const char *nothing;      /* "claim", of which the file must have one; NULL:
                                it may be empty */
    bool is_whole;            /* the file was read already: it is not opened */
    const struct json *whole; /* its first row, followed by the next; or NULL */
    uint64_t n_whole;         /* how many they are; 0: not known */
    int threads;
    size_t own_size;
    bool strict;    /* the first bad row ends it */
    bool takes_bad; /* `work` and `take` get bad rows, too */
    void *ctx;      /* handed to work and take */
    /* Called on many threads: may touch nothing but its item and constants. May
     * find that the row is bad. NULL: there is nothing to do. */
    void (*work)(void *ctx, struct feed_item *item);
    /* Called on one thread, in the order of the file. Returns false to stop,
     * after it reported why. */
    bool (*take)(void *ctx, struct feed_item *item);
    size_t number; /* rows before: of problems ids go on counting */

    /* Filled by feed_run(). */
    uint64_t rows, unreadable;
    bool failed; /* the file could not be read to its end, or take stopped */
    bool ended;  /* it has no more */
    const struct dataset_reader *reader; /* of the problems, if any */
    struct row_talk said;                /* of bad rows */
    struct progress progress; /* take may hide it and set its figures */
    struct source source;     /* while it runs: this */
    struct lines lines;       /* or this */
};

/* Returns a copy of a text of a row that is to be kept; NULL of NULL. */
const char *feed_keep(struct arena *a, const char *text);

/* Works for feeds of problems: makes the canonical form, a struct canonical, or
 * the line, a struct str. */
void feed_form(void *ctx, struct feed_item *item);
void feed_line(void *ctx, struct feed_item *item);

/* Goes through the file. It reports what cannot be read. */
void feed_run(struct feed *f);

#endif
