/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_TAXONOMY_TAXONOMY_H
#define PROBLEM_TAXONOMY_TAXONOMY_H

#include <stddef.h>

/*
 * Shared by the taxonomy tables; private to concept.c and this folder.
 *
 * A name is listed by one table and used in the maps of the next finer one, so
 * each is spelled once, here or in taxonomy/high.h, verbatim as published, with
 * its slips, in the order of its list. A name misspelt in a map thus fails to
 * compile instead of mapping to nothing.
 */

struct taxonomy; /* problem/concept.h, which stands above this file */

extern const struct taxonomy taxonomy_high;
extern const struct taxonomy taxonomy_mid;
extern const struct taxonomy taxonomy_low;
extern const struct taxonomy taxonomy_extremely_low;
extern const struct taxonomy taxonomy_baseline;

/* The NULL-ended list that struct concept needs. */
#define MAPS(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define MAPS_NONE ((const char *const[]){ NULL })

#define COUNT_OF(table) (sizeof(table) / sizeof((table)[0]))

/* ---- mid, eight lines; "inequalities" stands on two of them ---- */

#define MID_ARITHMETIC \
 "Addition/subtraction/multiplication/division (fractions, decimals)"
#define MID_PEMDAS    "PEMDAS"
#define MID_EVEN_ODD  "even/odd"
#define MID_FACTORS   "factors"
#define MID_MULTIPLES "multiples"
#define MID_GCD       "GCD"
#define MID_LCM       "LCM"
#define MID_ABS       "absolute value"
#define MID_POWERS    "integer exponents"
#define MID_ROOTS     "roots"

#define MID_LINEAR         "Linear & systems"
#define MID_INEQUALITIES   "inequalities"
#define MID_POLYNOMIALS    "polynomial ops"
#define MID_QUADRATICS     "factoring quadratics"
#define MID_RATIONAL_EXPRS "rational expressions"
#define MID_RADICALS       "exponents & radicals"
#define MID_ABS_EQS        "absolute value eqs/ineqs"
#define MID_EVALUATE       "function eval/composition"
#define MID_MATRICES       "matrix inverse"

#define MID_PRIMES       "Prime factorization"
#define MID_DIVISIBILITY "divisibility"
#define MID_GCD_LCM      "GCD/LCM"
#define MID_MODULAR      "modular arithmetic"
#define MID_PHI          "Eulers phi function"
#define MID_CRT          "Chinese remainder"
#define MID_PARITY       "parity"

#define MID_PERMUTATIONS "Permutations"
#define MID_COMBINATIONS "combinations"
#define MID_BINOMIAL     "binomial expansions"
#define MID_INCLUSION    "inclusion-exclusion"
#define MID_PROBABILITY  "basic probability types"
#define MID_ENUMERATION  "enumeration"

#define MID_ANGLES "Angles"
#define MID_TRIANGLES \
 "triangle theorems " \
 "(Pythagorean, similarity, congruence)"
#define MID_INRADIUS    "inradius"
#define MID_POLYGONS    "polygon angles"
#define MID_CIRCLES     "circle theorems"
#define MID_AREA        "area/volume (2D/3D)"
#define MID_COORDINATES "coordinate formulas"
#define MID_POLYHEDRA   "polyhedron metrics"

#define MID_POLY_DIVISION  "Polynomial division"
#define MID_FACTOR_THEOREM "factor theorem"
#define MID_RATIONAL_FUNCS "rational functions/asymptotes"
#define MID_MIXED_SYSTEMS  "nonlinear systems"

#define MID_SEQUENCES "Sequences & series"
#define MID_EXP_LOG   "exponential/logarithmic equations"
#define MID_TRIG      "basic trig identities/solutions"
#define MID_FUNCTIONS "function inversion/transformation"

#define MID_CONICS   "Conic sections"
#define MID_POLY_GCD "polynomial GCDs"
#define MID_COMPLEX  "De-Moivre"
#define MID_CALCULUS                                                         \
 "calculus (integration, arclength, gradients, divergence, curl, Jacobian, " \
 "Laplacian)"
#define MID_LINEAR_ALGEBRA "linear algebra (eigenvalues, RREF)"

/* ---- low, seven rows ---- */

#define LOW_EXPRESSIONS   "Expression manipulation, equation solving"
#define LOW_INTEGERS      "Modular arithmetic, divisibility, integer properties"
#define LOW_COMBINATORICS "Combinatorics, probability modeling"
#define LOW_SPACE         "Spatial reasoning, theorem application"
#define LOW_FUNCTIONS     "Sequences, function analysis"
#define LOW_MULTI_STEP    "Multi-step reasoning, deduction, diagram use"
#define LOW_CURVES        "parabolas, ellipses, hyperbolas, graph of GCD"

#endif
