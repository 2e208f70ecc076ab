/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COMPARE_TWINS_H
#define RUN_COMPARE_TWINS_H

#include "run/compare/compare.h"

/*
 * Twins within one run: a problem in a plain form, and the same problem in
 * another one. Both have the same coordinates (family, version, level, seed,
 * index) and the same knobs but for one. A model's results on the pairs of a
 * form are compared as those of two sides are (compare.h).
 */

struct twin_forms {
    const char *knob, *plain;  /* the value of the plain form */
    const char *const *others; /* the other forms, ended by NULL */
};

/* As it is, and in a form that hides it: family/applied/applied.h. */
extern const struct twin_forms twins_disguised;
/* In a wording that training sets may have, and in one held out:
 * family/recipe/holdout.h. */
extern const struct twin_forms twins_worded;

struct twins {
    const char *form; /* "structure" */
    size_t model;
    uint64_t alone; /* problems in this form whose plain twin the run has not */
    /* Side a is the plain form, b the other one. */
    struct compare_pair pair;
};

/* Finds the twins of a run, in the arena: *n rows, by form and then by model;
 * none of a form without a pair. The same seed gives the same numbers. */
struct twins *twins_make(struct arena *a, const struct summary *v,
                         const struct twin_forms *forms, uint64_t seed,
                         size_t *n);

#endif
