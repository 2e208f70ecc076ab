/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_ENGINE_LIVE_H
#define RUN_ENGINE_LIVE_H

#include "run/count/tally.h"
#include "stats/prices.h"
#include "store/runs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The figures of a run while it is under way, over all models: for the progress
 * line and the budget.
 */

struct live {
    uint64_t done, total; /* results, errors among them */
    uint64_t count[MARKS];
    uint64_t tokens; /* prompt and completion, as far as servers say */
    double cost;     /* of calls that have a price */
    uint64_t priced; /* calls with a reply whose price is known */
    uint64_t replies;
    uint64_t failed; /* calls that count as not correct: not those of problems
                        with a bad key */

    unsigned in_flight, waiting, limit;
    uint64_t retried;
    char trouble[160]; /* why a call was last tried again */

    struct share *shares; /* of each problem: counted and correct results */
    size_t n_problems;
    const bool *bad_key; /* [problem] as count/bad_keys.h has it; NULL: none
                            is known */
    bool strict;
};

void live_open(struct live *l, size_t n_problems, uint64_t total, bool strict);
void live_add(struct live *l, const struct result *r, const struct price *p);

/* Returns the accuracy so far, clustered by problem; its n is 0 if nothing
 * counts yet. */
struct rate live_accuracy(const struct live *l);

void live_clear(struct live *l);

#endif
