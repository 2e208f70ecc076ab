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

/* What is the hunt's in it, to begin with. */
extern const struct out_files hunt_files;

/* Take the folder, before anything is asked; as out_files_open(),
 * of which `dry` is. `spec_path`
 * is the file that the spec was read from; NULL: none. */
MUST_USE bool hunt_files_open(struct out_files *f, struct arena *a,
                              const struct hunt_spec *s, const char *spec_path,
                              bool force, bool dry, struct err *e);

/* The files of a hunt, summary.json last; files of its names that it does not
 * write are removed: they are an older hunt's. */
MUST_USE bool hunt_files_report(struct out_files *f, const struct hunt_spec *s,
                                const struct hunt_report *r, struct err *e);

/* The same of a task. */
MUST_USE bool hunt_files_task(struct out_files *f, const struct hunt_spec *s,
                              const struct hunt_task_report *t, struct err *e);

#endif
