/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_BALL_BALL_INT_H
#define MATH_BALL_BALL_INT_H

#include "base/truth.h"
#include "math/ball/ball.h"

/*
 * Shared by the files of the ball evaluator.
 *
 * An integral asks more of its integrand than values: on complex balls it
 * must be analytic, or the result must be refused. A bound variable can thus
 * be marked analytic; whoever reads it sets `touched`, and functions with
 * branch cuts or jumps look at that flag for their own argument, so that the
 * constant sqrt(-1) inside an integrand is still fine.
 */

/* Nodes above nodes: the C stack carries that many. */
#define BALL_DEPTH_MAX 1000

/* What a sum, integral or limit binds, innermost first. */
struct ball_bound {
    const char *name;
    acb_srcptr value;
    bool analytic;
    const struct ball_bound *next;
};

/* One evaluation under way. */
struct ball_run {
    const struct ball_point *point; /* may be NULL */
    const struct ball_bound *bound;
    struct work *w;
    slong bits;
    uint64_t scale; /* cost at this precision, in 16ths of that at 128 bits */
    unsigned depth;
    unsigned nested; /* integrals around this node */
    bool stopped;    /* a ceiling was met in this run */
    bool quiet;      /* only "work" may be recorded: a trial evaluation */
    bool touched;    /* an analytic variable was read since this was cleared */
};

/* The value of a node; pays for it. out may be anything after a failure. */
enum ball ball_node(acb_t out, const struct expr *x, struct ball_run *c);

/* A known function (ball_function.c). */
enum ball ball_call(acb_t out, const struct expr *x, struct ball_run *c);

/* The most arguments that a function of a fixed number of them has. */
#define BALL_ARGS_MAX 6

/* Arguments of a call, as values. */
struct ball_args {
    acb_struct v[BALL_ARGS_MAX];
    bool touched[BALL_ARGS_MAX]; /* by an analytic variable */
    unsigned n;
};

/* Special functions (ball_special.c). */
enum ball ball_special(acb_t out, enum function_id id,
                       const struct ball_args *args, struct ball_run *c);

/* Functions with jumps, integer functions, and those that take any number of
 * arguments or a matrix (ball_jump.c): these evaluate their own arguments. */
bool ball_is_jump(enum function_id id);
enum ball ball_jump(acb_t out, const struct expr *x, struct ball_run *c);

/* base^exponent of nodes; e^x is exp. */
enum ball ball_pow(acb_t out, const struct expr *base,
                   const struct expr *exponent, struct ball_run *c);

/* exp z, refused when the result would be too large to hold. */
enum ball ball_exp(acb_t out, const acb_t z, struct ball_run *c);

/* \log_b x of (b, x), sqrt z, and \sqrt[n]{z} of (n, z), the arguments of x.
 * touched: by an analytic variable. (ball_power.c) */
enum ball ball_log_base(acb_t out, acb_srcptr v, const bool *touched,
                        struct ball_run *c);
enum ball ball_square_root(acb_t out, const acb_t z, bool touched,
                           struct ball_run *c);
enum ball ball_root(acb_t out, const struct expr *x, acb_srcptr v,
                    const bool *touched, struct ball_run *c);

/* n! and n!! (ball_factorial.c) */
enum ball ball_factorial(acb_t out, const acb_t n, unsigned degree,
                         struct ball_run *c);
/* binom(n, k), or n (n-1) ... (n-k+1) when falling. */
enum ball ball_binomial(acb_t out, const acb_t n, const acb_t k, bool falling,
                        struct ball_run *c);

/* log x with 0 refused; analytic where the argument was touched. */
enum ball ball_log(acb_t out, const acb_t z, bool touched, struct ball_run *c);

/*
 * The value of x where every analytic variable is replaced by the real part
 * of its ball. Jumps and conditions are decided there: if a branch is the
 * same on that whole ball, the integrand is that branch on the path, and the
 * branch itself is what must be analytic.
 */
enum ball ball_on_reals(acb_t out, const struct expr *x, struct ball_run *c);

/* Definite integrals, sums, products, limits (quadrature.c, limit.c). */
enum ball ball_integral(acb_t out, const struct expr *x, struct ball_run *c);
enum ball ball_sum(acb_t out, const struct expr *x, struct ball_run *c);
enum ball ball_limit(acb_t out, const struct expr *x, struct ball_run *c);

/* ---- paying and refusing ---- */

/* Pay for what costs `units` at 128 bits. */
bool ball_pay(struct ball_run *c, uint64_t units);

/* Pay for work that does not depend on the precision. */
bool ball_spend(struct ball_run *c, uint64_t units);

/* What a failure for a reason that was not handed up is. */
enum ball ball_failed(const struct ball_run *c);

/* The rational value of a constant, by the exact road, at little cost. */
bool ball_rational(fmpq_t out, const struct expr *x, struct ball_run *c);

/* BALL_LIMIT with that ceiling on record, or UNKNOWN in a trial. */
enum ball ball_refuse(struct ball_run *c, const char *ceiling);

/* Set the precision and the cost scale. */
void ball_precision(struct ball_run *c, slong bits);

/* VALUE when finite, else UNKNOWN. */
enum ball ball_finite(const acb_t z);

/* |z| < 2^e for all of the ball; and for its midpoint. */
bool ball_below(const acb_t z, slong e);
bool ball_mid_below(const acb_t z, slong e);

/* An exact integer: put it into out. Only small exponents are looked at. */
bool ball_get_integer(fmpz_t out, const acb_t z);

/* BALL_VALUE if |z| < 2^e; a refusal when the midpoint is beyond, UNKNOWN
 * when only the radius is. */
enum ball ball_bounded(const acb_t z, slong e, struct ball_run *c);

#endif
