/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COUNT_TALLY_H
#define RUN_COUNT_TALLY_H

#include "stats/prices.h"
#include "stats/tally.h"
#include "store/runs.h"

#include <stdbool.h>
#include <stddef.h>

/* Results of the store, as stats/tally.h counts them. */

/* The judge's "reason" for a reply without an answer that says that it does not
 * know. */
#define MARK_REASON_ABSTAINED "abstained"

/* Returns the mark of a result, by the strict or the lenient reading. A verdict
 * "no answer" whose `more` has the reason above is MARK_ABSTAINED; a result
 * whose `bad_key` is set is MARK_BAD_KEY, whatever became of it. */
enum mark mark_of(const struct result *r, bool strict);

/* Returns what is counted of each of r[0..n). */
const struct trial *tally_trials(struct arena *a, const struct result *r,
                                 size_t n);

/* Returns the place of the first result of all[0..n), which are sorted by
 * problem, model and attempt, that does not come before these; n if all do. */
size_t tally_first(const struct result *all, size_t n, size_t problem,
                   size_t model, uint64_t attempt);

/* Returns the first result of one problem and model among all[0..n), which are
 * sorted by problem, model and attempt, or NULL if there is none; *found of
 * them stand there. */
const struct result *tally_results(const struct result *all, size_t n,
                                   size_t problem, size_t model, size_t *found);

/* Returns what the reply of a result cost: one that came by a batch is paid at
 * PRICE_BATCH of the price. */
double result_cost(const struct price *p, const struct result *r);

#endif
