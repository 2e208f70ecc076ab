/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_EVOLVE_PAIRS_H
#define EVOLVE_EVOLVE_PAIRS_H

#include "base/map.h"
#include "evolve/individual/individual.h"

/*
 * Who is crossed with whom. Partners share no source (seed, problem of a
 * family, row of a public set), at any depth, no two lists have the same two
 * problems, in either order, and no two lists of a population lead to the same
 * sources: no chain repeats itself, and no other chain consists of the same
 * sources, however often a source came in. Two problems alone are the exception:
 * each has the other.
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

/* Partners in the order in which they are to be tried: crossing can fail for
 * other reasons. */
struct pairs_list {
    uint32_t of[PAIRS_MOST]; /* places among the items */
    uint32_t n;
};

/* Sets of sources, which belong to at most one problem. Zeroed, it is empty. */
struct pairs_sets {
    struct map sums; /* of hashes */
};
/* Adds the sources of x, and of y if it is not NULL. Returns false if they are
 * there already; an unknown source is never the same. */
bool pairs_take(struct pairs_sets *t, const struct pairs_item *x,
                const struct pairs_item *y);

/* Fills out[0..n) for items[0..n), which are crossed. The n_spare items behind
 * them are partners of last resort. What the lists lead to is taken in `sets`.
 * Linear in n + n_spare. */
void pairs_make(struct arena *a, const struct pairs_item *items, size_t n,
                size_t n_spare, struct pairs_sets *sets,
                struct pairs_list *out);

#endif
