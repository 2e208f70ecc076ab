/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_EVOLVE_PAIRS_H
#define EVOLVE_EVOLVE_PAIRS_H

#include "evolve/individual/individual.h"

/*
 * Who is crossed with whom. Partners share no source (seed, problem of a
 * family, row of a public set), at any depth, and no two lists have the same two
 * problems, in either order: no chain repeats itself, and no other chain
 * consists of the same sources. Two problems alone are the exception: each has
 * the other.
 *
 * Problems that share sources, through others too, are one clan. Clans stand in
 * a ring of three (the last ring: three to five), and a problem's partners are
 * of the next clan: a->b, b->c, c->a. Nine problems are then of nine sources
 * after two generations, so that intervals over clusters stay meaningful, and
 * partners are near each other in the list.
 */

#define PAIRS_MOST 6

/* What is known of a problem here. */
struct pairs_item {
    uint64_t sources[INDIVIDUAL_PARTS]; /* hashes; 0: not known */
    size_t n;
    bool ends; /* its answer is no number: it only ends a chain */
};

struct pairs_item pairs_item(const struct individual *s);

/* Partners in the order in which they are to be tried: crossing can fail for
 * other reasons. */
struct pairs_list {
    size_t of[PAIRS_MOST]; /* places among the items */
    size_t n;
};

/* Fills out[0..n) for items[0..n), which are crossed. The n_spare items behind
 * them are partners of last resort. A pure function, linear in n + n_spare. */
void pairs_make(struct arena *a, const struct pairs_item *items, size_t n,
                size_t n_spare, struct pairs_list *out);

#endif
