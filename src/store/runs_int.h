/* SPDX-License-Identifier: Apache-2.0 */
#ifndef STORE_RUNS_INT_H
#define STORE_RUNS_INT_H

#include "store/chain.h"
#include "store/row.h"
#include "store/runs.h"

#include <stdbool.h>
#include <stdint.h>

/* Shared by the files behind runs.h. */

/* Take a run from the columns of SQL_RUN_BY_ID, with its models. */
MUST_USE bool runs_take(struct query *q, struct arena *a, struct run_info *out,
                        struct err *e);

/* The only run that a statement with those columns can give. */
MUST_USE bool runs_one(struct store *s, struct arena *a, enum sql which,
                       const struct sql_value *args, struct run_info *out,
                       bool *found, struct err *e);

/* The end of a run's chain as its row says it, and what the chain is of. */
struct run_end {
    struct hash128 hash;
    unsigned char start[CHAIN_BYTES], head[CHAIN_BYTES];
    uint64_t count, done, errors;
};

MUST_USE bool runs_end(struct store *s, int64_t run, struct run_end *out,
                       bool *found, struct err *e);

/* The size of a run. Reading it fails if there is no such run. */
struct run_size {
    uint64_t problems, models, attempts;
};

MUST_USE bool runs_size(struct store *s, int64_t run, struct run_size *out,
                        struct err *e);

/* A result as it stands in the store, of SQL_LINKS and SQL_CHECK_RESULTS. */
struct stored_result {
    uint64_t seq;
    int64_t id; /* if chains disagree, the highest id wins */
    struct result result;
    bool readable; /* its outcome and verdicts are known words */
    int64_t at_ms, call;
    bool has_call, call_there;
    unsigned char chain[CHAIN_BYTES], sha[CHAIN_BYTES];
};

void results_take_stored(struct query *q, struct arena *a,
                         struct stored_result *out);

/* One link of the chain. `sha` is of the result's call; NULL: it has none. */
struct results_link {
    const unsigned char *before; /* CHAIN_BYTES */
    uint64_t seq;
    int64_t at_ms;
    const unsigned char *sha; /* CHAIN_BYTES */
};

void results_chain(struct chain *c, const struct results_link *link,
                   const struct result *r, unsigned char out[CHAIN_BYTES]);

/* The end of a chain that results are appended to: the run's own, or that of a
 * worker chain (worker chains.h), whose figures are what it adds to the run's. */
struct results_head {
    int64_t run;
    uint64_t base; /* of its seq: 0, or worker chain << WORKER_CHAIN_SHIFT */
    int64_t now_ms;
    struct run_size size;
    unsigned char chain[CHAIN_BYTES];
    uint64_t count;
    int64_t done, errors;
    bool whole; /* this store appended all there is */
};

/* Takes the head of the run h->run, within a transaction that keeps others from
 * it, and puts it. */
MUST_USE bool results_take_head(struct store *s, struct results_head *h,
                                struct err *e);
MUST_USE bool results_put_head(struct store *s, const struct results_head *h,
                               struct err *e);

/* Adds a result behind the head, which moves; the figures stay as they are. */
MUST_USE bool results_link_add(struct store *s, struct results_head *h,
                               const struct result *r, struct err *e);

/* Adds the row of a result with its link; call 0: it has none. */
MUST_USE bool results_insert(struct store *s, int64_t run,
                             const struct results_link *link,
                             const struct result *r, int64_t call,
                             const unsigned char chain[CHAIN_BYTES],
                             struct err *e);

/* Finds the call of that key: its row, 0 for none, and its sha. */
MUST_USE bool results_call(struct store *s, struct hash128 key, int64_t *id,
                           unsigned char sha[CHAIN_BYTES], struct err *e);

/* Returns whether the place of x is before that of y: by problem, model and
 * attempt. */
bool results_before(const struct result *x, const struct result *y);

#endif
