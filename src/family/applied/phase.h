/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_APPLIED_PHASE_H
#define FAMILY_APPLIED_PHASE_H

#include "base/arena.h"
#include "family/applied/expansion.h"

#include <stddef.h>
#include <stdint.h>

/*
 * The phases of Laplace integrals and of stationary phase: functions A f(kt) +
 * polynomial whose least value on the interval is at t = 0.
 */

enum phase_kind {
    PHASE_INTERIOR, /* like t^2, on both sides */
    PHASE_END,      /* rises from the first instant: like t, on t >= 0 */
    PHASE_FLAT,     /* like t^4, on both sides */
    PHASE_KINDS
};

struct phase {
    int64_t kind, shape; /* of phase_shapes() of the kind */
    int64_t a, k;        /* positive */
    int64_t shift;       /* added to the whole */
};

/* Returns how many shapes there are of a kind. */
int64_t phase_shapes(int64_t kind);

/* Returns the phase as text; t is any text, a sum if `is_sum`. */
const char *phase_latex(struct arena *a, const struct phase *f, const char *t,
                        bool is_sum);

/* Set p to its series about 0, the constant term included. */
void phase_series(fmpq_poly_t p, const struct phase *f);

#endif
