/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_SPLIT_H
#define FAMILY_SPLIT_H

#include "problem/problem.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Splits: parts of a family that share no problem.
 *
 * Every problem of a family has a place from 0 to 1: a hash of the family's
 * name and of the parameters in canonical form (problem/canonical.h), less
 * those members that are words alone. Place and split therefore depend on the
 * mathematics and on nothing else: not on the seed, the index, the wording,
 * distractors or steps, nor on the level and the version. Two equal problems
 * have the same place wherever they were drawn, also when one level, or one
 * value of the knob "digits", has problems of another.
 *
 * A split is a part of the line from 0 to 1:
 *
 *   k/n     the k-th of n equal parts, 1 <= k <= n <= 1000
 *   test    1/10
 *   train   the other nine tenths
 *
 * Two splits share no problem when their parts do not meet: 3/10 and 4/10,
 * test and train, 1/2 and 6/10. The other way round 1/2 has all of 1/10.
 *
 * Within a seed a split is a choice of indexes. Problem 17 of a seed is the
 * same with and without a split, and exists only in the splits that have it: a
 * level that is walked is walked without repeats in every split, and the
 * splits of a seed together are the seed.
 */

#define SPLIT_PARTS 1000 /* most parts of one division */

struct split {
    uint32_t first, last, of; /* the parts first..last of so many, from 1 */
};

/* Read "train", "test" or "k/n", in the one spelling that each has. Returns
 * false if the text is none of them. */
bool split_read(const char *text, struct split *out);

/* Returns the place of a problem that a family made, of 2^32. */
uint32_t split_place(const struct problem *p);

/* Is the place in the split? */
bool split_has(const struct split *s, uint32_t place);

#endif
