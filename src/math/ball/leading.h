/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_BALL_LEADING_H
#define MATH_BALL_LEADING_H

#include "math/arb.h"
#include "math/ball/ball_int.h"

/*
 * How an expression behaves at an end of a range, proved: with s > 0 the
 * distance from a finite end, or 1/|x| towards infinity,
 *
 *     f(x) = c + s^order b(s),   b(s) in the ball b, for all 0 < s <= 2^-k.
 *
 * Ends of integrals, infinite or singular, are bounded with it: s^order is
 * integrated by hand. Exponentials that vanish faster than any power are
 * bounded by the power that touches them at s = 2^-k. Limits are read off it:
 * as k grows, b shrinks to the limit of f / s^order.
 */

struct leading_end {
    const char *name; /* the variable */
    acb_srcptr at;    /* the end of the range; NULL: infinity */
    int side;         /* 1: x = at + s, or x = 1/s; -1: the other one */
    slong k;
    bool limit; /* refuse what oscillates: it has bounds but no limit */
};

struct leading {
    acb_ptr c, b;
    fmpq *order;  /* > 0 where c is not an exact 0 */
    bool inverse; /* the expansion is that of 1/f: f grows without bound */
};

void leading_init(struct leading *l);
void leading_clear(struct leading *l);

/* Expand x at the end. Returns false if there is no method. */
bool leading_expand(struct leading *l, const struct expr *x,
                    const struct leading_end *end, struct ball_run *c);

/* Compute the integral of |dx| f(x) over the part 0 < s <= 2^-k. Returns false
 * if it is not known to converge. */
bool leading_tail(acb_t out, const struct leading *l,
                  const struct leading_end *end, slong bits);

/* Compute a ball that contains f for all those s. Returns false if f is
 * unbounded. */
bool leading_range(acb_t out, const struct leading *l,
                   const struct leading_end *end, slong bits);

#endif
