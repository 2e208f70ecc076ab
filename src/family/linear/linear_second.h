/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LINEAR_LINEAR_SECOND_H
#define FAMILY_LINEAR_LINEAR_SECOND_H

#include "base/arena.h"
#include "family/linear/system.h"

/*
 * The second road: nothing of system.c, no elimination over fractions. Cramer's
 * rule with determinants of whole numbers of any size, and the ranks of the
 * systems without one equation. Each function returns NULL if all is well, else
 * what is wrong.
 */

/* Compute all values into x[0..n_vars), from as many equations as variables. */
const char *linear_second_solve(struct arena *a, const struct system *s,
                                struct ratio *x);

/* Check that without any one of the equations the asked variable is open. */
const char *linear_second_needed(struct arena *a, const struct system *s);

#endif
