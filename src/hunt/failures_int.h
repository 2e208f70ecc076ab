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

/* The member at "a.b": names with dots in them are found too. NULL: none. */
const struct json *failures_at(const struct json *row, const char *path);

/* False when the value is no outcome; nothing is said of why. */
bool failures_outcome(struct arena *a, const struct json *v,
                      struct failures_outcome *out);

/* The fewest attempts, at most 100, that all these shares may be of. */
uint32_t failures_attempts(const struct failures_outcome *all, size_t n);

/* The names of a row. An absent field has none. Fails on what is no name. */
MUST_USE bool failures_tags(struct arena *a, const struct json *v,
                            const char ***names, size_t *n, struct err *e);

/* Tags of examples: names in the order of first sight, and the numbers of
 * those that each example has, ended by UINT32_MAX. */
struct failures_tags {
    const struct map *names;
    const uint32_t *const *of;
    size_t n; /* examples */
};

/* The vocabularies that tags give: their own, the built-in taxonomy's whose
 * names they are, those of other granularities that follow from it, and the
 * user's (NULL: none). Returns how many. */
size_t failures_vocabularies(struct arena *a, const struct failures_tags *t,
                             const struct hunt_spec *spec,
                             const struct taxonomy *user,
                             const struct vocabulary **out);

#endif
