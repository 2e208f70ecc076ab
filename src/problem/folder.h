/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_FOLDER_H
#define PROBLEM_FOLDER_H

#include "base/arena.h"
#include "base/err.h"
#include "problem/export.h"

#include <stdbool.h>
#include <stdio.h>

/*
 * A folder that an export writes its files to.
 *
 * Text goes to files under other names (".NAME.123.part"), and only
 * folder_commit() gives them theirs: an export that fails or is interrupted
 * leaves no half file, and none that was there is touched. The folder is made
 * when the first text comes. Files that are there already are refused unless
 * `force`; the one that is the same in every export of a format may be there.
 */

struct folder {
    const char *path;
    bool force;
    bool made; /* the folder, by us, for files that have no name yet */
    struct arena arena;
    struct folder_file {
        const char *name; /* as the format calls it; NULL: free */
        const char *path; /* where it goes */
        const char *part; /* where it is until then */
        FILE *stream;     /* NULL when closed */
        bool written;     /* text came for it; else it is not made */
        bool shared;
    } files[EXPORT_FILES];
};

/* Fails when a file of the export is there and may not be replaced. */
MUST_USE bool folder_open(struct folder *d, const char *path,
                          const struct export_format *f, const char *name,
                          bool force, struct err *e);

/* Append text to a file; fits export_sink's write, with the folder as ctx. */
bool folder_write(void *folder, const char *file, const char *text, size_t n,
                  struct err *e);

/* Give all files that were written their names. */
MUST_USE bool folder_commit(struct folder *d, struct err *e);

/* Remove what was not committed. */
void folder_close(struct folder *d);

#endif
