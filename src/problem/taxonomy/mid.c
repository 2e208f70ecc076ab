/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The mid taxonomy: the comma items of eight lines, a comma inside
 * parentheses splitting nothing, and the rows of the low taxonomy that each
 * belongs to.
 *
 * A map goes to every row whose name is true of the concept, as long as the
 * subject above that row is true of it as well. Every concept of line 1 goes
 * to multi-step reasoning, the row that stands for arithmetic
 * (taxonomy/low.c); so do those whose problems are diagrams, casework or
 * deduction at school level. The last row is the only place of line 8.
 *
 * "inequalities" stands on lines 2 and 6. Both entries are kept, for the list
 * has both; a name is all that a hypothesis says, so they are one concept and
 * have the same map.
 */
#include "problem/concept.h"
#include "problem/taxonomy/taxonomy.h"

static const struct concept mid[] = {
    { MID_ARITHMETIC, 1, MAPS(LOW_MULTI_STEP) },
    { MID_PEMDAS, 1, MAPS(LOW_MULTI_STEP) },
    { MID_EVEN_ODD, 1, MAPS(LOW_INTEGERS, LOW_MULTI_STEP) },
    { MID_FACTORS, 1, MAPS(LOW_INTEGERS, LOW_MULTI_STEP) },
    { MID_MULTIPLES, 1, MAPS(LOW_INTEGERS, LOW_MULTI_STEP) },
    { MID_GCD, 1, MAPS(LOW_INTEGERS, LOW_MULTI_STEP) },
    { MID_LCM, 1, MAPS(LOW_INTEGERS, LOW_MULTI_STEP) },
    { MID_ABS, 1, MAPS(LOW_MULTI_STEP, LOW_EXPRESSIONS) },
    { MID_POWERS, 1, MAPS(LOW_MULTI_STEP, LOW_EXPRESSIONS) },
    { MID_ROOTS, 1, MAPS(LOW_MULTI_STEP, LOW_EXPRESSIONS) },

    { MID_LINEAR, 2, MAPS(LOW_EXPRESSIONS) },
    { MID_INEQUALITIES, 2, MAPS(LOW_EXPRESSIONS) },
    { MID_POLYNOMIALS, 2, MAPS(LOW_EXPRESSIONS) },
    { MID_QUADRATICS, 2, MAPS(LOW_EXPRESSIONS) },
    { MID_RATIONAL_EXPRS, 2, MAPS(LOW_EXPRESSIONS) },
    { MID_RADICALS, 2, MAPS(LOW_EXPRESSIONS) },
    { MID_ABS_EQS, 2, MAPS(LOW_EXPRESSIONS) },
    { MID_EVALUATE, 2, MAPS(LOW_EXPRESSIONS, LOW_FUNCTIONS) },
    { MID_MATRICES, 2, MAPS(LOW_EXPRESSIONS) },

    { MID_PRIMES, 3, MAPS(LOW_INTEGERS) },
    { MID_DIVISIBILITY, 3, MAPS(LOW_INTEGERS) },
    { MID_GCD_LCM, 3, MAPS(LOW_INTEGERS) },
    { MID_MODULAR, 3, MAPS(LOW_INTEGERS) },
    { MID_PHI, 3, MAPS(LOW_INTEGERS) },
    { MID_CRT, 3, MAPS(LOW_INTEGERS) },
    { MID_PARITY, 3, MAPS(LOW_INTEGERS, LOW_MULTI_STEP) },

    { MID_PERMUTATIONS, 4, MAPS(LOW_COMBINATORICS) },
    { MID_COMBINATIONS, 4, MAPS(LOW_COMBINATORICS) },
    { MID_BINOMIAL, 4, MAPS(LOW_COMBINATORICS, LOW_EXPRESSIONS) },
    { MID_INCLUSION, 4, MAPS(LOW_COMBINATORICS) },
    { MID_PROBABILITY, 4, MAPS(LOW_COMBINATORICS) },
    { MID_ENUMERATION, 4, MAPS(LOW_COMBINATORICS, LOW_MULTI_STEP) },

    { MID_ANGLES, 5, MAPS(LOW_SPACE, LOW_MULTI_STEP) },
    { MID_TRIANGLES, 5, MAPS(LOW_SPACE, LOW_MULTI_STEP) },
    { MID_INRADIUS, 5, MAPS(LOW_SPACE) },
    { MID_POLYGONS, 5, MAPS(LOW_SPACE, LOW_MULTI_STEP) },
    { MID_CIRCLES, 5, MAPS(LOW_SPACE) },
    { MID_AREA, 5, MAPS(LOW_SPACE) },
    { MID_COORDINATES, 5, MAPS(LOW_SPACE) },
    { MID_POLYHEDRA, 5, MAPS(LOW_SPACE) },

    { MID_POLY_DIVISION, 6, MAPS(LOW_EXPRESSIONS) },
    { MID_FACTOR_THEOREM, 6, MAPS(LOW_EXPRESSIONS) },
    { MID_RATIONAL_FUNCS, 6, MAPS(LOW_EXPRESSIONS, LOW_FUNCTIONS) },
    { MID_MIXED_SYSTEMS, 6, MAPS(LOW_EXPRESSIONS) },
    { MID_INEQUALITIES, 6, MAPS(LOW_EXPRESSIONS) },

    { MID_SEQUENCES, 7, MAPS(LOW_FUNCTIONS) },
    { MID_EXP_LOG, 7, MAPS(LOW_FUNCTIONS, LOW_EXPRESSIONS) },
    { MID_TRIG, 7, MAPS(LOW_FUNCTIONS) },
    { MID_FUNCTIONS, 7, MAPS(LOW_FUNCTIONS) },

    { MID_CONICS, 8, MAPS(LOW_CURVES) },
    { MID_POLY_GCD, 8, MAPS(LOW_CURVES, LOW_EXPRESSIONS) },
    { MID_COMPLEX, 8, MAPS(LOW_CURVES, LOW_FUNCTIONS) },
    { MID_CALCULUS, 8, MAPS(LOW_CURVES) },
    { MID_LINEAR_ALGEBRA, 8, MAPS(LOW_CURVES) },
};

const struct taxonomy taxonomy_mid = {
    .name = "mid",
    .title = "Mid granularity",
    .granularity = GRANULARITY_MID,
    .maps_to = "low",
    .concepts = mid,
    .n_concepts = COUNT_OF(mid),
};
