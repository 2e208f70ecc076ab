/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_COMPARE_COMPARE_H
#define GRADE_COMPARE_COMPARE_H

#include "grade/compare/judge.h"

/*
 * Does an answer mean the same as the key? Both have been read; their shapes (a
 * number, a set, an equation ...) decide by which rule they are compared.
 * docs/grading.md has the rules, with an example each.
 */

/* Compare by the rule for the shapes of the two. */
struct finding compare(struct judge *j, const struct expr *key,
                       const struct expr *answer);

#endif
