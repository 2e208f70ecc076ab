/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_WRITE_CORPUS_H
#define SERVE_DESK_WRITE_CORPUS_H

#include "base/arena.h"
#include "base/err.h"
#include "problem/problem.h"
#include "serve/options.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What a new problem is compared with while it is written: public sets, which
 * are read once at the start, and the class's own entries, each by its newest
 * version. Problems are the same by their canonical forms (problem/canonical.h),
 * and near when half of their rarest runs of words are the same. A question
 * costs a few look-ups; only hashes, ids and lines are kept.
 *
 * The sources of the last few drafts are kept as well, since a draft is compared
 * with its source at each pause of its author, and some take half a second to
 * make.
 */

struct corpus;

/* A problem that is the same, or nearly. */
struct overlap {
    const char *source; /* the file's name; NULL: an entry of the class */
    const char *id;
    int64_t entry; /* of the class; else 0 */
    bool same;     /* false: near */
};

/* Reads the public sets. Fails if a file cannot be read at all; rows that are no
 * problems are told to the owner and left out. */
MUST_USE bool corpus_open(const struct serve_options *o, struct corpus **out,
                          struct err *e);
void corpus_close(struct corpus *c); /* or NULL */

/* Lists what the problem overlaps with, the same ones first, at most `most`.
 * Entry `but` is left out (0: none). `c` may be NULL: nothing is known. Many
 * threads may ask at once. */
MUST_USE bool corpus_find(struct corpus *c, struct arena *a, struct store *s,
                          const struct problem *p, int64_t but, size_t most,
                          struct overlap **out, size_t *n, struct err *e);

/* Returns what was kept under that sum, in the arena, or NULL. */
const char *corpus_recall(struct corpus *c, struct arena *a, const char *sha);

/* Keeps a text for a while. Does nothing if `c` is NULL. */
void corpus_keep(struct corpus *c, const char *sha, const char *text);

#endif
