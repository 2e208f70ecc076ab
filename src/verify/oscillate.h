/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_OSCILLATE_H
#define VERIFY_OSCILLATE_H

#include "math/ball/ball.h"
#include "math/tree/expr.h"
#include "math/work.h"

#include <stdbool.h>

/*
 * Integrals to infinity that converge because they oscillate: sin t / t,
 * cos(t^3/3 + xt). Sines and cosines become exponentials, and each term is
 * integrated from some point on along a ray on which it decays, as Cauchy's
 * theorem allows where it has no pole between. It is done twice, from other
 * points and along other rays: the difference is the estimate of the error.
 */

/* Set out to the value of an EXPR_INTEGRAL with an infinite end. Returns false
 * if no ray is found. */
bool oscillate_integral(acb_t out, const struct expr *x,
                        const struct ball_point *at, slong bits,
                        struct work *w);

#endif
