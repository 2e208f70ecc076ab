/* SPDX-License-Identifier: Apache-2.0 */
#ifndef VERIFY_CLAIM_H
#define VERIFY_CLAIM_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"
#include "base/vec.h"
#include "math/flint.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A claim: an exact object (an integral, a root, the solution of an equation),
 * and a printed formula that is said to be its value, or its limit. All
 * mathematics is text as papers print it, LaTeX or ASCII; who verifies the
 * claim reads it with math/read. docs/verify.md has the JSON form.
 */

enum claim_kind {
    CLAIM_INTEGRAL,
    CLAIM_SUM,
    CLAIM_ROOT,
    CLAIM_ODE,
    CLAIM_PDE,
    CLAIM_EXPECTATION
};

enum claim_mode { CLAIM_EQUALS, CLAIM_ASYMPTOTIC };

enum limit_to {
    LIMIT_ZERO_ABOVE,
    LIMIT_ZERO_BELOW,
    LIMIT_INFINITY,
    LIMIT_POINT
};

/* Where the formula is said to hold, and how well. */
struct claim_limit {
    const char *symbol; /* canonical, as read_symbol() gives it: "epsilon" */
    enum limit_to to;
    const char *point; /* LIMIT_POINT: the text of the point; it is approached
                          from both sides inside the conditions */
    /* |object - claim| = O(symbol^order): has_order. The order may be a
     * fraction, and is negative at infinity. */
    bool has_order;
    fmpq order[1]; /* small: needs no clearing */
    /* |object - claim| over the envelope of the last printed term tends to 0;
     * 0: not stated. Neither order nor terms: the leading term, terms = 1. */
    int terms;
    const char *uniform_in; /* the variable over whose range the error is
                               maximised, layers included; or NULL */
    const char *range;      /* a relation that bounds a regime; or NULL */
};

struct claim {
    const char *id;
    enum claim_kind kind;
    const char *object;
    const char *variable; /* "x", or "x,t" */
    const char *const *parameters;
    size_t parameters_n;
    const char *conditions; /* relations, or one of a few phrases; "" */
    const char *claim;
    enum claim_mode mode;
    struct claim_limit limit; /* if mode is CLAIM_ASYMPTOTIC */
    size_t line;              /* of the file it was read from; 0: none */
};

/* Add the parameters that are symbols to a vector of names. */
void claim_add_parameters(struct arena *a, const struct claim *c,
                          struct vec *names);

/* The names that the claim may use: parameters, variables, the limit's symbol
 * and free symbols of the object. Returns how many. */
size_t claim_names(struct arena *a, const struct claim *c,
                   const char *const **names);

/* Read a claim from its JSON form. Fails, naming the field, if one is missing
 * or malformed. The claim lives in the arena and points into the JSON. */
bool claim_from_json(struct arena *a, const struct json *j, struct claim *out,
                     struct err *e) MUST_USE;

#endif
