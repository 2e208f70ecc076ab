/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_HUNT_FILES_H
#define CLI_HUNT_FILES_H

#include "cli/out_files.h"
#include "hunt/hunt.h"
#include "hunt/spec.h"

#include <stdbool.h>

/*
 * The folder that a hunt leaves its files in:
 *
 *   spec.yaml         the whole spec; its paths are absolute
 *   benchmark.jsonl   fresh problems aimed at what was found
 *   probe.jsonl       the problems the failures are from, where they are ours
 *   controls.jsonl    sets that tell why
 *   hypotheses.json, figures.json, summary.json
 *   task.json         of a task: its bank
 *   demo.yaml         what the demo fails at
 *   banks/            of models, as they grew
 */

/* The names of the files, to be copied before hunt_files_open(). */
extern const struct out_files hunt_files;

/* Takes the folder before anything is asked; see out_files_open(), also for
 * `dry`. `spec_path` is the file that the spec was read from, or NULL. */
MUST_USE bool hunt_files_open(struct out_files *f, struct arena *a,
                              const struct hunt_spec *s, const char *spec_path,
                              bool force, bool dry, struct err *e);

/* Writes the files of a hunt, summary.json last, and removes files of these
 * names that an older hunt left. */
MUST_USE bool hunt_files_report(struct out_files *f, const struct hunt_spec *s,
                                const struct hunt_report *r, struct err *e);

/* The same for a task. */
MUST_USE bool hunt_files_task(struct out_files *f, const struct hunt_spec *s,
                              const struct hunt_task_report *t, struct err *e);

#endif
