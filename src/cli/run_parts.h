/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_RUN_PARTS_H
#define CLI_RUN_PARTS_H

#include "cli/run_options.h"
#include "run/ask/ask.h"

/*
 * The parts of `assay run` that stand in files of their own.
 */

/* The command line (run_args.c); as args_read(). */
int run_read_args(const struct command *self, int argc, char **argv,
                  struct run_options *r, struct args *args);

/* --dry-run: what would be asked, and what it might cost (run_dry.c). */
int run_dry(struct arena *a, struct plan *plan, const struct run_options *r,
            const struct ask_options *o, const char *store);

/* --regrade RUN (run_again.c). */
int run_regrade(const struct command *self, struct arena *a,
                const struct run_options *r, const struct ask_options *ask,
                const struct view_options *view);

/* The run that --only asks about: the one named, or the newest with the same
 * problems, models and attempts that asked for all. Fills plan->of. */
MUST_USE bool run_find_old(struct arena *a, struct store *s, struct plan *plan,
                           const char *name, struct run_info *out,
                           struct err *e);

#endif
