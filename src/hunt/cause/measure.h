/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_CAUSE_MEASURE_H
#define HUNT_CAUSE_MEASURE_H

#include "base/arena.h"
#include "hunt/hypothesis.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Solve rates of sets, what lies between two, and what they say together.
 */

/* Attempts of a set's problems: counted and right ones of each. */
struct tried {
    const uint32_t *tries, *right; /* [problem] */
    size_t n;
};

/* Solve rate with its interval, clustered by problem; problems without tries
 * do not count. */
struct solve solve_of(const struct tried *t);

/* Other problems: the gap b - a with a 95 % interval from the two rates'
 * own (Newcombe 1998, method 10 with clustered intervals). */
void gap_of(const struct solve *a, const struct solve *b, double *gap,
            double *lo, double *hi);

/* The same problems twice: mean difference of their shares b - a, clustered. */
void gap_paired(const struct tried *a, const struct tried *b, double *gap,
                double *lo, double *hi);

/* How many problems a set needs for a 95 % interval of that width, judged by
 * those tried so far; at least what it has, at most `most`. */
size_t measure_needed(const struct tried *pilot, double width, size_t most);

/*
 * The cause that the contrasts speak for. The targeted set must be harder than
 * its matched control (the interval of the gap above 0): else it is "not the
 * concept". Then, in this order, an auxiliary skill whose own problems, without
 * the claim's concepts, are as hard as the targeted ones and harder than the
 * control, unless targeted problems that do not need it are harder, too;
 * wording, length, steps or size if without it the same problems are solved
 * again, so that no gap to matched problems without it is left; else "concept".
 * "not told" where intervals are too wide to say. Fills cause and cause_why.
 */
void cause_find(struct arena *a, struct hypothesis *h);

/* Might this trait be behind a concept's failures? Its `others` are then worth
 * asking before cause_find(). */
bool cause_doubts(const struct hypothesis *h, const struct contrast *c);

#endif
