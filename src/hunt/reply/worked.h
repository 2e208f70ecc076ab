/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_REPLY_WORKED_H
#define HUNT_REPLY_WORKED_H

#include "base/map.h"
#include "hunt/reply/tokens.h"
#include "problem/problem.h"

/*
 * The numbers of a worked solution, and those of a text that is compared with
 * them. A fraction is one number, which its decimal is too; signs do not count.
 */

/* A text with its numbers. */
struct numbered {
    const char *text;
    const struct sign_token *tokens;
    size_t n;
    struct map numbers; /* key of a number -> the token where it stands first,
                           from 1 */
};

/* Clear it with numbered_clear(). */
void numbered_open(struct arena *a, struct numbered *x, const char *text);
void numbered_clear(struct numbered *x);
bool numbered_has(const struct numbered *x, const char *key);

/* The result of a step: what follows its last sign of equality, or its last
 * number. */
struct worked_step {
    size_t label; /* of the step, from 1 */
    const char *key, *text;
};

struct worked {
    struct numbered statement, answer, solution;
    const struct worked_step *steps; /* that have a result */
    size_t n_steps;
    const char *const *numbers; /* keys of numbers that are neither in the
                                   statement nor in the answer, each once; 0, 1,
                                   2 and exponents are left out */
    size_t n_numbers;
};

void worked_open(struct arena *a, struct worked *w, const struct problem *p);
void worked_clear(struct worked *w);

/* Returns the key of the number at t[i], a fraction or a plain one, and how
 * many tokens it has; NULL: there is none. */
const char *worked_number(struct arena *a, const struct sign_token *t, size_t n,
                          size_t i, size_t *tokens);

#endif
