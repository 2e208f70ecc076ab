/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COUNT_BAD_KEYS_H
#define RUN_COUNT_BAD_KEYS_H

#include "base/arena.h"
#include "problem/problem.h"
#include "store/runs.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Problems whose key cannot be read. The judge says so of each reply, and
 * takes one with the key's own text for correct; but a bad key is a property
 * of the problem: if one result of a run has this verdict, every problem of the
 * run is asked for its key, and one that cannot be judged by is in no rate, for
 * any model and attempt, whatever was replied or failed. A run without such a
 * verdict is taken as it is: reading all keys again costs as much as judging.
 */

/* Returns which of the n_problems problems have a bad key, in the arena, and
 * sets `bad_key` of their results; NULL if none has. `spec` is the run's, whose
 * options of the judge hold. */
const bool *bad_keys_mark(struct arena *a, const struct problem *problems,
                          size_t n_problems, const char *spec,
                          struct result *results, size_t n);

#endif
