/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_TARGET_AGAIN_H
#define HUNT_TARGET_AGAIN_H

#include "base/arena.h"
#include "hunt/outcomes.h"
#include "hunt/score/score.h"

#include <stddef.h>
#include <stdint.h>

/*
 * The second stage of a benchmark: which problems are worth further attempts
 * when each has had one. They tell more about claims that are open: those that
 * one attempt made likely and did not decide, and those that it would report,
 * whose size is uncertain. All problems of such claims are asked again, the
 * likeliest claims first; and as yardstick some of the others, drawn by the
 * seed among those of one class: failed or solved at first, and of which of the
 * claims that one attempt reports and that have too many problems.
 *
 * For scoring, the rest are completed: each takes the attempts of one of these
 * others of its class (a hot deck, in two-phase sampling). Of a claim that was opened every problem has its own attempts, so
 * that its p is what it would be if all problems had been asked K times,
 * whatever opened it: what first attempts had by chance does not come again.
 * Of other claims, completed attempts say no more than first ones.
 */

struct again {
    size_t *open; /* places of problems of open claims, rising */
    size_t n_open;
    size_t *others; /* of the yardstick, rising */
    size_t n_others;
    const uint8_t *class; /* [example] */
};

#define AGAIN_CLAIMS  3 /* with too many problems, that make classes */
#define AGAIN_CLASSES (2 << AGAIN_CLAIMS)

/* With fewer problems a yardstick has too few to complete the rest by: nothing
 * is chosen. */
#define AGAIN_LEAST 400

/* Returns how many of n problems are asked again at most: a quarter. */
size_t again_most(size_t n);

/* Chooses, by outcomes of one attempt each, into the arena. Nothing is chosen
 * where no claim is open. The same outcomes and seed give the same choice. */
void again_choose(struct arena *a, const struct outcomes *s,
                  const struct score_options *o, const char *seed,
                  struct again *out);

/* Fills *out with the outcomes `now`, where the problems of the choice have
 * their further attempts, and the rest is completed. */
void again_complete(struct arena *a, const struct outcomes *now,
                    const struct again *c, const char *seed,
                    struct outcomes *out);

#endif
