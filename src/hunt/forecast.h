/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_FORECAST_H
#define HUNT_FORECAST_H

#include "hunt/hunt.h"
#include "run/session.h"

/*
 * How many calls a hunt will make: a row for each model in each stage. Numbers
 * that follow from the spec and the benchmark are exact; numbers that depend on
 * replies have bounds. The forecast is in the arena.
 */

/* `s` is NULL if there is no store yet. Fails where hunt_run() would fail
 * before its first call. */
MUST_USE bool hunt_forecast(struct arena *a, struct store *s,
                            const struct hunt_spec *spec,
                            const struct hunt_options *o, struct forecast *out,
                            struct err *e);

/* The same for hunt_make_taxonomy() with this model. */
MUST_USE bool hunt_forecast_taxonomy(struct arena *a,
                                     const struct hunt_spec *spec,
                                     const struct hunt_options *o,
                                     const char *model, struct forecast *out,
                                     struct err *e);

/* The same for hunt_task(). */
MUST_USE bool hunt_forecast_task(struct arena *a, const struct hunt_spec *spec,
                                 const struct hunt_options *o,
                                 struct forecast *out, struct err *e);

/* ---- parts ---- */

/* Returns the calls of propose_run() on n labelled rows, with a vocabulary or
 * without one. */
struct call_range forecast_propose(const struct propose_options *o, size_t n,
                                   bool vocabulary);

/* Returns the calls of infer_run() on n labelled rows. With `by_tags` no model
 * is asked whether a suspicion holds of a row. */
struct call_range forecast_infer(const struct infer_options *o,
                                 enum infer_strategy s, size_t n, bool by_tags);

/* Return how many fresh problems, and how many problems of controls, one
 * hypothesis gets. */
struct call_range forecast_fresh(const struct hunt_spec *s);
size_t forecast_controls(const struct hunt_spec *s, bool concepts);

#endif
