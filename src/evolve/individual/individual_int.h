/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_INDIVIDUAL_INDIVIDUAL_INT_H
#define EVOLVE_INDIVIDUAL_INDIVIDUAL_INT_H

#include "evolve/individual/individual.h"

/* What specimen.c, individual_body.c, individual_file.c and individual_check.c have
 * in common. */

/* How a part is told now. */
void individual_saying(struct arena *a, const struct individual_part *p,
                       struct saying *out);

/* The text that a line of a body has when nobody polished it. */
const char *individual_told(struct arena *a, const struct individual *s,
                            const struct individual_line *l,
                            const struct saying *said);

/* A question without its prefix. */
const char *individual_bare(const char *text);

/* The answer of part k when the one before is `before`. */
bool individual_solve_part(struct arena *a, const struct individual *s,
                           size_t k, struct ratio before, struct ratio *out);

/* Likewise, as it is written. */
bool individual_solve_key(struct arena *a, const struct individual *s, size_t k,
                          struct ratio before, struct structure_key *out);

/* Note the key of a part. */
void individual_set_key(struct individual_part *p,
                        const struct structure_key *key);

/* Is the noted dependence of part k on the one before true? */
bool individual_depends(struct arena *a, const struct individual *s, size_t k);

/* Is the key of the last part another one too, with what is noted there? */
bool individual_reaches_last(struct arena *a, const struct individual *s,
                             size_t k);

#endif
