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
 * Two or more sides (a run and a model of it), paired by problem: the same
 * statement and keys, under the same id where several would fit. An id alone
 * names nothing: files without ids are numbered by row. Left out and counted
 * are problems that only one side has, those that are another problem under
 * the same id, those that have another key, and those on which a side has no
 * counted attempt (errors, bad keys, undecided). Of problems that a side has
 * twice the first one counts.
 *
 * Problems that share a cluster in one of the runs (template, parent, game: see
 * grouping.h) have differences that are not independent: tests flip whole
 * clusters, the bootstrap draws them. Sides are compared pairwise, p-values
 * corrected by Holm over all pairs when there are more than two sides.
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

struct compare_pair {
    size_t a, b;              /* sides */
    uint64_t pairs;           /* problems compared */
    uint64_t only_a, only_b;  /* left out: on one side alone, */
    uint64_t other_problem;   /* another problem under the same id, */
    uint64_t other_key;       /* the same statement with another key, */
    uint64_t uncounted;       /* no counted attempt on a side */
    uint64_t clusters;        /* of the pairs; pairs: each is its own */
    double mean_a, mean_b;    /* NaN: no pairs; so is their difference */
    double difference;        /* mean_b - mean_a, over the pairs */
    struct interval interval; /* 95 % */
    bool spread;              /* the interval is a bootstrap over clusters;
                                 else all of them differ by the same, and it is
                                 what Wilson's interval leaves for others that
                                 were not seen */
    bool single;              /* K = 1 on both sides */
    bool exact;              /* McNemar's test: single, and every cluster is one
                                 problem; else the permutation test */
    uint64_t a_only, b_only; /* K = 1: right on one side alone */
    double p, p_holm;
    double smallest;    /* difference this set could have shown, 80 % power;
                        NaN: too few clusters, or no spread */
    struct flip *flips; /* largest difference first, then in a's order */
    size_t n_flips;
};

/* A setting of the runs (decoding, prompt, attempts, judge ...) that is not
 * the same for all sides. */
struct setting_difference {
    const char *name;          /* "max_tokens", "judge tolerance" */
    const struct json **value; /* [side]; NULL: not set */
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

/* Fails when two sides share no problem. The same seed gives the same numbers
 * for a pair, whatever other sides there are. */
MUST_USE bool compare_make(struct arena *a, const struct compare_side *sides,
                           size_t n, bool strict, uint64_t seed,
                           struct compare *out, struct err *e);

#endif
