/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PLANTED_WRONG_H
#define RUN_PLANTED_WRONG_H

#include "base/arena.h"
#include "problem/problem.h"

#include <stdint.h>

/*
 * Plausible wrong replies. Slips of the key (slip.h), or of the best solution
 * of a family that judges by its own rules, are judged one after another from
 * `pick` on; the first that is wrong by both readings is given out. NULL: none
 * could be proved.
 */
const char *wrong_reply(struct arena *a, const struct problem *p,
                        uint64_t pick);

#endif
