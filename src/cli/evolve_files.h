/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_EVOLVE_FILES_H
#define CLI_EVOLVE_FILES_H

#include "cli/out_files.h"
#include "evolve/evolve.h"

/*
 * The folder that an evolution leaves its files in:
 *
 *   spec.yaml             the whole spec; its paths are absolute
 *   seeds.jsonl           where it began; of a file: originals.jsonl
 *   population.jsonl      what came out
 *   lineage.jsonl         how each came to be, its features and its score
 *   easy.jsonl, hard.jsonl, evolved-easy.jsonl
 *   left-out.jsonl        rows of a file that could not be used, and why
 *   full-2gen.jsonl ...   the five settings, where they were made
 *   tables.json           what models made of it
 *   summary.json
 */

/* The names of the files, to be copied before evolve_files_open(). */
extern const struct out_files evolve_files;

/* As out_files_open(). */
MUST_USE bool evolve_files_open(struct out_files *f, struct arena *a,
                                const struct evolve_spec *s,
                                const char *spec_path, bool force, bool dry,
                                struct err *e);

/* Writes all files, summary.json last. */
MUST_USE bool evolve_files_report(struct out_files *f,
                                  const struct evolve_spec *s,
                                  const struct evolve_report *r, struct err *e);

#endif
