/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_HUNT_PARTS_H
#define CLI_HUNT_PARTS_H

#include "cli/run_options.h"
#include "hunt/hunt.h"
#include "hunt/spec.h"

/* --dry-run of `assay hunt` (hunt_dry.c): `maker` is the model of a
 * --make-taxonomy, else NULL; `task`: a task with data of its own. Returns the
 * status to exit with, or -1 with an error. */
int hunt_dry(struct arena *a, const struct hunt_spec *spec,
             const struct hunt_options *o, const char *maker, bool task,
             bool json, struct err *e);

#endif
