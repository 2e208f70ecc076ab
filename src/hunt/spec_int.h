/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_SPEC_INT_H
#define HUNT_SPEC_INT_H

#include "hunt/spec.h"

/* The fields of a hunt's spec: spec_fields.c. */
extern const struct spec_table hunt_table;

#endif
