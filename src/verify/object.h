/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_OBJECT_H
#define VERIFY_OBJECT_H

#include "base/arena.h"
#include "math/arb.h"
#include "math/ball/ball.h"
#include "math/tree/expr.h"
#include "math/work.h"
#include "verify/claim.h"
#include "verify/finding.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * An object as something that has values: what the kinds of claims (integral,
 * sum, root, ode, ...) give to the one place that judges them
 * (verify/judge.c). A kind reads its text once, and is then asked for values
 * at points.
 */

/* A value with its error: the ball contains the value if `certified`, else its
 * radius is an estimate that tests have tried. */
struct object_value {
    acb_t value;
    bool certified;
};

/* Where values are wanted: parameters (the limit's symbol among them) have the
 * values of `at`; the variable runs over xs, if the object has one (a solution
 * y(x)); n is 1 and xs NULL for a number. */
struct object_query {
    const struct ball_point *at;
    arb_srcptr xs;
    size_t n;
    slong bits;    /* wanted relative precision; 53 is usual */
    bool relative; /* each value is to have digits of its own, however small it
                      is beside others; only solutions of equations know it */
};

struct object;

struct object_kind {
    /* Read the claim's object and conditions. On false, *why says what could
     * not be read, and where. */
    bool (*read)(struct arena *a, const struct claim *c, struct object *o,
                 const char **why);
    /* Values at the query's places; out has q->n initialised entries. Returns
     * false, with *why, if there is none or no method finds it. */
    bool (*values)(struct object *o, const struct object_query *q,
                   struct object_value *out, struct work *w, const char **why);
    /* For kinds that are judged in a way of their own (exact residuals): try
     * that first. Leaves out->holds TRUTH_UNKNOWN, and out->why NULL, to have
     * the claim judged by values. NULL: none. */
    void (*settle)(struct arena *a, struct object *o, const struct expr *claim,
                   struct work *w, struct finding *out);
    /* settle() reads the text of the claim itself (u = ..., v = ...), and is
     * asked with NULL where the claim is not one formula. */
    bool reads_claim;
};

/* An object that was read. */
struct object {
    const struct object_kind *kind;
    const struct claim *claim;
    struct arena *arena;
    const char *variable; /* NULL: the object is a number */
    /* The range of the variable, as expressions of the parameters; NULL: not
     * bounded on that side. */
    const struct expr *from, *to;
    /* Places beside the ends where a layer may lie (turning points); may be
     * empty. */
    const struct expr *const *inner;
    size_t inner_n;
    /* Symbols that must be whole numbers, as the bounds of a sum; may be
     * empty. */
    const char *const *whole;
    size_t whole_n;
    /* Octaves of the limit's symbol until which the object's own numbers
     * matter: where it is added to them. 0: not known. */
    double reach;
    bool is_real; /* a real object: a complex claim fails */
    void *own;    /* the kind's data, in the arena */
};

extern const struct object_kind object_integral, object_sum, object_root,
    object_ode, object_pde, object_expectation;

#endif
