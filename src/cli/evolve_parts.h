/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_EVOLVE_PARTS_H
#define CLI_EVOLVE_PARTS_H

#include "cli/run_options.h"
#include "evolve/evolve.h"

/* --dry-run of `assay evolve` (evolve_dry.c). Returns the status to exit with,
 * or -1 with an error. */
int evolve_dry(struct arena *a, const struct evolve_spec *spec,
               const struct evolve_options *o, bool json, struct err *e);

#endif
