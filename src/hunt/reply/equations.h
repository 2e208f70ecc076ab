/* SPDX-License-Identifier: Apache-2.0 */
#ifndef HUNT_REPLY_EQUATIONS_H
#define HUNT_REPLY_EQUATIONS_H

#include "hunt/reply/tokens.h"

/*
 * Equations of plain arithmetic in a reply, such as "3 * 7 = 22", compared with
 * exact arithmetic. What is not surely such an equation is passed over: one
 * with a letter, a unit, a percent sign or a root, one modulo something, one in
 * words, a rounding, or a number that does not fit into 64 bits.
 */

struct false_equation {
    size_t at, n;             /* its bytes in the text */
    struct ratio left, right; /* the values of its sides */
};

/* Finds the false ones among the tokens of a text; fills at most `most` of
 * them and returns how many. *checked is set to how many equations were
 * evaluated. */
size_t reply_false_equations(const char *text, const struct sign_token *t,
                             size_t n, struct false_equation *out, size_t most,
                             size_t *checked);

#endif
