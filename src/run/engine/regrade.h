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
 * Judges the replies of a run again with today's judge; no model is asked.
 * Verdicts that changed are appended to the run, and the earlier ones stay in
 * its chain. If the judge has other options than those of the run, the results
 * belong to another run: regrade_open() finds or makes it, with the same
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
    bool stopped; /* by `stop`: nothing was written */
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

/* Fills in what is not given (NULL, 0) with the options that the run was judged
 * by. Fails if its spec cannot be read. */
MUST_USE bool regrade_judge(struct arena *a, const struct run_info *run,
                            struct judge_options *judge, struct err *e);

/* Finds or makes the run for these options: *out is `run` itself if they are
 * its own. Options that are not given (NULL, 0) are filled in from `run`. Fails
 * when the store cannot be written. */
MUST_USE bool regrade_open(struct arena *a, struct store *s,
                           const struct run_info *run,
                           struct judge_options *judge, const char *version,
                           int64_t now_ms, struct run_info *out, struct err *e);

MUST_USE bool regrade_run(struct arena *a, struct store *s,
                          const struct summary *v,
                          const struct regrade_options *o, int64_t now_ms,
                          struct regrade *out, struct err *e);

#endif
