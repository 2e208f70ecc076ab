/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LINEAR_LINEAR_SECOND_H
#define FAMILY_LINEAR_LINEAR_SECOND_H

#include "base/arena.h"
#include "family/linear/system.h"

/*
 * The second road: nothing of system.c, no elimination over fractions.
 * Cramer's rule with determinants of whole numbers of any size, and the ranks
 * of what is left when an equation is taken away. Each function returns NULL
 * when all is well, or what is wrong.
 */

/* All values into x[0..n_vars), of as many equations as variables. */
const char *linear_second_solve(struct arena *a, const struct system *s,
                                struct ratio *x);

/* Without any one of the equations the asked variable is open. */
const char *linear_second_needed(struct arena *a, const struct system *s);

#endif
