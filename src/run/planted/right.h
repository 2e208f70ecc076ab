/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PLANTED_RIGHT_H
#define RUN_PLANTED_RIGHT_H

#include "base/arena.h"
#include "problem/problem.h"

#include <stdbool.h>

/*
 * Keys said as a short reply. There are several forms, since not every key can
 * stand in every one (a price has a dollar sign in it); which one serves is
 * found by judging.
 */

enum right_form {
    RIGHT_FORMULA, /* "The answer is $\boxed{...}$." */
    RIGHT_BOX,     /* "The answer is \boxed{...}." */
    RIGHT_TEXT,    /* "The answer is $\boxed{\text{...}}$." */
    RIGHT_PHRASE,  /* "Final answer: ..." */
    RIGHT_FORMS
};

/* The reply that gives values[i] for the i-th key. */
const char *right_say(struct arena *a, const struct problem *p,
                      const char *const *values, enum right_form form);

/* The values of the keys, as right_say() takes them. */
const char **right_values(struct arena *a, const struct problem *p);

/* The first form in which the key is judged correct by both readings; false
 * when there is none. Not for families with a judge of their own. */
bool right_find(struct arena *a, const struct problem *p,
                enum right_form *form);

/* A reply that is judged correct by both readings: the key, or the best
 * solution where a family judges by its own rules. NULL: there is none. */
const char *right_reply(struct arena *a, const struct problem *p);

/* The judge's opinion of a text. */
bool right_is_correct(struct arena *a, const struct problem *p,
                      const char *text);
bool right_is_wrong(struct arena *a, const struct problem *p, const char *text);

/* The steps of the best solution in the key of a family that judges by its
 * own rules, an array of texts; NULL for others. */
const struct json *right_steps(const struct problem *p);

#endif
