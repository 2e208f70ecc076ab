/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PRINT_REPORT_H
#define RUN_PRINT_REPORT_H

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"
#include "report/document.h"
#include "run/print/items.h"
#include "run/summary.h"
#include "store/store.h"
#include "store/studies.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A report of runs and studies, whoever shows it: the command line as a screen
 * or a file, the server as a page.
 *
 *     struct report r = report_new(a, store);
 *
 *     report_add_study(&r, &hunt);
 *     report_add_run(&r, &info, &e);
 *     report_add_study_runs(&r, &e);
 *     report_document(&r, d, &e);
 *     items = report_items(&r, &options);
 *
 * Everything is in the arena.
 */

#define REPORT_RUNS_MOST \
 4096 /* of all that is named: a climb has one for each round */

/* A run that the report rests on. */
struct report_run {
    const struct summary *view;
    const char *role; /* of a hunt's or evolution's; NULL: it was named */
};

struct report {
    struct arena *arena;
    struct store *store; /* NULL: there are only studies without runs */
    struct summary_options view;
    const char *facts;  /* a file about models, for Mathador; or NULL */
    const char *title;  /* NULL: made from what was named */
    struct vec studies; /* of struct study */
    struct vec runs;    /* of struct report_run, each once */
    size_t n_named;     /* the first so many of them were named */
};

struct report report_new(struct arena *a, struct store *s);

/* Adds a run that was named, unless the report has it. Fails when it cannot be
 * read, and with ERR_USAGE when there are too many. */
MUST_USE bool report_add_run(struct report *r, const struct run_info *info,
                             struct err *e);

/* Adds a study with its document, and its runs, which come behind those that
 * were named: report_add_study_runs() is called once, after all were. */
void report_add_study(struct report *r, const struct study *v);
MUST_USE bool report_add_study_runs(struct report *r, struct err *e);

/* Adds to the document what people see: studies, then the runs that were
 * named. Fails if a kept document or the file of facts cannot be read. */
MUST_USE bool report_document(const struct report *r, struct document *d,
                              struct err *e);

const char *report_title(const struct report *r);

/* Returns the views of the first n runs. */
const struct summary **report_views(const struct report *r, size_t n);

/* Returns the items of all runs; items_close() ends them. The roles of the
 * options are filled in. */
struct items *report_items(const struct report *r, struct item_options o);

#endif
