/* SPDX-License-Identifier: Apache-2.0 */
#include "problem/concept.h"
#include "problem/taxonomy/high.h"
#include "problem/taxonomy/taxonomy.h"

/*
 * The baseline taxonomy: 107 skills named in one word each, spelled as
 * published, and the high concepts that exercise each of them.
 *
 * The skills overlap by nature ("number_theory", "number_theory_skills"), so
 * those that name a whole field share a list. A skill that no high concept
 * names (averages, base conversion, ratios, floors, parameters, vectors) maps
 * to the few concepts whose problems come nearest, and not to all that may
 * use it: every problem of a concept is counted under the skill.
 */

/* Fields, as lists of high concepts. No two that are joined below overlap. */
#define ARITHMETIC HIGH_INTEGERS, HIGH_FRACTIONS, HIGH_DECIMALS, HIGH_PEMDAS

#define EXPRESSIONS                                                        \
 HIGH_SIMPLIFY_POLY, HIGH_FACTOR_POLY, HIGH_RATIONAL_EXPRS, HIGH_RADICALS, \
     HIGH_MANIPULATION

#define EQUATIONS \
 HIGH_LINEAR, HIGH_SYSTEMS, HIGH_QUADRATICS, HIGH_ABS_EQS, HIGH_MIXED_SYSTEMS

#define INEQUALITIES \
 HIGH_LINEAR_INEQS, HIGH_ABS_EQS, HIGH_HIGHER_INEQS, HIGH_MANIPULATION

#define POLYNOMIALS                                        \
 HIGH_SIMPLIFY_POLY, HIGH_FACTOR_POLY, HIGH_POLY_DIVISION, \
     HIGH_FACTOR_THEOREM, HIGH_ZEROES, HIGH_POLY_GCD
#define POWERS    HIGH_POWERS, HIGH_EXPONENTIAL
#define EXP_LOG   HIGH_EXPONENTIAL, HIGH_LOGARITHMS, HIGH_EXP_LOG_EQS
#define FUNCTIONS HIGH_EVALUATE, HIGH_COMPOSITION, HIGH_FUNCTIONS
#define SERIES    HIGH_SEQUENCES, HIGH_SUMMATION

#define TRIGONOMETRY \
 HIGH_TRIG, HIGH_TRIG_IDENTITIES, HIGH_TRIG_EQS, HIGH_INVERSE_TRIG
#define CALCULUS    HIGH_CALCULUS, HIGH_VECTOR_CALCULUS, HIGH_MULTIVARIABLE
#define PRIMES      HIGH_PRIMES, HIGH_FUNDAMENTAL
#define CONGRUENCES HIGH_MODULAR, HIGH_CONGRUENCES, HIGH_CRT

#define NUMBER_THEORY                                                \
 PRIMES, CONGRUENCES, HIGH_PHI, HIGH_EUCLID, HIGH_GCD_BY_PRIMES,     \
     HIGH_DIVISIBILITY_TESTS, HIGH_DIVISIBILITY_RULES, HIGH_FACTORS, \
     HIGH_PARITY, HIGH_EVEN_ODD

#define ARRANGEMENTS \
 HIGH_FACTORIALS, HIGH_PERMUTATIONS, HIGH_COMBINATIONS, HIGH_PERM_OR_COMB
#define COUNTING    ARRANGEMENTS, HIGH_BINOMIAL, HIGH_INCLUSION, HIGH_CASES
#define PROBABILITY HIGH_PROBABILITY, HIGH_TREES
#define TRIANGLES   HIGH_TRIANGLES, HIGH_SIMILARITY, HIGH_INRADIUS
#define CIRCLES     HIGH_CIRCLES, HIGH_CONSTRUCTIONS
#define SOLIDS      HIGH_VOLUME, HIGH_POLYHEDRA
#define COORDINATES HIGH_COORDINATES, HIGH_ANALYTIC
#define LINES       HIGH_GRAPH_LINES, HIGH_SLOPE

#define GEOMETRY \
 TRIANGLES, CIRCLES, SOLIDS, COORDINATES, HIGH_ANGLES, HIGH_POLYGONS, HIGH_AREA

static const struct concept baseline[] = {
    { "absolute_value_skills", 0, MAPS(HIGH_ABS, HIGH_ABS_EQS) },
    { "algebra_and_equations", 0, MAPS(EXPRESSIONS, EQUATIONS) },
    { "algebraic_expression_skills", 0, MAPS(EXPRESSIONS) },
    { "algebraic_manipulation_and_equations", 0, MAPS(EXPRESSIONS, EQUATIONS) },
    { "algebraic_manipulation_skills", 0, MAPS(EXPRESSIONS) },
    { "algebraic_skills", 0, MAPS(EXPRESSIONS, EQUATIONS) },
    { "area_calculation_skills", 0, MAPS(HIGH_AREA, HIGH_TRIANGLES) },
    { "arithmetic_operations", 0, MAPS(ARITHMETIC) },
    { "arithmetic_sequences", 0, MAPS(HIGH_SEQUENCES) },
    { "arithmetic_skills", 0, MAPS(ARITHMETIC) },
    /* A sum of integers over their number. */
    { "average_calculations", 0, MAPS(HIGH_INTEGERS, HIGH_FRACTIONS) },
    /* Place values are powers, digits are remainders. */
    { "base_conversion", 0, MAPS(HIGH_POWERS, HIGH_MODULAR) },
    { "basic_arithmetic", 0, MAPS(ARITHMETIC) },
    { "basic_arithmetic_operations", 0, MAPS(ARITHMETIC) },
    { "basic_trigonometry", 0, MAPS(HIGH_TRIG, HIGH_TRIG_IDENTITIES) },
    { "calculating_and_understanding_combinations", 0,
      MAPS(HIGH_COMBINATIONS, HIGH_PERM_OR_COMB) },
    { "calculation_and_conversion_skills", 0,
      MAPS(HIGH_DECIMALS, HIGH_FRACTIONS, HIGH_INTEGERS) },
    { "calculus", 0, MAPS(CALCULUS) },
    { "calculus_skills", 0, MAPS(CALCULUS) },
    { "circle_geometry_skills", 0, MAPS(CIRCLES) },
    { "circles", 0, MAPS(CIRCLES) },
    { "combinatorial_mathematics", 0, MAPS(COUNTING) },
    { "combinatorial_operations_and_basic_arithmetic", 0,
      MAPS(ARRANGEMENTS, ARITHMETIC) },
    { "combinatorics_and_probability_skills", 0, MAPS(COUNTING, PROBABILITY) },
    { "combinatorics_knowledge", 0, MAPS(COUNTING) },
    { "complex_number_manipulation_and_operations", 0, MAPS(HIGH_COMPLEX) },
    { "complex_number_operations", 0, MAPS(HIGH_COMPLEX) },
    { "complex_number_skills", 0, MAPS(HIGH_COMPLEX) },
    { "complex_numbers", 0, MAPS(HIGH_COMPLEX) },
    { "complex_numbers_related_skills", 0, MAPS(HIGH_COMPLEX) },
    { "coordinate_geometry_and_transformation_skills", 0,
      MAPS(COORDINATES, HIGH_SLOPE) },
    { "coordinate_systems", 0, MAPS(COORDINATES) },
    { "counting_and_number_theory", 0, MAPS(COUNTING, NUMBER_THEORY) },
    { "counting_principals", 0,
      MAPS(ARRANGEMENTS, HIGH_INCLUSION, HIGH_CASES) },
    { "distance_and_midpoint_skills", 0, MAPS(HIGH_COORDINATES) },
    { "division_and_remainders", 0,
      MAPS(CONGRUENCES, HIGH_DIVISIBILITY_TESTS, HIGH_DIVISIBILITY_RULES) },
    { "exponent_and_root_skills", 0, MAPS(POWERS, HIGH_ROOTS, HIGH_RADICALS) },
    { "exponentials_and_logarithms", 0, MAPS(EXP_LOG) },
    { "exponentiation", 0, MAPS(POWERS) },
    { "exponentiation_rules", 0, MAPS(POWERS) },
    { "factorials_and_prime_factorization", 0, MAPS(HIGH_FACTORIALS, PRIMES) },
    { "factoring_skills", 0, MAPS(HIGH_FACTOR_POLY, HIGH_FACTOR_THEOREM) },
    { "factorization", 0, MAPS(PRIMES, HIGH_FACTOR_POLY) },
    { "fractions_and_decimals", 0, MAPS(HIGH_FRACTIONS, HIGH_DECIMALS) },
    { "function_composition_and_transformation", 0, MAPS(FUNCTIONS) },
    { "function_composition_skills", 0,
      MAPS(HIGH_COMPOSITION, HIGH_FUNCTIONS) },
    { "function_skills", 0, MAPS(FUNCTIONS) },
    { "geometric_relations", 0,
      MAPS(HIGH_ANGLES, HIGH_SIMILARITY, HIGH_CONSTRUCTIONS) },
    { "geometric_sequence_skills", 0, MAPS(HIGH_SEQUENCES) },
    { "geometric_series_comprehension", 0, MAPS(HIGH_SEQUENCES) },
    { "geometry", 0, MAPS(GEOMETRY) },
    { "geometry_and_space_calculation", 0, MAPS(SOLIDS, HIGH_AREA) },
    { "geometry_triangle_properties", 0, MAPS(TRIANGLES) },
    { "graph_and_geometry_skills", 0, MAPS(LINES, COORDINATES, HIGH_CONICS) },
    { "graph_understanding_and_interpretation", 0,
      MAPS(LINES, HIGH_LINEAR_INEQS, HIGH_RATIONAL_FUNCS, HIGH_ANALYTIC) },
    { "greatest_common_divisor_calculations", 0,
      MAPS(HIGH_GCD_BY_PRIMES, HIGH_EUCLID) },
    { "inequality_skills", 0, MAPS(INEQUALITIES) },
    { "inequality_solving_and_understanding", 0, MAPS(INEQUALITIES) },
    { "logarithmic_and_exponential_skills", 0, MAPS(EXP_LOG) },
    { "matrix_operations", 0, MAPS(HIGH_MATRICES, HIGH_LINEAR_ALGEBRA) },
    { "modular_arithmetic", 0, MAPS(CONGRUENCES) },
    { "multiplication_and_division", 0,
      MAPS(HIGH_INTEGERS, HIGH_FRACTIONS, HIGH_DECIMALS) },
    { "number_manipulation", 0, MAPS(ARITHMETIC) },
    { "number_theory", 0, MAPS(NUMBER_THEORY) },
    { "number_theory_and_arithmetic_operations", 0,
      MAPS(NUMBER_THEORY, ARITHMETIC) },
    { "number_theory_skills", 0, MAPS(NUMBER_THEORY) },
    { "other_geometric_skills", 0,
      MAPS(HIGH_POLYGONS, HIGH_CONSTRUCTIONS, HIGH_POLYHEDRA) },
    /* A curve given by a parameter is turned into one of the plane. */
    { "parametric_equations", 0, MAPS(HIGH_ANALYTIC, HIGH_CONICS) },
    { "perimeter_and_area", 0, MAPS(HIGH_AREA, HIGH_TRIANGLES) },
    { "permutation_and_combinations", 0, MAPS(ARRANGEMENTS) },
    { "polynomial_skills", 0, MAPS(POLYNOMIALS) },
    { "prime_number_recognition_and_properties", 0, MAPS(PRIMES) },
    { "prime_number_theory", 0, MAPS(PRIMES) },
    { "probability_and_combinatorics", 0, MAPS(PROBABILITY, COUNTING) },
    { "probability_concepts_and_calculations", 0, MAPS(PROBABILITY) },
    { "properties_and_application_of_exponents", 0, MAPS(POWERS) },
    { "pythagorean_skills", 0, MAPS(HIGH_TRIANGLES) },
    { "quadratic_equation_skills", 0, MAPS(HIGH_QUADRATICS) },
    { "quadratic_equations_and_solutions", 0, MAPS(HIGH_QUADRATICS) },
    /* a/b = x/d is a linear equation between fractions. */
    { "ratio_and_proportion", 0, MAPS(HIGH_FRACTIONS, HIGH_LINEAR) },
    { "ratio_and_proportion_skills", 0, MAPS(HIGH_FRACTIONS, HIGH_LINEAR) },
    { "recurrence", 0, MAPS(HIGH_SEQUENCES) },
    { "recursive_functions_and_sequences", 0,
      MAPS(HIGH_SEQUENCES, HIGH_EVALUATE) },
    { "sequence_analysis", 0, MAPS(HIGH_SEQUENCES) },
    { "sequence_and_series_analysis_skills", 0, MAPS(SERIES) },
    { "sequence_and_series_skills", 0, MAPS(SERIES) },
    { "sequences", 0, MAPS(HIGH_SEQUENCES) },
    { "sequences_series_and_summation", 0, MAPS(SERIES) },
    { "simplification_and_basic_operations", 0,
      MAPS(HIGH_PEMDAS, HIGH_FRACTIONS, HIGH_SIMPLIFY_POLY,
           HIGH_RATIONAL_EXPRS) },
    { "solving_equations", 0,
      MAPS(EQUATIONS, HIGH_ZEROES, HIGH_EXP_LOG_EQS, HIGH_TRIG_EQS) },
    { "solving_inequalities", 0, MAPS(INEQUALITIES) },
    { "solving_linear_equation", 0, MAPS(HIGH_LINEAR) },
    { "solving_system_of_equations", 0,
      MAPS(HIGH_SYSTEMS, HIGH_MIXED_SYSTEMS) },
    { "summation_and_analysis_of_series", 0, MAPS(SERIES) },
    { "three_dimensional_geometry", 0, MAPS(SOLIDS) },
    { "triangle_geometry_skills", 0, MAPS(TRIANGLES) },
    { "trigonometry_skills", 0, MAPS(TRIGONOMETRY) },
    { "understanding_and_application_of_functions", 0, MAPS(FUNCTIONS) },
    { "understanding_and_applying_combinatorics_concepts", 0, MAPS(COUNTING) },
    /* Functions that round. */
    { "understanding_and_applying_floor_and_ceiling_functions", 0,
      MAPS(HIGH_EVALUATE, HIGH_DECIMALS) },
    { "understanding_and_manipulation_of_rational_functions", 0,
      MAPS(HIGH_RATIONAL_FUNCS, HIGH_RATIONAL_EXPRS) },
    { "understanding_and_utilizing_infininte_series", 0, MAPS(SERIES) },
    { "understanding_circle_properties_and_algebraic_manipulation", 0,
      MAPS(HIGH_CIRCLES, HIGH_MANIPULATION) },
    { "understanding_ellipse_properties", 0, MAPS(HIGH_CONICS) },
    { "understanding_logarithmic_properties_and_solving_equations", 0,
      MAPS(HIGH_LOGARITHMS, HIGH_EXP_LOG_EQS) },
    { "understanding_of_fractions", 0, MAPS(HIGH_FRACTIONS) },
    { "vector_operations", 0, MAPS(HIGH_VECTOR_CALCULUS, HIGH_LINEAR_ALGEBRA) },
};

const struct taxonomy taxonomy_baseline = {
    .name = "baseline",
    .title = "Baseline skills",
    .granularity = GRANULARITY_BASELINE,
    .maps_to = "high",
    .concepts = baseline,
    .n_concepts = COUNT_OF(baseline),
};

/*
 * The high taxonomy: 79 concepts on eight lines (arithmetic, algebra, number
 * theory, counting, geometry, further algebra, precalculus, advanced topics)
 * and the mid concepts that each belongs to.
 *
 * A map goes to every mid concept whose name is true of an ordinary problem
 * of the high one, and always to one of the same line. It stops short of a
 * name that is true but would lift the concept to a wrong subject: a radical
 * expression has roots in it, yet is not Prealgebra.
 */

static const struct concept high[] = {
    { HIGH_INTEGERS, 1, MAPS(MID_ARITHMETIC) },
    { HIGH_FRACTIONS, 1, MAPS(MID_ARITHMETIC) },
    { HIGH_DECIMALS, 1, MAPS(MID_ARITHMETIC) },
    { HIGH_PEMDAS, 1, MAPS(MID_PEMDAS) },
    { HIGH_EVEN_ODD, 1, MAPS(MID_EVEN_ODD, MID_PARITY) },
    { HIGH_DIVISIBILITY_RULES, 1, MAPS(MID_FACTORS, MID_DIVISIBILITY) },
    { HIGH_FACTORS, 1, MAPS(MID_FACTORS, MID_MULTIPLES, MID_DIVISIBILITY) },
    { HIGH_GCD_BY_PRIMES, 1, MAPS(MID_GCD, MID_LCM, MID_GCD_LCM, MID_PRIMES) },
    { HIGH_ABS, 1, MAPS(MID_ABS) },
    { HIGH_POWERS, 1, MAPS(MID_POWERS, MID_RADICALS) },
    { HIGH_ROOTS, 1, MAPS(MID_ROOTS, MID_RADICALS) },

    { HIGH_LINEAR, 2, MAPS(MID_LINEAR) },
    { HIGH_SYSTEMS, 2, MAPS(MID_LINEAR) },
    { HIGH_LINEAR_INEQS, 2, MAPS(MID_INEQUALITIES) },
    { HIGH_SIMPLIFY_POLY, 2, MAPS(MID_POLYNOMIALS) },
    { HIGH_FACTOR_POLY, 2, MAPS(MID_QUADRATICS, MID_POLYNOMIALS) },
    { HIGH_QUADRATICS, 2, MAPS(MID_QUADRATICS) },
    { HIGH_RATIONAL_EXPRS, 2, MAPS(MID_RATIONAL_EXPRS) },
    { HIGH_RADICALS, 2, MAPS(MID_RADICALS) },
    { HIGH_ABS_EQS, 2, MAPS(MID_ABS_EQS) },
    { HIGH_EVALUATE, 2, MAPS(MID_EVALUATE, MID_FUNCTIONS) },
    { HIGH_COMPOSITION, 2, MAPS(MID_EVALUATE) },
    { HIGH_GRAPH_LINES, 2, MAPS(MID_LINEAR, MID_COORDINATES) },
    { HIGH_SLOPE, 2, MAPS(MID_LINEAR, MID_COORDINATES) },
    { HIGH_MATRICES, 2, MAPS(MID_MATRICES) },

    { HIGH_PRIMES, 3, MAPS(MID_PRIMES) },
    { HIGH_FUNDAMENTAL, 3, MAPS(MID_PRIMES) },
    { HIGH_DIVISIBILITY_TESTS, 3, MAPS(MID_DIVISIBILITY, MID_FACTORS) },
    { HIGH_EUCLID, 3, MAPS(MID_GCD_LCM, MID_GCD, MID_LCM) },
    { HIGH_MODULAR, 3, MAPS(MID_MODULAR) },
    { HIGH_CONGRUENCES, 3, MAPS(MID_MODULAR) },
    { HIGH_PHI, 3, MAPS(MID_PHI) },
    { HIGH_CRT, 3, MAPS(MID_CRT, MID_MODULAR) },
    { HIGH_PARITY, 3, MAPS(MID_PARITY, MID_EVEN_ODD) },

    /* n! is the number of permutations of n things. */
    { HIGH_FACTORIALS, 4, MAPS(MID_PERMUTATIONS) },
    { HIGH_PERMUTATIONS, 4, MAPS(MID_PERMUTATIONS) },
    { HIGH_COMBINATIONS, 4, MAPS(MID_COMBINATIONS) },
    { HIGH_PERM_OR_COMB, 4, MAPS(MID_PERMUTATIONS, MID_COMBINATIONS) },
    { HIGH_BINOMIAL, 4, MAPS(MID_BINOMIAL) },
    { HIGH_INCLUSION, 4, MAPS(MID_INCLUSION) },
    { HIGH_PROBABILITY, 4, MAPS(MID_PROBABILITY) },
    { HIGH_TREES, 4, MAPS(MID_PROBABILITY) },
    { HIGH_CASES, 4, MAPS(MID_ENUMERATION) },

    { HIGH_ANGLES, 5, MAPS(MID_ANGLES) },
    { HIGH_TRIANGLES, 5, MAPS(MID_TRIANGLES) },
    { HIGH_SIMILARITY, 5, MAPS(MID_TRIANGLES) },
    { HIGH_INRADIUS, 5, MAPS(MID_INRADIUS) },
    { HIGH_POLYGONS, 5, MAPS(MID_POLYGONS, MID_ANGLES) },
    { HIGH_CIRCLES, 5, MAPS(MID_CIRCLES) },
    { HIGH_CONSTRUCTIONS, 5, MAPS(MID_CIRCLES, MID_TRIANGLES) },
    { HIGH_AREA, 5, MAPS(MID_AREA) },
    { HIGH_VOLUME, 5, MAPS(MID_AREA) },
    { HIGH_COORDINATES, 5, MAPS(MID_COORDINATES) },
    { HIGH_ANALYTIC, 5, MAPS(MID_COORDINATES) },
    { HIGH_POLYHEDRA, 5, MAPS(MID_POLYHEDRA) },

    { HIGH_POLY_DIVISION, 6, MAPS(MID_POLY_DIVISION) },
    { HIGH_FACTOR_THEOREM, 6, MAPS(MID_FACTOR_THEOREM, MID_POLY_DIVISION) },
    { HIGH_ZEROES, 6, MAPS(MID_FACTOR_THEOREM) },
    { HIGH_RATIONAL_FUNCS, 6, MAPS(MID_RATIONAL_FUNCS) },
    { HIGH_MIXED_SYSTEMS, 6, MAPS(MID_MIXED_SYSTEMS) },
    { HIGH_HIGHER_INEQS, 6, MAPS(MID_INEQUALITIES) },
    { HIGH_MANIPULATION, 6,
      MAPS(MID_INEQUALITIES, MID_POLYNOMIALS, MID_RATIONAL_EXPRS) },

    { HIGH_SEQUENCES, 7, MAPS(MID_SEQUENCES) },
    { HIGH_SUMMATION, 7, MAPS(MID_SEQUENCES, MID_BINOMIAL) },
    { HIGH_EXPONENTIAL, 7, MAPS(MID_EXP_LOG, MID_RADICALS) },
    { HIGH_LOGARITHMS, 7, MAPS(MID_EXP_LOG) },
    { HIGH_EXP_LOG_EQS, 7, MAPS(MID_EXP_LOG) },
    { HIGH_TRIG, 7, MAPS(MID_TRIG) },
    { HIGH_TRIG_IDENTITIES, 7, MAPS(MID_TRIG) },
    { HIGH_TRIG_EQS, 7, MAPS(MID_TRIG) },
    { HIGH_INVERSE_TRIG, 7, MAPS(MID_TRIG, MID_FUNCTIONS) },
    { HIGH_FUNCTIONS, 7, MAPS(MID_FUNCTIONS, MID_EVALUATE) },

    { HIGH_CONICS, 8, MAPS(MID_CONICS) },
    { HIGH_POLY_GCD, 8, MAPS(MID_POLY_GCD) },
    { HIGH_COMPLEX, 8, MAPS(MID_COMPLEX) },
    { HIGH_CALCULUS, 8, MAPS(MID_CALCULUS) },
    { HIGH_VECTOR_CALCULUS, 8, MAPS(MID_CALCULUS) },
    { HIGH_MULTIVARIABLE, 8, MAPS(MID_CALCULUS) },
    { HIGH_LINEAR_ALGEBRA, 8, MAPS(MID_LINEAR_ALGEBRA) },
};

const struct taxonomy taxonomy_high = {
    .name = "high",
    .title = "High granularity",
    .granularity = GRANULARITY_HIGH,
    .maps_to = "mid",
    .concepts = high,
    .n_concepts = COUNT_OF(high),
};

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

/*
 * The two coarsest taxonomies: low, seven rows of skills, and extremely-low,
 * seven school subjects.
 *
 * Rows and subjects answer to each other one for one. Five pairs are plain,
 * and the curves of the last row head the line of advanced topics in the
 * finer lists. That leaves one row and one subject, multi-step reasoning and
 * Prealgebra: arithmetic and its word problems, done step by step.
 */

static const struct concept low[] = {
    { LOW_EXPRESSIONS, 0, MAPS("Algebra") },
    { LOW_INTEGERS, 0, MAPS("Number Theory") },
    { LOW_COMBINATORICS, 0, MAPS("Counting & Probability") },
    { LOW_SPACE, 0, MAPS("Geometry") },
    { LOW_FUNCTIONS, 0, MAPS("Precalculus") },
    { LOW_MULTI_STEP, 0, MAPS("Prealgebra") },
    { LOW_CURVES, 0, MAPS("Advanced Auxiliary Topics") },
};

const struct taxonomy taxonomy_low = {
    .name = "low",
    .title = "Low granularity",
    .granularity = GRANULARITY_LOW,
    .maps_to = "extremely-low",
    .concepts = low,
    .n_concepts = COUNT_OF(low),
};

static const struct concept extremely_low[] = {
    { "Prealgebra", 0, MAPS_NONE },
    { "Algebra", 0, MAPS_NONE },
    { "Number Theory", 0, MAPS_NONE },
    { "Counting & Probability", 0, MAPS_NONE },
    { "Geometry", 0, MAPS_NONE },
    { "Precalculus", 0, MAPS_NONE },
    { "Advanced Auxiliary Topics", 0, MAPS_NONE },
};

const struct taxonomy taxonomy_extremely_low = {
    .name = "extremely-low",
    .title = "Extremely low granularity",
    .granularity = GRANULARITY_EXTREMELY_LOW,
    .maps_to = NULL,
    .concepts = extremely_low,
    .n_concepts = COUNT_OF(extremely_low),
};
