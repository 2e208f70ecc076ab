/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_WORK_H
#define STORE_WORK_H

#include "base/arena.h"
#include "base/err.h"
#include "base/vec.h"
#include "store/runs.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The work of a run that many processes do: blocks of consecutive calls of one
 * model. A worker (worker chains.h) takes blocks on a lease, by the database's clock,
 * renews it while it lives, and appends what came of each call to its worker chain if
 * nobody did before. A block whose lease is over is anybody's: its calls may be
 * sent twice, and are counted once. Only the results say which calls are open.
 */

#define WORK_BLOCK 64 /* calls: problem * attempts + attempt - 1 */

/* Makes the work of a run, and opens the blocks again whose calls failed: *again
 * is how many. What is there stays, whoever made it; a block that nobody has and
 * whose state does not fit its results is put right. */
MUST_USE bool work_enqueue(struct store *s, const struct run_info *run,
                           uint64_t *again, struct err *e);

/* Blocks whose calls all have a result, since somebody asked them alone, are
 * done. */
MUST_USE bool work_settle(struct store *s, const struct run_info *run,
                          struct err *e);

/* Was it enqueued? */
MUST_USE bool work_any(struct store *s, int64_t run, bool *any, struct err *e);
/* Is there a block of that model which is not done, whoever has it? */
MUST_USE bool work_left(struct store *s, int64_t run, uint64_t model,
                        bool *left, struct err *e);

/* How many results the run has, by all who work on it. */
MUST_USE bool work_results(struct store *s, int64_t run, uint64_t *n,
                           struct err *e);

/* What replies of a model cost. */
struct work_spent {
    uint64_t model, replies;
    bool batched;
    int64_t prompt, completion, cached; /* tokens of all of them */
};

/* What the run has cost so far, by all who worked on it: some rows for each
 * model. `taken_over`: what is not of workers came from another run. */
MUST_USE bool work_spent(struct store *s, struct arena *a, int64_t run,
                         bool taken_over, struct work_spent **out, size_t *n,
                         struct err *e);

/* Who takes work, and for how long. */
struct work_lease {
    int64_t run, worker_chain;
    int64_t ms;
};

/* Takes up to n blocks of a model, from block *from on and then from the first,
 * and adds the numbers of their open calls to `calls`, of uint64_t. *taken is how
 * many blocks; those without an open call are done. */
MUST_USE bool work_take(struct store *s, const struct run_info *run,
                        const struct work_lease *l, uint64_t model,
                        uint64_t *from, size_t n, struct vec *calls,
                        size_t *taken, struct err *e);

/* The leases of the worker chain begin again; go back; are those of another worker chain,
 * `to`, which belongs to the same worker. */
MUST_USE bool work_renew(struct store *s, const struct work_lease *l,
                         struct err *e);
MUST_USE bool work_give_back(struct store *s, const struct work_lease *l,
                             struct err *e);
MUST_USE bool work_inherit(struct store *s, const struct work_lease *l,
                           int64_t to, struct err *e);

/* Appends results to the worker chain where their calls are open: appended[i] says so.
 * A reply closes a call for good, an error until it is asked again. *folded: the
 * worker chain was closed by others, who took this worker for gone, and nothing was
 * done; it needs a new one. */
MUST_USE bool work_append(struct store *s, const struct run_info *run,
                          int64_t worker_chain,
                          const struct result *const *results, size_t n,
                          int64_t now_ms, bool *appended, bool *folded,
                          struct err *e);

#endif
