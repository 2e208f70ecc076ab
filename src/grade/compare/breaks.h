/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_COMPARE_BREAKS_H
#define GRADE_COMPARE_BREAKS_H

#include "grade/compare/judge.h"

/*
 * Formulas that change their form somewhere: |x - 1000|, floors, maxima, cases.
 * Two that agree at points spread over the line may differ beyond a break, or
 * at it. The breaks are computed from the formulas themselves, and the two are
 * compared at each break, and a little and a lot to either side.
 */

/* NO when they differ there (*witness); YES when they do not, or have no
 * breaks; UNKNOWN when a break could not be computed. */
enum truth breaks_agree(struct comparer *j, const struct expr *key,
                        const struct expr *answer, const char **witness);

#endif
