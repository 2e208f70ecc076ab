/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_ENGINE_ASK_H
#define RUN_ENGINE_ASK_H

#include "base/arena.h"
#include "base/err.h"
#include "model/server/pool.h"
#include "model/server/shared_rate.h"
#include "run/count/tally.h"
#include "run/plan.h"
#include "stats/prices.h"
#include "store/runs.h"
#include "store/store.h"

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
    const bool *bad_key; /* [problem] as count/tally.h has it; NULL: none
                            is known */
    bool strict;
};

void live_open(struct live *l, size_t n_problems, uint64_t total, bool strict);
void live_add(struct live *l, const struct result *r, const struct price *p);

/* Returns the accuracy so far, clustered by problem; its n is 0 if nothing
 * counts yet. */
struct rate live_accuracy(const struct live *l);

void live_clear(struct live *l);

/*
 * The engine. Every call of a plan that has no result in the run is looked up
 * in the journal, or else sent to its model; the reply is committed to the
 * journal and judged, and the verdict is appended to the run. Each model has a
 * lane of its own, and all lanes work at once:
 *
 *   feeder -> pool (servers), or worker (models of the process), or answerer
 *             (those of them that take their time)
 *          -> writer: commits replies -> worker: judges -> writer: results
 *
 * The writer is one thread with a connection of its own and commits whatever
 * has come since its last commit in one transaction, so that a reply is on the
 * disk before anybody looks at it. A run that was only begun (runs_begin()) is
 * finished by it first, while the first calls are under way.
 *
 * Where many processes work on a run (ask_options.share), the feeder takes its
 * calls from blocks of the run's work, on leases, and the writer appends a result
 * only where there is none yet.
 */

/* One worker of a run that many work on (store/work.h). */
struct ask_share {
    const bool *serves; /* [model] which of the plan's it can ask */
    const char *name;   /* of the worker, for people: "node7:4711" */
    int64_t lease_ms;
    int64_t
        worker_chain; /* that it had before, when it lost the store; 0: none */
};

struct ask_options {
    /* Calls are taken from the run's work, together with others; NULL: all that
     * have no result are asked. */
    const struct ask_share *share;
    struct pool_options pool;
    int threads;         /* that judge */
    bool strict;         /* the reading that the progress line counts by */
    const bool *bad_key; /* [problem] those that it does not count; or NULL */
    /* [ask_place()] is set where a reply was judged not correct and does not
     * contain the problem's key (run/judge.h); NULL: not needed. */
    bool *keyless;
    bool keep; /* the results of a new run: see the report */
    const struct prices *prices;
    double budget_money;    /* 0: none; needs prices */
    uint64_t budget_tokens; /* 0: none */
    /* [model] what a call is taken to cost before its first reply; NULL: that
     * is not known. */
    const struct shared_rate_sum *guess;
    /* A budget that others share: is asked before each call with what the run
     * will have cost by then, calls under way and this one included. NULL: none
     * is shared. */
    bool (*affords)(void *ctx, double tokens, double money);
    bool paid;  /* results that the run has were paid for in another run: the
                   budget does not count them */
    bool batch; /* calls go by batch (run/batch/batch.h), at half the price */
    /* No server is asked: what the journal does not have is an error for the
     * reason that this returns, or, if it returns NULL, is left for later. NULL:
     * servers are asked. */
    const char *(*unsent)(void *ctx, struct hash128 key);
    void *unsent_ctx;
    struct store *writer; /* for the writer, and where the run was begun; NULL:
                             it opens its own */
    double grace_s;       /* seconds for calls in flight when it is stopped */
    bool apart; /* if a model cannot be asked, only that model ends: the others
                   continue, and its failed calls are errors like others */

    /* Called on the calling thread about ten times a second. */
    void (*progress)(void *ctx, const struct live *live);
    bool (*stop)(void *ctx); /* should it stop now? */
    /* At the end of each thread that judged; NULL: nothing. */
    void (*leave)(void *ctx);
    void *ctx;
};

enum ask_end {
    ASK_DONE,    /* every call has a result; some may be errors */
    ASK_STOPPED, /* by `stop`; the same plan can continue later */
    ASK_BUDGET,  /* the budget is spent; likewise */
    ASK_FATAL,   /* no call can succeed: `why` */
};

struct ask_report {
    enum ask_end end;
    const char *why;     /* of ASK_FATAL: what happened and what to do */
    const char **fallen; /* [model] likewise of each that fell apart from the
                            others; NULL: it did not. Then `end` is ASK_FATAL
                            if nothing else ended the run */
    struct live live;    /* the last state */
    uint64_t asked;      /* replies that came from a model now */
    uint64_t failed;     /* calls that failed now, after all retries */
    uint64_t journalled; /* that were in the journal */
    uint64_t before;     /* results that the run had */
    const char *error;   /* why the first failed call failed; NULL: none did */
    double spent_tokens, spent_money; /* as the budget counts them */
    uint64_t unanswered; /* requests sent whose answer did not come whole: */
    double
        unanswered_tokens; /* of what was spent, what they are taken to cost */
    double others_tokens, others_money; /* meanwhile, by other processes on the
                                           store: the budget counts it too */
    uint64_t dropped;                   /* calls given up when it was stopped */
    struct result *results; /* as runs_results() would list them: a new run
                               that is whole; NULL: read them */
    size_t n_results;
    uint64_t late; /* results that another worker had before */
    int64_t
        worker_chain; /* of a worker (store/worker_chain.h); also where it failed, */
    bool lost;        /* because a connection to the store was lost */
    const char **notes; /* oddities of the replies, each once, for the user */
    size_t n_notes;
};

/* The number of a call in a list of all calls of a run. */
size_t ask_place(uint64_t n_problems, uint64_t attempts,
                 const struct result *r);

/* Works on a run until it is done or stopped, and fills *out. The run is locked
 * meanwhile (runs_lock()). Fails when the store cannot be written or a request
 * cannot be made. */
MUST_USE bool ask_run(struct arena *a, struct store *s,
                      const struct run_info *run, const struct plan *plan,
                      const struct ask_options *o, struct ask_report *out,
                      struct err *e);

/* What a plan would do: calls in all, results that the run has or would take
 * over, replies in the journal, calls that are left to ask, and the bytes of
 * their prompts. */
struct ask_estimate {
    uint64_t calls, results, journalled, to_ask;
    uint64_t prompt_bytes;  /* of the bodies to be asked, all models */
    uint64_t *model_to_ask; /* [model] */
    uint64_t *model_bytes;  /* [model] */
    double reply_tokens;    /* sum over the replies that the run has, and */
    uint64_t replies;
    const char *first_body; /* an example, of the first model */
};

/* Fills *out without asking a model. `run` is NULL if there is no run yet, and
 * `old` is NULL if nothing is taken over. Fails when the store cannot be read
 * or a request cannot be made. */
MUST_USE bool ask_preview(struct arena *a, struct store *s,
                          const struct run_info *run,
                          const struct run_info *old, const struct plan *plan,
                          struct ask_estimate *out, struct err *e);

/* Appends to a new run those results of an older one that plan->only does not
 * ask again, for the same problems, models and attempts; *taken is how many.
 * The run is locked meanwhile, and *run is then read again. Fails when the
 * store cannot be written. */
MUST_USE bool ask_take_over(struct arena *a, struct store *s,
                            struct run_info *run, const struct run_info *old,
                            const struct plan *plan, uint64_t *taken,
                            struct err *e);

#endif
