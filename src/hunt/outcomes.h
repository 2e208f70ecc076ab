/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_OUTCOMES_H
#define HUNT_OUTCOMES_H

#include "base/arena.h"
#include "problem/concept.h"
#include "problem/problem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What hypotheses are judged by: the problems of a benchmark, how often a
 * target failed on each, the names each problem carries in every vocabulary,
 * and its traits. A sheet knows nothing of mathematics: an example may be any
 * labelled text.
 */

/* One problem of the benchmark. */
struct example {
    const char *id;
    const char *text;     /* its statement */
    const char *solution; /* or ""; also what a faithful judge is shown */
    const char *answer;   /* what the target said last, or "" */
    uint32_t tries;       /* attempts that count; 0: it is in no figure */
    uint32_t failed;      /* of these */
    uint32_t cluster;     /* examples of one template share a number */
    const struct problem *problem; /* NULL: of a file of outcomes */
};

/* Does it fail as the paper says: tried, and no attempt correct? */
bool example_fails(const struct example *x);

/*
 * Names, and which of them each example carries: a granularity, a user's
 * taxonomy, or the tags of a file. `of[i]` are numbers of names, rising, ended
 * by UINT32_MAX.
 */
struct vocabulary {
    const char *name;                /* "high", ..., "tags" */
    const struct taxonomy *taxonomy; /* NULL: the tags as they stand */
    const char *const *names;
    size_t n;
    const uint32_t *const *of;
};

/* A measure that is no concept: a number (words), or a word (wording). */
struct trait {
    const char *name;
    const double *value;      /* [example], NaN: it has none; NULL: a word */
    const char *const *words; /* [example], NULL: it has none; or NULL */
};

struct outcomes {
    const char *target; /* the model's name; "all" of the common sheet */
    struct example *examples;
    size_t n;
    const struct vocabulary *vocabularies;
    size_t n_vocabularies;
    const struct trait *traits;
    size_t n_traits;
};

/* ---- making one of problems ---- */

/* Examples of problems, untried; clusters as run/count/grouping.h has them. */
void outcomes_of(struct arena *a, struct outcomes *s, const struct problem *p,
                 size_t n);

/* The names of the problems' concepts in a taxonomy, as concept_lift() gives
 * them, in the taxonomy's order; names that nobody carries are left out.
 * Concepts that are no high ones count if the taxonomy has them; a skill of
 * the baseline is lifted from the high concepts it maps to. */
void vocabulary_of(struct arena *a, const struct problem *p, size_t n,
                   const struct taxonomy *t, struct vocabulary *out);

/* Take the names that a taxonomy has out of a vocabulary of n examples. */
void vocabulary_less(struct arena *a, struct vocabulary *v, size_t n,
                     const struct taxonomy *t);

/* The traits of problems: the factors of run/planted/factors.h, and the words of
 * the knob "wording" where problems have it, sorted by name. Traits that do not
 * vary are left out. */
size_t traits_of(struct arena *a, const struct problem *p, size_t n,
                 const struct trait **out);

/* The sheet of all targets together: tries and failures summed. All sheets
 * have the same examples in the same order; names and traits are those of the
 * first. */
void outcomes_sum(struct arena *a, const struct outcomes *sheets, size_t n,
                  struct outcomes *out);

#endif
