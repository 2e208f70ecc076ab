/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COMPARE_TWINS_H
#define RUN_COMPARE_TWINS_H

#include "run/compare/compare.h"

/*
 * Twins within one run: a problem as it is, and the same problem in a form that
 * hides it. Both have the same coordinates (family, version, level, seed,
 * index) and the same knobs but for "disguise" (family/applied/applied.h), which
 * the first has at "none". Each disguise is a strategy, and a model's results
 * on its pairs are compared as those of two sides are (compare.h).
 */

struct twins {
    const char *strategy; /* the disguise: "structure" */
    size_t model;
    uint64_t alone; /* disguised problems whose plain twin the run has not */
    /* Side a is the plain form, b the disguised one. */
    struct compare_pair pair;
};

/* Finds the twins of a run, in the arena: *n rows, by strategy (structure,
 * vanishing, trap) and then by model; none of a strategy without a pair. The
 * same seed gives the same numbers. */
struct twins *twins_make(struct arena *a, const struct summary *v,
                         uint64_t seed, size_t *n);

#endif
