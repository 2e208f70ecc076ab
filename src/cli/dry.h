/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_DRY_H
#define CLI_DRY_H

#include "climb/climb.h"
#include "evolve/evolve.h"
#include "hunt/hunt.h"
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

/* The dry run of a hunt. `maker` is the model of --make-taxonomy, or NULL;
 * `task` says that the hunt is a task with data of its own. Returns the status
 * to exit with. */
int hunt_dry(struct arena *a, const struct hunt_spec *spec,
             const struct hunt_options *o, const char *maker, bool task,
             bool json);

/* The dry run of one evolution, or of several, called so, as one document.
 * Returns as hunt_dry() does. */
int evolve_dry(struct arena *a, const struct evolve_spec *specs,
               const char *const *names, size_t n,
               const struct session_options *o, bool json);

/* The same of a climb. */
int climb_dry(struct arena *a, const struct climb_spec *spec,
              const struct session_options *o, bool json);

#endif
