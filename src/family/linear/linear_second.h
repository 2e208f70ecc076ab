/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LINEAR_LINEAR_SECOND_H
#define FAMILY_LINEAR_LINEAR_SECOND_H

#include "base/arena.h"
#include "family/linear/system.h"

/*
 * The second road: nothing of system.c, no elimination over fractions. Cramer's
 * rule for all unknowns at once: FLINT's matrix of determinants (the adjoint) of
 * whole numbers of any size.
 */

struct linear_second {
    struct ratio x[LINEAR_VARIABLES]; /* the values */
    uint32_t needs[LINEAR_VARIABLES]; /* equations that each value needs */
};

/* Solve a system of as many equations as variables. Returns NULL, or what is
 * wrong. */
const char *linear_second_solve(struct arena *a, const struct system *s,
                                struct linear_second *out);

/* Returns NULL if without any one of the equations the asked variable is open,
 * else the one that is not needed. */
const char *linear_second_needed(struct arena *a, const struct system *s,
                                 const struct linear_second *found);

/* Returns how many equations must be solved together at the worst, less 1, if
 * the value that needs fewest is always found first. */
size_t linear_second_depth(const struct system *s,
                           const struct linear_second *found);

/* Returns NULL if the system has the depth, the distance and the terms that the
 * shape promises, else what it has instead. */
const char *linear_second_promise(struct arena *a, const struct system *s,
                                  const struct linear_second *found,
                                  const struct linear_shape *shape);

#endif
