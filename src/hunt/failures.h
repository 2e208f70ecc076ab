/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_FAILURES_H
#define HUNT_FAILURES_H

#include "base/arena.h"
#include "base/err.h"
#include "hunt/outcomes.h"
#include "hunt/spec.h"
#include "store/runs.h"

#include <stddef.h>

/*
 * Outcomes: of a run, or of a file that another tool wrote. Which attempts
 * failed is all a hunt needs to know of either.
 */

/* Results of one model (its place in the run) into the sheet's examples, which
 * are the run's problems in order: an attempt counts as run/count/tally.h has
 * it; an undecided one, an error and a bad key do not count. */
void failures_of_run(struct arena *a, const struct result *results, size_t n,
                     size_t model, bool strict, struct outcomes *s);

/*
 * Rows of any file that problem/rows.h reads, as spec's outcomes_* fields say:
 * one sheet for each target, all with the same examples, names and traits.
 *
 * The outcome of a row is true, false, 1, 0, a share of attempts that are
 * right, [k, K] or "k/K" (k of K are right), [true, false ...], or a word
 * (correct, right, pass, solved, ok ...; wrong, incorrect, fail ...); null and
 * an empty text are not tried. A share does not say of how many attempts it
 * is: the shares of a target are taken to be of the fewest that give all of
 * them as they are written, at most 100, so that no evidence is claimed that
 * may not be there. Of 0 and 1 alone that is one attempt.
 *
 * Rows that share an id are attempts of one example; it is an error if their
 * texts differ. A path with dots goes into objects; one that ends at an object
 * gives a target for each of its members, a single one is named by the spec's
 * only target or by the file.
 *
 * Tags become the vocabulary "tags", with the names as they stand; where at
 * least 90 % of them are names of a built-in taxonomy (skills of the baseline
 * list with underscores or spaces among them) sheets also have that, and the
 * granularities of the spec that follow from it by the maps between
 * taxonomies, and the user's taxonomy.
 *
 * Rows that are problems of a kind that the readers of problem/dataset.h know
 * have their traits; others those of their texts. Fails with the line of a row
 * that cannot be read.
 */
MUST_USE bool failures_read(struct arena *a, const struct hunt_spec *spec,
                            struct outcomes **out, size_t *n, struct err *e);

#endif
