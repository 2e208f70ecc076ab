/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PLANTED_FACTORS_H
#define RUN_PLANTED_FACTORS_H

#include "base/arena.h"
#include "model/request.h"
#include "problem/problem.h"

#include <stddef.h>

/*
 * Measures of a problem that are no concepts. Words are runs of what is no
 * white space; characters those of Unicode; a number is a run of digits with
 * points and commas between them, and "digits" counts those of the longest;
 * steps are numbered lines of the worked solution, else its lines that are not
 * blank. "level" is the family's, or the first number in a source's field
 * "level"; "distractors" is the knob of that name, if the problem's knobs set
 * it, "wording" (a word) too; "depth" is that of a family with a depth dial.
 * "solution words" are those of the worked solution.
 *
 * Of the answer, as grade/measure.h reads the key: "answer" (a word, what it
 * is: "fraction"; of several keys that differ "several"), "answer sign" (a word:
 * "negative", "zero", "positive"), "answer digits" of its longest number,
 * "denominator", and "answer parts": how many values, elements or entries. Of
 * several keys the sign is that of each, and digits and denominator are the
 * largest. A problem that has no level, no solution, no such knob or no depth,
 * or whose key cannot be read so, lacks the factor.
 */

#define FACTORS_MOST 20

/* The words that a factor may have, NULL-ended, of "answer", "answer sign" and
 * "wording"; NULL: it is a number, or no factor. */
const char *const *factor_words(const char *name);

/* Fills *out with all factors of the problem, in the arena, and returns how
 * many. */
size_t factors_make(struct arena *a, const struct problem *p,
                    const struct factor **out);

#endif
