/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_RECIPE_PICK_H
#define FAMILY_RECIPE_PICK_H

#include "base/rng.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Drawing the numbers of a problem.
 *
 * A family's draw() is written once, as a row of picks, and serves three
 * uses: it counts how many problems the level has (the product of all ranges),
 * it walks them by rank (no two ranks give the same numbers), and it draws
 * them at random where there are more than can be counted. For that a draw
 * that is walked must make the same picks, from ranges of the same size,
 * whatever the picks before gave: no rejection, no range that depends on a
 * value. To have b > a, pick b - a; to have b != a, pick one fewer and step
 * over a. Different picks must give different values.
 *
 * A level that cannot be built so is drawn freely (see struct recipe): then
 * anything goes, and the level must hold so many problems (10^11 or more)
 * that thousands never meet.
 *
 * One pick in a statement of C: see family/words.h.
 */

enum pick_mode { PICK_COUNT, PICK_WALK, PICK_FREE };

struct pick {
    int level;  /* 1 is the easiest */
    int digits; /* how many digits pick_wide() adds: the knob "digits" */
    enum pick_mode mode;
    uint64_t rank;     /* what is left of the rank, when walking */
    uint64_t space;    /* product of the ranges so far; 0: beyond 2^62 */
    struct rng *maths; /* when drawing freely */
};

/* lo..hi, both included: what makes the structure (how many terms, which
 * operation). */
int64_t pick(struct pick *k, int64_t lo, int64_t hi);

/* lo..hi for a number whose size is free: the knob "digits" multiplies both
 * ends by 10, 100 ... */
int64_t pick_wide(struct pick *k, int64_t lo, int64_t hi);

/* The same with either sign; lo > 0. */
int64_t pick_signed(struct pick *k, int64_t lo, int64_t hi);

/* lo..hi but not `but`, which lies between them. */
int64_t pick_but(struct pick *k, int64_t lo, int64_t hi, int64_t but);

/* One of n numbers. */
int64_t pick_of(struct pick *k, const int64_t *list, size_t n);

/* Parts of one picked number, for kinds of questions with different ranges in
 * one level: take a part of 0..n-1 off *x; and 0, 1, 2, 3 ... as 1, -1, 2,
 * -2 ... */
int64_t pick_cut(int64_t *x, int64_t n);
int64_t pick_turned(int64_t x);

/* n different numbers of lo..hi, in increasing order. Each set is one pick;
 * n at most 8, and there must be fewer than 2^62 sets. */
void pick_subset(struct pick *k, int64_t lo, int64_t hi, size_t n,
                 int64_t *out);

/* n different positive fractions p/q in lowest terms, p up to p_most and q in
 * q_lo..q_hi (q_lo 1: whole numbers too), in a fixed order; each set of them is
 * one pick, n at most 4. The knob "digits" stretches p_most. With n = 1 also
 * a way to draw two coprime numbers. */
void pick_fractions(struct pick *k, int64_t p_most, int64_t q_lo, int64_t q_hi,
                    size_t n, int64_t *p, int64_t *q);

/* The numbers 0..n-1 in some order; n at most 16. */
void pick_order(struct pick *k, size_t n, int64_t *out);

#endif
