/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_HUNT_FILES_H
#define CLI_HUNT_FILES_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"
#include "hunt/hunt.h"
#include "hunt/spec.h"

#include <stdbool.h>
#include <stddef.h>

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
 *
 * A file is there whole or not at all. spec.yaml comes first and says whose
 * folder it is: the same hunt goes on in it, another is refused once there is
 * more than the spec.
 */

struct hunt_files {
    struct arena *arena;
    const char *path; /* the folder */
    struct vec done;  /* of struct print_hash: what was written */
};

/* Make the folder and claim nothing in it. */
MUST_USE bool hunt_files_begin(struct hunt_files *f, struct arena *a,
                               const char *path, struct err *e);

/* Take the folder, before anything is asked. Fails when it holds files that
 * are not of this hunt (unless `force`), when a file that would be written is
 * one that the hunt reads, and when it cannot be written. `spec_path` is the
 * file that the spec was read from; NULL: none. */
MUST_USE bool hunt_files_open(struct hunt_files *f, struct arena *a,
                              const struct hunt_spec *s, const char *spec_path,
                              bool force, struct err *e);

/* One file, whole. */
MUST_USE bool hunt_files_put(struct hunt_files *f, const char *name,
                             const struct str *text, struct err *e);

/* A bank; its name is made fit for a file. */
MUST_USE bool hunt_files_bank(struct hunt_files *f, const char *name,
                              const char *text, struct err *e);

/* The files of a hunt, summary.json last; files of its names that it does not
 * write are removed: they are an older hunt's. */
MUST_USE bool hunt_files_report(struct hunt_files *f, const struct hunt_spec *s,
                                const struct hunt_report *r, struct err *e);

/* The same of a task. */
MUST_USE bool hunt_files_task(struct hunt_files *f, const struct hunt_spec *s,
                              const struct hunt_task_report *t, struct err *e);

/* A path in the folder. */
const char *hunt_files_path(const struct hunt_files *f, const char *name);

#endif
