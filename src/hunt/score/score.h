/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_SCORE_SCORE_H
#define HUNT_SCORE_SCORE_H

#include "base/arena.h"
#include "hunt/hypothesis.h"
#include "hunt/outcomes.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Scoring without a model: every name, every pair of names of a vocabulary and
 * every bound of a trait that enough examples have is a hypothesis, and each
 * is judged on all of them.
 *
 * p is of the question: could a set of examples drawn without regard to their
 * failures fail that much? Chernoff's bound on the sum of failures of n drawn
 * without replacement (Hoeffding 1963, section 6: it is no larger than of
 * draws with replacement), so it is never too small, however skewed failures
 * are and however small the set; examples are what is drawn, so that attempts
 * of one problem are no independent evidence. Where examples share a cluster,
 * clusters are drawn. q is Benjamini and Hochberg's over all hypotheses tried,
 * of all vocabularies; sets of a vocabulary, and bounds, with the very same
 * examples are tried once, under the simplest claim. Cut points of traits are quantiles of the trait alone:
 * nothing of a hypothesis is fitted to outcomes, so that p needs no held-out
 * data. What would be too good is the size of an effect that was picked
 * because it is large; accuracy, inside, outside and lift are therefore
 * measured on held-out folds: those in which the other folds alone propose
 * the hypothesis (p <= 0.05 there). folds says how many did; where none did,
 * figures are of all examples.
 *
 * Concepts overlap, and what fails by one shows in its neighbours. Of all
 * hypotheses with q <= level those are reported that say something by
 * themselves: chosen one by one by their gain in likelihood, each tested again
 * within the strata of those chosen before, and dropped again when later ones
 * leave nothing to it, or when smaller sets in it are likelier. The others name the reported one that explains them
 * (explained) and, where at least half of the examples of either are common
 * (Jaccard), belong to its group. Of one trait at most one bound each way is
 * reported.
 */

struct score_options {
    size_t support;     /* least examples inside and outside; 0: 8 */
    double level;       /* of q; 0: 0.01 */
    unsigned folds;     /* 0: 5 */
    bool total;         /* count problems that fail wholly, not attempts */
    bool pairs, traits; /* try pairs of names, bounds of traits */
    const char *seed;   /* of the folds */
};

/* The defaults: 8, 0.01, 5, attempts, pairs and traits, "1". */
extern const struct score_options score_defaults;

struct score_table {
    struct hypothesis *rows; /* all tried: reported ones first, by evidence,
                                then the others by p */
    size_t n;
    size_t tried;    /* n */
    size_t reported; /* the first so many */
    double base;     /* failure rate of all */
    size_t examples; /* that count */
    size_t left;     /* pairs, too many: none of their vocabulary was tried */
};

/* Score one vocabulary with the traits, or several at once: q is over all
 * tried, but each vocabulary chooses what it reports with the traits at hand
 * and without the others. Bounds of traits are rows once, reported if no
 * vocabulary has names that explain them. */
void score_exact(struct arena *a, const struct outcomes *s,
                 const struct score_options *o, struct score_table *out);

/* Score given claims instead (a model's proposals): the same figures, q over
 * these alone. Rows are in the order of the claims, texts and `by` kept. */
void score_claims(struct arena *a, const struct outcomes *s,
                  const struct score_options *o, struct hypothesis *rows,
                  size_t n);

#endif
