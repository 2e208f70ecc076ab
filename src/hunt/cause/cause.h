/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_CAUSE_CAUSE_H
#define HUNT_CAUSE_CAUSE_H

#include "base/arena.h"
#include "hunt/hypothesis.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Solve rates of sets, gaps between two of them, and the cause that they show.
 */

/* The attempts at each problem of a set: counted ones, and right ones. */
struct tried {
    const uint32_t *tries, *right; /* [problem] */
    size_t n;
};

/* Returns the solve rate with its interval, clustered by problem. Problems
 * without tries do not count. */
struct solve solve_of(const struct tried *t);

/* Computes the gap b - a of two sets of different problems, with a 95 %
 * interval from the intervals of the two rates (Newcombe 1998, method 10, with
 * clustered intervals). */
void gap_of(const struct solve *a, const struct solve *b, double *gap,
            double *lo, double *hi);

/* Computes the gap of two sets of the same problems: the mean difference b - a
 * of their shares, clustered. */
void gap_paired(const struct tried *a, const struct tried *b, double *gap,
                double *lo, double *hi);

/* Returns how many problems a set needs for a 95 % interval of that width,
 * estimated from those tried so far: at least as many as it has, at most
 * `most`. */
size_t measure_needed(const struct tried *pilot, double width, size_t most);

/*
 * Finds the cause of a hypothesis from its contrasts, and fills cause and
 * cause_why. If the targeted set is not harder than its matched control (the
 * interval of the gap is not above 0), it is "not the concept". Otherwise the
 * first of these applies. An auxiliary skill: its own problems, without the
 * suspicion's concepts, are as hard as the targeted ones and harder than the
 * control, and targeted problems that do not need it are not harder. Wording,
 * length, steps or size: without it the same problems are solved, so that no
 * gap to matched problems without it is left. Else "concept". The cause is "not
 * told" if intervals are too wide to decide.
 */
void cause_find(struct arena *a, struct hypothesis *h);

/* Returns whether this trait might explain a concept's failures. If so, its
 * `others` should be asked before cause_find(). */
bool cause_doubts(const struct hypothesis *h, const struct contrast *c);

#endif
