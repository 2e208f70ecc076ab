/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_BALL_BALL_INT_H
#define MATH_BALL_BALL_INT_H

#include "base/truth.h"
#include "math/arb.h"
#include "math/ball/ball.h"

/*
 * Shared by the files of the ball evaluator.
 *
 * An integral needs more than values of its integrand: on complex balls the
 * integrand must be analytic, or the result is refused. A bound variable can
 * thus be marked analytic; whoever reads it sets `touched`, and functions with
 * branch cuts or jumps look at that flag for their own argument, so that the
 * constant sqrt(-1) inside an integrand is still fine.
 */

/* Ceiling on nested nodes, for the sake of the C stack. */
#define BALL_DEPTH_MAX 1000

/* A variable bound by a sum, integral or limit, innermost first. */
struct ball_bound {
    const char *name;
    acb_srcptr value;
    bool analytic;
    const struct ball_bound *next;
};

/* Below 2^-BALL_EXP_NOTHING a factor of an integrand adds nothing. */
#define BALL_EXP_NOTHING (1 << 19)

/* The state of one evaluation. */
struct ball_run {
    const struct ball_point *point; /* may be NULL */
    const struct ball_bound *bound;
    struct work *w;
    slong bits;
    uint64_t scale; /* cost at this precision, in 16ths of that at 128 bits */
    unsigned depth;
    unsigned nested; /* integrals around this node */
    bool stopped;    /* a ceiling was met in this run */
    bool quiet;      /* a trial: only the ceiling "work" may be recorded */
    bool touched;    /* an analytic variable was read since this was cleared */
    bool refused;    /* a ceiling was met since this was cleared, or a trial
                        would have met one */
};

/* Evaluate a node and pay for it. After a failure out has no meaning. */
enum ball ball_node(acb_t out, const struct expr *x, struct ball_run *c);

/* Evaluate a known function (function.c). */
enum ball ball_call(acb_t out, const struct expr *x, struct ball_run *c);

/* The most arguments that a function of a fixed number of them has. */
#define BALL_ARGS_MAX 6

/* Arguments of a call, as values. */
struct ball_args {
    acb_struct v[BALL_ARGS_MAX];
    bool touched[BALL_ARGS_MAX]; /* by an analytic variable */
    unsigned n;
};

/* Evaluate special functions (special.c). */
enum ball ball_special(acb_t out, enum function_id id,
                       const struct ball_args *args, struct ball_run *c);

/* Functions with jumps, integer functions, and those that take any number of
 * arguments or a matrix (jump.c): these evaluate their own arguments. */
bool ball_is_jump(enum function_id id);
enum ball ball_jump(acb_t out, const struct expr *x, struct ball_run *c);

/* Evaluate base^exponent of two nodes; e^x is exp. */
enum ball ball_pow(acb_t out, const struct expr *base,
                   const struct expr *exponent, struct ball_run *c);

/* Evaluate exp z; refuses a result that would be too large to represent. */
enum ball ball_exp(acb_t out, const acb_t z, struct ball_run *c);
#define BALL_VANISHED (-((slong)1 << 20)) /* exponent of what is no more seen */
/* Returns 1 or -1 if the point lets values vanish (ball_point.vanish) and the
 * real part is above 2^e or below -2^e, else 0; and: the ball of radius 2^e of
 * the value that a function is near to there. */
int ball_far(const acb_t z, slong e, const struct ball_run *c);
void ball_near(acb_t out, int value, slong e, bool complex);

/* Evaluate \log_b x of (b, x), sqrt z, and \sqrt[n]{z} of (n, z); v are the
 * arguments. touched: an analytic variable was read. (power.c) */
enum ball ball_log_base(acb_t out, acb_srcptr v, const bool *touched,
                        struct ball_run *c);
enum ball ball_square_root(acb_t out, const acb_t z, bool touched,
                           struct ball_run *c);
enum ball ball_root(acb_t out, const struct expr *x, acb_srcptr v,
                    const bool *touched, struct ball_run *c);

/* Evaluate n! for degree 1 and n!! for degree 2. (factorial.c) */
enum ball ball_factorial(acb_t out, const acb_t n, unsigned degree,
                         struct ball_run *c);
/* Evaluate binom(n, k), or n (n-1) ... (n-k+1) when falling. */
enum ball ball_binomial(acb_t out, const acb_t n, const acb_t k, bool falling,
                        struct ball_run *c);

/* Evaluate log z; refuses 0. The result is analytic if the argument was
 * touched. */
enum ball ball_log(acb_t out, const acb_t z, bool touched, struct ball_run *c);

/*
 * Evaluate x with every analytic variable replaced by the real part of its
 * ball. Jumps and conditions are decided there: if a branch is the same on that
 * whole ball, the integrand is that branch on the path, and only that branch
 * must be analytic.
 */
enum ball ball_on_reals(acb_t out, const struct expr *x, struct ball_run *c);

/* Evaluate definite integrals, sums, products and limits (quadrature.c,
 * limit.c). */
enum ball ball_integral(acb_t out, const struct expr *x, struct ball_run *c);
enum ball ball_sum(acb_t out, const struct expr *x, struct ball_run *c);
enum ball ball_limit(acb_t out, const struct expr *x, struct ball_run *c);
/* Evaluate the sum of all terms from that one on (infinite.c). */
enum ball ball_infinite_sum(acb_t out, const struct expr *x, slong from,
                            struct ball_run *c);

/* Note that a part is lost if it is too small, though not zero, to be seen
 * beside the whole. */
void ball_note_lost(const acb_t part, const acb_t whole, struct ball_run *c);
/* The same of an argument in a value that is 1 but for it, as in 2^x and in x!
 * and cos x where x is small. */
void ball_note_beside_one(const acb_t value, const acb_t arg,
                          struct ball_run *c);
bool ball_is_small(const acb_t x); /* below 1/2 */

/* Does whoever asks want integrals to relative precision? */
static inline bool ball_is_thorough(const struct ball_run *c)
{
    return c->point && c->point->thorough;
}

/* ---- paying and refusing ---- */

/* Pay for a step that costs `units` at 128 bits. Returns false if it is
 * refused. */
bool ball_pay(struct ball_run *c, uint64_t units);

/* Pay for work that does not depend on the precision. */
bool ball_spend(struct ball_run *c, uint64_t units);

/* Returns the result for a failure whose reason was not passed up. */
enum ball ball_failed(const struct ball_run *c);

/* Find the rational value of a constant by the exact method, at little cost.
 * Returns false if it is not found. */
bool ball_rational(fmpq_t out, const struct expr *x, struct ball_run *c);

/* Returns BALL_LIMIT and records that ceiling, or BALL_UNKNOWN in a trial. */
enum ball ball_refuse(struct ball_run *c, const char *ceiling);

/* Set the precision and the cost scale. */
void ball_precision(struct ball_run *c, slong bits);

/* Returns BALL_VALUE if z is finite, else BALL_UNKNOWN. */
enum ball ball_finite(const acb_t z);

/* Is |z| < 2^e on the whole ball; and at its midpoint? */
bool ball_below(const acb_t z, slong e);
bool ball_mid_below(const acb_t z, slong e);

/* Set out to z if z is an exact integer with a small exponent. Returns false if
 * it is not. */
bool ball_get_integer(fmpz_t out, const acb_t z);

/* Returns BALL_VALUE if |z| < 2^e, a refusal if the midpoint is beyond that,
 * and BALL_UNKNOWN if only the radius is. */
enum ball ball_bounded(const acb_t z, slong e, struct ball_run *c);

#endif
