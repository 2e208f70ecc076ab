/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_REVIEW_SETTLE_H
#define RUN_REVIEW_SETTLE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "problem/problem.h"
#include "store/reviews.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * One row of the review queue, read, and the key that it is accepted with: by
 * `assay review` and on the workbench alike; decisions.h decides it. Problem
 * and evidence are texts from the store, which anybody may have written.
 */

/* Returns whether it is of kind "verdict". */
bool review_is_verdict(const struct review *r);

/* Each returns an object, or NULL if the text of the row is none. */
const struct json *review_problem(struct arena *a, const struct review *r);
const struct json *review_evidence(struct arena *a, const struct review *r);

/* Returns the statement, or the whole text of a problem that has none. */
const char *review_statement(struct arena *a, const struct review *r);

/* Fills *out with the keys of the problem that have a text, and returns how
 * many. */
size_t review_own_keys(struct arena *a, const struct json *problem,
                       struct key **out);

/* Finds the key to accept a row of kind "key" with: the given one, or NULL for
 * the problem's own. Fails if the judge cannot read it, or finds that it does
 * not equal itself. */
MUST_USE bool review_choose_key(struct arena *a, const struct review *r,
                                const char *given, const char **key,
                                struct err *e);

#endif
