/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_STRUCTURE_PHRASE_H
#define EVOLVE_STRUCTURE_PHRASE_H

#include "base/arena.h"
#include "evolve/structure/graph_number.h"

/*
 * What the numbers of a text are numbers of, in words that another sentence can
 * use: "the 16 eggs that Mia has", "the $9". Only what stands next to
 * a number is looked at; where that does not say enough there is no phrase.
 */

#define PHRASE_MONEY "$" /* as a unit */

/* Returns the phrase, or NULL. *unit is then the noun, or PHRASE_MONEY: things
 * of one unit can be compared. */
const char *phrase_of_number(struct arena *a, const char *text,
                             const struct number *x, const char **unit);

/* Returns the unit that a question asks for ("How many eggs ...", "How much
 * does it cost"), or NULL if it is not clear. */
const char *phrase_asked_unit(struct arena *a, const char *question);

/* Returns the words of a countable noun after text[at]: "eggs", "salty
 * cookies"; NULL if no such words follow. */
const char *phrase_noun_after(struct arena *a, struct span text, size_t at);

#endif
