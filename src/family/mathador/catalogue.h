/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_CATALOGUE_H
#define FAMILY_MATHADOR_CATALOGUE_H

#include "family/mathador/whole.h"

/*
 * The instances of a game, level by level, in an order that lets the k-th be
 * found at once. One set in CATALOGUE_SHOWN is kept for worked examples and
 * never asked, so that no example gives away a question, of this seed or of
 * another one.
 *
 * A game is solved whole the first time that it is asked for (less than a
 * second for the default one) and then remembered until the program ends;
 * threads share it.
 */

#define CATALOGUE_SHOWN 16

enum catalogue_part { PART_ASKED, PART_SHOWN, PARTS };

struct catalogue;

/* Fails when the game is too large or has no instance. */
MUST_USE bool catalogue_get(const struct settings *s,
                            const struct catalogue **out, struct err *e);

uint64_t catalogue_count(const struct catalogue *c, int level,
                         enum catalogue_part part);

/* Returns a solver of this game for one thread, which mostly knows it already;
 * it looks at no other targets. To be given back. */
struct solver *catalogue_lend(const struct catalogue *c);
void catalogue_take_back(const struct catalogue *c, struct solver *s);

/* The k-th instance of a level, k < catalogue_count(): the numbers ascend. */
struct placed {
    struct game game;
    struct solve_outcome outcome;
};
struct placed catalogue_at(const struct catalogue *c, struct solver *s,
                           int level, enum catalogue_part part, uint64_t k);

#endif
