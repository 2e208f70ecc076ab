/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_FAILURES_INT_H
#define HUNT_FAILURES_INT_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/map.h"
#include "hunt/outcomes.h"
#include "hunt/spec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Between the files of failures: failures.c counts, failures_row.c looks at
 * rows, failures_tags.c makes vocabularies of their tags. */

/* What one row says of one target. */
struct failures_outcome {
    bool counts; /* false: not tried */
    bool is_share;
    uint32_t tries, failed; /* else: */
    double share;           /* of attempts that are right, */
    double slack;           /* and by how much it may be rounded */
};

/* Returns the member at "a.b", or NULL if there is none. Names that contain
 * dots are found too. */
const struct json *failures_at(const struct json *row, const char *path);

/* Reads an outcome. Returns false if the value is none. */
bool failures_outcome(struct arena *a, const struct json *v,
                      struct failures_outcome *out);

/* Returns the fewest attempts, at most 100, that can give all these shares. */
uint32_t failures_attempts(const struct failures_outcome *all, size_t n);

/* Reads the names of a row; none if the field is absent: an array, a text that
 * is one, or a text with ";" or "|" (or "," with `commas`) between them. Fails
 * on a value that is no name. */
MUST_USE bool failures_tags(struct arena *a, const struct json *v, bool commas,
                            const char ***names, size_t *n, struct err *e);

/* Do commas separate names in these values (NULL: none)? Every name that they
 * would make must stand elsewhere in other company: a name may contain them. */
bool failures_commas(struct arena *a, const struct json *const *v, size_t n);

/* Tags of examples: names in the order of first sight, and the numbers of
 * those that each example has, ended by UINT32_MAX. */
struct failures_tags {
    const struct map *names;
    const uint32_t *const *of;
    size_t n; /* examples */
};

/* Makes the vocabularies that follow from tags and returns how many: the tags
 * themselves, the built-in taxonomy whose names they are, other granularities
 * that follow from it, and the user's taxonomy (NULL: there is none). */
size_t failures_vocabularies(struct arena *a, const struct failures_tags *t,
                             const struct hunt_spec *spec,
                             const struct taxonomy *user,
                             const struct vocabulary **out);

#endif
