/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_OUTCOMES_H
#define HUNT_OUTCOMES_H

#include "base/arena.h"
#include "hunt/reply/kind.h"
#include "problem/concept.h"
#include "problem/problem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What hypotheses are judged by: the problems of a benchmark, how often a
 * target failed on each, the names each problem carries in every vocabulary,
 * and its traits. Outcomes know nothing of mathematics: an example may be any
 * labelled text.
 */

/* One problem of the benchmark. */
struct example {
    const char *id;
    const char *text;     /* its statement */
    const char *solution; /* or ""; shown to a judge that is not blind */
    const char *answer;   /* what the target said last, or "" */
    uint32_t tries;       /* attempts that count; 0: the example is in no
                             figure */
    uint32_t failed;      /* of these */
    uint32_t cluster;     /* examples of one template share a number */
    const struct problem *problem; /* NULL: of a file of outcomes */
    const struct json *row; /* the first of a file of outcomes; else NULL */
    struct reply_counts replies; /* what became of them, with truncated ones,
                                      which are no tries; of a file all 0 */
};

/* Returns whether the example fails as the paper defines it: it was tried, and
 * no attempt is correct. */
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

/* Returns how many names an example carries, and whether it carries one. */
size_t vocabulary_count(const struct vocabulary *v, size_t example);
bool vocabulary_has(const struct vocabulary *v, size_t example,
                    const char *name);

/* A measure that is no concept: a number (words), or a word (wording). */
struct trait {
    const char *name;
    const double *value;      /* [example], NaN: it has none; NULL: a word */
    const char *const *words; /* [example], NULL: it has none; or NULL */
};

struct outcomes {
    const char *target; /* the model's name; "all" for all targets together */
    struct example *examples;
    size_t n;
    const struct vocabulary *vocabularies;
    size_t n_vocabularies;
    const struct trait *traits;
    size_t n_traits;
    bool foreign; /* most keys are labels or texts, no mathematics */
};

/* ---- outcomes of problems ---- */

/* Makes examples of problems, not yet tried, with the clusters of
 * run/count/grouping.h. */
void outcomes_of(struct arena *a, struct outcomes *s, const struct problem *p,
                 size_t n);

/* Makes the vocabulary of the problems' concepts in a taxonomy, as
 * concept_lift() gives them, in the taxonomy's order. Names that no problem
 * carries are left out. A concept that is not of the high taxonomy counts if
 * `t` has it; a skill of the baseline counts as the high concepts that it maps
 * to. */
void vocabulary_of(struct arena *a, const struct problem *p, size_t n,
                   const struct taxonomy *t, struct vocabulary *out);

/* Places in a list of names. */
struct places {
    uint32_t *at;
    size_t n;
};

/* Makes a vocabulary of those of m names that any of n examples carries.
 * marks[i] are numbers of places, ended by UINT32_MAX: the example carries the
 * names at all of them. */
void vocabulary_make(struct arena *a, const char *const *names, size_t m,
                     const uint32_t *const *marks, size_t n,
                     const struct places *places, struct vocabulary *out);

/* Leaves the names that any of the n examples carries. */
void vocabulary_used(struct arena *a, struct vocabulary *v, size_t n);

/* Removes the names of a taxonomy from a vocabulary of n examples. */
void vocabulary_less(struct arena *a, struct vocabulary *v, size_t n,
                     const struct taxonomy *t);

/* Makes the traits of problems, sorted by name, and returns how many: the
 * factors of run/planted/note.h. Traits that do not vary are left out. */
size_t traits_of(struct arena *a, const struct problem *p, size_t n,
                 const struct trait **out);

/* Finds a trait by its name; NULL: there is none. */
const struct trait *outcomes_trait(const struct outcomes *s, const char *name);

/* Fills *out with the places of the examples that are in, in an order drawn by
 * the seed, and returns how many. */
size_t outcomes_draw(struct arena *a, const struct outcomes *s, const bool *in,
                     const char *seed, size_t **out);

/* Adds up tries and failures of all targets. All have the same examples in the
 * same order; names and traits are those of the first. */
void outcomes_sum(struct arena *a, const struct outcomes *all_outcomes,
                  size_t n, struct outcomes *out);

/*
 * What another tool's row says of an example, by the usual names of its fields;
 * "" where it has none. "answer" is the key only if nothing else is.
 */
struct row_said {
    const char *key;
    const char *answer; /* what was read as the target's */
    const char *reply;  /* the whole of it */
};

struct row_said said_in(const struct json *row);

#endif
