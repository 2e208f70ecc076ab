/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_POINTS_POINTS_H
#define FAMILY_MATHADOR_POINTS_POINTS_H

#include "base/arena.h"
#include "base/err.h"
#include "family/family.h"
#include "stats/stats.h"

#include <stddef.h>
#include <stdint.h>

/*
 * The points of the Mathador problems of a run, which show more than right and
 * wrong. They are made from the fields that the family's judge leaves in `more`
 * of each result: score (0 to 18), best (the most this game allows), error (the
 * class of the first error, or null). The denominator is that of the accuracy
 * (stats/tally.h): truncated and refused replies and those without an answer
 * score 0, and so does what is open (a failed call, a missing or undecided
 * result), which is no mistake of the model's and makes a bracket: up to the
 * value if all of it had full points. Only games with a bad key are left out.
 * Results on one game (the same numbers and target) are a cluster, whatever
 * surrounds it; solved and optimal have Wilson's interval if every game has one
 * result.
 */

enum measure {
    MEASURE_SOLVED,  /* the target is reached */
    MEASURE_OPTIMAL, /* for the best score */
    MEASURE_OF_18,   /* mean score/18, the paper's accuracy */
    MEASURE_OF_BEST, /* mean score/best */
    MEASURES
};

/* How a measure is called in JSON, and its heading. */
struct points_measure {
    const char *name, *heading;
};

extern const struct points_measure points_measures[MEASURES];

struct points_scores { /* of a model, or of a model in a group */
    uint64_t problems, results;
    uint64_t open; /* of the results: each scores 0, or might all there is */
    union {
        struct rate rate[MEASURES];
        struct {
            struct rate solved, optimal, of_18, of_best;
        };
    };
};

/* The classes of errors, in the order of docs/mathador.md, and how many
 * results have each as their first error; "truncated" and "refused" are
 * classes of their own, and so is "no_answer": a reply for which the judge
 * names no error (one that it cannot read is "formatting"). "other" is there
 * when a judge of another version named something else. */
struct points_errors {
    const char *const *names;
    uint64_t *count; /* [model * n + class] */
    size_t n;
    bool *occurs; /* [class] */
};

/* How far independently drawn sets of a kind differ: the standard deviation of
 * of_18 between them, what drawing games alone would make it, and the chance
 * that it makes sets differ as much as they do, NaN where it is not known. From
 * so many sets, of so many kinds. */
struct points_spread {
    double value, expected, p;
    size_t sets, kinds;
};

/* A column of side-by-side figures: shots, prompt, seed, level, a band of
 * difficulty. Sets of one kind (level and knobs) differ in their seed alone;
 * where there are several kinds, the value names kind and seed. The rows of
 * shots, and of prompt, differ in that knob alone: of the problems only those
 * at one setting of the other knobs are in them (that with the most rows, then
 * the most problems), and of those the games that every row has; where these
 * are less than half of some row's games, all games of one level. */
struct points_split {
    const char *name;    /* "shots" */
    const char **values; /* "0", "2" ... */
    size_t n;
    struct points_scores *cells;  /* [model * n + value] */
    struct points_spread *spread; /* of "seed", else NULL: [model] */

    /* For "shots" and "prompt", else NULL and 0. */
    const char *held;  /* "prompt = full, target = 0..99": what of the others
                          varies in the run; may be empty */
    size_t same_games; /* those in every row; 0: each row has its own */
    struct rate *difference; /* of of_18 to the first value, the mean over the
                                games that both have, with Student's interval
                                (NaN: unknown); n is the number of games.
                                [model * n + value] */
};

/* The facts about the models in a user's file. */
struct points_facts {
    const char **names; /* "size", "gsm8k", "math" ...: in the file's order */
    double *values;     /* [model * n + fact]; NaN: not given */
    size_t n;
    /* Correlation of each fact (size: its logarithm) with mean score/18 and
     * with the share of each error class among all results, over models that
     * have it; NaN with fewer than 3. */
    double *r_score;             /* [fact] */
    struct interval *r_interval; /* [fact]; NaN with fewer than 4 */
    double *rho_score;           /* Spearman */
    double *r_error;             /* [fact * errors.n + class] */
    size_t *n_models;            /* [fact] */
};

/* A group of people in a user's file, and the models beside it. */
struct points_people {
    const char *name, *source; /* "third graders"; where from, or NULL */
    int level;           /* of the games they played; -1: not said, and the
                                  models' scores are those of all games */
    size_t people;       /* 0: not known */
    struct rate of_18;   /* mean score/18 with Student's interval, or
                  Wilson's, which is no narrower, if all scores are equal; NaN:
                  not known */
    struct rate *models; /* [model] the same of the models; n = 0: none */
    double *open; /* [model] the share of its results that is open: so much
                     higher may it stand */
    struct rate *difference; /* [model] model less people, Newcombe's interval
                                  of independent means; below 0 as a whole: it
                                  falls below them */
};

struct points {
    struct points_scores *whole; /* [model] */
    struct rate *best_of;        /* best of k, mean score/18, over problems
                                  with k attempts or more: [model * most +
                                  k-1], k = 1..most */
    uint64_t most;               /* min(K, 10) */
    struct points_errors errors;
    struct points_split *splits; /* level, difficulty (tenths of the set, fewer
                                  where a tenth has under 20 problems), seed,
                                  shots, prompt: those that split */
    size_t n_splits;
    struct points_facts facts; /* n = 0: no file */
    struct points_people *people;
    size_t n_people;
};

/* Hooks of the card (family/family.h). */
bool points_show(const struct family_results *r, const char *facts,
                 struct document *d, struct err *e);
struct family_figures points_figures(struct arena *a,
                                     const struct family_results *r,
                                     uint32_t *const *groups, size_t n);

/* ---- what they are made from ---- */

/* Make the points. *out is NULL if there is no Mathador problem. `facts` is the
 * path of a YAML file {MODEL: {size: 8e9, gsm8k: 84.5, math: 51.9}} or NULL. A
 * model is named as in the results, or by the part of its name behind the last
 * "#" or the first ":"; a size may be "8B". "people" has groups of people,
 * {GROUP: {mean: 7.5, sd: 3, n: 40, level: 2}} or {GROUP: {scores: [6, 8]}}, in
 * points from 0 to 18. A failure has its line and column in *e. */
MUST_USE bool points_make(struct arena *a, const struct family_results *r,
                          const char *facts, struct points **out,
                          struct err *e);

/* Returns the scores of every model and group, [model * n + group], or NULL if
 * there is no Mathador problem; `groups` has those of each problem, ended by
 * UINT32_MAX. groups NULL: all are of one. */
struct points_scores *points_by(struct arena *a, const struct family_results *r,
                                uint32_t *const *groups, size_t n);

#endif
