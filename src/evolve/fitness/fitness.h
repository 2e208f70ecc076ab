/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_FITNESS_FITNESS_H
#define EVOLVE_FITNESS_FITNESS_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "report/document.h"
#include "stats/stats.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Fitness: how hard a problem is, by features of its structure and its text.
 *
 * `own`: the log odds of failure by a logistic regression (failures.c) over
 * what is known by construction, less those of a fixed reference problem, so
 * that scores compare between runs: 0 is as hard as that one, and at 1 the odds
 * of failure are e times as high. Nothing that makes a problem harder by
 * construction makes its score lower. measured.c has the fit that comes with
 * assay.
 *
 * `paper`: S = 10 * sum of w_i f_i, f_i normalised by the batch, published
 * w_i = -r_i (1 - p_i) of Pearson's test against accuracy, sizes adding up to 1.
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
    /* By construction; added up over the parts of a chain: */
    FEATURE_ELIMINATION, /* unknowns beyond one that are solved together */
    FEATURE_DISTANCE,    /* steps from the given to the asked */
    FEATURE_STEPS,       /* equations, operations, steps of the solution */
    FEATURE_PARTS,       /* questions of the chain */
    FEATURE_NEAR,   /* decoys and misleading conditions: on the true path */
    FEATURE_BESIDE, /* useless conditions: about other things */
    FEATURES
};

const char *feature_name(enum feature f);  /* "noise_ratio" */
const char *feature_title(enum feature f); /* "Noise ratio" */
bool feature_find(const char *name, enum feature *out);

enum feature_set { FEATURES_OWN, FEATURES_PAPER };

/* What fitness needs to know of a problem. */
struct sample {
    const char *text; /* NULL: features of the text are not wanted */
    size_t parts;     /* 0: the structure, and so the next six, is not known */
    size_t variables, steps, depth, distance, near, beside;
    size_t characters, noise; /* noise characters of so many; 0: unknown */
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
 * into the arena given with its number. Of the text only what is wanted is
 * taken (NULL: all). */
void features_one(const struct sample *s, enum feature_set set,
                  const bool wanted[FEATURES], struct features *out);
/* Returns whether one that is wanted is taken of the text. */
bool features_read_text(enum feature_set set, const bool wanted[FEATURES]);
void features_unrated(struct features *f, size_t n, enum feature_set set);
void features_compare(struct arena *a,
                      const char *(*text)(const void *ctx, struct arena *a,
                                          size_t i),
                      const void *ctx, size_t n, struct features *out);

/* ---- weights ---- */

#define WEIGHTS_BINS 10

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

    /* Of a regression: the log odds of failure of the reference problem, and
     * what the sizes of the weights add up to in log odds. slope 0: there was
     * none. */
    double base, slope;
    /* Held out: the chance that of a failure and a success the failure has the
     * higher score, its 95 % interval over groups, and expected against
     * measured failures, by tenths of the problems, the easiest first. */
    double auc;
    struct interval auc_interval;
    struct weights_bin {
        size_t n;
        double expected, measured;
    } bins[WEIGHTS_BINS];
    size_t n_bins; /* 0: there are none */
};

/* Returns the share of failures that a score stands for; NaN: not known. */
double weights_failures(const struct weights *w, double score);

/* The paper's Table 1 as its program rounds it; ours (measured.c). */
void weights_published(struct weights *out);
void weights_measured(struct weights *out);

/* Computes weights from features and accuracies (0..1) of n problems, n >= 10.
 * A feature that does not vary weighs 0; in the paper's set one with p above
 * 0.5; in the own set one that would make problems easier against its
 * construction, one of the text where the structure is known, and a referee's
 * or text's that adds nothing clear (p above 0.05). Problems with the same group are in the same one of five folds (NULL:
 * each is its own group). Sets out->source to "calibrated"; the caller may name the run. Fails
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

/* The table of r, p and weight, for people; and how failures were expected. */
void weights_document(struct document *d, const struct weights *w);
void weights_figure(struct document *d, const struct weights *w);

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
 * and what lies far beyond it is cut at -10 and 10. Weights that are of no
 * regression (by hand): 10 times the sum over the sizes of the weights in it,
 * so that the scale stays when one drops out. Paper's set: min and max of the n are 0 and 1 (of equal ones all are 0), and
 * the sum is not divided.
 */
void fitness_score(const struct features *f, size_t n, const struct weights *w,
                   struct fitness *out, bool dropped[FEATURES]);

/* ---- the reference population ---- */

/* Finds the range of a feature in the reference population, from the 1st to the
 * 99th percentile, for the own set. Returns false if there is none. */
bool reference_range(enum feature f, double *low, double *high);

/* The normalised feature of the reference problem. */
double reference_share(enum feature f);

#endif
