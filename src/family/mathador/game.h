/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_GAME_H
#define FAMILY_MATHADOR_GAME_H

#include "base/arena.h"
#include "base/err.h"
#include "base/json.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The rules of Mathador: operators, points, steps; docs/mathador.md explains
 * them. A game has GAME_LEAST to GAME_MOST base numbers and at most GAME_STEPS
 * steps whatever their count, so that a Mathador (each operator once) is always
 * the best solution.
 */

#define GAME_LEAST      2
#define GAME_MOST       6
#define GAME_STEPS      4
#define GAME_NUMBER_MAX 1000 /* largest base number: five multiply to 1e15 */
#define GAME_TARGET_MAX INT64_C(1000000000000000)

enum mathador_op { OP_ADD, OP_MUL, OP_SUB, OP_DIV, OPS };

#define POINTS_TARGET 5
#define POINTS_BONUS  6
#define SCORE_LEAST   6 /* the target by one + or × */
#define SCORE_MOST    18

int game_points(enum mathador_op op);  /* 1, 1, 2, 3 */
char game_symbol(enum mathador_op op); /* '+' '*' '-' '/' */

/* Returns the points of a solution with n[op] operations of each kind. */
int game_score(const int n[OPS]);

/* Compute a op b by the rules. Returns false if it gives a negative number or a
 * fraction, or divides by zero. */
static inline bool game_apply(enum mathador_op op, int64_t a, int64_t b,
                              int64_t *out)
{
    switch (op) {
    case OP_ADD: *out = a + b; return true;
    case OP_MUL: *out = a * b; return true;
    case OP_SUB: *out = a - b; return a >= b;
    case OP_DIV:
    default:
        if (b == 0 || a % b != 0)
            return false;
        *out = a / b;
        return true;
    }
}

/* Base numbers and a target. */
struct game {
    size_t n;
    int64_t numbers[GAME_MOST];
    int64_t target;
};

/* A solution: steps in an order in which they can be played. */
struct step {
    enum mathador_op op;
    int64_t a, b, result;
};

struct solution {
    int n; /* 0: there is none */
    struct step steps[GAME_STEPS];
};

int solution_score(const struct solution *s);

/* Returns NULL if the steps can be played with these numbers, the last one
 * makes the target, and every other one makes a number that a later step takes;
 * else what is wrong. */
const char *solution_fault(const struct game *g, const struct solution *s);

/* Reads digits, at most 16. Returns the place behind them, or NULL if there are
 * none. */
const char *game_read_number(const char *p, int64_t *out);

/* Write "6 - 2 = 4", and read it: no other form is read. */
const char *step_text(struct arena *a, const struct step *s);
bool step_read(const char *text, struct step *out);

/* Read {"numbers": [...], "target": ...}, each in the object or in its
 * "params". Fails if they make no game. */
MUST_USE bool game_read(const struct json *v, struct game *out, struct err *e);

#endif
