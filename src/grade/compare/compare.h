/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_COMPARE_COMPARE_H
#define GRADE_COMPARE_COMPARE_H

#include "grade/compare/judge.h"

/*
 * Does an answer say what the key says? Both have been read; what they are
 * (a number, a set, an equation ...) decides by which rule they are compared.
 * The rules, with an example each, are docs/grading.md.
 */

/* The rule for whatever the two are. */
struct comparison compare(struct comparer *j, const struct expr *key,
                          const struct expr *answer);

#endif
