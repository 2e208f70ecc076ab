/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_EVOLVE_CROSSING_H
#define EVOLVE_EVOLVE_CROSSING_H

#include "evolve/evolve_pairs.h"

/* The partners of a whole pass, found before its threads begin. */

struct evolve;       /* of evolve_int.h */
struct evolve_place; /* of evolve.h */
struct setting;      /* of evolve_settings.h */

/* What pairs need to know of a problem. */
struct pairs_item evolve_kin_of(const struct individual *s);

/* Problems of a population that are crossed, in windows. */
struct evolve_crossing {
    const struct evolve_place *all;
    size_t n;
    const size_t *open, *spare; /* those that are, and partners besides */
    size_t n_open, n_spare;
};

#endif
