/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PLANTED_WRONG_H
#define RUN_PLANTED_WRONG_H

#include "base/arena.h"
#include "problem/problem.h"

#include <stdint.h>

/*
 * Plausible wrong replies. A slip that the family's file names, near misses of
 * the key (problem/near_miss.h), or changes to the best solution of a family
 * that judges by its own rules, are judged one after another, beginning with
 * number `pick`. Returns the first that is wrong
 * by both readings, in the arena, or NULL if none could be proved wrong.
 */
const char *wrong_reply(struct arena *a, const struct problem *p,
                        uint64_t pick);

#endif
