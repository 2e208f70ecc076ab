/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_WRITE_START_H
#define SERVE_DESK_WRITE_START_H

#include "base/err.h"
#include "problem/problem.h"
#include "serve/desk/write/write_draft.h"
#include "serve/http/http.h"
#include "serve/route.h"

#include <stdbool.h>

/*
 * What an entry was started from: a problem that a family makes, a problem of a
 * run (so come those of evolve and climb), or a row, pasted or of a public set. An entry keeps its
 * source, so that each later version is compared with it: while statement and
 * key are those of the source, byte by byte but for white space at their ends,
 * the source's proof stands; as soon as one was edited it is no problem of that
 * family any more, and nothing proves it.
 *
 * A proof is never believed because a form or a row says so: it comes from
 * making the problem here, or from checking it again as `assay check` does.
 */

struct start {
    const char *from;       /* "family", "run", "row"; NULL: written by hand */
    const char *run;        /* "r3", of "run"; else NULL */
    struct problem problem; /* the source */
    const struct json *record; /* the same, as JSON */
    const char *sha;           /* SHA-256 of its line, in hexadecimal digits */
    bool proved;               /* its proof stands */
};

/* What of the source was edited. */
struct start_edited {
    bool statement, key, solution;
};

/* Returns the first field of that name, or NULL if there is none or it is blank.
 */
const char *start_field(const struct http_fields *f, const char *name);

/* Returns a random seed of eight letters, or NULL if the system gives none. */
const char *start_seed(struct arena *a, struct err *e);

/* Gives fields that name a family and no seed a random one, so that two people
 * get two problems. Fails if there is none. */
MUST_USE bool start_add_seed(struct arena *a, struct http_fields *f,
                             struct err *e);

/* Finds the source that fields of a query or form name: "family", "level",
 * "seed" and "index"; "run" and "problem"; "row", a JSON line; or "public" and
 * "row-number", both from 1, a row of a public set. Fails if they name none that
 * can be had, or a run that the visitor may not look at; fields that name nothing
 * are a start by hand. What was found lately is found at once. */
MUST_USE bool start_find(struct visit *v, const struct http_fields *f,
                         struct start *out, struct err *e);

/* Returns a row of a public set, as a line of ours, or NULL if it cannot be had;
 * both are numbers from 1. */
const char *start_public(struct visit *v, const char *set, const char *row,
                         struct err *e);

/* Fills the draft that a new entry begins with: the source, its topic, and the
 * family's check while it proves the key. */
void start_draft(struct arena *a, const struct start *s,
                 struct entry_draft *out);

/* Reads the source of a version from its origin. */
MUST_USE bool source_read(struct arena *a, const char *origin,
                          struct start *out, struct err *e);

/* Compares a draft with its source. Of a start by hand nothing is edited. */
struct start_edited start_compare(struct arena *a, const struct start *s,
                                  const struct entry_draft *d);

/* Returns whether the source's proof stands for the draft as well. */
bool start_is_proved(const struct start *s, const struct start_edited *edited);

/* Makes the problem of a draft that began so: with the family's coordinates,
 * parameters and proof where they still hold, and without where they do not. */
void start_problem(struct arena *a, const struct start *s,
                   const struct entry_draft *d, struct problem *out);

/* Returns the origin of a version: JSON with "from", "id", "sha", "proof",
 * "edited" and "record"; "{}" of a start by hand. */
const char *start_origin(struct arena *a, const struct start *s,
                         const struct start_edited *edited);

/* Makes a version of the draft; the caller puts in who wrote it and, of an entry
 * that is there, its number. */
struct entry_version start_version(struct arena *a, const struct start *s,
                                   const struct entry_draft *d);

#endif
