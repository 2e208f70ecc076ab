/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_RUN_OPTIONS_H
#define CLI_RUN_OPTIONS_H

#include "base/arena.h"
#include "cli/args.h"
#include "run/engine/ask.h"
#include "run/plan.h"
#include "run/session.h"
#include "run/spec/run_spec.h"
#include "run/summary.h"
#include "store/runs.h"

/*
 * How a run is shown, for `assay run` and `assay store show`; and the parts of
 * `assay run` that stand in files of their own. Functions that return int
 * report mistakes themselves: -1 to go on, or the status to exit with.
 */

/* As it is typed. */
struct run_options {
    bool json, csv, markdown;
    const char *by;           /* groups, with commas between; or NULL */
    const char *junit;        /* a file to write; or NULL */
    const char *min_accuracy; /* "0.7", "70%"; or NULL */
    const char *facts;        /* a file; or NULL */
    const char *judge_model;  /* for a second opinion; or NULL */
    const struct session_options *session; /* how it is asked */
};

/* Makes the options of the summary from what was typed. */
int run_read_view(const struct command *c, struct arena *a,
                  const struct run_options *r, bool strict,
                  const struct prices *prices, struct summary_options *out);

/* Reads a rate, "0.7" or "70%". Returns false if it is none. */
bool run_read_rate(const char *text, double *out);

/* Returns the path of the store: --store, else $ASSAY_STORE, else assay.db. */
const char *run_store_path(const char *given);

/* ---- parts of `assay run` ---- */

/* --regrade RUN (run_again.c). */
int run_regrade(const struct command *self, struct arena *a, const char *name,
                const struct run_spec *spec, const struct run_options *r,
                const struct ask_options *ask,
                const struct summary_options *view);

/* --judge-model: asks for a second opinion on the run's verdicts that are no
 * proof, and tells what it says. -1 to go on. */
int run_second_opinion(struct arena *a, struct store *s,
                       const struct run_info *run, const struct run_options *r);

/* Finds the run that --only takes over from: the one named, or the newest with
 * the same problems, models and attempts that asked everything. Fills plan->of.
 * Fails if there is none. */
MUST_USE bool run_find_old(struct arena *a, struct store *s, struct plan *plan,
                           const char *name, struct run_info *out,
                           struct err *e);

#endif
