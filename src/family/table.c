/* SPDX-License-Identifier: Apache-2.0 */
#include "family/table.h"
#include "base/str.h"
#include "family/language/catalogue.h"
#include "family/recipe/recipe.h"

#include <string.h>

/* In alphabetical order of the names. */
#define FAMILIES(CARD)                 \
 CARD(applied_balance)                 \
 CARD(applied_behaviour)               \
 CARD(applied_blow_up)                 \
 CARD(applied_cole_hopf)               \
 CARD(applied_expectation)             \
 CARD(applied_laplace)                 \
 CARD(applied_layer)                   \
 CARD(applied_nondimensional_numeric)  \
 CARD(applied_nondimensional_symbolic) \
 CARD(applied_nonlinear)               \
 CARD(applied_regimes)                 \
 CARD(applied_corrections)             \
 CARD(applied_series)                  \
 CARD(applied_similarity)              \
 CARD(applied_stationary)              \
 CARD(applied_two_layers)              \
 CARD(applied_waves)                   \
 CARD(applied_wkb)                     \
 CARD(concept_absolute_equations)      \
 CARD(concept_absolute_value)          \
 CARD(concept_analytic)                \
 CARD(concept_angles)                  \
 CARD(concept_areas)                   \
 CARD(concept_binomials)               \
 CARD(concept_calculus)                \
 CARD(concept_cases)                   \
 CARD(concept_circles)                 \
 CARD(concept_combinations)            \
 CARD(concept_complex)                 \
 CARD(concept_composition)             \
 CARD(concept_conics)                  \
 CARD(concept_constructions)           \
 CARD(concept_coordinates)             \
 CARD(concept_crt)                     \
 CARD(concept_decimals)                \
 CARD(concept_divisibility_rules)      \
 CARD(concept_divisibility_tests)      \
 CARD(concept_euclid)                  \
 CARD(concept_even_odd)                \
 CARD(concept_exponential_equations)   \
 CARD(concept_exponentials)            \
 CARD(concept_factor_polynomials)      \
 CARD(concept_factor_theorem)          \
 CARD(concept_factorials)              \
 CARD(concept_factors_multiples)       \
 CARD(concept_fractions)               \
 CARD(concept_function_evaluation)     \
 CARD(concept_functions)               \
 CARD(concept_fundamental_theorem)     \
 CARD(concept_gcd_lcm_primes)          \
 CARD(concept_graph_lines)             \
 CARD(concept_inclusion_exclusion)     \
 CARD(concept_inequalities)            \
 CARD(concept_inradius)                \
 CARD(concept_integer_arithmetic)      \
 CARD(concept_integer_exponents)       \
 CARD(concept_inverse_trig)            \
 CARD(concept_line_and_parabola)       \
 CARD(concept_linear_algebra)          \
 CARD(concept_linear_congruences)      \
 CARD(concept_linear_equations)        \
 CARD(concept_linear_inequalities)     \
 CARD(concept_linear_systems)          \
 CARD(concept_logarithms)              \
 CARD(concept_manipulation)            \
 CARD(concept_matrices)                \
 CARD(concept_modular)                 \
 CARD(concept_multivariable)           \
 CARD(concept_order_of_operations)     \
 CARD(concept_order_or_not)            \
 CARD(concept_parity)                  \
 CARD(concept_permutations)            \
 CARD(concept_phi)                     \
 CARD(concept_polygons)                \
 CARD(concept_polyhedra)               \
 CARD(concept_polynomial_division)     \
 CARD(concept_polynomial_gcd)          \
 CARD(concept_polynomial_zeros)        \
 CARD(concept_prime_factors)           \
 CARD(concept_probability)             \
 CARD(concept_quadratic_roots)         \
 CARD(concept_radicals)                \
 CARD(concept_rational_expressions)    \
 CARD(concept_rational_functions)      \
 CARD(concept_roots)                   \
 CARD(concept_sequences)               \
 CARD(concept_similarity)              \
 CARD(concept_simplify_polynomials)    \
 CARD(concept_slopes)                  \
 CARD(concept_summation)               \
 CARD(concept_trees)                   \
 CARD(concept_triangles)               \
 CARD(concept_trig_equations)          \
 CARD(concept_trig_identities)         \
 CARD(concept_trigonometry)            \
 CARD(concept_vector_calculus)         \
 CARD(concept_volumes)                 \
 CARD(hard_bayes)                      \
 CARD(hard_chain)                      \
 CARD(hard_colourings)                 \
 CARD(hard_curves)                     \
 CARD(hard_games)                      \
 CARD(hard_groups)                     \
 CARD(hard_hitting)                    \
 CARD(hard_identities)                 \
 CARD(hard_independent)                \
 CARD(hard_knights)                    \
 CARD(hard_machines)                   \
 CARD(hard_matchings)                  \
 CARD(hard_minimal_polynomials)        \
 CARD(hard_norms)                      \
 CARD(hard_owners)                     \
 CARD(hard_periods)                    \
 CARD(hard_plane)                      \
 CARD(hard_programmes)                 \
 CARD(hard_residues)                   \
 CARD(hard_rewriting)                  \
 CARD(hard_spanning)                   \
 CARD(hard_sums)                       \
 CARD(hard_towers)                     \
 CARD(hard_walks)                      \
 CARD(hard_words)                      \
 CARD(linear_card)                     \
 CARD(mathador)

#define DECLARED(card) extern const struct family card;
#define LISTED(card)   &card,

FAMILIES(DECLARED)

static const struct family *const cards[] = { FAMILIES(LISTED) };

const size_t n_families = sizeof(cards) / sizeof(cards[0]);

const struct family *family_at(size_t i)
{
    return recipe_card(cards[i]);
}

const struct family *family_card(const char *name)
{
    for (size_t i = 0; name && i < n_families; i++)
        if (str_eq(cards[i]->name, name))
            return cards[i];
    return NULL;
}

const struct family *family_find(const char *name)
{
    const struct family *f = family_card(name);
    struct err ignored;

    if (!f && name && strchr(name, '/') && !strchr(name, '+'))
        return catalogue_find(name, &ignored);
    return f ? recipe_card(f) : NULL;
}

const struct grade_own *family_judge(const char *name)
{
    const struct family *f = family_card(name);

    return f ? f->own_judge : NULL;
}

const struct family *family_shower(const char *name)
{
    const struct family *f = family_card(name);

    return f && f->show ? f : NULL;
}
