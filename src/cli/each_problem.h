/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_EACH_PROBLEM_H
#define CLI_EACH_PROBLEM_H

#include "base/arena.h"
#include "base/progress.h"
#include "cli/row_talk.h"
#include "problem/problem.h"
#include "problem/source.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Works through the problems of a file, on threads and in order: shared by all
 * commands that read a problem file. Lines that cannot be read are reported and
 * counted. After Ctrl-C the file ends at a whole problem.
 */

struct feed_item {
    struct arena *arena; /* of this problem */
    struct problem problem;
    size_t line; /* where it stands in the file */
    void *own;   /* own_size bytes for the command, zeroed */
};

struct problem_feed {
    const char *path, *verb; /* "checking", for the progress line */
    int threads;
    size_t own_size;
    void *ctx; /* handed to work and take */
    /* Called on many threads: may touch nothing but its item and constants. */
    void (*work)(void *ctx, struct feed_item *item);
    /* Called on one thread, in the order of the file. Returns false to stop,
     * after it reported why. */
    bool (*take)(void *ctx, struct feed_item *item);

    /* Filled by each_problem(). */
    uint64_t problems, unreadable;
    bool failed; /* the file could not be read to its end, or take stopped */

    struct row_talk rows;     /* what was said of those */
    struct progress progress; /* take may hide it and set its figures */
    struct source source;     /* while it runs */
};

/* Goes through the file. It reports what cannot be read. A file without any
 * problem is a failure too. */
void each_problem(struct problem_feed *f);

#endif
