/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_HARD_SAT_H
#define FAMILY_HARD_SAT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A small solver for clauses, by Davis, Putnam, Logemann and Loveland, for the
 * checks of puzzles. Variables count from 1; the literal -3 says that variable 3
 * is false. Each clause belongs to a clue; clue 0 holds the rules of the puzzle.
 * A clue can be left out, to see whether it is needed.
 */

#define SAT_CONFLICTS 100000 /* after so many a question stays open */

struct sat_clause {
    const int32_t *literals;
    int32_t n, clue;
    int32_t free;  /* literals that are not decided */
    int32_t truer; /* literals that are true */
};

struct sat {
    struct arena *arena;
    int32_t n; /* variables */
    struct sat_clause *clauses;
    size_t n_clauses, room;
    int32_t *starts, *places; /* the clauses in which each literal stands */
    signed char *value;       /* by variable: 1 true, -1 false, 0 open */
    int32_t *trail;           /* literals made true, in order */
    int32_t n_trail;
    int32_t without; /* the clue that is left out; -1: none */
    uint64_t conflicts;
    int found;          /* solutions so far */
    signed char *model; /* the first of them, by variable */
};

/* Returns a solver for n variables without clauses. */
struct sat *sat_new(struct arena *a, int32_t n);

/* Add a clause of n literals to a clue. */
void sat_add(struct sat *s, int32_t clue, const int32_t *literals, size_t n);

/* Returns how many solutions there are without that clue (-1: with all of
 * them), at most 2; or -1 if that took too long. The first one is in s->model.
 */
int sat_count(struct sat *s, int32_t without);

/* Returns the first of n clues 1..n that is not needed for the solution to be
 * the only one, 0 if all are, or -1 if that took too long. */
int32_t sat_idle_clue(struct sat *s, int32_t n);

#endif
