/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PLANTED_REPLIES_H
#define RUN_PLANTED_REPLIES_H

#include "base/arena.h"
#include "problem/problem.h"

#include <stdbool.h>
#include <stdint.h>

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

/*
 * Plausible wrong replies. A slip that the family's file names, near misses of
 * the key (problem/near_miss.h), or changes to the best solution of a family
 * that judges by its own rules, are judged one after another, beginning with
 * number `pick`. Returns the first that is wrong
 * by both readings, in the arena, or NULL if none could be proved wrong.
 */
const char *wrong_reply(struct arena *a, const struct problem *p,
                        uint64_t pick);

#endif
