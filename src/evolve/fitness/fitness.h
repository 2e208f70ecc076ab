/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_FITNESS_FITNESS_H
#define EVOLVE_FITNESS_FITNESS_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "report/document.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Fitness: how hard a problem looks, by features of its text and structure.
 *
 *     S = -10 * sum of w_i f_i / sum of |w_j|,   w_i = r_i (1 - p_i)
 *
 * with r_i and p_i of Pearson's test of feature i against accuracy, f_i
 * normalised to 0..1. Two sets of definitions: `own` (counts known from the
 * structure, noise from the lineage, normalised against a fixed reference
 * population, so that scores compare between runs) and `paper` (theirs, batch
 * min-max, published weights).
 */

enum feature {
    FEATURE_REFEREE,
    FEATURE_WORDS,
    FEATURE_READABILITY, /* Flesch-Kincaid grade */
    FEATURE_DEPTH,       /* of syntax: nested phrases and clauses */
    FEATURE_ENTROPY,     /* of words, base 2 */
    FEATURE_VARIABLES,
    FEATURE_EQUATIONS,
    FEATURE_NOISE,      /* share of characters that are not needed */
    FEATURE_UNIQUENESS, /* optional: similarity to the second most similar
                           text */
    FEATURE_NONLINEAR,  /* optional: words of products and quotients */
    FEATURES
};

const char *feature_name(enum feature f);  /* "noise_ratio" */
const char *feature_title(enum feature f); /* "Noise ratio" */
bool feature_find(const char *name, enum feature *out);

enum feature_set { FEATURES_OWN, FEATURES_PAPER };

/* What fitness needs to know of a problem. */
struct sample {
    const char *text;
    size_t variables, equations; /* 0: not known */
    size_t characters, noise;    /* noise characters of so many; 0: unknown */
    bool has_referee;
    double referee; /* 0..10 */
};

struct features {
    double v[FEATURES];
    bool has[FEATURES];
};

/*
 * Computes the features of n problems together, since similarity compares them.
 * A text without a word has no readability and no depth; fewer than three texts
 * have no similarity.
 *
 * Own set: words are runs of letters and digits; entropy is of words in lower
 * case without stop words; variables, equations and noise are taken from the
 * sample, or missing. The paper's set (paper.c) takes them from the text alone,
 * and a problem without a rating counts 5 if others have one. Syllables, depth
 * and similarity are our own measures in both sets: see syllables.c, depth.c,
 * similarity.c.
 */
void features_take(struct arena *a, const struct sample *samples, size_t n,
                   enum feature_set set, struct features *out);

/* The same in parts, for populations that memory does not hold: of one problem
 * what does not depend on others; the rating that the paper's set takes for
 * those that have none; similarity, by texts that are fetched one by one, each
 * into the arena given with its number. */
void features_one(const struct sample *s, enum feature_set set,
                  struct features *out);
void features_unrated(struct features *f, size_t n, enum feature_set set);
void features_compare(struct arena *a,
                      const char *(*text)(const void *ctx, struct arena *a,
                                          size_t i),
                      const void *ctx, size_t n, struct features *out);

/* ---- weights ---- */

struct weight {
    double r, p; /* NaN: not known */
    double w;    /* weight in the score; positive: more is harder */
    bool counts; /* false: constant, excluded, or missing; w is 0 */
};

struct weights {
    enum feature_set set;
    struct weight of[FEATURES];
    const char *source; /* "published", or the run and its size */
    /* Of a calibration: Pearson's r of score and accuracy (below 0 if high
     * scores are solved less), and the same cross-validated: each problem is
     * scored by weights from the other folds, and scores and accuracies are
     * differences from the means of their fold, so that useless weights give 0
     * on average. NaN: there was none. */
    double fit, held_out;
    size_t n; /* problems they come from; 0: not known */
};

/* Fills in the weights of the paper's Table 1. For the own set they follow by
 * its formula from its r and p of the feature of that name; for the paper's set
 * they are the rounded numbers that its program uses. */
void weights_published(enum feature_set set, struct weights *out);

/* Computes weights from features and accuracies (0..1) of n problems, n >= 10.
 * A feature that does not vary, or with p above 0.5, weighs 0. Problems with
 * the same group are in the same one of five folds (NULL: each is its own
 * group). Sets out->source to "calibrated"; the caller may name the run. Fails
 * if accuracy does not vary. */
MUST_USE bool weights_calibrate(struct arena *a, const struct features *f,
                                const double *accuracy, const size_t *group,
                                size_t n, enum feature_set set,
                                struct weights *out, struct err *e);

/* Write weights as JSON, and read them back. Reading fails if a number is not
 * plausible. */
struct json *weights_write(struct arena *a, const struct weights *w);
MUST_USE bool weights_read(struct arena *a, const struct json *v,
                           struct weights *out, struct err *e);

/* The table of r, p and weight, for people. */
void weights_document(struct document *d, const struct weights *w);

/* ---- scores ---- */

struct fitness {
    double score;
    double share[FEATURES]; /* normalised; NaN: missing */
};

/*
 * Scores n problems. `dropped` marks features that have a weight but that no
 * problem has, such as the rating of a referee that was not asked; they are
 * left out of the sum. A feature that only some problems lack counts 0.5 for
 * them.
 *
 * Own set: a feature's range in the reference population is 0..1, linearly,
 * and what lies far beyond it is cut at -10 and 10; the sum is divided by the
 * sizes of the weights in it, so that the scale stays when one drops out.
 * Paper's set: min and max of the n are 0 and 1 (of equal ones all are 0), and
 * the sum is not divided.
 */
void fitness_score(const struct features *f, size_t n, const struct weights *w,
                   struct fitness *out, bool dropped[FEATURES]);

/* ---- the reference population ---- */

/* Finds the range of a feature in the reference population, from the 1st to the
 * 99th percentile, for the own set. Returns false if there is none. */
bool reference_range(enum feature f, double *low, double *high);

#endif
