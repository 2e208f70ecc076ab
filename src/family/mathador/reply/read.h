/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_REPLY_READ_H
#define FAMILY_MATHADOR_REPLY_READ_H

#include "base/arena.h"
#include "base/vec.h"
#include "family/mathador/game.h"
#include "math/exact/ratio.h"
#include "text/span.h"

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
    struct ratio number; /* as written, or that result */
    int made; /* play.c: the claim of this attempt that made it, taken
                            by nobody before; -1: none */
};

struct game_operation {
    enum mathador_op op;
    struct game_operand side[2];
    struct ratio value;
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
    struct ratio value;  /* of the expression */
    bool has_result;     /* an equation */
    struct ratio result; /* the other side; without one, the value */
    bool wrong;          /* a chain of sides that are not all equal */
    bool foreign;        /* has an operator that is none of ours (a power, a
                           root, a factorial), or too many */
    enum game_gap gap;   /* before it; GAP_ATTEMPT for the first */
    bool follows;        /* its number is the one after the last */
    size_t at, end;      /* its place in the text */

    /* play.c */
    int block;      /* lines without a claim before it */
    int paragraph;  /* the first claim that no empty line parts from it */
    int company;    /* claims of its paragraph */
    int attempt;    /* number of its attempt */
    bool accounted; /* every operand is a base number or a result, used twice
                       or not */
};

/* The operands, two of each operation. */
static inline const struct game_operand *claim_operand(
    const struct game_claim *c, int i)
{
    return &c->operations[i / 2].side[i % 2];
}

/* Is the expression one of ours, and its result its value? */
bool claim_is_true(const struct game_claim *c);

/* Is it 5 + 2 + 1: what points are made of, those of the target first? */
bool claim_adds_points(const struct game_claim *c);

/* Returns the text in which claims have their places: blanks, quotation marks
 * and digits of all scripts are those of ASCII. */
struct span claims_text(struct arena *a, const char *text, size_t n);

/* Append the claims of such a text to a vec of struct game_claim, in the order
 * of the text. Text is hostile; time is linear in it. At most CLAIMS_MOST are
 * kept, the last ones. Returns false if the text breaks off inside a step. */
#define CLAIMS_MOST 400
bool claims_read(struct arena *a, struct span text, struct vec *claims);

#endif
