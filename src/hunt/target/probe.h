/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_TARGET_PROBE_H
#define HUNT_TARGET_PROBE_H

#include "base/arena.h"
#include "base/err.h"
#include "problem/problem.h"

#include <stddef.h>

/*
 * The built-in benchmark: problems of every concept family at every level, and
 * of pairs of families. Wording, distractors, digits and steps of each problem
 * are drawn without regard to its concepts, so that what a trait does and what
 * a concept does can be told apart.
 */

struct probe_options {
    size_t singles; /* problems of each family, spread over its levels; 12 */
    size_t pairs;   /* pairs of families; 60 */
    size_t pair_problems; /* problems of each; 8 */
    const char *seed;
};

extern const struct probe_options probe_defaults;

#define PROBE_MOST 100000 /* problems of one probe */

/* Pairs are drawn by the seed among those that can be made; each family is in
 * about as many as any other. Same options, same problems. No two problems of
 * the set are the same by canonical form. */
MUST_USE bool probe_make(struct arena *a, const struct probe_options *o,
                         struct problem **out, size_t *n, struct err *e);

#endif
