/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_TALK_H
#define CLI_TALK_H

#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdio.h>

/*
 * What the program prints: results go to standard output, messages (talk) to
 * standard error. Only cli/ prints.
 */

/* "assay: message" on standard error. */
void talk(const char *fmt, ...) PRINTF(1, 2);

/* Prints a closing line as it is: "12 problems: 12 hold". */
void talk_summary(const struct str *line);

/* Prints an error with its place: "file:line:column: message". `file` may be
 * NULL; "-" is shown as "standard input". */
void talk_err(const char *file, const struct err *e);

/* Prints an error whose message has its place already. Returns
 * EXIT_COULD_NOT. */
int talk_failure(const struct err *e);

/* The same, but returns EXIT_USAGE if it is a mistake in the command line. */
int talk_could_not(const struct err *e);

/* Write whole lines to standard output, which an interrupt does not cut. They return false once it cannot be written (a full
 * disk); the reason is reported once, and the command should exit with
 * EXIT_COULD_NOT. Characters that a terminal would obey, or not show
 * (utf8_is_unseen(), but those of ASCII before DEL), are written as "\u009b". */
bool out_write(const char *text, size_t n);
bool out_str(const struct str *s);

/* From now on what is printed goes to a file ("-": standard output), which
 * out_settle() puts in its place. Returns false after a report. */
bool out_to(const char *path);

/* Returns the file that out_to() opened, or NULL. */
const char *out_path(void);

/* Ends what out_to() began: the file takes its name, unless the command line was
 * wrong. Returns the status to exit with. */
int out_settle(int status);

/* Returns the columns of the terminal that standard output is; of anything else
 * 80. */
size_t terminal_width(void);

/* Flushes standard output. Returns false, after a report, if text was lost. */
bool out_finish(void);

/* Writes all that a command prints, flushes standard output and frees the text.
 * Returns the status to exit with. */
int out_all(struct str *text);

/* The same for lines of a list: on a terminal those that are longer than it are
 * folded at blanks, with what follows indented. Elsewhere they stay as they
 * are. */
int out_all_folded(struct str *text);

#endif
