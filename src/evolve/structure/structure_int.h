/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_STRUCTURE_STRUCTURE_INT_H
#define EVOLVE_STRUCTURE_STRUCTURE_INT_H

#include "evolve/structure/structure.h"

/* What structure.c uses of concept.c. */

/* Makes the structure of a concept family's problem. Fails if the family, the
 * values or the key are of another kind. */
MUST_USE bool structure_concept_of(struct arena *a, const struct problem *p,
                                   struct structure *out, struct err *e);

/* Returns the number as a key of such a structure is written. */
struct structure_key structure_concept_number(struct arena *a, const void *data,
                                              struct ratio x);

/* Returns the name of its family. */
const char *structure_concept_family(const struct structure *b);

#endif
