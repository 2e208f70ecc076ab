/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LINEAR_MEASURE_H
#define FAMILY_LINEAR_MEASURE_H

#include "family/linear/system.h"

/*
 * What makes a system hard by its structure. Unknowns that can only be found
 * together form a block: no smaller set of equations, with what was found
 * before put in, has as many unknowns as equations. Blocks of one are what
 * substitution does; the others need elimination. The core is the largest
 * block, if it has two unknowns or more.
 */
struct linear_measures {
    size_t depth;    /* elimination depth: unknowns of the largest block that
                        must be solved together, less 1; 0: substitution does it */
    size_t distance; /* fewest equations on the way from a value that is given
                        (or the core block) to the asked variable */
    size_t terms; /* variables in all equations: sparsity = terms / equations */
    double
        coupling; /* share of the variables that lie in blocks of two or more */
};

/* Measure a system of as many equations as unknowns, of full rank. What others
 * have too much of, unknowns or equations, is left out of the blocks. */
void linear_measure(const struct system *s, struct linear_measures *out);

/*
 * The true path: the asked variable, and those on a shortest way to it from a
 * value that is given or from the core, all of which is on it if a way begins
 * there. Fills in for each variable how far it stands from the path: 0 on it, 1
 * in an equation with one that is on it, and so on; SIZE_MAX: no equation leads
 * there.
 */
void linear_away(const struct system *s, size_t away[LINEAR_VARIABLES]);

#endif
