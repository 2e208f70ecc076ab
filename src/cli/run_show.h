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

/* Loads and prints a run, and writes the JUnit file. Returns the exit status,
 * EXIT_NO if a model is below --min-accuracy. */
int run_show(struct arena *a, struct store *s, const struct run_info *info,
             const struct run_options *r, const struct summary_options *o);

/* Returns whether a file of that name can be written, and reports if not. */
bool run_can_write(const char *path);

/* Appends the document for people: as text for a terminal, or as Markdown. */
void show_tables(struct str *out, const struct document *d, bool markdown);

/* Returns the width of the terminal, or 100 if there is none. */
size_t terminal_width(void);

/* "$0.0123", "$12.30": money for people. */
void add_money(struct str *out, double dollars);

/* 1234567 as "1.23M". */
void add_short(struct str *out, double n);

#endif
