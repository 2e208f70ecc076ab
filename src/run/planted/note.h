/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PLANTED_NOTE_H
#define RUN_PLANTED_NOTE_H

#include "base/arena.h"
#include "model/model.h"
#include "problem/problem.h"

/*
 * The private note of a request: what models of the process (planted, replayed)
 * are told of a problem. It never leaves the process. Concepts are the
 * problem's own and their names in every built-in taxonomy. Factors are those of
 * factors.h.
 *
 * `right` is a short reply with the key in a box (for several keys, each behind
 * its name; for a family with a judge of its own, its best solution). `wrong`
 * makes near misses (wrong.h) and returns the first, from `pick` on, that the
 * judge proves wrong by both readings.
 */

/* Fills the note; what it points to is in the arena or belongs to the
 * problem. */
void note_make(struct arena *a, const struct problem *p, struct note *out);

/* The same for one model of the process: a replayed one is only told which
 * problem it is. */
void note_for(struct arena *a, const struct model *m, const struct problem *p,
              struct note *out);

/* Returns the full name of a concept of any built-in taxonomy, or NULL if there
 * is no such concept. For model_options.concept. */
const char *note_concept(const char *name);

/* Returns the concept that was likely meant by a misspelt name, or NULL if none
 * is near. For model_options.near. */
const char *note_near(const char *name);

#endif
