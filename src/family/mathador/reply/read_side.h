/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_REPLY_READ_SIDE_H
#define FAMILY_MATHADOR_REPLY_READ_SIDE_H

#include "family/mathador/reply/read_int.h"

/* One side of an equation: read_expr.c makes it, read_chain.c joins several
 * to claims. */

enum game_side_kind {
    SIDE_EMPTY,
    SIDE_NAME,    /* one name alone */
    SIDE_NUMBER,  /* one number alone */
    SIDE_EXPR,    /* operations */
    SIDE_FOREIGN, /* operations that are not all ours, or too many */
    SIDE_UNKNOWN, /* has a name among its operands, or makes no sense */
};

struct game_side {
    enum game_side_kind kind;
    size_t at, end;
    int n;
    struct game_operation operations[CLAIM_OPERATIONS];
    struct ratio value; /* of a number or an expression */
    struct ratio lead;  /* the number it begins with; d == 0: none */
};

/* Read the tokens run[from..to). */
void side_read(const struct game_reader *r, size_t from, size_t to,
               struct game_side *out);

#endif
