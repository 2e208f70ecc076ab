/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_PRINT_PRINT_H
#define EVOLVE_PRINT_PRINT_H

#include "evolve/evolve.h"
#include "report/document.h"
#include "run/print/print.h"

/*
 * An evolution for people and for programs.
 */

/* Counts and scores for people, and summary.json for programs. */
void evolve_document(struct document *d, const struct evolve_spec *s,
                     const struct evolve_report *r,
                     const struct print_hash *files, size_t n);

/* How the models did: accuracies, slips, drops. For programs it is the member
 * `within` of the document ("tables"), or the whole of tables.json if `within`
 * is NULL. */
void evolve_tables(struct document *d, const char *within,
                   const struct evolve_report *r);

/* All of an evolution: both of these, the figures, and a few problems step by
 * step. A screen has the headline and ten rows, everything else stands where
 * all is shown. */
void evolve_page(struct document *d, const struct evolve_spec *s,
                 const struct evolve_report *r, const struct print_hash *files,
                 size_t n);

/* One of several sets that were evolved alike. */
struct evolve_one {
    const char *name;   /* "gsm8k" */
    const char *folder; /* that has its files */
    struct evolve_report report;
};

/* All of them in one table of models and sets, with means over models; tables
 * .json has the same. */
void evolve_sets_document(struct document *d, const struct evolve_one *sets,
                          size_t n);

/* ---- how a problem came to be ---- */

/*
 * Fills *out with the statement as it was after each step that changed it, and
 * returns how many there are. `original` is the statement that the first part
 * came from, or NULL. The last text is the problem's own, and each differs from
 * the one before it. What renumber, rename and reorder replaced is not noted in
 * a lineage: texts before them have the numbers, names and order that they
 * made.
 */
size_t lineage_steps(struct arena *a, const struct individual *s,
                     const char *original, struct doc_step **out);

/* The same from the line of a problem; 0 if it is not evolved. */
size_t evolve_lineage(struct arena *a, const struct problem *p,
                      struct doc_step **out);

/* ---- files ---- */

/* A line of lineage.jsonl: how problem i of the population came to be, its
 * features and its score. */
MUST_USE bool evolve_print_lineage(struct str *out,
                                   const struct evolve_report *r, size_t i,
                                   struct err *e);

/* left-out.jsonl: rows of a file that were not used, and why. */
void evolve_print_left_out(struct str *out, const struct evolve_report *r);

#endif
