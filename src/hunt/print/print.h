/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_PRINT_PRINT_H
#define HUNT_PRINT_PRINT_H

#include "base/arena.h"
#include "base/str.h"
#include "hunt/hunt.h"
#include "hunt/tag/taxonomy_make.h"
#include "report/document.h"
#include "run/print/print.h"

#include <stddef.h>

/*
 * Documents made from the report of a hunt, for people and programs.
 */

/* For people, on a screen: how each target does, the worst weaknesses, and
 * failed attempts at the worst of them. In full: for each target the reported
 * hypotheses, their solve rates on the benchmark and on fresh problems, the
 * control, the cause and failed attempts, with figures; then the accuracies of
 * hypotheses, flaws of written problems, and counts of calls. For programs it is summary.json: the spec, results, seeds, versions, and the
 * hashes of the other files. */
void hunt_document(struct document *d, const struct hunt_spec *s,
                   const struct hunt_report *r, const struct print_hash *files,
                   size_t n);

/* hypotheses.json: an array of rows, each with its target; `group` and
 * `explained` are places in it. */
void hunt_hypotheses(struct document *d, const struct hunt_report *r);

/* A row of it: {concepts, factor, text, accuracy, inside, outside, lift, lo,
 * hi, p, q, n, reported, solve_rate, solve_lo, solve_hi, control_rate}, and
 * further members. Unknown values are null; factor is null or {"name",
 * "above"|"below"|"is"}. `before` rows stand before those of its target. */
void hunt_hypothesis(struct doc_table *t, const struct hypothesis *h,
                     const char *target, size_t before);

/*
 * figures.json: the data of table 1 and of the figures of the paper, from this
 * hunt: distributions of accuracies (2, 6, 9, 12), counts above a threshold
 * (3, 7, 10, 13), best and worst over time (5, 8, 11), solve rates by
 * hypothesis (4, table 1), flaws against accuracy. Each with a title and named
 * columns, ready for any plotting tool.
 */
void hunt_figures(struct document *d, const struct hunt_report *r);

/* outcomes.jsonl: for each target and problem {id, target, correct: "k/K",
 * first, scored, fails, concepts}: how hard each problem is, not only whether it fails. `assay
 * hunt --outcomes` reads it. The common target is left out. */
void hunt_outcomes(struct document *d, const struct hunt_report *r);

/* Problems as JSON lines. */
void print_problems(struct str *out, const struct problem *p, size_t n);

/* A task of the user's own: the bank and its predictions. */
void task_document(struct document *d, const struct hunt_task_report *t);

void redundancy_document(struct document *d, const struct redundancy *r);

#endif
