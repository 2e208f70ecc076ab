/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_REPLY_READ_H
#define FAMILY_MATHADOR_REPLY_READ_H

#include "base/arena.h"
#include "base/vec.h"
#include "family/mathador/game.h"
#include "math/exact/ratio.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The claims of a reply: the equations that a player of Mathador writes.
 *
 * A claim is an equation whose one side has an operator, or an expression that
 * stands by itself. It is found anywhere: in lists, tables, fences, formulas
 * and prose (docs/mathador.md shows the spellings). Nothing is judged here; a
 * false claim is read like a true one, and operands are read as they are
 * written.
 */

/* A number without a value, since it does not fit into 64 bits or comes from a
 * division by zero, has q = 0. Nothing is equal to it. */
#define NO_NUMBER ((struct ratio){ 0, 0 })

struct ratio reply_apply(enum mathador_op op, struct ratio a, struct ratio b);
bool reply_equal(struct ratio a, struct ratio b);

/* The operations of a claim's expression. Operands come before the operation
 * that uses them; the last one is the whole. */
struct game_operand {
    int from;            /* the operation whose result it is, or -1 */
    struct ratio number; /* as written, if from is -1 */
};

struct game_operation {
    enum mathador_op op;
    struct game_operand a, b;
};

/* The text between a claim and the one before it. */
enum game_gap {
    GAP_NONE,    /* words that go on */
    GAP_ATTEMPT, /* words that try something else, a numbering that starts
                    again, a rule or the border of a code fence */
    GAP_HEADING, /* a heading that announces a solution or an answer */
};

#define CLAIM_OPERATIONS 8 /* most in one claim; longer ones are foreign */

struct game_claim {
    struct game_operation operations[CLAIM_OPERATIONS];
    int n;               /* at least 1, unless foreign */
    bool has_result;     /* an equation */
    struct ratio result; /* the other side, if has_result */
    bool wrong;          /* a chain of sides that are not all equal */
    bool foreign;        /* has an operator that is none of ours (a power, a
                           root, a factorial), or too many */
    enum game_gap gap;   /* before it; GAP_ATTEMPT for the first */
    bool follows;        /* its number is the one after the last */
    size_t at, end;      /* its place in the text */
};

/* Compute the value of each operation of a claim, in order; the last one is the
 * value of the expression. */
void claim_values(const struct game_claim *c,
                  struct ratio value[CLAIM_OPERATIONS]);

/* Is it 5 + 2 + 1: what points are made of, those of the target first? */
bool claim_adds_points(const struct game_claim *c);

/* Append the claims of text[0..n) to a vec of struct game_claim, in the order
 * of the text. Text is hostile; time is linear in it. At most CLAIMS_MOST are
 * kept, the last ones. Returns false if the text breaks off inside a step. */
#define CLAIMS_MOST 400
bool claims_read(struct arena *a, const char *text, size_t n,
                 struct vec *claims);

#endif
