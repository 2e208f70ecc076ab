/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_APPLIED_MONOMIALS_H
#define FAMILY_APPLIED_MONOMIALS_H

#include "base/arena.h"
#include "math/flint_poly.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Polynomials in x whose coefficients are powers of a small parameter: sums of
 * c epsilon^e x^p.
 */

struct monomial {
    int64_t c, p, e;
};

/* Returns the sum, highest power of x first: "\epsilon x^3 - 2x + 1". */
const char *monomials_latex(struct arena *a, const struct monomial *m, size_t n,
                            const char *x);

/* Find the edges of the Newton polygon, towards epsilon -> 0 or, if `large`,
 * epsilon -> infinity: edges[i] and edges[i + 1] are the places in the list of
 * the two terms that balance along edge i. The powers of x are all different
 * and ordered upwards. Returns how many edges there are, or 0 if three terms
 * balance along one. */
size_t monomials_polygon(const struct monomial *m, size_t n, bool large,
                         size_t *edges);

/* Set y to the series in epsilon, with `order` coefficients, of the simple root
 * that begins with the whole number `start`. Returns false if that is no simple
 * root at epsilon = 0. */
bool monomials_root(fmpq_poly_t y, const struct monomial *m, size_t n,
                    int64_t start, slong order);

#endif
