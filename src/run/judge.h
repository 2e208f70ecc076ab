/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_JUDGE_H
#define RUN_JUDGE_H

#include "base/arena.h"
#include "problem/problem.h"
#include "store/journal.h"
#include "store/runs.h"

#include <stdbool.h>

/*
 * From a reply to a result. A family that judges replies itself does so; else
 * the key and the reply go to the judge, all keys together where a problem
 * asks for several values: what was found of each is then in `more`, as
 * "parts" (see grade/jsonl.h). Only replies of outcome ok are judged: a truncated
 * or refused one has no verdict, whatever stands in it.
 */

/* How replies are judged: options that hold for a whole run. */
struct judge_options {
    const char *tolerance;  /* or NULL; see grade/request.h */
    int digits;             /* 0: the default */
    const char *convention; /* of a family's own judge; NULL: ours */
};

/* Fill outcome, verdicts, answer, why, more and judge; the caller fills which
 * problem, model, attempt and call it is. Strings are in the arena. Any number
 * of threads may judge at once. */
void run_judge(struct arena *a, const struct problem *p,
               const struct judge_options *o, const struct reply *reply,
               struct result *out);

/* Can replies be judged by the problem's key? False: every reply will be a
 * bad_key, and *why says so in one sentence, from the arena. Costs about what
 * reading the key does. */
bool run_judge_key(struct arena *a, const struct problem *p,
                   const struct judge_options *o, const char **why);

#endif
