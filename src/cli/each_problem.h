/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_EACH_PROBLEM_H
#define CLI_EACH_PROBLEM_H

#include "base/arena.h"
#include "base/progress.h"
#include "problem/problem.h"
#include "problem/source.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Every problem of a file, worked on by threads and taken in order: what the
 * commands that go through a problem file share. Lines that cannot be read
 * are reported and counted; an interrupt ends the file at a whole problem.
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
    void *ctx; /* handed to both */
    /* On many threads: touches nothing but its item and constants. */
    void (*work)(void *ctx, struct feed_item *item);
    /* On one thread, in the order of the file; false: stop, the command has
     * said why. */
    bool (*take)(void *ctx, struct feed_item *item);

    /* What came of it. */
    uint64_t problems, unreadable;
    bool failed; /* the file could not be read to its end, or take stopped */

    struct progress progress; /* take may hide it and set its figures */
    struct source source;     /* while it runs */
};

/* Go through the file. What cannot be read was reported on return; a file
 * without any problem is a failure as well. */
void each_problem(struct problem_feed *f);

#endif
