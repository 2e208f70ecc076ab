/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_ENGINE_REGRADE_H
#define RUN_ENGINE_REGRADE_H

#include "base/arena.h"
#include "base/err.h"
#include "run/judge.h"
#include "run/summary.h"
#include "store/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Judge the replies of a run again, with today's judge: no model is asked.
 * What comes out otherwise than before is appended to the run, whose earlier
 * verdicts stay in its chain. With other options of the judge than the run's
 * own it is another run: regrade_open() finds or makes it, with the same
 * problems, models and calls, and all results are appended there.
 */

struct regrade_change {
    const struct result *was;
    struct result now;
};

struct regrade {
    struct regrade_change *changes; /* in the order of the results */
    size_t n;
    uint64_t judged;
    bool stopped; /* `stop` said so: nothing was written */
};

struct regrade_options {
    struct judge_options judge;
    const struct run_info *into; /* the run that results are appended to */
    int threads;
    void (*leave)(void *ctx); /* at the end of each thread that judged */
    void (*progress)(void *ctx, uint64_t done, uint64_t total);
    bool (*stop)(void *ctx);
    void *ctx;
};

/* The run for these options: `run` itself where they are its own. Options not
 * given (NULL, 0) are filled in from it. */
MUST_USE bool regrade_open(struct arena *a, struct store *s,
                           const struct run_info *run,
                           struct judge_options *judge, const char *version,
                           int64_t now_ms, struct run_info *out, struct err *e);

MUST_USE bool regrade_run(struct arena *a, struct store *s,
                          const struct summary *v,
                          const struct regrade_options *o, int64_t now_ms,
                          struct regrade *out, struct err *e);

#endif
