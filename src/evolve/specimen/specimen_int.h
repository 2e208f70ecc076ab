/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_SPECIMEN_SPECIMEN_INT_H
#define EVOLVE_SPECIMEN_SPECIMEN_INT_H

#include "evolve/specimen/specimen.h"

/* What specimen.c, specimen_body.c, specimen_file.c and specimen_check.c have
 * in common. */

/* How a part is told now. */
void specimen_saying(struct arena *a, const struct specimen_part *p,
                     struct saying *out);

/* The text that a line of a body has when nobody polished it. */
const char *specimen_told(struct arena *a, const struct specimen *s,
                          const struct specimen_line *l,
                          const struct saying *said);

/* A question without its prefix. */
const char *specimen_bare(const char *text);

/* The answer of part k when the one before is `before`. */
bool specimen_solve_part(struct arena *a, const struct specimen *s, size_t k,
                         struct ratio before, struct ratio *out);

/* Likewise, as it is written. */
bool specimen_solve_key(struct arena *a, const struct specimen *s, size_t k,
                        struct ratio before, struct body_key *out);

/* Note the key of a part. */
void specimen_set_key(struct specimen_part *p, const struct body_key *key);

/* Is the noted dependence of part k on the one before true? */
bool specimen_depends(struct arena *a, const struct specimen *s, size_t k);

/* Is the key of the last part another one too, with what is noted there? */
bool specimen_reaches_last(struct arena *a, const struct specimen *s, size_t k);

#endif
