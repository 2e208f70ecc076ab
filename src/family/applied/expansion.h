/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_APPLIED_EXPANSION_H
#define FAMILY_APPLIED_EXPANSION_H

#include "base/arena.h"
#include "math/flint_poly.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Power series with rational coefficients, and what integrals make of them.
 *
 * Near a point where the phase is extremal, f = f_0 + alpha s^m (1 + ...). The
 * variable u = s (1 + ...)^{1/m} makes the phase a pure power, and
 *
 *     int_0 g e^{-x f} ds ~ e^{-x f_0} sum_k b_k/m Gamma((k+1)/m)
 *                                            (alpha x)^{-(k+1)/m},
 *
 * where b_k are the coefficients of g ds/du in powers of u.
 */

#define EXPANSION_ORDER 16 /* coefficients that are kept */

/* The elementary functions that phases and factors are made of, by number; each
 * has a rational series about 0. */
enum known_function {
    KNOWN_ONE,
    KNOWN_EXP,       /* e^{ct} */
    KNOWN_COS,       /* \cos(ct) */
    KNOWN_COSH,      /* \cosh(ct) */
    KNOWN_SINH,      /* \sinh(ct) */
    KNOWN_SQUARE,    /* 1/(1 + c t^2) */
    KNOWN_LN,        /* \ln(1 + ct) */
    KNOWN_OVER,      /* 1/(1 + ct) */
    KNOWN_ROOT,      /* \sqrt{1 + ct} */
    KNOWN_ARCTAN,    /* \arctan(ct) */
    KNOWN_LN_SQUARE, /* \ln(1 + c t^2) */
    KNOWN_TWICE,     /* 1/(1 + ct)^2 */
    KNOWN_GAUSS,     /* e^{-ct^2} */
    KNOWN_FUNCTIONS
};

/* Returns a multiple of the function, t being any text: 2e^{3t}, -\cos(t - 2).
 * `is_sum`: the text is a sum. */
const char *known_latex(struct arena *a, int64_t factor, enum known_function f,
                        int64_t c, const char *t, bool is_sum);

/* Set p to the series of the function. */
void known_series(fmpq_poly_t p, enum known_function f, int64_t c);

/* Of a phase whose constant term is taken off: find m and alpha, and the series
 * b of g ds/du. The phase is not zero. */
void expansion_watson(fmpq_poly_t b, int64_t *m, fmpq_t alpha,
                      const fmpq_poly_t phase, const fmpq_poly_t g);

/* Append to `terms` the first n terms of the sum above that are not zero,
 * without e^{-x f_0}. From `both` sides: odd terms cancel, the others double.
 * Returns how many there are: less than n if the series is too short. */
size_t expansion_terms(struct arena *a, const fmpq_poly_t b, int64_t m,
                       const fmpq_t alpha, bool both, const char *x, size_t n,
                       const char **terms);

/* Returns the first n terms of the series that are not zero, in powers of s. */
const char *expansion_latex(struct arena *a, const fmpq_poly_t p, const char *s,
                            size_t n);

#endif
