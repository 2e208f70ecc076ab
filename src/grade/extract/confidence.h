/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_EXTRACT_CONFIDENCE_H
#define GRADE_EXTRACT_CONFIDENCE_H

#include "base/arena.h"
#include "text/span.h"

#include <stdbool.h>

/*
 * How sure a reply says it is, where it was asked to: "Confidence: 73%", "I am
 * 73% confident", a heading with its number below. Read are 73%, 73 %, 0.73,
 * 73/100, 7.3/10 and 73 alone; "high", a range, a bound, "12 of 15", 1 alone
 * (1 % or all?) and what is not from 0 to 100 % are not. Of several that have a
 * number the last counts. "Confidence interval" speaks of statistics, and "the
 * confidence level is 95%" too, where the problem or another statement says so or
 * the reply has no other answer.
 */

/* Returns the reply with blanks in the place of all its statements of this kind,
 * read or not, so that no rule takes one for the answer and every other byte
 * stays where it is; the reply itself if it has none. `question` is what was
 * asked, or NULL. *value is from 0 to 1, NaN if there is none that can be read.
 */
struct span confidence_take(struct arena *a, struct span reply,
                            const char *question, double *value);

#endif
