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
 * Makes outcomes from a run, or from a file that another tool wrote. A hunt
 * needs to know only which attempts failed.
 */

/* Adds the results of one model (its place in the run) to the examples of *s,
 * which are the run's problems in order. Undecided results, errors and bad keys
 * do not count; the others count as run/count/tally.h marks them. Truncated
 * replies are counted by their kind, and are no tries: they say that the limit
 * on tokens is too small, not what the model cannot do. */
void failures_of_run(struct arena *a, const struct result *results, size_t n,
                     size_t model, bool strict, struct outcomes *s);

/*
 * Reads any file that problem/rows.h reads, as the spec's outcomes_* fields
 * say. *out has outcomes for each of *n targets, all with the same examples,
 * names and traits.
 *
 * The outcome of a row is true, false, 1, 0, a share of attempts that are
 * right, [k, K] or "k/K" (k of K are right), [true, false ...], or a word
 * (correct, right, pass, solved, ok ...; wrong, incorrect, fail ...); null or
 * an empty text means that it was not tried. A share does not say how many
 * attempts there were: it is taken to be the smallest number, at most 100, that
 * gives all shares of the target as they are written, so that the evidence is
 * not overstated. If all shares are 0 or 1, that is one attempt.
 *
 * Rows with the same id are attempts of one example, and must have the same
 * text. A path with dots leads into objects; if it ends at an object, each of
 * its members is a target. A single target gets the name of the spec's only
 * target, or of the file.
 *
 * Tags become the vocabulary "tags", with the names as they stand. If at least
 * 90 % of them are names of a built-in taxonomy (including skills of the
 * baseline list, with underscores or spaces), the outcomes also have that
 * taxonomy, the granularities of the spec that follow from it by the maps
 * between taxonomies, and the user's taxonomy.
 *
 * Rows that a reader of problem/dataset.h knows have the traits of problems;
 * others only those of their texts. Fails with the line of a row that cannot be
 * read.
 */
MUST_USE bool failures_read(struct arena *a, const struct hunt_spec *spec,
                            struct outcomes **out, size_t *n, struct err *e);

#endif
