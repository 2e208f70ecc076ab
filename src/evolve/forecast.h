/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_FORECAST_H
#define EVOLVE_FORECAST_H

#include "evolve/evolve.h"
#include "run/forecast.h"

/*
 * How many calls an evolution makes, before anybody is asked: the rows of its
 * stages. Without a writer and a referee the problems do not depend on replies:
 * they are made, and every call is known. Otherwise there are bounds. In the
 * stage "ask" the role is the set that a model is asked.
 */

/* `s` NULL: there is no store yet. Fails where evolve_run() would before it
 * asks anybody. Everything in the forecast is in the arena. */
MUST_USE bool evolve_forecast(struct arena *a, struct store *s,
                              const struct evolve_spec *spec,
                              const struct session_options *o,
                              struct forecast *out, struct err *e);

#endif
