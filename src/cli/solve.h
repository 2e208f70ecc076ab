/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CLI_SOLVE_H
#define CLI_SOLVE_H

#include "base/json.h"

#include <stdbool.h>

/* The two halves of `assay solve mathador`: one set of numbers (cmd_solve.c)
 * and the whole game. */

struct solve_all {
    const struct json *knobs; /* of the family's card, or NULL */
    bool json;
    bool each; /* a JSON line for every instance */
};

/* Solves the whole game and prints its distribution; returns the exit
 * status. */
int solve_all(const struct solve_all *how);

#endif
