/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_PRINT_PRINT_H
#define EVOLVE_PRINT_PRINT_H

#include "evolve/evolve.h"
#include "report/document.h"
#include "run/print/hash.h"

/*
 * An evolution for people and for programs.
 */

/* The closing page for people, and summary.json for programs. */
void evolve_document(struct document *d, const struct evolve_spec *s,
                     const struct evolve_report *r,
                     const struct print_hash *files, size_t n);

/* How the models did: accuracies, slips, drops. For programs it is the member
 * `within` of the document ("tables"), or the whole of tables.json if `within`
 * is NULL. */
void evolve_tables(struct document *d, const char *within,
                   const struct evolve_report *r);

/* A set, a JSON line for each problem. */
void evolve_print_set(struct str *out, const struct evolve_set *set);

/* lineage.jsonl: for each problem of the population how it came to be, its
 * features and its score. */
void evolve_print_lineage(struct str *out, const struct evolve_report *r);

/* left-out.jsonl: rows of a file that were not used, and why. */
void evolve_print_left_out(struct str *out, const struct evolve_report *r);

#endif
