/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_SCORE_SCORE_INT_H
#define HUNT_SCORE_SCORE_INT_H

#include "base/vec.h"
#include "hunt/score/score.h"
#include "stats/strata.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Between score_pool.c (the units that are drawn, figures, what explains what),
 * score_choose.c (the sets that are tried, what is reported) and score.c (the
 * table, simpler claims, effects given the others, what can be seen at all).
 */

#define SCORE_PAIRS 131072 /* most pairs that are tried, a few KB each */

/*
 * The units that are drawn: examples; or clusters, where examples share one.
 * The value of a cluster is the mean of its examples', and it is inside when
 * more than half of them are. Splitting a cluster into an inside and an outside
 * unit would give two units that are not independent, for which the bound on
 * draws is not proved. Differences within clusters are therefore not seen.
 */
struct score_pool {
    const struct outcomes *outcomes;
    struct score_options o; /* defaults filled in */
    size_t n;               /* examples that count, unit by unit */
    const uint32_t *at;     /* [example] its place in the outcomes */
    const uint32_t *unit;   /* [example] rising */
    const double *failed;   /* [example] how much of it counts as failed, */
    const double *tries;    /* of so many */
    const bool *fails;      /* [example] wholly */
    size_t words;           /* of a cover, 64 examples each */
    size_t units;
    const uint32_t *size; /* [unit] examples */
    const uint8_t *level; /* [unit] place in values */
    double values[STRATA_LEVELS];
    size_t levels;
    double steps; /* all values are multiples of 1/steps */
};

/* A set of examples that is tried. */
struct score_row {
    struct hypothesis *h;
    int vocabulary;        /* its place in the outcomes; -1: a bound alone */
    int trait;             /* of a bound alone; -1: none */
    const uint64_t *cover; /* bits: examples of the pool inside */
    const uint64_t *other; /* of a pair, the second name's; of a name with a
                              bound, the bound's; else NULL */
    struct vec same; /* const char *: other suspicions with the same set */
    double log_p;
    double log_alone; /* log of the largest p with which it would be reported
                         if nothing else were, */
    double log_cut;   /* and, of a reported one, beside the others */
    double shift, shift_lo, shift_hi; /* of a reported one: by how many
                                         standard errors its size and the ends
                                         of its interval differ from what was
                                         seen */
    const uint32_t *members;          /* units inside; of candidates alone */
    size_t n_members;
};

void score_pool_make(struct arena *a, const struct outcomes *s,
                     const struct score_options *o, struct score_pool *out);

size_t score_count(const uint64_t *cover, const uint64_t *other, size_t words);

/* The units inside; `out` has room for all, `inside` too and is zero before
 * and after. Returns how many. */
size_t score_members(const struct score_pool *p, const struct score_row *r,
                     uint32_t *inside, uint32_t *out);

/* Cuts every cell of units by part[unit] < parts: of[unit] is its cell. Returns
 * how many there are then. */
size_t score_refine(const struct score_pool *p, uint32_t *of, size_t cells,
                    const uint32_t *part, size_t parts);

/* Every set to be tried, as rows in the order of enumeration: names, bounds,
 * pairs, names with bounds. Claims are made in `a`, covers in `scratch`. *left: pairs of
 * vocabularies that have more than SCORE_PAIRS, which are not tried. */
struct vec score_enumerate(struct arena *a, struct arena *scratch,
                           const struct score_pool *p, size_t *left);

/* Returns strata with the values of the pool, and room for `most`. */
struct strata score_strata(struct arena *a, const struct score_pool *p,
                           size_t most);

/* Returns log p in these strata: the chance; where examples share clusters the
 * bound. */
double score_chance(const struct score_pool *p, const struct strata *s);

/* Fill log_p, p and the figures on all examples. */
void score_figures(const struct score_pool *p, struct score_row *rows,
                   size_t n);

/* Correct the sizes of reported rows, which have log_cut, for selection. */
void score_correct(const struct score_pool *p, struct score_row *rows,
                   size_t n);

/* Choose what is reported of these rows, which have q; then what explains the
 * others. Row numbers in group and explained are places in `all`. */
void score_choose(struct arena *scratch, const struct score_pool *p,
                  struct score_row *all, const size_t *candidates, size_t n);

/* Returns whether both are bounds of one trait, both above or both below, or one
 * of them a band. */
bool score_same_way(const struct score_row *x, const struct score_row *y);

/* Values of a trait in so many narrow bins, [unit], SCORE_BINS where it has
 * none; NULL: it has no numbers. */
#define SCORE_BINS 40
const uint32_t *score_bins(struct arena *a, const struct score_pool *p,
                           size_t trait, size_t *n);

/*
 * A choice in progress. Candidates are tested within the cells that chosen
 * ones make of the units. A bound that was chosen makes narrow bins of its
 * trait, not two halves: the cut is seldom where failures begin, and between
 * the two anything that goes with the trait would seem to matter.
 */
struct score_choice {
    struct arena *a;
    const struct score_pool *p;
    struct score_row *all;
    const size_t *at; /* [candidate] its place in all */
    size_t n;
    bool *in;        /* [candidate] chosen */
    bool *alone;     /* room for other choices */
    unsigned *drops; /* [candidate] how often it was chosen and dropped */
    double limit;    /* of log p: level / n */
    bool strict;     /* log_alone is, too */
    struct strata s;
    uint32_t *of, *part;   /* [unit] its stratum; room, zero */
    const uint32_t **bins; /* [trait] or NULL */
    size_t *n_bins;
};

#define SCORE_NONE   SIZE_MAX
#define SCORE_FINE   (-1) /* every trait in bins */
#define SCORE_COARSE (-2) /* none */

struct score_row *score_candidate(const struct score_choice *c, size_t i);

/* Makes the strata of the chosen ones without `except`. Trait `coarse` is
 * stratified by its chosen bounds instead of bins, so that its other bounds can
 * be tested. */
void score_stratify(struct score_choice *c, size_t except, int coarse);

/* Returns log p of a candidate in these strata; its units stay counted as
 * inside in c->s. */
double score_test(struct score_choice *c, size_t i);

/* Returns the log-likelihood of one rate for each stratum, less log(candidates /
 * level) for each chosen one and what strata beyond them gain by chance. */
double score_quality(struct score_choice *c);

/* Puts simpler claims in the place of chosen ones. */
void score_simplify(struct score_choice *c);

/* Marks the chosen rows, and fills in what explains the other candidates. */
void score_explain(struct score_choice *c);

#endif
