/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_BAG_H
#define FAMILY_MATHADOR_BAG_H

#include "family/mathador/game.h"

/*
 * A bag: numbers in which order does not count and repetition does. Parts of
 * a bag are named by masks of its places. Of all masks that take the same
 * numbers, the one that takes the first places is the canonical one.
 */

struct bag {
    int n;
    int64_t numbers[GAME_MOST]; /* ascending */
    unsigned repeats;           /* bit i: number i is the same as i - 1 */
};

struct bag bag_of(const int64_t *numbers, size_t n);

/* Ten bits for each number: different bags have different keys, and keys
 * order them. */
uint64_t bag_key(const struct bag *b);
struct bag bag_from_key(uint64_t key, int n);

int bag_size(unsigned mask);
struct bag bag_part(const struct bag *b, unsigned mask);

/* Is the mask canonical, and if so, how many masks take the same numbers? */
bool bag_canonical(const struct bag *b, unsigned mask, uint32_t *ways);

/* How often the number occurs. */
int bag_count(const struct bag *b, int64_t number);

/* Set out to b without `times` copies of part. Returns false if b has fewer. */
bool bag_less(const struct bag *b, const struct bag *part, int times,
              struct bag *out);

#endif
