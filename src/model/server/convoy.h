/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_SERVER_CONVOY_H
#define MODEL_SERVER_CONVOY_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * What processes of one machine that work on one store share while they ask
 * servers: when the next call to a model is due, so that --rate is that of all of
 * them together, and what was spent, so that a --budget counts what others spend
 * meanwhile. It is a small file beside the store, mapped by all of them and kept:
 * sums that only grow, and moments that pass; a process that is killed leaves
 * nothing to be repaired. What stands in it may be anything: it can delay a call,
 * or end a budget early, and no more.
 */

struct convoy;
struct convoy_slot;

/* Maps the file, which is made if it is absent. */
MUST_USE bool convoy_open(struct convoy **out, const char *path, struct err *e);
void convoy_close(struct convoy *p); /* or NULL */

/* ---- rates ---- */

/* Returns the slot of a model. */
struct convoy_slot *convoy_slot(struct convoy *p, const char *url,
                                const char *model);

/* When the next call is due; it may be past. Moments are those of the monotonic
 * clock. */
uint64_t convoy_due_ns(const struct convoy_slot *s, uint64_t now_ns);

/* One is sent: the next is due gap_ns later. */
void convoy_sent(struct convoy_slot *s, uint64_t gap_ns, uint64_t now_ns);

/* ---- budgets ---- */

/* Calls under way are spent beforehand at what they are likely to cost, and
 * corrected when they end: else several processes would each send as many as
 * the budget allows one. Those of a process that was killed stay spent, which
 * commands that begin later do not see. Whole tokens, billionths of money. */
struct convoy_sum {
    double tokens, money;
};

void convoy_spend(struct convoy *p, struct convoy_sum spent);
struct convoy_sum convoy_spent(const struct convoy *p); /* by all, ever */

#endif
