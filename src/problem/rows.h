/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_ROWS_H
#define PROBLEM_ROWS_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/lines.h"

/*
 * Files as rows: JSONL, a JSON array, an object that contains one, or CSV. The
 * shape is found from the first bytes, and each row becomes a JSON object.
 */

struct rows; /* opaque */

/* Open a file ("-" is standard input). */
struct rows *rows_open(const char *path, struct err *e); /* NULL on failure */

/* Read the next row as an object into the arena; its line is (*out)->line. */
enum lines_got rows_next(struct rows *r, struct arena *a, struct json **out,
                         struct err *e);

/* Returns whether the file is read as CSV. */
bool rows_is_csv(const struct rows *r);

/* Returns how much of the file was read, from 0 to 1, or 0 if that is not
 * known. */
double rows_share(const struct rows *r);

void rows_close(struct rows *r);

#endif
