/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_TABLE_H
#define FAMILY_TABLE_H

#include "problem/family.h"

#include <stddef.h>

/*
 * Every family there is, in alphabetical order of the names. A new one is a
 * line here and a line in table.c. Pairs of families have cards too, made on
 * demand: family/pair/pair.h.
 */

extern const struct family concept_absolute_equations;
extern const struct family concept_absolute_value;
extern const struct family concept_analytic;
extern const struct family concept_angles;
extern const struct family concept_areas;
extern const struct family concept_binomials;
extern const struct family concept_calculus;
extern const struct family concept_cases;
extern const struct family concept_circles;
extern const struct family concept_combinations;
extern const struct family concept_complex;
extern const struct family concept_composition;
extern const struct family concept_conics;
extern const struct family concept_constructions;
extern const struct family concept_coordinates;
extern const struct family concept_crt;
extern const struct family concept_decimals;
extern const struct family concept_divisibility_rules;
extern const struct family concept_divisibility_tests;
extern const struct family concept_euclid;
extern const struct family concept_even_odd;
extern const struct family concept_exponential_equations;
extern const struct family concept_exponentials;
extern const struct family concept_factor_polynomials;
extern const struct family concept_factor_theorem;
extern const struct family concept_factorials;
extern const struct family concept_factors_multiples;
extern const struct family concept_fractions;
extern const struct family concept_function_evaluation;
extern const struct family concept_functions;
extern const struct family concept_fundamental_theorem;
extern const struct family concept_gcd_lcm_primes;
extern const struct family concept_graph_lines;
extern const struct family concept_inclusion_exclusion;
extern const struct family concept_inequalities;
extern const struct family concept_inradius;
extern const struct family concept_integer_arithmetic;
extern const struct family concept_integer_exponents;
extern const struct family concept_inverse_trig;
extern const struct family concept_line_and_parabola;
extern const struct family concept_linear_algebra;
extern const struct family concept_linear_congruences;
extern const struct family concept_linear_equations;
extern const struct family concept_linear_inequalities;
extern const struct family concept_linear_systems;
extern const struct family concept_logarithms;
extern const struct family concept_manipulation;
extern const struct family concept_matrices;
extern const struct family concept_modular;
extern const struct family concept_multivariable;
extern const struct family concept_order_of_operations;
extern const struct family concept_order_or_not;
extern const struct family concept_parity;
extern const struct family concept_permutations;
extern const struct family concept_phi;
extern const struct family concept_polygons;
extern const struct family concept_polyhedra;
extern const struct family concept_polynomial_division;
extern const struct family concept_polynomial_gcd;
extern const struct family concept_polynomial_zeros;
extern const struct family concept_prime_factors;
extern const struct family concept_probability;
extern const struct family concept_quadratic_roots;
extern const struct family concept_radicals;
extern const struct family concept_rational_expressions;
extern const struct family concept_rational_functions;
extern const struct family concept_roots;
extern const struct family concept_sequences;
extern const struct family concept_similarity;
extern const struct family concept_simplify_polynomials;
extern const struct family concept_slopes;
extern const struct family concept_summation;
extern const struct family concept_trees;
extern const struct family concept_triangles;
extern const struct family concept_trig_equations;
extern const struct family concept_trig_identities;
extern const struct family concept_trigonometry;
extern const struct family concept_vector_calculus;
extern const struct family concept_volumes;
extern const struct family linear_card;
extern const struct family mathador;

extern const struct family *const families[];
extern const size_t n_families;

/* The card of that name, NULL when there is none. */
const struct family *family_find(const char *name);

#endif
