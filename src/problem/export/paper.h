/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_EXPORT_PAPER_H
#define PROBLEM_EXPORT_PAPER_H

#include "problem/export.h"
#include "problem/export/sheet.h"

/*
 * What the class sheets in Markdown and LaTeX have in common: the problems
 * are gathered, dealt to the versions, and written part by part. First the
 * sheets of all versions, to be printed for the class; then all keys, then
 * all worked steps. Every part of every version begins a new page.
 */

enum sheet_part { SHEET_PROBLEMS, SHEET_KEYS, SHEET_STEPS, SHEET_PARTS };

struct sheet_writer {
    void (*head)(struct export_state *s); /* each appends to s->text */
    void (*foot)(struct export_state *s);
    /* The part's heading; `first` for the first part of the file. */
    void (*open)(struct export_state *s, enum sheet_part part,
                 const char *title, bool first);
    void (*item)(struct export_state *s, enum sheet_part part, size_t number,
                 const struct problem *p);
    void (*close)(struct export_state *s, enum sheet_part part);
};

/* Returns the steps, an array, of the best solution that a key of points
 * carries, or NULL for every other key. */
const struct json *export_sheet_best(const struct key *k);

/* Members of a sheet's card. */
bool export_sheet_begin(struct export_state *s, struct err *e);
bool export_sheet_add(struct export_state *s, const struct problem *p,
                      struct err *e);
void export_sheet_free(struct export_state *s);

MUST_USE bool export_sheet_end(struct export_state *s,
                               const struct sheet_writer *w, struct err *e);

#endif
