/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_SPOOL_H
#define BASE_SPOOL_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Bytes that are put aside on the disk while work lasts, so that memory does
 * not grow with it: a file without a name, which is gone when it is closed or
 * the process ends, however it ends. One thread adds at a time; any number may
 * read what was added before.
 */

struct spool {
    int fd;
    uint64_t end;
    const char *folder; /* borrowed; for messages */
};

/* Makes an empty one in the folder, or where temporary files are ($TMPDIR,
 * /tmp) if there is no such folder. */
MUST_USE bool spool_open(struct spool *s, const char *folder, struct err *e);

/* Appends bytes; *at is where they begin. */
MUST_USE bool spool_add(struct spool *s, const char *text, size_t n,
                        uint64_t *at, struct err *e);

/* Reads n bytes that were added. */
MUST_USE bool spool_read(const struct spool *s, uint64_t at, char *out,
                         size_t n, struct err *e);

void spool_close(struct spool *s);

#endif
