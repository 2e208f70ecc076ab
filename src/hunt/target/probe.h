/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_TARGET_PROBE_H
#define HUNT_TARGET_PROBE_H

#include "base/arena.h"
#include "base/err.h"
#include "hunt/target/range.h"
#include "problem/problem.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * The built-in benchmark: problems of every concept family at every level, and
 * of pairs of families. Wording, distractors, digits and steps of each problem
 * are drawn independently of its concepts, so that the effect of a trait and
 * the effect of a concept can be separated.
 */

struct probe_options {
    size_t singles; /* problems of each family, spread over its levels; 12 */
    size_t pairs;   /* pairs of families; 60 */
    size_t pair_problems; /* problems of each; 8 */
    const char *seed;
    struct draw_range range;
    size_t
        stages; /* of asking it, and any other benchmark: 2 (again.h), or 1 */
};

extern const struct probe_options probe_defaults;

#define PROBE_MOST 100000 /* problems of one probe */

/* Makes the probe, in the arena. Pairs are drawn by the seed among those that
 * can be made; each family is in about as many pairs as any other. The same
 * options give the same problems, and no two have the same canonical form.
 * Where the range leaves levels out, a pair may have fewer problems.
 * Fails if the probe would have more than PROBE_MOST problems or too few pairs
 * can be made. */
MUST_USE bool probe_make(struct arena *a, const struct probe_options *o,
                         struct problem **out, size_t *n, struct err *e);

#endif
