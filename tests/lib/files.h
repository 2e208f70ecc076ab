/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TESTS_LIB_FILES_H
#define TESTS_LIB_FILES_H

#include "base/str.h"
#include "problem/export.h"

/* What an export writes, kept in memory. */

struct files {
    struct {
        char name[64];
        struct str text;
    } file[EXPORT_FILES];
    struct str notes;
};

/* Exports n problems. The caller must call files_clear(), also after a
 * failure. */
bool files_export(struct files *out, const char *format,
                  const struct export_options *o, const struct problem *p,
                  size_t n, struct err *e);

/* Returns the text of a file, or NULL if it was not written. */
const char *files_text(const struct files *f, const char *name);

void files_clear(struct files *f);

#endif
