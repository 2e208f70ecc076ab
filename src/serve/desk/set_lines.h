/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_SET_LINES_H
#define SERVE_DESK_SET_LINES_H

#include "base/str.h"
#include "problem/export.h"
#include "problem/problem.h"
#include "serve/route.h"
#include "store/chain.h"
#include "store/entries.h"

#include <stddef.h>

/* Files that leave the workbench, as replies. */

/* Makes the reply a file of that name. */
void file_send(struct visit *v, const char *type, const char *name,
               const struct str *body);

/* Makes the reply problems in the format of another tool: one file, or several
 * in a tar archive. `name` is that of files and tasks. */
MUST_USE bool file_export(struct visit *v, const struct export_format *format,
                          const char *name, const char *title,
                          const struct problem *const *problems, size_t n,
                          struct err *e);

/*
 * The set: the accepted versions of all entries that are accepted now, by their
 * numbers. A line is the problem as it is stored, with the entry's topic in
 * meta.fields and with where it is from in meta.class:
 *
 *   {"entry": 12, "version": 3, "sha256": "...", "before": ["...", "..."],
 *    "origin": {...}, "by": "author 3", "accepted_ms": ..., "accepted_by":
 *    "reviewer 1", "verdict": "correct", "override": false,
 *    "checks": [{"how": "claim", "finding": "holds"}, {"how": "second
 *    solution", "finding": "agrees", "verdict": "correct", "by":
 *    "reviewer 1"}]}
 *
 * sha256 is that of the stored record, "before" has those of the versions
 * before it, "verdict" is what the judge found of the blind answer of who
 * accepted it ("reason" is why it was accepted against that, if "override"), and
 * the checks, with all blind answers, are those of before it was accepted. All of it is fixed by the
 * acceptance: the same set gives the same bytes at any time.
 */

struct set_row {
    struct entry entry;
    struct problem problem;
    const char *line;               /* with its newline */
    unsigned char sha[CHAIN_BYTES]; /* of the record: meta.class.sha256 */
    int64_t accepted_ms;
};

struct set {
    struct set_row *rows;
    size_t n;
    unsigned char content[CHAIN_BYTES]; /* as a seal has it: run/opening.h */
};

/* Reads the set. Fails if the store cannot be read. */
MUST_USE bool set_read(struct visit *v, struct set *out, struct err *e);

#endif
