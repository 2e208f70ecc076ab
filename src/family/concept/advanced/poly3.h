/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_CONCEPT_ADVANCED_POLY3_H
#define FAMILY_CONCEPT_ADVANCED_POLY3_H

#include "base/arena.h"
#include "family/recipe/pick.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Polynomials in x, y and z with few small terms, and vector fields of them:
 * what the families of vector calculus are made of.
 *
 * solve() differentiates term by term, poly3_derive(). check() uses
 * probe_derive(), which knows no rule of differentiation: a polynomial of
 * degree six at most has the derivative that its values at seven neighbouring
 * points say, exactly.
 */

#define POLY3_TERMS  24
#define POLY3_DEGREE 4 /* of every term that is drawn */
#define POLY3_POWER  3 /* of one variable, so that a product of two has six */

struct poly3 {
    int n;
    struct term3 {
        int64_t c;
        int e[3];
    } t[POLY3_TERMS];
};

/* p += by * q */
void poly3_add_times(struct poly3 *p, const struct poly3 *q, int64_t by);

struct poly3 poly3_derive(const struct poly3 *p, int variable);
int64_t poly3_at(const struct poly3 *p, const int64_t x[3]);

/* 3x^2y - z; terms in the order in which they came. */
char *poly3_latex(struct arena *a, const struct poly3 *p);

/* ---- values ---- */

#define TERMS_MOST 9

/* The terms of up to three polynomials, and a point. */
struct terms3 {
    int64_t n;
    int64_t c[TERMS_MOST];
    int64_t i[TERMS_MOST], j[TERMS_MOST], k[TERMS_MOST]; /* exponents */
    int64_t of[TERMS_MOST]; /* which polynomial: 0, 1, 2 */
    int64_t x, y, z;
};

/* Limits of values, within which nothing overflows; see terms3_valid(). */
#define TERMS3_COEFFICIENT 100000
#define TERMS3_POINT       60

/* `count` different terms of degree 2 to 4 for polynomial number `of`. */
void terms3_draw(struct pick *k, struct terms3 *v, int64_t of, size_t count);

/* A multiple of x, y or z for polynomial number 0, 1 or 2. */
void terms3_draw_linear(struct pick *k, struct terms3 *v, int64_t of);

/* The point, each coordinate from -most to most and not 0. */
void terms3_draw_point(struct pick *k, struct terms3 *v, int64_t most);

/* Are the degrees within bounds? */
bool terms3_valid(const struct terms3 *v);

struct poly3 terms3_poly(const struct terms3 *v, int64_t of);

/* ---- the other road ---- */

/* The value at a point of the polynomial number `of`, differentiated once with
 * respect to each of the n variables listed; n at most 2. */
int64_t probe_derive(const struct terms3 *v, int64_t of, const int *variables,
                     int n, const int64_t at[3]);

#endif
