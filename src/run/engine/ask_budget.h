/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_ENGINE_ASK_BUDGET_H
#define RUN_ENGINE_ASK_BUDGET_H

#include "run/engine/ask_int.h"

/*
 * What a run may spend, and has spent. Requests that were sent and had no whole
 * answer (a time-out, a broken connection, a stream that was cut) count too, by
 * what such a call is expected to cost.
 */

bool budget_is_set(const struct ask *k);

/* Adds the cost of a reply to its lane. */
void budget_add(struct lane *l, const struct result *r);

/* Adds what the run has cost before, by all who worked on it. */
MUST_USE bool budget_before(struct ask *k, struct err *e);

/* Returns whether one more call may be sent to the lane's server. Calls under way
 * are taken to cost as much as the mean of the lane's replies. */
bool budget_allows(const struct lane *l);

/* Adds what the lost tries of a call that is back are taken to cost. */
void budget_lost(struct item *it);

/* Lets pools repeat lost tries for what the budget has left; none may while the
 * feeder starts calls. budget_again() is what they ask (pool_options.again). */
void budget_spare(struct ask *k, bool any);
bool budget_again(void *ask, struct pool_call *call);

/* Returns a lane for which the budget cannot be kept, since its server does not
 * count its tokens, or NULL if there is none. */
struct lane *budget_blind(struct ask *k);

/* Opens what processes on one store share, where there is a budget or a rate;
 * lanes_close() closes it. Returns why it cannot be shared, or NULL. */
const char *budget_share(struct ask *k);

/* A call is sent: others see it as spent. It is back: they see what it cost. */
void budget_ahead(struct item *it);
void budget_right(const struct item *it);

/* What other processes spent on the store since this run began to ask. */
struct convoy_sum budget_others(const struct ask *k);

#endif
