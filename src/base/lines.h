/* SPDX-License-Identifier: Apache-2.0 */
#ifndef BASE_LINES_H
#define BASE_LINES_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Files as lines, of any size, in constant memory: one buffer as long as the
 * longest line met. A byte order mark and the \r of \r\n are dropped; a last
 * line without \n counts. The name "-" is standard input.
 */

struct lines {
    FILE *file;
    const char *name; /* for messages; borrowed */
    char *buf;        /* bytes that were read and not yet handed out */
    size_t start, end, cap;
    size_t max;    /* ceiling of one line in bytes */
    size_t number; /* of the line last handed out, from 1 */
    uint64_t size; /* of the file in bytes; 0: not known */
    uint64_t read; /* bytes read from it */
    bool eof;
};

enum lines_got {
    LINES_LINE, /* *text and *n hold a line */
    LINES_BAD,  /* this line is unusable; *e says why; reading may go on */
    LINES_END,
    LINES_FAIL, /* the file cannot be read further; *e says why */
};

/* Opens a file. `max` 0 means LIMIT_LINE_BYTES. lines_close() ends it. */
MUST_USE bool lines_open(struct lines *l, const char *name, size_t max,
                         struct err *e);

/* Hands out the next line, without its end and NUL-terminated; it is valid
 * until the next call. A line over the ceiling is LINES_BAD and is skipped. */
enum lines_got lines_next(struct lines *l, const char **text, size_t *n,
                          struct err *e);

/* Reads the next line that is not blank as one JSON value into the arena. */
enum lines_got lines_next_json(struct lines *l, struct arena *a,
                               struct json **out, struct err *e);

/* Sets *out to the first byte that is not white space, or to '\0' if the file
 * has none. Consumes nothing. */
MUST_USE bool lines_peek(struct lines *l, char *out, struct err *e);

/* Appends the rest of the file, NUL-terminated. Fails with ERR_LIMIT if it has
 * more than `max` bytes. */
MUST_USE bool lines_rest(struct lines *l, struct str *out, size_t max,
                         struct err *e);

void lines_close(struct lines *l);

/* Returns the name of a file for messages: "standard input" for "-". */
const char *file_shown(const char *name);

/* Returns the part of a path behind its last '/'. */
const char *file_base(const char *path);

/* Puts the file and the place in it before the message of a failure and returns
 * false. Messages about opening name the file already. */
bool file_fail(const char *path, struct err *e);

/* Reads a whole file at once, as lines_rest() does. */
MUST_USE bool file_read(const char *name, size_t max, struct str *out,
                        struct err *e);

#endif
