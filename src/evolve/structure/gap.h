/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_STRUCTURE_GAP_H
#define EVOLVE_STRUCTURE_GAP_H

#include "evolve/structure/structure.h"

/*
 * A condition that is missing, so that the answer cannot be determined: a
 * sentence is not told (linear), or a number is told as a word, "several eggs"
 * (graph). The proof is two ways to fill the gap that fit all that is told and
 * have two answers.
 */

#define GAP_KEY    "\\text{cannot be determined}"
#define GAP_VALUES LINEAR_VARIABLES

struct gap_fill {
    struct ratio values[GAP_VALUES]; /* of all variables; or of the number */
    size_t n;
    struct ratio key;
};

struct gap {
    size_t sentence;  /* of the saying, not told; NO_SLOT: all are */
    size_t slot;      /* told as `word`; NO_SLOT: none is */
    const char *word; /* "several" */
    struct gap_fill fills[2];
};

/* Gaps in files. */
struct json *gap_write(struct arena *a, const struct gap *g);
MUST_USE bool gap_read(const struct json *v, struct gap *out, struct err *e);

#endif
