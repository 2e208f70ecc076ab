/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COMPARE_COMPARE_H
#define RUN_COMPARE_COMPARE_H

#include "base/arena.h"
#include "base/err.h"
#include "run/summary.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Two or more sides (a run and one of its models), paired by problem. Two
 * problems are a pair if statement and keys are the same; where several fit,
 * the one with the same id is taken. An id alone proves nothing, since files
 * without ids are numbered by row. A generated problem is also paired with its
 * translation: the same coordinates, knobs and keys in another language. Left out and counted are problems that only
 * one side has, different problems under the same id, problems with different
 * keys, and problems on which a side has no counted attempt (bad keys alone).
 * If a side has a problem twice, the first counts.
 *
 * What is open (stats/tally.h) counts as not right on both sides, and the
 * difference has a bracket: from all of a's being right and none of b's, to the
 * contrary. The interval reaches from the lower end's to the upper end's, and p
 * is the larger of the ends', 1 if they disagree on the sign: a difference is
 * shown only if nothing that is open could take it away. Problems "differ", and
 * are "right only here", only if that is so for every way to settle the open
 * results.
 *
 * Problems that share a cluster in one of the runs (template, parent, game: see
 * grouping.h) have differences that are not independent, so tests flip whole
 * clusters and the bootstrap draws whole clusters. Sides are compared pairwise,
 * p-values corrected by Holm over all pairs when there are more than two sides.
 */

struct compare_side {
    const struct summary *view;
    size_t model;
    const char *name; /* as shown: "r3" or "r3:model", all different */
};

/* A problem whose result differs: for K = 1 right against wrong; else a
 * difference of avg@K. */
struct flip {
    const char *problem; /* id */
    double a, b;         /* avg@K of each side */
};

/* How many attempts of a side are open, and why. */
struct open_attempts {
    uint64_t undecided, errors, missing;
};

struct compare_pair {
    size_t a, b;             /* sides */
    uint64_t pairs;          /* problems compared */
    uint64_t translated;     /* of these, told in two languages */
    uint64_t only_a, only_b; /* left out: on one side alone, */
    uint64_t other_problem;  /* another problem under the same id, */
    uint64_t other_key;      /* the same statement with another key, */
    uint64_t uncounted;      /* no counted attempt on a side */
    uint64_t open;           /* of the pairs: with an open attempt */
    uint64_t clusters;       /* of the pairs; pairs: each is its own */
    double mean_a, mean_b;   /* NaN: no pairs; so is their difference */
    struct interval bracket_a, bracket_b; /* of the means: what is open counted
                                             as wrong, and as right */
    struct open_attempts open_a, open_b;  /* in the pairs */
    double difference;                    /* mean_b - mean_a, over the pairs */
    struct interval bracket;  /* of the difference; a point if open is 0 */
    struct interval interval; /* 95 % */
    bool spread;              /* true: the interval is a bootstrap over
                                 clusters; false: all clusters differ by the
                                 same amount, and it is stats_no_spread() */
    bool single;              /* K = 1 on both sides */
    bool exact;              /* McNemar's test: single, and every cluster is one
                                 problem; else the permutation test */
    uint64_t a_only, b_only; /* K = 1: right on one side alone, whatever the
                                open ones are, */
    uint64_t both, neither;  /* on both, on none; the others are open */
    double p, p_holm;
    double smallest;    /* the smallest difference that this set can detect with
                           80 % power; NaN: too few clusters, or no spread */
    struct flip *flips; /* largest difference first, then in a's order */
    size_t n_flips;
};

enum setting_kind {
    SETTING_OTHER, /* attempts, problems, servers */
    SETTING_DECODING,
    SETTING_PROMPT,
    SETTING_JUDGE,
};

/* A setting of the runs (decoding, prompt, attempts, judge ...) that is not
 * the same for all sides. */
struct setting_difference {
    const char *name;          /* "max_tokens", "extra.thinking.budget_tokens",
                                  "judge tolerance" */
    const struct json **value; /* [side]; NULL: not set */
    enum setting_kind kind;
};

struct compare {
    const struct compare_side *sides;
    size_t n_sides;
    struct compare_pair *pairs;
    size_t n_pairs;
    struct setting_difference *settings;
    size_t n_settings;
    bool judged_apart; /* options or versions of the judge differ */
    bool strict;
};

/* Compares all pairs of sides into *out, in the arena. Fails when two sides
 * share no problem. The same seed gives the same numbers for a pair, whatever
 * other sides there are; only p_holm depends on them. */
MUST_USE bool compare_make(struct arena *a, const struct compare_side *sides,
                           size_t n, bool strict, uint64_t seed,
                           struct compare *out, struct err *e);

/* Returns a side for each model of a run, by the model's name, and the names of
 * n sides, in the arena. */
struct compare_side *compare_run_sides(struct arena *a,
                                       const struct summary *v);
const char **compare_names(struct arena *a, const struct compare_side *sides,
                           size_t n);

/* Fills settings and judged_apart of c, whose sides are set. compare_make() has
 * done it. */
void compare_settings(struct arena *a, struct compare *c);

/* Returns how many problems both runs have, by the same rules. */
size_t compare_shared(const struct summary *x, const struct summary *y);

/* A problem on which sides differ. */
struct differing {
    size_t problem; /* its place in the run of the first side */
    /* [side] share of the counted attempts that are right, what is open counted
     * as wrong, and as right; NaN: none counts, or it is not there. */
    const double *right, *most;
    double spread; /* how far two sides are apart, whatever the open ones are */
};

/* Finds the problems of the first side's run on which some of the sides differ,
 * largest spread first, then in the run's order; returns how many. */
size_t compare_differing(struct arena *a, const struct compare_side *sides,
                         size_t n, bool strict, struct differing **out);

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
