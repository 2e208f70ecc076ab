/* SPDX-License-Identifier: Apache-2.0 */
#ifndef PROBLEM_LIMIT_H
#define PROBLEM_LIMIT_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"

#include <stdbool.h>

/*
 * The limit that a key is meant in, and how well an answer must agree with it
 * there: "limit" of a row that is graded, and of a problem's key.
 *
 *   {"symbol": "epsilon", "to": "0+", "order": 1, "uniform_in": "x",
 *    "range": "0 \\le x \\le 1"}
 *
 * "to" is "0+", "0-", "inf", "-inf", or a point, "1" (both sides), "1+", "1-".
 * Either "order" or "terms" may be given; neither means one term. The sign of
 * the order does not matter: errors are relative, and vanish in the limit.
 */

enum limit_side {
    SIDE_ABOVE, /* of the point */
    SIDE_BELOW,
    SIDE_BOTH,
    SIDE_INFINITY,
    SIDE_MINUS_INFINITY
};

#define LIMIT_TERMS_MOST 64
#define LIMIT_ORDER_MOST 64

struct answer_limit {
    const char *symbol; /* canonical, as read_symbol() gives it: "epsilon" */
    enum limit_side side;
    const char *point; /* its text; NULL: infinity */
    double order;      /* the relative error is O(distance^order); 0: not
                          stated */
    int terms; /* the error is smaller than the last of so many terms; 0: not
                  stated */
    const char *uniform_in; /* canonical name of the variable over whose range
                               the error is maximised, layers included; NULL:
                               none */
    const char *range; /* relations that bound variables and parameters; NULL:
                          [0, 1] for uniform_in */
};

/* Read a limit from its JSON form. Fails, naming the field and its place, if
 * one is missing or malformed. Lives in the arena and points into the JSON. */
MUST_USE bool limit_read(struct arena *a, const struct json *v,
                         struct answer_limit *out, struct err *e);

#endif
