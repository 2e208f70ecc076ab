/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_REVIEW_ROWS_H
#define CLI_REVIEW_ROWS_H

#include "base/arena.h"
#include "base/json.h"
#include "base/str.h"
#include "problem/problem.h"
#include "store/reviews.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Reviews for people and as JSON lines. Problem and evidence are texts that
 * somebody put into the store: what cannot be read of them is shown as it is.
 */

/* "12  key  WHY: "first words ..."", with the state if `state`. */
void review_add_line(struct arena *a, struct str *out, const struct review *r,
                     bool state);

/* All that there is to see, a block. */
void review_add_whole(struct arena *a, struct str *out, const struct review *r);

void review_add_json(struct arena *a, struct str *out, const struct review *r);

/* The problem as an object; NULL: it is none. */
const struct json *review_problem(struct arena *a, const struct review *r);

/* The keys that the problem has; those without a text do not count. */
size_t review_own_keys(struct arena *a, const struct json *problem,
                       struct key **out);

/* Of these, "12", or "x: 1; y: 2". */
const char *review_keys_text(struct arena *a, const struct key *keys, size_t n);

#endif
