/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_DRY_H
#define CLI_DRY_H

#include "evolve/evolve.h"
#include "hunt/hunt.h"
#include "run/plan.h"

/*
 * --dry-run of `assay run`, `hunt` and `evolve`: what would be asked, and what
 * it might cost. Nobody is asked, and no store is made or changed.
 */

/* Of a run. `of` is the earlier run whose failures are asked
 * again; NULL: the newest, where the plan has some. Returns the status to exit
 * with. */
int run_dry(struct arena *a, struct plan *plan, const char *of,
            const struct ask_options *o, const char *store);

/* Of a hunt: `maker` is the model of a --make-taxonomy, else
 * NULL; `task`: a task with data of its own. Returns the status to exit with,
 * or -1 with an error. */
int hunt_dry(struct arena *a, const struct hunt_spec *spec,
             const struct hunt_options *o, const char *maker, bool task,
             bool json, struct err *e);

/* Of an evolution; likewise. */
int evolve_dry(struct arena *a, const struct evolve_spec *spec,
               const struct session_options *o, bool json, struct err *e);

#endif
