/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_FORECAST_H
#define EVOLVE_FORECAST_H

#include "evolve/evolve.h"
#include "run/session.h"

/*
 * How many calls an evolution will make: a row for each model in each stage.
 * Without a writer and a referee the problems do not depend on replies, so they
 * are made and the numbers are exact; otherwise they have bounds. In the stage
 * "ask" the role is the name of the set that a model is asked.
 */

/* `s` is NULL if there is no store yet. Fails where evolve_run() would fail
 * before its first call. The forecast is in the arena. */
MUST_USE bool evolve_forecast(struct arena *a, struct store *s,
                              const struct evolve_spec *spec,
                              const struct session_options *o,
                              struct forecast *out, struct err *e);

#endif
