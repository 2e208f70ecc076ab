/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_OUT_FILES_H
#define CLI_OUT_FILES_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"
#include "run/print/hash.h"
#include "run/spec/fields.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The folder that a long piece of work leaves its files in. A file is there
 * whole or not at all. spec.yaml comes first and says whose folder it is: the
 * same work goes on in it, another is refused once there is more than what is
 * written before anything is asked.
 */

struct out_files {
    struct arena *arena;
    const char *path;         /* the folder */
    struct vec done;          /* of struct print_hash: what was written */
    const char *const *names; /* of files; spec.yaml is the first */
    size_t n_names;
    size_t n_claim;    /* the first so many come before anything is asked */
    const char *inner; /* a folder in it, of JSON files; NULL: none */
    const char *head;  /* by this first line spec.yaml is known to be ours */
    const char *what;  /* "hunt": for messages */
};

/* What work by a spec is known by: a file by another path is the same file. */
const char *out_files_hash(struct arena *a, const struct spec_table *t,
                           const void *spec);

/* Make the folder and claim nothing in it. names, inner, head and what are the
 * caller's to fill, before this or out_files_open(). */
MUST_USE bool out_files_begin(struct out_files *f, struct arena *a,
                              const char *path, struct err *e);

/* Whose the folder is to be. */
struct out_claim {
    const struct spec_table *table;
    const void *spec;          /* spec.yaml has it, with absolute paths */
    const char *const *inputs; /* files that are read; may be NULL, each */
    size_t n_inputs;
    const char *spec_path; /* the file the spec is from; NULL: none */
    bool force;            /* replace what another left */
    bool dry;              /* only look whether it could be taken */
};

/* Take the folder, before anything is asked, and write spec.yaml. Fails when
 * it holds files that are not of this work (unless forced), when a file that
 * would be written is one that is read, and when it cannot be written. With
 * `dry` nothing is made or written. */
MUST_USE bool out_files_open(struct out_files *f, struct arena *a,
                             const char *path, const struct out_claim *c,
                             struct err *e);

/* One file, whole. */
MUST_USE bool out_files_put(struct out_files *f, const char *name,
                            const struct str *text, struct err *e);

/* The same, and the text is dropped: sets of problems are large. */
MUST_USE bool out_files_finish(struct out_files *f, const char *name,
                               struct str *text, struct err *e);

/* One of the inner folder; its name is made fit for a file. */
MUST_USE bool out_files_put_inner(struct out_files *f, const char *name,
                                  const char *text, struct err *e);

/* At the end: files of its names that were not written now are an older
 * work's. */
void out_files_remove_stale(const struct out_files *f);

/* A path in the folder. */
const char *out_files_path(const struct out_files *f, const char *name);

#endif
