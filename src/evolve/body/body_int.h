/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_BODY_BODY_INT_H
#define EVOLVE_BODY_BODY_INT_H

#include "evolve/body/body.h"

/* What body.c has from body_concept.c. */

/* The body of a concept family's problem. Fails with the reason where the
 * family, the values or the key are of another kind. */
MUST_USE bool body_concept_of(struct arena *a, const struct problem *p,
                              struct body *out, struct err *e);

/* How a number is written as the key of such a body. */
struct body_key body_concept_number(struct arena *a, const void *data,
                                    struct ratio x);

/* The name of its family. */
const char *body_concept_family(const struct body *b);

#endif
