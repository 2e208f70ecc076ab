/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COUNT_COST_H
#define RUN_COUNT_COST_H

#include "stats/prices.h"
#include "store/runs.h"

/* Returns what the reply of a result cost: one that came by a batch is paid at
 * PRICE_BATCH of the price. */
double result_cost(const struct price *p, const struct result *r);

#endif
