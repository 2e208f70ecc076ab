/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LANGUAGE_BUILTIN_INT_H
#define FAMILY_LANGUAGE_BUILTIN_INT_H

#include "family/language/builtin.h"

#define FACTOR_MOST   INT64_C(1000000000000000000)
#define BINOMIAL_MOST 5000
#define CYCLE_MOST    INT64_C(1000000)
#define ORDERS_MOST   9
#define MATRIX_MOST   24   /* rows, columns */
#define MODULAR_MOST  300  /* the same, modulo a number */
#define TERMS_MOST    2000 /* of a sequence whose recurrence is looked for */
#define POINTS_MOST   2000

#define SERIES_MOST 2000   /* terms of a power series */
#define SERIES_BITS 262144 /* of its coefficients with a common denominator */

/* A function of the table, over its n arguments a[0..n). None of them is
 * nothing; their number is right; their types are not tested yet. */
#define BUILTIN(name) \
 struct val fn_##name(struct reckoning *r, const struct val *a, size_t n)

/* numbers */
BUILTIN(abs);
BUILTIN(sign);
BUILTIN(floor);
BUILTIN(ceil);
BUILTIN(round);
BUILTIN(numerator);
BUILTIN(denominator);
BUILTIN(gcd);
BUILTIN(lcm);
BUILTIN(inverse);
BUILTIN(power_mod);
BUILTIN(is_prime);
BUILTIN(factor);
BUILTIN(divisors);
BUILTIN(phi);
BUILTIN(root);
BUILTIN(factorial);
BUILTIN(binomial);
BUILTIN(digits);
BUILTIN(from_digits);
BUILTIN(jacobi);
BUILTIN(order_mod);
BUILTIN(cycle_mod);
BUILTIN(primes);
BUILTIN(next_prime);
BUILTIN(divisor_sum);
BUILTIN(divisor_count);
BUILTIN(partitions);
BUILTIN(fibonacci);
BUILTIN(bell);
BUILTIN(stirling2);
BUILTIN(base_text);

/* closed forms and intervals */
BUILTIN(sqrt);
BUILTIN(cbrt);
BUILTIN(nth_root);
BUILTIN(pi);
BUILTIN(exp);
BUILTIN(ln);
BUILTIN(log);
BUILTIN(degrees);
BUILTIN(sin);
BUILTIN(cos);
BUILTIN(tan);
BUILTIN(arcsin);
BUILTIN(arccos);
BUILTIN(arctan);
BUILTIN(complex);
BUILTIN(real_part);
BUILTIN(imaginary_part);
BUILTIN(interval);
BUILTIN(open);
BUILTIN(closed_open);
BUILTIN(open_closed);
BUILTIN(infinity);
BUILTIN(ends);

/* lists and sets */
BUILTIN(len);
BUILTIN(sum);
BUILTIN(product);
BUILTIN(scalar_product);
BUILTIN(max);
BUILTIN(min);
BUILTIN(sorted);
BUILTIN(reversed);
BUILTIN(list);
BUILTIN(set);
BUILTIN(join);
BUILTIN(append);
BUILTIN(without);
BUILTIN(put);
BUILTIN(filled);
BUILTIN(zip);
BUILTIN(find);
BUILTIN(union);
BUILTIN(intersection);
BUILTIN(difference);
BUILTIN(subsets);
BUILTIN(orders);
BUILTIN(tuples);
BUILTIN(letter);
BUILTIN(text);

/* polynomials, matrices, graphs */
BUILTIN(polynomial);
BUILTIN(coefficient);
BUILTIN(degree);
BUILTIN(value_at);
BUILTIN(derivative);
BUILTIN(antiderivative);
BUILTIN(rational_roots);
BUILTIN(determinant);
BUILTIN(rank);
BUILTIN(transpose);
BUILTIN(times);
BUILTIN(solve_linear);
BUILTIN(distances);
BUILTIN(components);
BUILTIN(char_poly);
BUILTIN(inverse_matrix);
BUILTIN(power_matrix);
BUILTIN(times_mod);
BUILTIN(recurrence_mod);
BUILTIN(term_mod);
BUILTIN(resultant);
BUILTIN(poly_gcd);
BUILTIN(poly_inverse);
BUILTIN(series_quotient);
BUILTIN(poly_quotient);
BUILTIN(poly_remainder);
BUILTIN(matching);

#endif
