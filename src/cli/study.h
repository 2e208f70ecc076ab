/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_STUDY_H
#define CLI_STUDY_H

#include "base/arena.h"
#include "base/err.h"
#include "cli/out_files.h"
#include "report/document.h"
#include "store/studies.h"

#include <stdbool.h>

/*
 * A hunt, an evolution or a climb that came to its end, kept so that `assay
 * report` can show it: in the store, and in its folder as report.json:
 *
 *   {"study": "hunt", "hash": "9f...", "title": "...", "version": "0.9.0",
 *    "document": {...}}
 */

#define STUDY_FILE "report.json"

/* Fills in document, version and time. */
void study_fill(struct arena *a, const struct document *d, struct study *study);

/* Writes report.json. The study has kind, hash, title and runs; study_fill()
 * is called. */
MUST_USE bool study_write(struct arena *a, struct out_files *f,
                          const struct document *d, struct study *study,
                          struct err *e);

/* Keeps it in the store, and tells how to show it. The store may be NULL, if
 * nothing was asked; then the folder is named. */
MUST_USE bool study_keep(struct arena *a, struct store *s, const char *folder,
                         struct study *study, struct err *e);

/* Reads FOLDER/report.json into *out, without runs. *found is set to whether
 * there is such a file. Fails if it cannot be read or is none of ours. */
MUST_USE bool study_read(struct arena *a, const char *folder, struct study *out,
                         bool *found, struct err *e);

#endif
