/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_WORKER_CHAINS_H
#define STORE_WORKER_CHAINS_H

#include "base/arena.h"
#include "base/err.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Worker chains: the workers of a run, each with a chain of results of its own, so
 * that no two of them wait for each other. When a worker ends, or is seen no
 * more, its worker chain is folded: its head becomes a link of the run's chain, and its
 * figures go to the run.
 *
 *     start  = H("assay worker chain 1", the run's start, worker chain, name)
 *     folded = H("assay fold 1", the run's head, worker chain, its head, its count)
 *
 * All times are the database's.
 */

struct worker_chain {
    int64_t number;   /* from 1 */
    const char *name; /* "node7:4711" */
    int64_t begun_ms, seen_ms, until_ms, ended_ms;
    uint64_t count;       /* results of it */
    int64_t done, errors; /* what it adds to the run's */
    uint64_t fold;        /* 0: not folded */
    uint64_t after;       /* results of the run's own chain before the fold */
    bool lives;           /* it was seen within its lease, and has not ended */
};

/* Opens a worker chain that lives for lease_ms unless worker chains_seen() says so again. */
MUST_USE bool worker_chains_open(struct store *s, int64_t run, const char *name,
                                 int64_t lease_ms, int64_t *worker_chain,
                                 struct err *e);
MUST_USE bool worker_chains_seen(struct store *s, int64_t run,
                                 int64_t worker_chain, int64_t lease_ms,
                                 struct err *e);

/* It has ended: it is folded. */
MUST_USE bool worker_chains_end(struct store *s, int64_t run,
                                int64_t worker_chain, struct err *e);

/* Folds the worker chains that have ended or are gone; with `all`, those that seem to
 * live, too, and their leases are over: for whoever has the run's lock alone. */
MUST_USE bool worker_chains_fold(struct store *s, int64_t run, bool all,
                                 struct err *e);

/* Lists the worker chains of a run by number. */
MUST_USE bool worker_chains_list(struct store *s, struct arena *a, int64_t run,
                                 struct worker_chain **out, size_t *n,
                                 struct err *e);

#endif
