/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_STATEMENT_H
#define FAMILY_MATHADOR_STATEMENT_H

#include "base/str.h"
#include "family/mathador/settings.h"
#include "family/mathador/solve.h"

/* The texts for a player: the rules, examples, the game itself, and the worked
 * solution. */

/* A worked example. */
struct shot {
    struct game game;
    struct found found;
};

/* Append the rules, the points and the task, for a game of n numbers. */
void say_rules(struct str *out, size_t n, enum settings_prompt prompt);

/* Append the i-th of n examples, i from 1. */
void say_shot(struct str *out, const struct shot *s, int i, int n);

/* Append "Target: ..." and "Numbers: ...". */
void say_game(struct str *out, const struct game *g);

/* Returns the best solution in numbered steps, with its points. */
const char *say_solution(struct arena *a, const struct solution *best);

#endif
