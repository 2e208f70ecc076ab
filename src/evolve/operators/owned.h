/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_OPERATORS_OWNED_H
#define EVOLVE_OPERATORS_OWNED_H

#include "evolve/individual/individual.h"
#include "family/linear/theme.h"

/*
 * Things that a person of a problem has beside those that it speaks of: "the
 * length of Mia's diary"; of a row that names nobody, somebody or a place that it
 * tells of: "the farmer's", "the school's". Each theme names words; a problem
 * with one of them may speak of such things already, and the theme is not for
 * it.
 */

/* Returns the theme of that name with the person's things, or NULL. */
const struct theme *owned_theme(struct arena *a, const char *name,
                                const char *who);

/* Sets the range of sensible values, if there is such a theme. */
void owned_range(const char *name, int64_t *low, int64_t *high);

/* Returns whether somebody of that name, or such a place, stands in the part's own sentences, and
 * none of the theme's words does. */
bool owned_fits(struct arena *a, const struct individual *s, size_t part,
                const char *name, const char *who);

/* Draws a person or place of the part and a theme that fits. Returns NULL if there is
 * none. */
const struct theme *owned_draw(struct arena *a, struct rng *r,
                               const struct individual *s, size_t part,
                               const char **who);

#endif
