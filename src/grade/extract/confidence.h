/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_EXTRACT_CONFIDENCE_H
#define GRADE_EXTRACT_CONFIDENCE_H

#include "base/arena.h"
#include "text/span.h"

#include <stdbool.h>

/*
 * How sure a reply says it is, where it was asked to: "Confidence: 73%", at the
 * head of a line, a sentence or a bracket; of several the last. Read are 73%,
 * 73 %, 0.73, 73/100, 7.3/10 and 73 alone; "high", a range, 1 alone (1 % or
 * all?) and what is not from 0 to 100 % are not.
 */

/* Returns the reply with blanks in the place of its last statement of this kind,
 * so that no rule takes it for the answer and every other byte stays where it
 * is; the reply itself if it has none. *value is from 0 to 1, NaN if there is
 * none that can be read. */
struct span confidence_take(struct arena *a, struct span reply, double *value);

#endif
