/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_SOLVE_H
#define FAMILY_MATHADOR_SOLVE_H

#include "family/mathador/game.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Mathador solved exactly: for every value that a set of base numbers can
 * reach, how many solutions there are and what they earn, without looking at
 * one of them.
 *
 * Solutions are counted in two ways. `ordered` counts expressions as
 * Mathador-LM does: every bracketing, every order of operands, and equal base
 * numbers told apart by their places. `distinct` counts them up to the
 * commutativity and associativity of + and × and with equal numbers the same.
 *
 * For every bag (a set with repetition) of base numbers there is a table from
 * (value, how often each operator) to the number of expressions that use
 * exactly these numbers. A bag's table comes from those of the ways to split
 * it in two:
 *
 *   ordered:  the product of both counts, times the number of ways in which
 *             the places can be split like that.
 *   distinct: a difference or quotient is an ordered pair of forms. A sum is
 *             a multiset of forms that are no sums. Let the number e occur m
 *             times in the bag M. Counting the e's of all sums in two ways,
 *
 *               m * sums(M) = sum over forms f that are no sums, j >= 1, of
 *                             (e's in f) * forms(M less j copies of f)
 *
 *             where nothing left over counts as one form, and f = M itself
 *             is no sum. (The Euler transform, with bags for sizes.) Products
 *             likewise.
 *
 * A solver remembers the tables of all bags it has met, so that solving the
 * whole game costs little more than the last split of every set. One thread
 * uses it at a time.
 */

/* The counts of one reachable value. */
struct solve_outcome {
    int64_t value;
    uint64_t solutions, points;         /* ordered: how many, sum of scores */
    uint64_t distinct, distinct_points; /* distinct: the same */
    uint64_t mathadors;                 /* ordered solutions worth 18 */
    uint32_t scores;                    /* bit s: some solution scores s */
};

int outcome_best(const struct solve_outcome *o);  /* highest score */
int outcome_worst(const struct solve_outcome *o); /* lowest */

/* Every value the numbers reach with at least one operation, ascending. */
struct solve_outcomes {
    struct solve_outcome *items;
    size_t n;
};

/* Returns the outcome of that value, or NULL if it cannot be reached. */
const struct solve_outcome *outcomes_find(const struct solve_outcomes *all,
                                          int64_t value);

struct solver;

struct solver *solver_new(void);
void solver_free(struct solver *s);

/* Forget all tables and keep the memory for others. */
void solver_forget(struct solver *s);

/* Call between two games: forgets the tables if they take more memory than they
 * are worth. */
void solver_trim(struct solver *s);

/* Solve for n numbers, GAME_LEAST..GAME_MOST of them, each from 1 to
 * GAME_NUMBER_MAX. The result lives until the next call with this solver. */
const struct solve_outcomes *solver_solve(struct solver *s,
                                          const int64_t *numbers, size_t n);

/* The same for one whole game: values above `most` are left out of the result
 * and of what is remembered of the largest bags; it may not change during the
 * life of a solver. Without it nothing is left out. */
void solver_bound(struct solver *s, int64_t most);

/* All there is to tell of a game: its outcome, and a solution with the best
 * and one with the lowest score. */
struct found {
    struct solve_outcome outcome;
    struct solution best, simple;
};
struct found solver_found(struct solver *s, const struct game *g,
                          const struct solve_outcome *o);

#endif
