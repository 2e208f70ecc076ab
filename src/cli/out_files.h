/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_OUT_FILES_H
#define CLI_OUT_FILES_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"
#include "report/document.h"
#include "run/print/print.h"
#include "run/spec/fields.h"
#include "store/studies.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The folder of results of a hunt or an evolution. A file is there whole or not
 * at all. spec.yaml is written first and says whose folder it is. The same work
 * goes on in it; another work is refused, unless the first one wrote no more
 * than the files that come before the first call.
 */

struct out_files {
    struct arena *arena;
    const char *path;         /* the folder */
    struct vec done;          /* of struct print_hash: what was written */
    const char *const *names; /* of files; spec.yaml is the first */
    size_t n_names;
    size_t n_claim;    /* the first so many are written before the first call */
    const char *inner; /* a folder in it, of JSON files; NULL: none */
    const char *head;  /* the first line by which a spec.yaml is known to be
                          ours */
    const char *what;  /* "hunt": for messages */
};

/* Returns the hash that names the work of a spec. Another path to the same file
 * makes no difference. */
const char *out_files_hash(struct arena *a, const struct spec_table *t,
                           const void *spec);

/* Makes the folder without checking whose it is. The caller fills names, inner,
 * head and what before this or out_files_open(). */
MUST_USE bool out_files_begin(struct out_files *f, struct arena *a,
                              const char *path, struct err *e);

/* The work that takes the folder. */
struct out_claim {
    const struct spec_table *table;
    const void *spec;          /* spec.yaml has it, with absolute paths */
    const char *const *inputs; /* files that the work reads; each may be NULL */
    size_t n_inputs;
    const char *spec_path; /* the file the spec is from; NULL: none */
    bool force;            /* replace the files of another work */
    bool dry;              /* only check whether it could be taken */
};

/* Takes the folder before anything is asked, and writes spec.yaml. Fails if it
 * contains files of another work (unless forced), if a file to be written is
 * one that is read, or if it cannot be written. With `dry` nothing is made or
 * written. */
MUST_USE bool out_files_open(struct out_files *f, struct arena *a,
                             const char *path, const struct out_claim *c,
                             struct err *e);

/* Writes a text into a file, anywhere. */
MUST_USE bool text_write(const char *path, const struct str *text,
                         struct err *e);

/* Writes one file. Fails if it cannot be written whole. */
MUST_USE bool out_files_put(struct out_files *f, const char *name,
                            const struct str *text, struct err *e);

/* The same, and frees the text: sets of problems are large. */
MUST_USE bool out_files_finish(struct out_files *f, const char *name,
                               struct str *text, struct err *e);

/* Writes a file of n lines that memory need not hold: `line` appends one. */
MUST_USE bool out_files_lines(struct out_files *f, const char *name, size_t n,
                              bool (*line)(const void *ctx, size_t i,
                                           struct str *out, struct err *e),
                              const void *ctx, struct err *e);

/* Writes a document: as JSON, or its rows as lines into NAME.jsonl. */
MUST_USE bool out_files_document(struct out_files *f, const char *name,
                                 const struct document *d, struct err *e);

/* Writes a file of the inner folder; its name is made fit for a file system. */
MUST_USE bool out_files_put_inner(struct out_files *f, const char *name,
                                  const char *text, struct err *e);

/* Removes files of these names that were not written now: an older work left
 * them. */
void out_files_remove_stale(const struct out_files *f);

/* Returns the path of a file in the folder. */
const char *out_files_path(const struct out_files *f, const char *name);

/*
 * A hunt, an evolution or a climb that came to its end, kept so that `assay
 * report` can show it: in the store, and in its folder as report.json:
 *
 *   {"study": "hunt", "hash": "9f...", "title": "...", "version": "0.9.0",
 *    "document": {...}}
 */

#define STUDY_FILE "report.json"

/* Fills in document, version and time. */
void study_fill(struct arena *a, const struct document *d, struct study *study);

/* Writes report.json. The study has kind, hash, title and runs; study_fill()
 * is called. */
MUST_USE bool study_write(struct arena *a, struct out_files *f,
                          const struct document *d, struct study *study,
                          struct err *e);

/* Keeps it in the store, and tells how to show it. The store may be NULL, if
 * nothing was asked; then the folder is named. */
MUST_USE bool study_keep(struct arena *a, struct store *s, const char *folder,
                         struct study *study, struct err *e);

/* Reads FOLDER/report.json into *out, without runs. *found is set to whether
 * there is such a file. Fails if it cannot be read or is none of ours. */
MUST_USE bool study_read(struct arena *a, const char *folder, struct study *out,
                         bool *found, struct err *e);

#endif
