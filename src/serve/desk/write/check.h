/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_WRITE_CHECK_H
#define SERVE_DESK_WRITE_CHECK_H

#include "serve/desk/entry.h"
#include "serve/desk/write/start.h"

#include <stdbool.h>

/*
 * Checks of a key, in the three ways that an entry can name: the check of the
 * family that made the problem, as in `assay check`; a claim, as in `assay
 * verify`; or a second solution, which a reviewer writes blind. What the first
 * two find is an audit event, with the version that it is about.
 */

/* Checks the key of the newest version, in the way that it names, and appends
 * the audit event. Of a second solution there is nothing to do here. Fails if a claim
 * cannot be read, naming its line and column. */
MUST_USE bool entry_check_claim(struct visit *v, const struct entry_view *x,
                                struct err *e);

/* Returns what `assay check` has against the key of a problem that no family
 * made, as a sentence: it cannot be worked out, has no finite value, or is not
 * equal to itself. Returns NULL if it has nothing. Takes some tens of
 * milliseconds at most. */
const char *check_key_trouble(struct arena *a, const struct problem *p);

/* Puts what the part "entry_check" shows: the way, the last finding with its
 * table, whether it is about an older version, and a button. */
void check_put(struct visit *v, struct json *page, const struct entry_view *x);

#endif
