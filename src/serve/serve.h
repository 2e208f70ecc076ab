/* SPDX-License-Identifier: Apache-2.0 */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include "base/err.h"
#include "serve/options.h"

#include <stdbool.h>

/*
 * The workbench, where a class writes problems against models, and the reward
 * API, in one process on one store. The command line may use the store
 * meanwhile.
 */

/* Serves until it is told to stop. Fails if it cannot start, or the store cannot
 * be written. */
MUST_USE bool serve_run(const struct serve_options *o, struct err *e);

#endif
