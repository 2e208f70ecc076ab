/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_TALK_H
#define CLI_TALK_H

#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdio.h>

/*
 * What the program says: results go to standard output, talk to standard
 * error. Only cli/ prints.
 */

/* "assay: message" on standard error. */
void talk(const char *fmt, ...) PRINTF(1, 2);

/* A closing line, as it stands: "12 problems: 12 hold". */
void talk_summary(const struct str *line);

/* An error with its place: "file:line:column: message". `file` may be NULL;
 * "-" is shown as "standard input". */
void talk_err(const char *file, const struct err *e);

/* An error that says itself where it is. Returns EXIT_COULD_NOT. */
int talk_failure(const struct err *e);

/* Write to standard output. False once it cannot be written (a full disk);
 * the reason is reported once, and the command should exit 3. */
bool out_write(const char *text, size_t n);
bool out_str(const struct str *s);

/* Flush standard output: false, with a report, when text was lost. */
bool out_finish(void);

/* All that a command prints: written, flushed and cleared. Returns the status
 * to exit with. */
int out_all(struct str *text);

#endif
