/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_DESK_ASK_ASK_RESULTS_H
#define SERVE_DESK_ASK_ASK_RESULTS_H

#include "base/json.h"
#include "base/str.h"
#include "serve/desk/ask/failure.h"
#include "serve/desk/entry.h"
#include "serve/route.h"
#include "stats/tally.h"
#include "store/challenges.h"
#include "store/journal.h"
#include "store/runs.h"
#include "verify/claim.h"

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

/* What the replies to a version are judged with. */
struct asked_judge {
    struct problem problem;
    struct claim *claims; /* by which the key can be checked */
    size_t n_claims;
};

/* One of them. */
struct asked_reply {
    bool found;  /* the call is in the journal */
    bool judged; /* the grade is of the text */
    struct call call;
    const char *text; /* NULL: there is none */
    struct grade_result grade;
    struct failure failure;
};

/* Reads a version. Fails if the store cannot be read or has none. */
MUST_USE bool asked_judge_open(struct store *s, struct arena *a, int64_t entry,
                               int64_t version, struct asked_judge *out,
                               struct err *e);

/* Finds a reply, judges it (correct ones only if `all`) and says why it failed. */
MUST_USE bool asked_judge_read(struct store *s, struct arena *a,
                               const struct asked_judge *j,
                               const struct result *r, bool all,
                               struct asked_reply *out, struct err *e);

/* Returns whether a challenge waits or is asked. */
bool asked_is_going(const struct challenge *c);

/* Reads the results of a challenge. Fails when the store cannot be read. */
MUST_USE bool asked_read(struct visit *v, const struct challenge *c,
                         struct asked *out, struct err *e);

/* Returns what the part "model" shows: the short name of a model, by which the
 * board has it too; the whole spec where those that the server offers would not
 * differ. */
struct json *asked_model(struct visit *v, const char *model);

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

#endif
