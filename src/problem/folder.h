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
 * Text goes to files under temporary names (".NAME.123.part"), and only
 * folder_commit() gives them their own: an export that fails or is interrupted
 * leaves no half file and touches no older one. The folder is made when the
 * first text comes. An existing file is refused unless `force`; the file that
 * is the same in every export of a format may exist.
 */

struct folder {
    const char *path;
    bool force;
    bool made; /* we made the folder, and no file in it has its name yet */
    struct arena arena;
    struct folder_file {
        const char *name; /* as the format calls it; NULL: free */
        const char *path; /* its final place */
        const char *part; /* its place until the commit */
        FILE *stream;     /* NULL when closed */
        bool written;     /* text was written to it; else it is not made */
        bool shared;
    } files[EXPORT_FILES];
};

/* Open the folder. Fails if a file of the export exists and may not be
 * replaced. */
MUST_USE bool folder_open(struct folder *d, const char *path,
                          const struct export_format *f, const char *name,
                          bool force, struct err *e);

/* Append text to a file; fits export_sink's write, with the folder as ctx. */
bool folder_write(void *folder, const char *file, const char *text, size_t n,
                  struct err *e);

/* Give their names to all files that were written. */
MUST_USE bool folder_commit(struct folder *d, struct err *e);

/* Remove the files that were not committed, and free d. */
void folder_close(struct folder *d);

#endif
