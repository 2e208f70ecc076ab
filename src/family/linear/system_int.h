/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LINEAR_SYSTEM_INT_H
#define FAMILY_LINEAR_SYSTEM_INT_H

#include "family/linear/system.h"

/* Which variables stand in which equation of a system to be drawn. */

#define DRAW_VARIABLES 10

struct linear_support {
    size_t n, asked;
    uint32_t rows[DRAW_VARIABLES]; /* variables of each equation */
};

/* Draw how many variables all equations have together: the mean that the shape
 * asks for, or one more or less. */
size_t linear_draw_places(struct rng *r, const struct linear_shape *shape);

/* Draw places of that depth and distance. Returns false if the draw came to no
 * end: another may. */
MUST_USE bool linear_draw_blocks(struct rng *r,
                                 const struct linear_shape *shape,
                                 struct linear_support *out);

#endif
