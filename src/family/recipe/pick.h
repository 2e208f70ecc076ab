/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_RECIPE_PICK_H
#define FAMILY_RECIPE_PICK_H

#include "base/arena.h"
#include "base/rng.h"
#include "family/recipe/holdout.h"

#include <stddef.h>
#include <stdint.h>

/*
 * Drawing the numbers of a problem.
 *
 * A family's draw() is written once, as a row of picks, and serves three uses:
 * it counts the problems of the level (the product of all ranges), it walks
 * them by rank (no two ranks give the same numbers), and it draws them at
 * random if there are too many to count. A draw that is walked must therefore
 * make the same picks, from ranges of the same size, whatever the earlier picks
 * gave: no rejection, no range that depends on a value. To have b > a, pick b -
 * a; to have b != a, pick one fewer and step over a. Different picks must give
 * different values.
 *
 * A level that cannot be built in this way is drawn freely (see struct recipe):
 * then there is no such rule, but the level must have so many problems (10^11
 * or more) that thousands never meet.
 *
 * Numbers of the structure (pick() and what is built on it) are the same for
 * every value of the knob "digits"; those whose size is free (pick_place() and
 * its like) grow with it. A grown number lies in the range that it would be
 * drawn from with more digits, in the part of that range that belongs to the
 * number without them: different ranks keep giving different numbers, and the
 * rank, the space and the structure do not depend on the knob. Therefore no
 * pick() has a range that depends on k->digits.
 *
 * A statement of C makes one pick at most: see family/words.h.
 */

enum pick_mode { PICK_COUNT, PICK_WALK, PICK_FREE };

struct pick {
    int level;           /* 1 is the easiest */
    int64_t depth;       /* of a family with a depth */
    enum holdout kinds;  /* of a family that is a file: which kinds it draws */
    struct arena *arena; /* for its lists, recipe/values.h */
    int digits; /* how many digits numbers of free size get: the knob "digits" */
    enum pick_mode mode;
    uint64_t rank;       /* the rest of the rank, when walking */
    uint64_t space;      /* product of the ranges so far; 0: beyond 2^62 */
    struct rng *maths;   /* of the structure, when drawing freely */
    struct rng *sizes;   /* of the numbers whose size is free, when drawing
                          freely; NULL: `maths` serves both */
    struct rng *further; /* of their further digits, however they are drawn;
                            NULL: `sizes` serves both */
    uint64_t *work;      /* of a family that is a file: units of work so far are
                          added there; or NULL */
    uint64_t structure;  /* a digest of all picks of the structure so far */
};

/* Pick from lo..hi, both included, a number of the structure (how many terms,
 * which operation). */
int64_t pick(struct pick *k, int64_t lo, int64_t hi);

/* The same with either sign; lo > 0. */
int64_t pick_signed(struct pick *k, int64_t lo, int64_t hi);

/* Pick one of n numbers whose size is free, by its place; one of `wide` with
 * further digits. */
uint64_t pick_place(struct pick *k, uint64_t n, uint64_t wide);

/* Returns x times 10, 100 ..., as the knob says. */
int64_t pick_stretched(const struct pick *k, int64_t x);

/* Pick from lo..hi without `but`, which lies between them. */
int64_t pick_but(struct pick *k, int64_t lo, int64_t hi, int64_t but);

/* Pick one of n numbers. */
int64_t pick_of(struct pick *k, const int64_t *list, size_t n);

/* Turns 0, 1, 2, 3 ... into 1, -1, 2, -2 ... */
int64_t pick_turned(int64_t x);

/* Pick n different numbers of lo..hi, in increasing order. Each set is one
 * pick; n is at most 8, and there must be fewer than 2^62 sets. */
void pick_subset(struct pick *k, int64_t lo, int64_t hi, size_t n,
                 int64_t *out);

/* The same, where the knob "digits" multiplies both ends by 10, 100 ... */
void pick_subset_wide(struct pick *k, int64_t lo, int64_t hi, size_t n,
                      int64_t *out);

/* Pick an order of the numbers 0..n-1; n is at most 16. */
void pick_order(struct pick *k, size_t n, int64_t *out);

#endif
