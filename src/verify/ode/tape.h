/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_ODE_TAPE_H
#define VERIFY_ODE_TAPE_H

#include "base/vec.h"
#include "verify/ode/ode.h"

/*
 * A right side f(x, y, y', ...) as a list of operations, with the parameters
 * put in: to be evaluated many thousands of times, in doubles with its
 * derivatives, or as Taylor coefficients one after another (ode/series.c), in
 * doubles or of any precision.
 */

enum tape_op {
    TAPE_CONSTANT,
    TAPE_X,
    TAPE_Y,
    TAPE_ADD,
    TAPE_NEG,
    TAPE_MUL,
    TAPE_DIV,
    TAPE_POWER, /* a to a constant power, which is no small whole number */
    TAPE_FUNCTION
};

#define TAPE_ENDLESS 100000 /* the degree of what is no polynomial */

struct tape_node {
    enum tape_op op;
    unsigned a, b;       /* arguments; FUNCTION: b is the derivative */
    enum function_id fn; /* FUNCTION */
    unsigned order;      /* Y */
    double number;       /* CONSTANT, POWER */
    arb_ptr exact;       /* the same; NULL: number is exact */
    slong degree;        /* in x, of a polynomial without the unknown: all
                            coefficients behind it are 0 */
};

struct tape {
    struct arena *arena;
    struct vec nodes;
    unsigned unknowns, result;
    slong bits, room;
    double *value, *slope; /* of every node; slope has `unknowns` for each */
    arb_ptr series;        /* `room` of every node, or NULL */
    arb_ptr x;             /* where series begin */
    arb_ptr scratch;
    /* While it is made. */
    const char *variable;
    const struct ball_point *at;
    struct work *work;
    const char *why;
};

/* Returns the tape of a real expression in the variable and the first
 * `unknowns` ode_symbol()s, or NULL, with *why, if a part of it has no value or
 * no derivative here. Constants are computed to `bits`. */
struct tape *tape_make(struct arena *a, const struct expr *x,
                       const char *variable, unsigned unknowns,
                       const struct ball_point *at, slong bits, struct work *w,
                       const char **why);

/* Returns an operation of the tape. */
struct tape_node *tape_node(const struct tape *t, unsigned i);

/* Work units of one evaluation in doubles. */
uint64_t tape_cost(const struct tape *t);

/* Returns f at x and y[0..unknowns), and its derivatives by them in slope. Not
 * finite where f is not. */
double tape_value(struct tape *t, double x, const double *y, double *slope);

/* Returns the value of a function at u, or NAN if it has no rule. */
double tape_function(enum function_id fn, double u);

/* ---- Taylor coefficients (ode/series.c) ---- */

/* Work units of n coefficients of 128 bits. */
uint64_t series_cost(const struct tape *t, slong n);

/* Begin at the point x, with room for n coefficients of every operation. */
void series_begin(struct tape *t, const arb_t x, slong n, slong bits);

/* Set out to the k-th Taylor coefficient of f, for the unknown with the
 * coefficients y[0..k+unknowns); the ones before k were asked for already.
 * Returns false where f is singular. */
bool series_next(struct tape *t, arb_t out, slong k, arb_srcptr y);

/* Release the coefficients. */
void series_end(struct tape *t);

/* Returns the k-th Taylor coefficient of f in doubles, in powers of
 * (x - at)/unit; `room` has n coefficients of every operation, 0 at first. Not
 * finite where f is singular. */
double series_double(const struct tape *t, double *room, slong n, slong k,
                     double at, double unit, const double *y);

#endif
