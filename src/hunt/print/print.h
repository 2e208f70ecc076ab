/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_PRINT_PRINT_H
#define HUNT_PRINT_PRINT_H

#include "base/arena.h"
#include "base/str.h"
#include "hunt/hunt.h"
#include "hunt/tag/taxonomy_make.h"
#include "run/print/hash.h"

#include <stddef.h>

/*
 * A hunt as people and programs read it: pure functions of the report.
 */

/* The closing tables, `width` columns at most: for each target what is
 * reported, its solve rate on the benchmark and on fresh problems, the
 * control, the cause; then the correlation, flaws of written problems, and
 * what was done. */
void print_report(struct str *out, const struct hunt_spec *s,
                  const struct hunt_report *r, size_t width);

/* hypotheses.json: an array of rows as print_row() has them, each with
 * its target; `group` and `explained` are places in it. */
void print_hypotheses(struct str *out, const struct hunt_report *r);

/* A row of it: {concepts, factor, text, accuracy, inside, outside, lift, lo,
 * hi, p, q, n, reported, solve_rate, solve_lo, solve_hi, control_rate}, and
 * further members. What is not known is null; factor is null or {"name",
 * "above"|"below"|"is"}. */
struct json *print_row(struct arena *a, const struct hypothesis *h);

/* summary.json: what was asked and came out, seeds, versions, hashes of the
 * other files as given. */
void print_summary(struct str *out, const struct hunt_spec *s,
                   const struct hunt_report *r, const struct print_hash *files,
                   size_t n_files);

/*
 * figures.json: the data of table 1 and of the figures of the paper, from this
 * hunt: distributions of accuracies (2, 6, 9, 12), counts above a threshold
 * (3, 7, 10, 13), best and worst over time (5, 8, 11), solve rates by
 * hypothesis (4, table 1), flaws against accuracy. Each with a title and named
 * columns, ready for any plotting tool.
 */
void print_figures(struct str *out, const struct hunt_report *r);

/* outcomes.jsonl: for each target and problem {id, target, correct: "k/K",
 * fails, concepts}: how hard each problem is, not only whether it fails; what
 * `assay hunt --outcomes` reads again. The common target is left out. */
void print_outcomes(struct str *out, const struct hunt_report *r);

/* Problems as JSON lines. */
void print_problems(struct str *out, const struct problem *p, size_t n);

/* A task of the user's own: the bank, and what it predicts. */
void print_task(struct str *out, const struct hunt_task_report *t,
                size_t width);
void print_task_json(struct str *out, const struct hunt_task_report *t);

void print_redundancy(struct str *out, const struct redundancy *r);

#endif
