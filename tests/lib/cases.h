/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_CASES_H
#define TESTS_LIB_CASES_H

#include "base/arena.h"
#include "base/lines.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Text cases: a .test file is blocks of k lines each. Lines that are blank or
 * begin with # are skipped between blocks; inside a block neither may stand,
 * so that a missing line is found where it is missing. Lines are raw, of any
 * length, without escapes.
 *
 *     struct cases c;
 *     const char *lines[2];
 *
 *     cases_open(&c, "canonical/same.test");
 *     while (cases_next(&c, lines, 2))
 *         if (...)
 *             cases_fail(&c, "got \"%s\"", ...);
 *     assert_int_equal(cases_close(&c), 0);
 *
 * Files are looked for in $ASSAY_TESTS/cases, else in tests/cases. A failure
 * prints path:line of its block and is counted, and the next block is run.
 */

struct cases {
    struct lines lines;
    struct arena block; /* the lines of the block */
    char *path;         /* for messages; owned */
    size_t line;        /* where the block begins, from 1 */
    size_t count;       /* blocks handed out */
    size_t failed;
    bool open;
};

/* Open a file of cases; a file that cannot be read is a failure. */
void cases_open(struct cases *c, const char *name);

/* The next block; the lines are good until the next call. False at the end. */
bool cases_next(struct cases *c, const char **lines, size_t k);

/* Report that the block failed. */
void cases_fail(struct cases *c, const char *fmt, ...) PRINTF(2, 3);

/* Close; returns the number of failures, at least 1 if there was no block. */
size_t cases_close(struct cases *c);

#endif
