/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_HUNT_CHECK_H
#define HUNT_HUNT_CHECK_H

#include "hunt/hunt.h"

/* Reads what the hunt reads (benchmark, outcomes, task) and fails on mistakes in
 * it that would else come to light when something was asked or replaced. Nothing
 * is asked, and no file is written. */
MUST_USE bool hunt_check(struct arena *a, const struct hunt_spec *spec,
                         const struct hunt_options *o, struct err *e);

#endif
