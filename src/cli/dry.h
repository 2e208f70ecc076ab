/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_DRY_H
#define CLI_DRY_H

#include "cli/spec_options.h"
#include "run/plan.h"

/*
 * --dry-run of `assay run`, `hunt`, `evolve` and `climb`: which calls would be made, and
 * what they might cost. No model is asked, and no store is made or changed.
 */

/* The dry run of a run. `of` is the earlier run whose failures are asked again;
 * if it is NULL and the plan asks failures again, the newest such run. Returns
 * the status to exit with. */
int run_dry(struct arena *a, struct plan *plan, const char *of,
            const struct ask_options *o, const char *store);

/* The dry run of a study, whose job begins with struct spec_args: shows what
 * `forecast` fills in, which gets the store as it is, or NULL if there is none
 * yet. Returns the status to exit with. */
typedef bool dry_forecast(void *job, struct store *s, struct forecast *out,
                          struct err *e);
int study_dry(void *job, const char *store, const struct session_options *o,
              dry_forecast *forecast);

#endif
