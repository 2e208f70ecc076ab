/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_SOURCE_H
#define PROBLEM_SOURCE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/lines.h"
#include "problem/dataset.h"
#include "problem/problem.h"
#include "problem/rows.h"

/*
 * Problems from a file, whatever it is: our own problem lines, or a public
 * set that a reader of dataset.h knows. Every command that takes a problem
 * file reads it through this.
 */

struct source {
    struct rows *rows;
    const char *path;
    const struct dataset_reader *reader; /* NULL until found, or our own */
    bool reader_given;                   /* the user named the reader: none is
                                            detected */
    size_t number;                       /* rows handed out or refused */
    struct source_row *ahead;            /* the first rows, up to one that is
                                            known; opaque */
    size_t n_ahead, next_ahead;
    struct arena arena; /* of the rows ahead */
    bool looked;        /* they were read */
};

/* Open a file ("-" is standard input). `as` is the name of a reader, or NULL to
 * find the kind from the fields. */
MUST_USE bool source_open(struct source *s, const char *path, const char *as,
                          struct err *e);

/* Read the next problem into the arena; *line is where its row began. Returns
 * LINES_BAD for a row that cannot be read (e->line is its line); the next call
 * goes on behind it. A file that begins with many rows of which none is a
 * problem is none of problems: the first call then fails, with what was
 * expected. */
enum lines_got source_next(struct source *s, struct arena *a,
                           struct problem *out, size_t *line, struct err *e);

void source_close(struct source *s);

#endif
