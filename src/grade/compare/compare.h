/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_COMPARE_COMPARE_H
#define GRADE_COMPARE_COMPARE_H

#include "grade/compare/judge.h"

/*
 * Does an answer mean the same as the key? Both have been read; their shapes (a
 * number, a set, an equation ...) decide by which rule they are compared.
 * docs/grading.md has the rules, with an example each.
 */

/* The rule for whatever the two are. */
struct comparison compare_answers(struct comparer *j, const struct expr *key,
                                  const struct expr *answer);

#endif
