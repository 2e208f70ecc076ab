/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_EXTRACT_ABSTAIN_H
#define GRADE_EXTRACT_ABSTAIN_H

#include "base/arena.h"
#include "text/span.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * "I don't know": a reply that says so and gives no answer abstains. It speaks
 * of its writer; "cannot be determined" speaks of the problem and is an answer.
 * "I don't know, but my guess is 42" has the answer 42, and "x = 4, but I am not
 * sure" has the answer 4.
 */

/* Returns whether a text that was found as the answer says this and no more:
 * "\text{I don't know}", "unknown". */
bool abstain_answer(struct arena *a, const char *answer);

/* Returns whether the end of a reply says so. `found` is the byte behind a
 * value that the reply merely mentions, which is the answer unless this is said
 * behind it; 0: there is none, and then "I'm not sure" is enough. */
bool abstain_reply(struct arena *a, struct span reply, size_t found);

#endif
