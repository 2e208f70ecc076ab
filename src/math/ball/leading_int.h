/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MATH_BALL_LEADING_INT_H
#define MATH_BALL_LEADING_INT_H

#include "math/arb.h"
#include "math/ball/leading.h"

/* Arithmetic of expansions, shared by the two files. Functions that return bool
 * return whether the result is known; if it is not, l has no meaning. */

struct lead_run {
    const struct leading_end *end;
    struct ball_run *c;
};

void leading_copy(struct leading *to, const struct leading *from);

/* 2^{-k q} */
void leading_end_power(arb_t out, const fmpq_t q, slong k, slong bits);

/* l += s^q b, for an l that is not inverse. */
void leading_add_term(struct leading *l, const fmpq_t q, const acb_t b,
                      const struct lead_run *r);

bool leading_add(struct leading *l, const struct leading *m,
                 struct lead_run *r);
bool leading_multiply(struct leading *l, const struct leading *m,
                      struct lead_run *r);

/* Sets l to 1/l; if l may vanish, the result expands the inverse. */
bool leading_invert(struct leading *l, struct lead_run *r);

#endif
