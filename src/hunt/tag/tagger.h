/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_TAG_TAGGER_H
#define HUNT_TAG_TAGGER_H

#include "base/arena.h"
#include "base/err.h"
#include "hunt/outcomes.h"
#include "problem/concept.h"
#include "run/question/question.h"

#include <stddef.h>

/*
 * Tags by a model: for each text, which names of a list apply. Only names of
 * the list count; a reply with others is asked again with what was wrong, and
 * after that the unknown names are left out and counted. Every reply is
 * journalled.
 */

#define TAG_TURNS 2 /* names that are not on the list: asked once more */

struct tagging {
    uint64_t texts;   /* tagged */
    uint64_t again;   /* replies that had to be asked again */
    uint64_t unknown; /* names left out in the end */
    uint64_t silent;  /* texts that have no names: no answer, or none applies */
};

/* Tag the examples of a sheet with the names of a taxonomy: *out is filled
 * with every name of it, also those that nobody carries. `most`: names for one
 * text at most (0: 4). */
MUST_USE bool tag_examples(struct arena *a, struct questioner *c,
                           const struct outcomes *s, const struct taxonomy *t,
                           size_t most, struct vocabulary *out,
                           struct tagging *told, struct err *e);

/*
 * Names in a reply: one a line, or separated by commas or semicolons, with or
 * without numbers, bullets, quotes, brackets, or as a JSON array; the part
 * behind the last "Tags:" or "Concepts:" where there is one. A name that has a
 * comma itself ("Quadratic solving: factoring, ...") is found whole. Known
 * ones are returned as their full names, without repeats; the first unknown
 * one, if any, in *unknown. "none" is no name.
 */
size_t tag_read(struct arena *a, const struct taxonomy *t, const char *reply,
                const char ***names, const char **unknown, size_t *n_unknown);

#endif
