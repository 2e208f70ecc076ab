/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LINEAR_SYSTEM_H
#define FAMILY_LINEAR_SYSTEM_H

#include "base/rng.h"
#include "math/exact/ratio.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Sparse linear systems with exact fractions. A seed has as many equations as
 * variables, full rank, and every equation is needed for the asked variable:
 * row i is needed iff the unit row of the asked variable does not lie in the
 * space of the other rows. (More equations than variables could not all be
 * needed.)
 */

#define LINEAR_VARIABLES 16 /* a problem's own and those of useless equations */
#define LINEAR_EQUATIONS 20

struct equation {
    struct ratio c[LINEAR_VARIABLES]; /* 0: the variable is not there */
    struct ratio rhs;                 /* sum of c[i] x[i] = rhs */
};

struct system {
    size_t n_vars, n_eqs;
    size_t asked; /* variable */
    struct equation eqs[LINEAR_EQUATIONS];
};

/* Copy what the system has: most have few equations. */
void linear_copy(struct system *out, const struct system *s);

/* A measure (measure.h) that a drawn system must have. */
struct linear_promise {
    bool set; /* false: as it comes */
    size_t is;
};

/* The shape of the system to be drawn. */
struct linear_shape {
    size_t variables;  /* 2..10; as many equations */
    int64_t low, high; /* of the solution's whole numbers */
    size_t terms;      /* variables of an equation on average: 2 (0 means it),
                          3 or 4; at most twice as many less 1 */
    struct linear_promise depth, distance;
};

size_t linear_shape_terms(const struct linear_shape *shape);

/* Settle what was left open. Variables: so many, or with 0 as many as the shape
 * has, or depth and distance need. With `held` the depth may be chosen: one that
 * is not promised is held at 1 where a distance is, so that distances compare;
 * and it gives way where the variables are too few. */
void linear_shape_settle(struct linear_shape *shape, size_t variables,
                         bool held);

/* Are there systems of the shape? A depth above 0 and a distance need depth +
 * distance + 1 variables, depth 0 a distance from 1 on; more terms need more
 * variables that may stand together. */
bool linear_shape_holds(const struct linear_shape *shape);

/* Draw a seed of a shape that holds: coefficients -5..5 without 0 and now and
 * then a half; right sides whole or halves. Without promises at least one
 * equation has a single variable. `solution` has room for LINEAR_VARIABLES.
 * *tries counts the systems that were drawn for it; tries may be NULL. */
void linear_draw(struct rng *r, const struct linear_shape *shape,
                 struct system *out, int64_t *solution, uint64_t *tries);

/* Draw the same structure with fresh numbers: another solution, and
 * coefficients at the same places. */
void linear_redraw(struct rng *r, const struct linear_shape *shape,
                   const struct system *old, struct system *out,
                   int64_t *solution);

/* Compute the rank of the rows without row `without` (n_eqs: of all). Returns
 * false if numbers grew beyond 64 bits. */
MUST_USE bool linear_rank(const struct system *s, size_t without, size_t *rank);

/* Is the value of `var` settled by the equations but `without` (n_eqs: none is
 * left out)? *value is it then. Inconsistent systems settle nothing:
 * *consistent is false. Returns false where numbers grew beyond 64 bits. */
struct settled {
    bool consistent, settled;
    struct ratio value;
};
MUST_USE bool linear_settle(const struct system *s, size_t var, size_t without,
                            struct settled *out);

/* Returns how many equations must be solved together at the worst, less 1, if the
 * value that needs fewest is always found first. By the numbers this can be less
 * than by the places (measure.h). Returns 0 if numbers grew beyond 64 bits. */
size_t linear_depth(const struct system *s);

/* Compute the values of all variables into x[0..n_vars). Returns false if the
 * equations do not settle every one of them, or numbers grew beyond 64 bits. */
MUST_USE bool linear_solve(const struct system *s, struct ratio *x);

/* Is every equation needed for the asked variable, and do all together settle
 * it? Also false if numbers grew beyond 64 bits. */
bool linear_all_needed(const struct system *s);

/* Returns the equation 0 = 0. */
struct equation linear_zero(void);

/* Returns how many variables the equation has; *last is one of them. */
size_t linear_terms(const struct equation *eq, size_t *last);

/* Do two equations mean the same: is one a multiple of the other, not by 0? */
bool linear_same(const struct equation *x, const struct equation *y);

#endif
