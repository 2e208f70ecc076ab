/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_PRINT_PRINT_H
#define EVOLVE_PRINT_PRINT_H

#include "evolve/evolve.h"
#include "run/print/hash.h"

/*
 * An evolution for people (tables) and for programs (JSON, JSON lines).
 */

/* The pages on the terminal, at most `width` characters a line. */
void evolve_print(struct str *out, const struct evolve_spec *spec,
                  const struct evolve_report *r, size_t width);

/* summary.json; `tables`: with what models made of it as a member. */
void evolve_print_summary(struct str *out, const struct evolve_spec *spec,
                          const struct evolve_report *r,
                          const struct print_hash *files, size_t n,
                          bool tables);

/* tables.json: accuracies, slips, drops */
void evolve_print_tables(struct str *out, const struct evolve_report *r);

/* A set, a JSON line for each problem. */
void evolve_print_set(struct str *out, const struct evolve_set *set);

/* lineage.jsonl: for each problem of the population how it came to be, its
 * features and its score. */
void evolve_print_lineage(struct str *out, const struct evolve_report *r);

/* left-out.jsonl: rows of a file that were not used, and why. */
void evolve_print_left_out(struct str *out, const struct evolve_report *r);

#endif
