/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_ENUMERATE_H
#define FAMILY_MATHADOR_ENUMERATE_H

#include "family/mathador/solve.h"

/*
 * The second road: what the solver counts, found by writing every expression
 * down, one by one. It shares nothing with the solver but the rules of game.h.
 *
 * Ordered: every order of different places, every bracketing, every choice of
 * operators. Distinct: every form once, a sum as a list of terms that are no
 * sums, in a fixed order, a product likewise. Only at the last step or two are
 * expressions passed over unwritten, when their value, by its lowest bits,
 * cannot be the target or lead to it.
 */

/* Returns the outcome of g->target; solutions is 0 when it cannot be reached.
 */
struct solve_outcome enumerate(const struct game *g);

#endif
