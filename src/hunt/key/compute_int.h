/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_KEY_COMPUTE_INT_H
#define HUNT_KEY_COMPUTE_INT_H

#include "base/arena.h"
#include "math/flint_poly.h"
#include "math/tree/expr.h"
#include "math/work.h"

#include <stdbool.h>
#include <stddef.h>

/* Between the files of key_compute(): compute.c (the line, and plain values),
 * compute_mod.c (remainders and congruences), compute_solve.c (equations) and
 * compute_form.c (polynomials out of trees). */

#define COMPUTE_BYTES      1000   /* of a line */
#define COMPUTE_WORK       400000 /* units: some 20 ms */
#define COMPUTE_STATEMENTS 32
#define COMPUTE_UNKNOWNS   6
#define COMPUTE_DEGREE     12
#define COMPUTE_BITS       2048 /* of a coefficient, a modulus, an exponent */

struct compute {
    struct arena *arena;
    struct work work;
    const char *why; /* why there is no value */
    const struct expr *statements[COMPUTE_STATEMENTS];
    size_t n;
    const struct expr *target; /* behind "for"; or NULL */
};

/* Sets c->why and returns NULL. */
const char *compute_fail(struct compute *c, const char *why);

/* Returns a number as LaTeX. */
const char *compute_rational(struct compute *c, const fmpq_t x);

/* Reads a rational constant of at most COMPUTE_BITS. Returns false if x is
 * none. */
bool compute_constant(struct compute *c, fmpq_t out, const struct expr *x);

/* Reads x as a polynomial in the symbol of that name. Returns false if it is
 * none. */
bool compute_polynomial(struct compute *c, fmpq_poly_t out,
                        const struct expr *x, const char *name);

/* row += scale * x, x being linear in the names; column n is the constant. */
bool compute_linear(struct compute *c, fmpq_mat_t m, slong row,
                    const struct expr *x, const fmpq_t scale,
                    const char *const *names, size_t n);

/* Each returns the value as LaTeX, or NULL with c->why. */
const char *compute_remainder(struct compute *c, const struct expr *x);
const char *compute_congruences(struct compute *c);
const char *compute_solution(struct compute *c);

#endif
