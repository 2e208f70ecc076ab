/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_FORECAST_H
#define HUNT_FORECAST_H

#include "hunt/hunt.h"
#include "run/forecast.h"

/*
 * How many calls a hunt makes, before it is begun: the rows of its stages. What
 * the spec and the benchmark decide is known; what replies decide has a bound.
 * Everything in a forecast is in the arena.
 */

/* `s` NULL: there is no store yet. Fails where hunt_run() would before it asks
 * anybody. */
MUST_USE bool hunt_forecast(struct arena *a, struct store *s,
                            const struct hunt_spec *spec,
                            const struct hunt_options *o, struct forecast *out,
                            struct err *e);

/* The same of hunt_make_taxonomy() by a model. */
MUST_USE bool hunt_forecast_taxonomy(struct arena *a,
                                     const struct hunt_spec *spec,
                                     const struct hunt_options *o,
                                     const char *model, struct forecast *out,
                                     struct err *e);

/* The same of hunt_task(). */
MUST_USE bool hunt_forecast_task(struct arena *a, const struct hunt_spec *spec,
                                 const struct hunt_options *o,
                                 struct forecast *out, struct err *e);

/* ---- parts ---- */

/* propose_run() on n labelled rows, with a vocabulary or without one. */
struct call_range forecast_propose(const struct propose_options *o, size_t n,
                                   bool vocabulary);

/* infer_run() on n labelled rows; `by_tags`: nobody is asked who holds. */
struct call_range forecast_infer(const struct infer_options *o,
                                 enum infer_strategy s, size_t n, bool by_tags);

/* Fresh problems of one hypothesis, and its controls; problems, not calls. */
struct call_range forecast_fresh(const struct hunt_spec *s);
size_t forecast_controls(const struct hunt_spec *s, bool concepts);

#endif
