/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PLANTED_NOTE_H
#define RUN_PLANTED_NOTE_H

#include "base/arena.h"
#include "model/model.h"
#include "model/request.h"
#include "problem/problem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
 * Of the answer, as grade/look.h reads the key: "answer" (a word, what it
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

/*
 * The private note of a request: what models of the process (planted, replayed)
 * are told of a problem. It never leaves the process. Concepts are the
 * problem's own and their names in every built-in taxonomy. Factors are those of
 * factors_make().
 *
 * `right` is a short reply with the key in a box (for several keys, each behind
 * its name; for a family with a judge of its own, its best solution). `wrong`
 * makes near misses (wrong_reply()) and returns the first, from `pick` on, that the
 * judge proves wrong by both readings.
 */

/* Fills the note; what it points to is in the arena or belongs to the
 * problem. */
void note_make(struct arena *a, const struct problem *p, struct note *out);

/* The same for one model of the process: a replayed one is only told which
 * problem it is. */
void note_for(struct arena *a, const struct model *m, const struct problem *p,
              struct note *out);

/* Returns the full name of a concept of any built-in taxonomy, or NULL if there
 * is no such concept. For model_options.concept. */
const char *note_concept(const char *name);

/* Returns the concept that was likely meant by a misspelt name, or NULL if none
 * is near. For model_options.near. */
const char *note_near(const char *name);

/*
 * Keys as short replies. There are several forms, since not every key can stand
 * in each (a price contains a dollar sign); the judge decides which one serves.
 */

enum right_form {
    RIGHT_FORMULA, /* "The answer is $\boxed{...}$." */
    RIGHT_BOX,     /* "The answer is \boxed{...}." */
    RIGHT_TEXT,    /* "The answer is $\boxed{\text{...}}$." */
    RIGHT_PHRASE,  /* "Final answer: ..." */
    RIGHT_FORMS
};

/* Returns the reply that gives values[i] for the i-th key, in the arena. */
const char *right_say(struct arena *a, const struct problem *p,
                      const char *const *values, enum right_form form);

/* Returns the values of the keys, as right_say() takes them. */
const char **right_values(struct arena *a, const struct problem *p);

/* Returns a reply that is judged correct by both readings, or NULL if there is
 * none: the key, or the best solution where a family judges by its own
 * rules. */
const char *right_reply(struct arena *a, const struct problem *p);

/* Return whether the text is judged correct, or wrong, by both readings. */
bool right_is_correct(struct arena *a, const struct problem *p,
                      const char *text);

#endif
