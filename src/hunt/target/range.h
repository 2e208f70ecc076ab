/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_TARGET_RANGE_H
#define HUNT_TARGET_RANGE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * What the problems of a hunt are drawn from, of the probe and fresh ones. A
 * small model that fails at all that is longer or larger than usual shows what
 * else it cannot do only where these stay as they are.
 */
struct draw_range {
    size_t levels;            /* of each family, from the first on; 0: all */
    const char *const *fixed; /* knobs (wording, distractors, digits, steps)
                                 that are not drawn: plain, or 0 */
    size_t n_fixed;
    bool singles; /* pairs of families only where no family will do */
    bool highest; /* the highest level of each family alone */
};

#endif
