/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_ASK_ASK_RESULTS_H
#define SERVE_DESK_ASK_ASK_RESULTS_H

#include "base/str.h"
#include "serve/desk/entry.h"
#include "serve/route.h"
#include "stats/tally.h"
#include "store/challenges.h"
#include "store/runs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What came of a challenge, as HTML: its state and progress, for each model the
 * attempts as marks with counts and an interval, and each reply with the stretch
 * that was judged, the verdict, why, and the kind of failure. Whoever calls it
 * has asked entry_may(DEAL_KEY).
 */

struct asked {
    struct challenge row;
    const struct result *results; /* of its run, by model and attempt */
    size_t n;
    bool may_ask;     /* the visitor may ask what is missing; of older versions
                         nothing counts, and nothing is asked */
    uint64_t earlier; /* replies to challenges of the entry before it */
};

/* How one model did. */
struct asked_score {
    uint64_t attempts; /* with a reply */
    uint64_t counted, correct;
    uint64_t decided; /* verdicts of people among those counted */
    uint64_t marks[MARKS];
    double prompt, completion; /* tokens, sums over `sized` replies */
    uint64_t sized;
};

/* Reads the results of a challenge. Fails when the store cannot be read. */
MUST_USE bool asked_read(struct visit *v, const struct challenge *c,
                         struct asked *out, struct err *e);

/* Returns what the part "model" shows: the short name of a model, by which the
 * board has it too; the whole spec where those that the server offers would not
 * differ. */
struct json *asked_model(struct visit *v, const char *model);

void asked_name(struct visit *v, struct str *out, const char *model);

/* Returns how many attempts of a challenge that has ended have no reply; 0 while
 * it goes on. */
uint64_t asked_misses(const struct asked *x);

/* Adds the results of the model of that spec to the score; of a challenge
 * without it, nothing. */
void asked_add(const struct asked *x, const char *model,
               struct asked_score *score);

/* Puts what the part "rate" shows: "solved 1 of 8 [2 %, 47 %], 1 decided by a
 * person", or that nothing counts. */
void asked_put_rate(struct arena *a, struct json *row,
                    const struct asked_score *s);

void asked_rate(struct str *out, const struct asked_score *s);

#endif
