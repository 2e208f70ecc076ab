/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PLANTED_NOTE_H
#define RUN_PLANTED_NOTE_H

#include "base/arena.h"
#include "model/request.h"
#include "problem/problem.h"

/*
 * The private note of a request: all that models of the process may want to
 * know of a problem. Concepts are the problem's own and their names in every
 * built-in taxonomy. Factors: "words" and "characters" of the statement,
 * "numbers" in it, "digits" of its longest number, "steps" of the worked
 * solution, "concepts" (how many high ones), "level", "keys", and
 * "distractors" where the problem's knobs set them.
 *
 * `right` is a short reply with the key in a box (for several keys, each
 * behind its name; for a family with a judge of its own, its best solution).
 * `wrong` makes plausible mistakes (a slip of sign, a neighbour, swapped
 * digits, a lost term, another root) and gives out the first, from `pick` on,
 * that the judge proves wrong by both readings.
 */

/* Fill the note; what it points to is in the arena or the problem's. */
void note_make(struct arena *a, const struct problem *p, struct note *out);

/* The full name of a concept of any built-in taxonomy, or NULL: for
 * model_options.concept. */
const char *note_concept(const char *name);

/* The name that was likely meant by a misspelt one, or NULL: for
 * model_options.near. */
const char *note_near(const char *name);

#endif
