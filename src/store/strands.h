/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_STRANDS_H
#define STORE_STRANDS_H

#include "base/arena.h"
#include "base/err.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Strands: the workers of a run, each with a chain of results of its own, so
 * that no two of them wait for each other. When a worker ends, or is seen no
 * more, its strand is folded: its head becomes a link of the run's chain, and its
 * figures go to the run.
 *
 *     start  = H("assay strand 1", the run's start, strand, name)
 *     folded = H("assay fold 1", the run's head, strand, its head, its count)
 *
 * All times are the database's.
 */

struct strand {
    int64_t number;   /* from 1 */
    const char *name; /* "node7:4711" */
    int64_t begun_ms, seen_ms, until_ms, ended_ms;
    uint64_t count;       /* results of it */
    int64_t done, errors; /* what it adds to the run's */
    uint64_t fold;        /* 0: not folded */
    uint64_t after;       /* results of the run's own chain before the fold */
    bool lives;           /* it was seen within its lease, and has not ended */
};

/* Opens a strand that lives for lease_ms unless strands_seen() says so again. */
MUST_USE bool strands_open(struct store *s, int64_t run, const char *name,
                           int64_t lease_ms, int64_t *strand, struct err *e);
MUST_USE bool strands_seen(struct store *s, int64_t run, int64_t strand,
                           int64_t lease_ms, struct err *e);

/* It has ended: it is folded. */
MUST_USE bool strands_end(struct store *s, int64_t run, int64_t strand,
                          struct err *e);

/* Folds the strands that have ended or are gone; with `all`, those that seem to
 * live, too, and their leases are over: for whoever has the run's lock alone. */
MUST_USE bool strands_fold(struct store *s, int64_t run, bool all,
                           struct err *e);

/* Lists the strands of a run by number. */
MUST_USE bool strands_list(struct store *s, struct arena *a, int64_t run,
                           struct strand **out, size_t *n, struct err *e);

#endif
