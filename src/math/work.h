/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_WORK_H
#define MATH_WORK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Work is counted, never timed: the same question meets the same ceiling on a
 * fast and on a slow machine. A unit is about the cost of one ball
 * multiplication of 128 bits (some 50 ns). Before a call that cannot be
 * interrupted, the caller spends what the call may cost, and does not call if
 * that is refused. The name of the first ceiling that was met stays on record.
 */

struct work {
    uint64_t used;
    uint64_t limit;
    const char *ceiling; /* NULL: none was met; else "work", "digits", ... */
};

/* Take n units. Returns false, with ceiling "work", if the limit is passed. */
bool work_spend(struct work *w, uint64_t n);

/* Record that the ceiling of that name was met. Always returns false, so that
 * `return work_refuse(w, "exponent")` reads well. */
bool work_refuse(struct work *w, const char *ceiling);

#endif
