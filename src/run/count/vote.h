/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COUNT_VOTE_H
#define RUN_COUNT_VOTE_H

#include "base/arena.h"
#include "problem/problem.h"
#include "store/runs.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Majority votes over the attempts of one problem. Answers are grouped by
 * strict equivalence, as the judge decides it, not by spelling: 1/2 and 0.5
 * vote together. Answers that are strictly correct equal the key and so each
 * other. Of two others, each must be right with the other as the key: an
 * antiderivative ln|x| answers a key of ln x, but not the other way round, and
 * the two do not vote together. An answer whose equality to a group is
 * undecided opens a group of its own. Only replies (outcome ok) with an answer
 * vote; truncated and refused ones do not.
 *
 * Where a family judges by its own rules (Mathador) answers are compared as
 * text: those that differ in white space alone vote together.
 */

/*
 * Returns the credit of the vote: the share of the largest group's members that
 * are correct by the asked reading, or the mean of these shares if several
 * groups are the largest. Members of a group are strictly equal, so that the
 * share is 1 or 0, except where the lenient reading takes one spelling and not
 * another (to a key of 50, 50\% and not 0.5). The order of the attempts never
 * matters. Undecided members are left out of the share. An answer that the
 * asked reading does not take (no final answer is declared) has no vote.
 * Returns 0 if replies came but none has a vote. Returns -1, not known, if no
 * result counts (all are errors) or if all members of one of the largest groups
 * are undecided.
 */
double vote_credit(struct arena *a, const struct problem *p,
                   const struct result *const *attempts, size_t n, bool strict);

/* Fills group[i] with the group that attempt i votes for, from 0, or -1 for no
 * vote, and returns how many groups there are. Every reply with an answer
 * votes. */
size_t vote_groups(struct arena *a, const struct problem *p,
                   const struct result *const *attempts, size_t n, int *group);

#endif
