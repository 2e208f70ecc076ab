/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_TAXONOMY_HIGH_H
#define PROBLEM_TAXONOMY_HIGH_H

/*
 * The 79 names of the high taxonomy, which its own table lists, the baseline
 * table points at and the cards of families carry. Verbatim as published, in
 * the order of the list, a blank line between its eight lines.
 */

#define HIGH_INTEGERS "Integer arithmetic (+,-,*,/)"
#define HIGH_FRACTIONS \
 "Fraction operations (simplify, add/subtract, multiply/divide)"
#define HIGH_DECIMALS           "Decimal operations (convert, round, compare)"
#define HIGH_PEMDAS             "Order of operations (PEMDAS)"
#define HIGH_EVEN_ODD           "Even/odd determination"
#define HIGH_DIVISIBILITY_RULES "Divisibility rules (2,3,4,5,6,8,9,11)"
#define HIGH_FACTORS            "Factors and multiples"
#define HIGH_GCD_BY_PRIMES      "GCD and LCM via prime factorization"
#define HIGH_ABS                "Absolute value"
#define HIGH_POWERS             "Integer exponents (e.g., 2^n, 3^n)"
#define HIGH_ROOTS            \
 "Square roots & cube roots " \
 "(perfect and approximations)"

#define HIGH_LINEAR "One-step, multi-step linear equations"
#define HIGH_SYSTEMS            \
 "Systems of linear equations " \
 "(substitution/elimination)"
#define HIGH_LINEAR_INEQS "Linear inequalities & graphing solution sets"
#define HIGH_SIMPLIFY_POLY \
 "Simplifying polynomials (combine like terms, distributive)"
#define HIGH_FACTOR_POLY \
 "Factoring polynomials: GCF, quadratics, difference of squares"
#define HIGH_QUADRATICS                                            \
 "Quadratic solving: factoring, completing the square, quadratic " \
 "formula, discriminant interpretation"
#define HIGH_RATIONAL_EXPRS \
 "Rational expressions: simplify, multiply/divide, domain restrictions"
#define HIGH_RADICALS              \
 "Radical expressions: simplify, " \
 "rationalize denominators"
#define HIGH_ABS_EQS     "Absolute value equations & inequalities"
#define HIGH_EVALUATE    "Function evaluation and basic transformations"
#define HIGH_COMPOSITION "Function composition"
#define HIGH_GRAPH_LINES \
 "Graphing linear functions (slope-intercept, point-slope)"
#define HIGH_SLOPE    "Slope, intercept, parallel & perpendicular lines"
#define HIGH_MATRICES "Matrix basics (2*2 inverses, determinants)"

#define HIGH_PRIMES             "Prime identification & prime factorization"
#define HIGH_FUNDAMENTAL        "Fundamental theorem of arithmetic"
#define HIGH_DIVISIBILITY_TESTS "Divisibility tests (2-11)"
#define HIGH_EUCLID             "GCD/LCM via Euclidean algorithm"
#define HIGH_MODULAR \
 "Modular arithmetic: congruences, addition/multiplication mod n"
#define HIGH_CONGRUENCES "Solving linear congruences"
#define HIGH_PHI         "Eulers phi function"
#define HIGH_CRT         "Chinese remainder theorem"
#define HIGH_PARITY      "Parity arguments (even/odd reasoning)"

#define HIGH_FACTORIALS   "Factorials (n!)"
#define HIGH_PERMUTATIONS "Permutations: P(n,k)"
#define HIGH_COMBINATIONS "Combinations: C(n,k), Pascals triangle patterns"
#define HIGH_PERM_OR_COMB "Distinguish permutations vs combinations"
#define HIGH_BINOMIAL \
 "Binomial identities & expansion (e.g., (a+b)^n coefficients)"
#define HIGH_INCLUSION "Inclusion-exclusion principle"
#define HIGH_PROBABILITY                                            \
 "Basic probability: P(A), conditional (P(A|B)), complement rule, " \
 "independent vs dependent events"
#define HIGH_TREES "Probability trees and compound events"
#define HIGH_CASES "Counting by cases / systematic enumeration"

#define HIGH_ANGLES \
 "Angle relations: vertical, alternate interior, supplementary, complementary"
#define HIGH_TRIANGLES                                        \
 "Triangle properties: Pythagorean theorem, area/perimeter, " \
 "classification (isosceles, equilateral, right)"
#define HIGH_SIMILARITY "Triangle similarity & congruence (AA, SAS, SSS)"
#define HIGH_INRADIUS   "Inradius/exradius formulas via area"
#define HIGH_POLYGONS   "Polygon properties: interior/exterior angle sums"
#define HIGH_CIRCLES                                                      \
 "Circle properties: arc length, sector area, chords, inscribed angles, " \
 "tangents, central angles"
#define HIGH_CONSTRUCTIONS \
 "Geometric constructions & relationships (e.g., inscribed shapes)"
#define HIGH_AREA   "Area: triangles, quadrilaterals, circles, sectors"
#define HIGH_VOLUME "Volume & surface area: prisms, cylinders, cones, spheres"
#define HIGH_COORDINATES                                                    \
 "Coordinate geometry: distance formula, midpoint, slope, line equations, " \
 "intercepts"
#define HIGH_ANALYTIC \
 "Analytical geometry: shifts, intersections, slopes in coordinate plane"
#define HIGH_POLYHEDRA \
 "Polyhedron basics (e.g., face/vertex counts via Eulers formula)"

#define HIGH_POLY_DIVISION  "Polynomial long division & synthetic division"
#define HIGH_FACTOR_THEOREM "Factor theorem & Remainder theorem"
#define HIGH_ZEROES         "Finding polynomial zeroes/roots"
#define HIGH_RATIONAL_FUNCS \
 "Rational functions: domain, graph behavior, asymptotes"
#define HIGH_MIXED_SYSTEMS "Systems mixing linear and quadratic equations"
#define HIGH_HIGHER_INEQS \
 "Quadratic & higher-degree inequalities (sign analysis, test intervals)"
#define HIGH_MANIPULATION \
 "Complex algebraic manipulations of expressions/inequalities"

#define HIGH_SEQUENCES                                          \
 "Sequences & series: arithmetic (a_n=a_1+(n-1)d) & geometric " \
 "(a_n=a_1*r^n); sum formulas"
#define HIGH_SUMMATION   "Binomial theorem and summation identities"
#define HIGH_EXPONENTIAL "Exponential functions and laws (b^n)"
#define HIGH_LOGARITHMS \
 "Logarithmic functions, properties/log rules, log equations"
#define HIGH_EXP_LOG_EQS \
 "Exponential/log equations solving (change of base, convert)"
#define HIGH_TRIG                                                         \
 "Trigonometry: unit circle fundamentals, sin/cos/tan, right-triangle & " \
 "standard-angle values"
#define HIGH_TRIG_IDENTITIES \
 "Basic trig identities (Pythagorean, double-angle, co-function)"
#define HIGH_TRIG_EQS "Solving trig equations (within domain restrictions)"
#define HIGH_INVERSE_TRIG \
 "Inverse trigonometric functions (arcsin, arccos, arctan)"
#define HIGH_FUNCTIONS                                    \
 "Function properties: domains, ranges, transformations " \
 "(shifts/stretches), inverses, composite functions"

#define HIGH_CONICS \
 "Conic sections: properties of parabolas, ellipses, hyperbolas"
#define HIGH_POLY_GCD "Polynomial GCD computations"
#define HIGH_COMPLEX  "Complex numbers & De Moivres theorem"
#define HIGH_CALCULUS \
 "Introductory calculus: symbolic integration, arclength calculations"
#define HIGH_VECTOR_CALCULUS "Vector calculus: gradients, divergence, curl"
#define HIGH_MULTIVARIABLE   "Multivariable calculus: Jacobians, Laplacians"
#define HIGH_LINEAR_ALGEBRA \
 "Linear algebra: eigenvalues/eigenvectors, RREF, characteristic polynomials"

#endif
