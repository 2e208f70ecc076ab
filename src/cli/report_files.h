/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_REPORT_FILES_H
#define CLI_REPORT_FILES_H

#include "base/arena.h"
#include "base/err.h"
#include "cli/args.h"
#include "report/document.h"
#include "report/items.h"
#include "run/summary.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The files of a report: the page, the figures, the data.
 */

struct report_files {
    const char *page;    /* a file, or with `split` a folder; NULL: no page */
    const char *figures; /* a folder; NULL: none */
    const char *data;    /* a file, "-": standard output; NULL: none */
    bool split;
    const char *title;
    struct item_source source; /* of the items */
    bool (*progress)(void *ctx, uint64_t done, uint64_t total);
    void *ctx;
};

/* Returns whether any file is asked for. */
bool report_files_wanted(const struct report_files *f);

/* Checks the options before anything is read: a file that is there already is
 * replaced only if it is a report, or with `force`. Returns -1 to go on, or the
 * status to exit with after a report. */
int report_files_check(const struct command *c, const struct report_files *f,
                       bool force);

/* Tells what was written. */
void report_files_tell(const struct report_files *f);

/* Writes them all. The views are those of the runs that were named. */
MUST_USE bool report_files_write(struct arena *a, const struct report_files *f,
                                 const struct document *d,
                                 const struct summary *const *views, size_t n,
                                 struct err *e);

#endif
