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
 * sure" has the answer 4. Where both are marked as answers, by a box, a tag or
 * "Final answer:", the last one counts; a guess behind a marked doubt needs no
 * mark.
 */

/* Returns whether a text that was found as the answer says this and no more:
 * "\text{I don't know}", "unknown". */
bool abstain_answer(struct arena *a, const char *answer);

/* Does a phrase of this kind stand anywhere in t? */
bool abstain_within(struct span t);

/* Returns whether the last line of t with a colon says so behind it, "Final
 * answer: no idea"; *out: what it says. `label`: only if it is labelled as the
 * answer. */
bool abstain_label(struct arena *a, struct span t, bool label,
                   struct span *out);

/* Returns whether the end of a reply says so. `found` is the byte behind a
 * value that the reply merely mentions, which is the answer unless this is said
 * behind it; 0: there is none, and then "I'm not sure" is enough. */
bool abstain_reply(struct arena *a, struct span reply, size_t found);

#endif
