/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_TAG_TAGGER_H
#define HUNT_TAG_TAGGER_H

#include "base/arena.h"
#include "base/err.h"
#include "hunt/domain.h"
#include "hunt/outcomes.h"
#include "problem/concept.h"
#include "run/question/question.h"

#include <stddef.h>

/*
 * Tags by a model: for each text, which names of a list apply. Only names of
 * the list count. A reply with other names is asked for again with the reason;
 * names that are unknown in the second reply, too, are left out and counted.
 */

#define TAG_TURNS 2 /* questions for one text at most */

struct tagging {
    uint64_t texts;   /* tagged */
    uint64_t again;   /* replies that had to be asked again */
    uint64_t unknown; /* names left out in the end */
    uint64_t silent;  /* texts that have no names: no answer, or none applies */
};

/* Tags the examples, which are of a domain, with the names of a taxonomy. *out has every name of it,
 * also those that no example carries. `most` is the most names for one text (0:
 * 4). Fails as question_ask() does. */
MUST_USE bool tag_examples(struct arena *a, struct questioner *c,
                           const struct domain *d, const struct outcomes *s,
                           const struct taxonomy *t, size_t most,
                           struct vocabulary *out, struct tagging *counts,
                           struct err *e);

/*
 * Reads the names in a reply and returns how many are known. They stand one a
 * line, or separated by commas or semicolons, with or without numbers, bullets,
 * quotes and brackets, or are a JSON array; if there is a "Tags:" or
 * "Concepts:", after the last one. A name that contains a comma ("Quadratic
 * solving: factoring, ...") is found whole. *names are full names without
 * repeats; *unknown is the first of *n_unknown unknown names, or NULL. "none"
 * is no name.
 */
size_t tag_read(struct arena *a, const struct taxonomy *t, const char *reply,
                const char ***names, const char **unknown, size_t *n_unknown);

#endif
