/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_MATHADOR_REPLY_PLAY_INT_H
#define FAMILY_MATHADOR_REPLY_PLAY_INT_H

#include "family/mathador/reply/play.h"
#include "family/mathador/reply/read.h"

/*
 * The inside of play: claims with their places (play.c), the claim that ends the
 * attempt which the reply stands by (commit.c), and the search for the claims
 * and base numbers that are the operands of a solution (link.c).
 */

struct table_of_claims {
    const struct game *g;
    struct span text;
    struct game_claim *items;
    int n;
    bool broken; /* the text ends inside a step */
};

/* Returns the place of a base number equal to x that is not taken (NULL: none
 * is), or -1 if there is none. */
int play_base(const struct game *g, struct ratio x, const bool *taken);

/* Is x the target? */
bool play_hits(const struct game *g, struct ratio x);

/* Do both claims say the same? */
bool play_same(const struct game_claim *a, const struct game_claim *b);

/* ---- commit.c ---- */

/* Returns the claim with which the attempt ends that the reply stands by. This
 * is settled by what the reply says, never by what its expressions come to:
 * who writes many of them blindly commits to one. Returns -1, with a reason in
 * *why, if it stands by none. */
int commit_find(struct arena *a, const struct table_of_claims *t,
                const char **why);

/* ---- link.c ---- */

/* Of a solution that breaks the rules: those that keep them have GAME_STEPS at
 * most. */
#define SOLUTION_CLAIMS 8

/* The claims of a solution, and which of them have an operand without a source.
 */
struct linked {
    int claims[SOLUTION_CLAIMS]; /* in the order of the text */
    int n;
    bool illegal[SOLUTION_CLAIMS]; /* the claim has an operand that was taken
                                      twice or is from nowhere */
};

/* Returns the solution that ends with this claim. */
struct linked link_solution(const struct table_of_claims *t, int root);

#endif
