/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_RUN_SHOW_H
#define CLI_RUN_SHOW_H

#include "cli/run_options.h"
#include "report/document.h"
#include "run/summary.h"
#include "store/runs.h"

/*
 * A run on standard output, as the options ask; what `assay run` and `assay
 * store show` share.
 */

/* Load, print, write the JUnit file. Returns the exit status: EXIT_NO when a
 * model is below --min-accuracy. */
int run_show(struct arena *a, struct store *s, const struct run_info *info,
             const struct run_options *r, const struct summary_options *o);

/* Can a file of that name be written? If not, it was said. */
bool run_can_write(const char *path);

/* What people see of a document: tables on a terminal, or in Markdown. */
void show_tables(struct str *out, const struct document *d, bool markdown);

/* The width of the terminal, or 100 where there is none. */
size_t terminal_width(void);

/* "$0.0123", "$12.30": money for people. */
void add_money(struct str *out, double dollars);

/* 1234567 as "1.23M". */
void add_short(struct str *out, double n);

#endif
