/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_PLAY_PLAY_H
#define RUN_PLAY_PLAY_H

#include "family/mathador/points/points.h"
#include "run/view.h"

/* The points of a run's Mathador problems: family/mathador/points/points.h. */

/* Returns the results of the view that count, by the lenient reading, as a
 * family is given them. */
struct family_results play_rows(struct arena *a, const struct view *v);

/* As points_make() and points_by(), of a view. */
MUST_USE bool play_make(struct arena *a, const struct view *v,
                        const char *facts, struct play **out, struct err *e);
struct play_scores *play_by(struct arena *a, const struct view *v,
                            const struct grouping *g);

#endif
