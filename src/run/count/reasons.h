/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COUNT_REASONS_H
#define RUN_COUNT_REASONS_H

#include "run/count/grouping.h"
#include "stats/tally.h"
#include "store/runs.h"

/*
 * Results that are not correct, grouped by what is wrong with them: "reason" of
 * the judge (grade/reason.c), else "wrong_value" for a wrong one, else the name
 * of its mark ("no_answer", "truncated"). It is the one grouping that is of
 * results and not of problems.
 */

/* Is this the name of the grouping, "reason"? */
bool reasons_named(const char *name);

/* Returns the word of a result whose mark that is, or NULL if it is correct. It
 * is in the arena. */
const char *reasons_word(struct arena *a, const struct result *r,
                         enum mark mark);

/* Group c->trials, which are those of results[0..n), and fill in the cells:
 * (*cells)[model * out->n + value]. */
void reasons_make(struct arena *a, const struct count *c,
                  const struct result *results, struct grouping *out,
                  struct tally **cells);

#endif
