/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRADE_STABLE_H
#define GRADE_STABLE_H

#include "base/truth.h"
#include "grade/grade.h"

/*
 * Can answers be judged by a key? It must be readable, and every value in it
 * finite and the same to STABLE_DIGITS digits at two precisions, at
 * STABLE_POINTS seeded points of its domain. This is what an audit of a public
 * set asks of a key without knowing whether it is right.
 */

#define STABLE_POINTS 100
#define STABLE_DIGITS 30

/*
 * TRUTH_YES: it is so, or the key is words. TRUTH_NO: it has no finite value at
 * any point, or is not equal to itself. TRUTH_UNKNOWN: it cannot be read, or
 * worked out within the ceilings. *detail is a sentence, in the arena. Of the
 * request gold, keys, symbols and kind are looked at.
 */
enum truth stable_key(struct arena *a, const struct grade_request *request,
                      const char **detail);

#endif
