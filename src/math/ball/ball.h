/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_BALL_BALL_H
#define MATH_BALL_BALL_H

#include "math/arb.h"
#include "math/tree/expr.h"
#include "math/work.h"

/*
 * Values in rigorous ball arithmetic (Arb): the true value lies in the ball,
 * or nothing is claimed. Functions take their principal branches; roots of
 * odd degree of negative reals (EXPR_CALL of FN_ROOT, not x^{1/3}) are real.
 *
 * Nothing here hangs: arguments, orders, exponents and precision are bounded,
 * function by function, before Arb is called, and every call is paid for in
 * work units first.
 */

enum ball {
    BALL_VALUE,     /* out holds the value; its radius may be anything finite */
    BALL_UNDEFINED, /* proved to have no value here: 1/0, log 0, a pole */
    BALL_UNKNOWN,   /* no finite ball at this precision, or no method */
    BALL_LIMIT      /* a ceiling was met: w->ceiling */
};

/* The value of an expression without free symbols, kept from one point to the
 * next, since a constant integral costs more than the rest of a formula. */
struct ball_kept {
    const struct expr *x; /* compared by address */
    acb_t value;          /* at `bits` of precision; bits 0: not computed yet */
    slong bits;
    enum ball got;
};

/* What an evaluation says besides the value. The caller clears it before. */
struct ball_notes {
    /* Has some part of the expression no real value, as sqrt(x)^2 at x = -1?
     * 2 if that is certain, 1 if this precision leaves it open. */
    int left_reals;
    /* A part that is not zero does not show in the value at this precision:
     * the power of x + e^{-1000x}, or of 2^{x^{1000}}, at x = 1/2. Parts under
     * an integral or a sum are not looked at. */
    bool lost;
    /* A list of cases leaves this point out. */
    bool left_out;
};

/* Values of the free symbols. A symbol that is not listed gives UNKNOWN. */
struct ball_point {
    const char *const *names;
    acb_srcptr values;
    size_t n;
    /* How a bare \log is read: false natural, true base 10. */
    bool log10;
    /* Decimals written with at least so many significant digits stand for
     * every number that rounds to them (balls of half a unit of their last
     * place); 0: all decimals are exact. */
    int rounded;
    struct ball_notes *notes; /* NULL: nobody asks for them */
    /* Values that are kept; NULL: none. */
    struct ball_kept *kept;
    size_t kept_n;
    /* Integrals are wanted to the relative precision asked for, however small
     * they are, and may cost all the work there is. */
    bool thorough;
    /* Exponentials below 2^-2^20 are the ball 0 +- that, and functions that
     * come so near to a constant (tanh, erf) are balls around it. Two of them
     * cannot be told apart: for comparing sizes, not for equality. */
    bool vanish;
};

/* Evaluate a value expression (no structures, statements, \pm or matrices).
 * Zeros are exact where that can be decided: x - x is the ball 0. point may be
 * NULL. */
enum ball ball_eval(acb_t out, const struct expr *x,
                    const struct ball_point *point, slong bits, struct work *w);

/* Has it a value, which is then in out? */
bool ball_value(acb_t out, const struct expr *x, const struct ball_point *point,
                slong bits, struct work *w);

/* Returns the middle of the real part. */
double ball_middle(const acb_t z);

/* Returns log2 |x| of the midpoint, of any size; -inf for 0. */
double ball_log2(const arb_t x);

/* Returns log2 |z|, roughly; -inf for 0. */
double ball_size(const acb_t z);

/* Compute log |x| for numbers too large or too small to represent (towers,
 * factorials of huge numbers, products and powers of such), with the sign of x
 * in *sign (-1, 0, 1): enough to distinguish two of them. Constants only. */
enum ball ball_log_abs(arb_t out, int *sign, const struct expr *x, slong bits,
                       struct work *w);

#endif
