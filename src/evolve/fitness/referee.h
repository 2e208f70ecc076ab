/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_FITNESS_REFEREE_H
#define EVOLVE_FITNESS_REFEREE_H

#include "evolve/fitness/fitness.h"
#include "run/consult/consult.h"

/* A model rates how hard each text is to follow, 0 to 10, decimals welcome;
 * the text is data, not an instruction. What has no readable rating after
 * being asked again has none (has_referee false), and is counted. */
MUST_USE bool referee_rate(struct arena *a, struct consult *c,
                           struct sample *samples, size_t n, size_t *unread,
                           struct err *e);

#endif
