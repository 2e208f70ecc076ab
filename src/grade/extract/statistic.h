/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_EXTRACT_STATISTIC_H
#define GRADE_EXTRACT_STATISTIC_H

#include "base/arena.h"
#include "text/span.h"

#include <stdbool.h>

/*
 * Names of statistics before their value: "95% CI: (1, 2)", "Confidence level:
 * 95%". They say what the answer is, not how sure the reply is of it.
 */

enum statistic {
    STATISTIC_NONE,
    STATISTIC_INTERVAL = 1, /* "confidence interval" */
    STATISTIC_LEVEL = 2,    /* "confidence level", at the head of a line */
};

/* May such a name stand in t? A look at a few bytes, for most texts have none. */
bool statistic_within(struct span t);

/* Returns the text with blanks in the place of such names, so that every other
 * byte stays where it is; the text itself if it has none. A level that is marked
 * as the answer, in a box say, loses its name in any case. */
struct span statistic_clear(struct arena *a, struct span t,
                            enum statistic which);

#endif
