/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_STRUCTURE_CONCEPT_H
#define EVOLVE_STRUCTURE_CONCEPT_H

#include "evolve/structure/structure.h"

/* Structures of concept families, for kinds.c. */

/* Fails if the family, the values or the key are of another kind. */
MUST_USE bool structure_concept_of(struct arena *a, const struct problem *p,
                                   struct structure *out, struct err *e);

/* Returns the number as a key of such a structure is written. */
struct structure_key structure_concept_number(struct arena *a, const void *data,
                                              struct ratio x);

const char *structure_concept_family(const struct structure *b);

#endif
