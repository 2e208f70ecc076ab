/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_ROW_TALK_H
#define CLI_ROW_TALK_H

#include "base/err.h"
#include "base/lines.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * What is said of the rows of a file that cannot be read: of a few bad rows the
 * first ones, and of a file of another kind one line.
 */

struct row_talk {
    uint64_t n; /* rows that could not be read */
};

/* Reports a row, unless ten were reported. */
void row_talk_add(struct row_talk *t, const char *path, const struct err *e);

/* Says how many more there were. */
void row_talk_end(const struct row_talk *t);

/* Fails if a file of JSON lines, just opened, begins with lines that are none:
 * three of them, or all that there are if these are two. `what` says what the
 * command reads: "assay grade reads a JSON line for each pair". One bad line is
 * left to the reader. Consumes nothing. */
MUST_USE bool row_talk_expect(struct lines *l, const char *what, struct err *e);

#endif
