/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_SDE_SDE_H
#define VERIFY_SDE_SDE_H

#include "math/arb.h"
#include "math/tree/expr.h"
#include "math/work.h"
#include "verify/claim.h"
#include "verify/pde/pde.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Stochastic differential equations in the sense of Ito, and what is asked of
 * their solution: the expectation, variance or covariance of a functional. The
 * processes, the noises that stand in formulas, and integrals over time are
 * states alike: each has a drift, a factor of each noise, and a start.
 */

#define SDE_STATES 6
#define SDE_NOISES 3

struct sde_state {
    const char *name;
    const struct expr *drift;
    const struct expr *factor[SDE_NOISES]; /* of each noise; NULL: 0 */
    const struct expr *start;              /* NULL: not stated */
};

enum sde_asked { SDE_EXPECTATION, SDE_VARIANCE, SDE_COVARIANCE };

struct sde {
    struct arena *arena;
    const struct claim *claim;
    struct pde domain; /* the variable t, and relations of parameters */
    struct sde_state states[SDE_STATES];
    size_t states_n;
    const char *noises[SDE_NOISES];
    size_t noises_n;
    size_t processes_n; /* of the states, those with an equation */
    const struct expr *start_time;
    enum sde_asked asked;
    const struct expr *f,
        *g; /* functionals of the states; g: of a covariance */
    /* The earlier time of a functional of two, as "s"; its value of a state X
     * is the state "X_{s}", which stands still. NULL: one time. */
    const char *early;
    bool stratonovich;
    const char *unread; /* a statement that was not understood, or NULL */
};

/* Read the object and the conditions of a claim. Returns NULL, with *why. */
struct sde *sde_read(struct arena *a, const struct claim *c, const char **why);

/* Read a formula in which the states stand at time t. */
const struct expr *sde_formula(struct sde *s, const char *text,
                               const char **why);

/* Does x mention a state? */
bool sde_mentions_state(const struct sde *s, const struct expr *x);

/* Returns x without terms that are 0 and factors that are 1, as they come from
 * replacing symbols by numbers. */
const struct expr *sde_tidy(struct arena *a, const struct expr *x);

/*
 * The moment E[f] at the values of the point (t, the earlier time, and the
 * parameters), by the linear system of moments that f leads to: by the
 * exponential of its matrix if that is constant in time (certified), else by
 * extrapolation of Gragg, Bulirsch and Stoer with an estimate of the error.
 * Returns false if the moments do not close or a start is missing.
 */
bool sde_moment(const struct sde *s, const struct expr *f,
                const struct pde_point *q, slong bits, acb_t out,
                bool *certified);

#endif
