/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_SERVER_PACE_H
#define MODEL_SERVER_PACE_H

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

struct pace;
struct pace_slot;

/* Maps the file, which is made if it is absent. */
MUST_USE bool pace_open(struct pace **out, const char *path, struct err *e);
void pace_close(struct pace *p); /* or NULL */

/* ---- rates ---- */

/* Returns the slot of a model, or NULL if there are too many of them. */
struct pace_slot *pace_slot(struct pace *p, const char *url, const char *model);

/* When the next call is due; it may be past. Moments are those of the monotonic
 * clock. */
uint64_t pace_due_ns(const struct pace_slot *s, uint64_t now_ns);

/* One is sent: the next is due gap_ns later. */
void pace_sent(struct pace_slot *s, uint64_t gap_ns, uint64_t now_ns);

/* ---- budgets ---- */

struct pace_sum {
    double tokens, money;
};

void pace_spend(struct pace *p, struct pace_sum spent);
struct pace_sum pace_spent(const struct pace *p); /* by all, ever */

#endif
