/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_PDE_SPECIAL_H
#define VERIFY_PDE_SPECIAL_H

#include "base/vec.h"
#include "verify/object.h"
#include "verify/pde/pde.h"

/*
 * What is asked of some solutions beside residuals and conditions: that waves
 * travel, and in the right direction; that jumps are shocks; the speed of a
 * front; and solutions of initial value problems that have formulas of their
 * own.
 */

/* Is the solution a travelling wave, in the direction asked for? On false,
 * *out says what it is not. True if none is asked for. */
bool pde_wave_holds(const struct pde_solution *s, struct pde_point *q,
                    struct finding *out);

/* Are the jumps of a piecewise solution shocks, by the conditions of Rankine
 * and Hugoniot and of Lax? On false, *out says which is not. */
bool pde_jumps_hold(const struct pde_solution *s, struct pde_point *q,
                    struct finding *out);

/* Settle a claim that is the speed of a front. Returns false if the claim is a
 * formula in the variables. */
bool pde_speed_settle(const struct pde *p, const struct expr *claim,
                      const struct vec *names, struct work *w,
                      struct finding *out);

/* Values of the solution of a linear equation of second order, or of Burgers'
 * equation, on the whole line: by the heat kernel, after Cole and Hopf. */
bool pde_kernel_values(struct object *o, const struct object_query *q,
                       struct object_value *out, struct work *w,
                       const char **why);

#endif
