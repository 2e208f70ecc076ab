/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COUNT_BAD_KEYS_H
#define RUN_COUNT_BAD_KEYS_H

#include "base/arena.h"
#include "problem/problem.h"
#include "store/runs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Problems whose key cannot be read. The judge says so of most replies, but not
 * of one with the key's own text, which it takes for correct, and nothing can
 * be said of a call that failed or is missing. A bad key is a property of the
 * problem: one that cannot be judged by is in no rate, for any model and
 * attempt, whatever was replied or failed. So the key itself is read wherever
 * no result shows that the judge could read it: 1 to 3 microseconds each, and
 * most problems have a result that does.
 */

/* Returns which of the n_problems problems have a bad key, in the arena, and
 * sets `bad_key` of their results; NULL if none has. `spec` is the run's, whose
 * options of the judge hold. `unreadable` says of each problem what the judge
 * says of its key by these options; NULL: keys are read here. */
const bool *bad_keys_mark(struct arena *a, const struct problem *problems,
                          size_t n_problems, const char *spec,
                          const bool *unreadable, struct result *results,
                          size_t n);

/* Lists the results of a run as runs_results() does, marked likewise. *bad is
 * what bad_keys_mark() returns. For a run whose problems are not held: those
 * whose key must be looked at are read one after the other. */
MUST_USE bool bad_keys_results(struct arena *a, struct store *s, int64_t run,
                               struct result **results, size_t *n,
                               const bool **bad, struct err *e);

#endif
