/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STATS_CALIBRATION_H
#define STATS_CALIBRATION_H

#include "base/arena.h"
#include "stats/stats.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Confidences that were stated beforehand, against what was right.
 *
 * The risk-coverage curve answers the question what the accuracy would be if
 * only the most confident replies were taken. Every result that counts is in it:
 * one that gives no answer, one that states no confidence, and one that never
 * came, is last, as if its confidence were 0, so that the whole curve ends at
 * the accuracy. Equal
 * confidences have no order: the curve is the mean over all of them. Its area
 * is that of Geifman and El-Yaniv ("Selective classification for deep neural
 * networks", 2017): the mean over k = 1..n of the share of wrong ones among the
 * k most confident; lower is better.
 *
 * Brier's score is the mean of (confidence - right)^2 over answers with a
 * stated confidence. Replies without an answer are not in it: they claim
 * nothing, and would be a score of 0 for the asking. Its parts are Murphy's
 * ("A new vector partition of the probability score", 1973) over the distinct
 * confidences: score = reliability - resolution + uncertainty, exactly.
 *
 * What is open (stats/tally.h) stands where its confidence puts it and is not
 * right, as in every rate; each figure has a bracket, from the lower to the
 * higher of its values with all of that wrong and all of it right.
 */

#define CALIBRATION_BINS 10 /* [0, 0.1), [0.1, 0.2) ... [0.9, 1] */

/* One result that counts. */
struct stated {
    size_t cluster;    /* of its problem */
    double confidence; /* from 0 to 1; NaN: none is stated */
    bool answered;     /* it gives an answer */
    bool right;        /* which only an answer is */
    bool open;         /* for all that is known it might be right */
    bool absent;       /* no reply came: the call failed, or is to come */
};

struct calibration_bin {
    size_t n;
    double confidence, right; /* means; NaN of none */
};

struct calibration {
    size_t n;          /* results that count: */
    size_t stated;     /* answers with a confidence */
    size_t unstated;   /* answers without one */
    size_t unanswered; /* replies without an answer */
    size_t absent;     /* no reply */
    size_t open;       /* of n */
    double *covered;   /* [k - 1]: accuracy of the k most confident, k <= n */
    double *covered_most; /* if all that is open were right */
    double area;          /* under the risk-coverage curve; NaN of nothing */
    double area_least;    /* of an order that puts all right ones first */
    struct rate brier; /* over stated; its n are problems or clusters' values */
    double reliability, resolution, uncertainty; /* NaN of nothing */
    double gap; /* expected calibration error: the mean over bins of how far
                   confidence and accuracy are apart, by n */
    struct calibration_bin bins[CALIBRATION_BINS];
    struct interval brier_bracket, gap_bracket, area_bracket;
};

/* Computes all of it, with the curve in the arena. */
void calibration_make(struct arena *a, const struct stated *list, size_t n,
                      struct calibration *out);

/* Returns the accuracy of the most confident `share` of the results, rounded up
 * to whole ones, as a bracket; NaN of nothing. 0 < share <= 1. */
struct interval calibration_at(const struct calibration *c, double share);

#endif
