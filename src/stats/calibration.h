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
 * only the most confident replies were taken. Every reply that counts is in it:
 * one that gives no answer, and one that states no confidence, comes last, as
 * if its confidence were 0, so that the whole curve ends at the accuracy. Equal
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
 */

#define CALIBRATION_BINS 10 /* [0, 0.1), [0.1, 0.2) ... [0.9, 1] */

/* One reply that counts. */
struct stated {
    size_t cluster;    /* of its problem */
    double confidence; /* from 0 to 1; NaN: none is stated */
    bool answered;     /* it gives an answer */
    bool right;        /* which only an answer is */
};

struct calibration_bin {
    size_t n;
    double confidence, right; /* means; NaN of none */
};

struct calibration {
    size_t n;          /* replies that count */
    size_t stated;     /* answers with a confidence */
    size_t unstated;   /* answers without one */
    size_t unanswered; /* replies without an answer */
    double *covered;   /* [k - 1]: accuracy of the k most confident, k <= n */
    double area;       /* under the risk-coverage curve; NaN of nothing */
    double area_least; /* of an order that puts all right ones first */
    struct rate brier; /* over stated; its n are problems or clusters' values */
    double reliability, resolution, uncertainty; /* NaN of nothing */
    double gap; /* expected calibration error: the mean over bins of how far
                   confidence and accuracy are apart, by n */
    struct calibration_bin bins[CALIBRATION_BINS];
};

/* Computes all of it, with the curve in the arena. */
void calibration_make(struct arena *a, const struct stated *list, size_t n,
                      struct calibration *out);

/* Returns the accuracy of the most confident `share` of the replies, rounded up
 * to whole ones; NaN of nothing. 0 < share <= 1. */
double calibration_at(const struct calibration *c, double share);

#endif
