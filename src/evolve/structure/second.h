/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_STRUCTURE_SECOND_H
#define EVOLVE_STRUCTURE_SECOND_H

#include "evolve/structure/graph_int.h"

/*
 * The certificate of a row: two programs, made apart from each other, that
 * agree whatever the numbers are: on the original's, on those of now, and on
 * draws of fresh ones.
 */

#define SECOND_DRAWS 3

/* Returns why the second program of the graph, which has one, does not certify
 * it, or NULL. */
const char *second_fault(struct arena *a, const struct graph *g);

#endif
