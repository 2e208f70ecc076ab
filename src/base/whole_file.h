/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_WHOLE_FILE_H
#define BASE_WHOLE_FILE_H

#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * A file that is there whole or not at all. Text goes to a new file beside the
 * path, under a name that nobody can guess (".NAME.RANDOM.part"), which takes
 * the path's place when it is complete. No link is followed: one that was
 * planted under the other name cannot be opened, and one that stands at the
 * path itself is replaced, not what it leads to. The file gets the permissions
 * of the one that it replaces, else those that the umask leaves.
 *
 * What is no regular file (a device, a pipe) is written to as it stands, and
 * /dev/stdout, /dev/stderr and /dev/fd/N are the streams that are open already.
 */

struct whole_file {
    const char *path; /* borrowed; for messages */
    FILE *file;       /* to write to */
    struct str part;  /* the name until the end; empty: written directly */
    int error;        /* errno of what failed first; 0: nothing */
};

MUST_USE bool whole_file_open(struct whole_file *f, const char *path,
                              struct err *e);

/* Writing may go on after a failure: whole_file_close() tells of it. */
void whole_file_add(struct whole_file *f, const char *text, size_t n);

/* Gives the file its name. Fails, and leaves nothing behind, if a part of it
 * could not be written. */
MUST_USE bool whole_file_close(struct whole_file *f, struct err *e);

/* Ends it without the file: what stands at the path stays. */
void whole_file_drop(struct whole_file *f);

/* Would a file at the path be replaced by a new one? Streams, devices and pipes
 * are not: they are written to as they stand. */
bool whole_file_replaces(const char *path);

/* All of it at once. */
MUST_USE bool whole_file_write(const char *path, const char *text, size_t n,
                               struct err *e);

/* Would the two paths be written to one regular file? Also where it is not there
 * yet, but its folder is. */
bool whole_file_same(const char *a, const char *b);

/* Makes a folder and those above it; *made, unless NULL: it was not there. Fails
 * if the path leads to something else than a folder. */
MUST_USE bool folder_make(const char *path, bool *made, struct err *e);

/* Could the file be written, with a name like this? Nothing is left behind. */
MUST_USE bool whole_file_try(const char *path, struct err *e);

#endif
