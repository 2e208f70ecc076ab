/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_ENGINE_KEPT_H
#define RUN_ENGINE_KEPT_H

#include "base/arena.h"
#include "run/plan.h"
#include "store/runs.h"

#include <stddef.h>

/*
 * The results of a new run, held as they were appended: where every place has
 * one, they are what runs_results() would read, and need not be read.
 */

struct kept {
    struct arena *arena;
    const struct plan *plan;
    struct result *all; /* [problem][model][attempt]; NULL: none are held */
    size_t n, filled;
};

/* Holds nothing of a run of more than a million places. */
void kept_open(struct kept *k, struct arena *a, const struct plan *p);
/* The result is on the disk. A later one of the same place counts. */
void kept_add(struct kept *k, const struct result *r);
/* Returns all of them, *n, as runs_results() lists them; NULL: some are
 * missing. */
struct result *kept_all(const struct kept *k, size_t *n);

#endif
