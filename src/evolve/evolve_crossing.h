/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_EVOLVE_CROSSING_H
#define EVOLVE_EVOLVE_CROSSING_H

#include "evolve/evolve_pairs.h"

/* The partners of a whole pass, found before its threads begin. */

struct evolve;       /* of evolve_int.h */
struct evolve_place; /* of evolve.h */
struct setting;      /* of evolve_settings.h */

/* Does the setting cross problems? */
bool evolve_crosses(const struct evolve *v, const struct setting *g);

/* What pairs need to know of a problem. */
struct pairs_item evolve_kin_of(const struct individual *s);

/* Problems of a population that are crossed, in windows. */
struct evolve_crossing {
    const struct evolve_place *all;
    size_t n;
    const size_t *open, *spare; /* those that are, and partners besides */
    size_t n_open, n_spare;
};

/* Finds the partners of a pass, for evolve_cycle(): v->partners[i] has places in
 * the window of problem i, those of spare ones behind it. Nothing is done where
 * the setting crosses nobody. */
MUST_USE bool evolve_partners(struct arena *a, struct evolve *v,
                              const struct setting *g,
                              const struct evolve_crossing *c, struct err *e);

#endif
