/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_WORK_H
#define MATH_WORK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Work is counted, never timed: the same question meets the same ceiling on a
 * fast and on a slow machine. A unit is about what one ball multiplication of
 * 128 bits costs (some 50 ns). Whoever is about to call something that cannot
 * be interrupted first spends what it may cost, and does not call when that
 * is refused. The first ceiling that was met stays on record by its name.
 */

struct work {
    uint64_t used;
    uint64_t limit;
    const char *ceiling; /* NULL: none was met; else "work", "digits", ... */
};

/* Take n units; false when the limit is passed, with ceiling "work". */
bool work_spend(struct work *w, uint64_t n);

/* Record that the ceiling of that name was met; always false, so that
 * `return work_refuse(w, "exponent")` reads well. */
bool work_refuse(struct work *w, const char *ceiling);

#endif
