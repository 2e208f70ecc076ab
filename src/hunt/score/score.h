/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_SCORE_SCORE_H
#define HUNT_SCORE_SCORE_H

#include "base/arena.h"
#include "hunt/hypothesis.h"
#include "hunt/outcomes.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Scoring without a model: every name, every pair of names of a vocabulary,
 * every bound and band of a trait, and every name at some levels or with one
 * kind of answer, that enough examples have, is a hypothesis, and each is judged
 * on all of them.
 *
 * p answers the question: could a set of examples drawn independently of their
 * failures fail that much? It is the chance that n examples drawn without
 * replacement do (stats/strata.h). Examples are drawn, not attempts, since
 * attempts at one problem are not independent; where examples share a cluster,
 * clusters are drawn, and p is Chernoff's bound, which is never too small. q is
 * Benjamini and Hochberg's over all hypotheses tried, of all vocabularies, with
 * half of the level for single names, since pairs and bounds are many more; it
 * is no less than p. Sets of a vocabulary, and bounds, with exactly the same
 * examples are tried once, under the simplest suspicion. Cut points of traits
 * are quantiles of the trait alone: no hypothesis is fitted to outcomes.
 *
 * All figures are of all examples. The size of an effect that was picked
 * because it is large would look too good, however: lift and its interval are
 * corrected in the rows that are reported, given that they passed the test.
 *
 * Concepts overlap, and failures by one show in its neighbours. Of all
 * hypotheses with q <= level, only those are reported that explain something
 * the others do not. They are chosen one by one by their gain in likelihood,
 * each is tested again within the strata of those chosen before, and it is
 * dropped if later ones leave nothing for it to explain or if smaller sets
 * inside it are likelier. In the end q <= level must hold with as many finds as
 * are reported. Every other hypothesis names the reported one that
 * explains it (`explained`) and belongs to its group if the two share at least
 * half of their examples (Jaccard index). Of one trait at most one bound in
 * each direction, or one band, is reported.
 */

struct score_options {
    size_t support;     /* least examples inside and outside; 0: 8 */
    double level;       /* of q; 0: 0.03 */
    bool total;         /* count problems without a correct attempt, not
                           attempts */
    bool pairs, traits; /* try pairs of names, bounds of traits */
};

/* The defaults: 8, 0.03, attempts, pairs and traits. */
extern const struct score_options score_defaults;

/* With so many problems, which is the median of the names of a vocabulary, an
 * effect of this size is found four times of five. */
struct score_power {
    const char *vocabulary;
    size_t names, n; /* names that were tried; problems of one */
    double lift;     /* NaN: none is large enough */
};

struct score_table {
    struct hypothesis *rows; /* all tried: reported ones first, by evidence,
                                then the others by p and lift */
    size_t n;
    size_t tried;    /* n */
    size_t reported; /* the first so many */
    double base;     /* failure rate of all */
    size_t examples; /* that count */
    size_t left;     /* pairs that were not tried, since their vocabulary has
                        too many */
    const struct score_power *power; /* of each vocabulary with names */
    size_t n_power;
};

/* Scores all vocabularies of the outcomes and the traits, into the arena. q is
 * over all hypotheses tried. What is reported is chosen for each vocabulary
 * together with the traits and without the other vocabularies, and then once
 * more among all that were chosen, so that one weakness is one row: names of
 * other vocabularies with half of its examples in common are in its `same`. A
 * bound of a trait is reported if no vocabulary has names that explain it. */
void score_exact(struct arena *a, const struct outcomes *s,
                 const struct score_options *o, struct score_table *out);

/* Scores given suspicions (a model's proposals): fills in the same figures,
 * with q over these alone. Rows keep their order, text and `by`. */
void score_claims(struct arena *a, const struct outcomes *s,
                  const struct score_options *o, struct hypothesis *rows,
                  size_t n);

/* Returns the balanced accuracy of a suspicion: the mean of the share of failed
 * examples that it holds of and of the share of solved ones that it does not
 * hold of. 0.5 is what a suspicion earns that knows nothing, however rare
 * failures are; a class without examples counts as one half. */
double score_balanced(size_t failed_inside, size_t failed,
                      size_t solved_outside, size_t solved);

#endif
