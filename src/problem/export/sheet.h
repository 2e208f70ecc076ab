/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_EXPORT_SHEET_H
#define PROBLEM_EXPORT_SHEET_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"
#include "problem/problem.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A class sheet in one or several versions, A, B, C ...
 *
 * Versions share no problem and are equally hard: the problems of each group
 * (family and level; all imported ones are one group) are dealt in turn, so
 * that every version gets equally many of each. Problems left over are not
 * used, and sheet_leftover() reports them. The order within a version is drawn
 * from the sheet's name and the version, so that the same file gives the same
 * sheets again. A single version keeps the file's order.
 *
 * A sheet keeps copies of all its problems.
 */

struct print_sheet {
    struct arena arena;
    struct vec problems; /* struct problem: id, family, level, seed,
                            statement, keys and solution */
    struct vec groups;   /* struct sheet_group */
};

struct sheet_group {
    const char *family; /* NULL: imported */
    int level;
    const char *seed; /* of its first problem */
    size_t count;
    size_t dealt; /* how many are dealt so far */
};

struct sheet_version {
    const char *label; /* "A"; "" when it is the only one */
    const struct problem **problems;
    size_t n;
};

void sheet_open(struct print_sheet *s);
void sheet_add(struct print_sheet *s, const struct problem *p);

/* Deal to n versions, n > 0. Fails if a group has fewer problems than there are
 * versions; the message says how to make more. */
MUST_USE bool sheet_deal(struct print_sheet *s, const char *name, size_t n,
                         struct sheet_version **out, struct err *e);

/* Append a sentence on the problems that the group leaves over in n versions.
 * Returns false if there are none. */
bool sheet_leftover(const struct sheet_group *g, size_t n, struct str *out);

void sheet_close(struct print_sheet *s);

#endif
