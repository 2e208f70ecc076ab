/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_OPERATORS_CROSS_INT_H
#define EVOLVE_OPERATORS_CROSS_INT_H

#include "evolve/operators/operator.h"

/* Between crossover.c, cross_names.c, cross_story.c and cross_letter.c, and what other operators
 * use of them. */

/* Returns whether no thing of the part's linear structure stands in a line of
 * another part. */
bool cross_apart(const struct individual *s, size_t part);

/* Returns whether all crossovers of the chain keep their promise, and what is
 * useless in it is so still, for operators that replace a part's structure. */
bool cross_links_hold(struct arena *a, const struct individual *s);

/* Sentences of noise name the quantities of a part as they are named in its
 * chain, and print their numbers. When parts are joined these sentences are
 * told again. For that, the names in both chains are kept before joining. */
struct cross_words {
    struct cross_called {
        struct quantity q[STRUCTURE_QUANTITIES];
        size_t n;
    } * parts; /* of the first, then of the second */
};

#endif
