/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_ESTIMATE_H
#define VERIFY_ESTIMATE_H

#include "math/ball/ball.h"
#include "math/tree/expr.h"
#include "math/work.h"

/*
 * Integrals that have no certified value, as of K_0(t) to infinity or of 1/ln t
 * from 0: the double exponential rule of Takahasi and Mori (1974), which needs
 * values of the integrand inside of the range alone. The step is halved until
 * two sums agree; their difference is the radius.
 */

/* Set out to the integral x (EXPR_INTEGRAL with bounds) at the point. Returns
 * false if the sums do not settle. */
bool estimate_integral(acb_t out, const struct expr *x,
                       const struct ball_point *at, slong bits, struct work *w);

/*
 * A real integral over a finite range in doubles, by Gauss's rule on panels
 * that are halved until two sums agree: quick where the integrand has thousands
 * of waves, through which balls go one by one. Returns false if more
 * than 44 bits are asked for, or no two sums agree; *many: there are more waves
 * than panels.
 */
bool estimate_waves(acb_t out, const struct expr *x,
                    const struct ball_point *at, slong bits, struct work *w,
                    bool *many);

#endif
