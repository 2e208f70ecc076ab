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
 * other. Of others, each must be right with the other as the key: an
 * antiderivative ln|x| answers a key of ln x, but not the other way round, and
 * the two do not vote together. An answer whose equality to a group is
 * undecided opens a group of its own. Only replies (outcome ok) with an answer
 * vote; truncated and refused ones do not.
 *
 * Where a family judges by its own rules (Mathador) answers have no value of
 * their own: those vote together that are written the same, white space aside.
 */

/*
 * The credit of the vote: the share of the largest group's members that are
 * correct by the asked reading; t largest groups of the same size share it,
 * each bringing 1/t of its own. Members of a group equal each other strictly,
 * so the share is 1 or 0 but where a lenient reading takes one spelling and
 * not another (to a key of 50, 50\% and not 0.5); the order of the attempts
 * never counts. Members that are undecided are left out of the share. An
 * answer that the asked reading does not take (no final answer is declared)
 * has no vote. 0 as well when replies came but nobody voted (no answer, all
 * truncated). -1, not known: no result counts (all are errors), or of one of
 * the largest groups every member is undecided.
 */
double vote_credit(struct arena *a, const struct problem *p,
                   const struct result *const *attempts, size_t n, bool strict);

/* Which group each attempt votes for: group[i] from 0, or -1 for no vote;
 * returns how many groups there are. Every reply with an answer votes. */
size_t vote_groups(struct arena *a, const struct problem *p,
                   const struct result *const *attempts, size_t n, int *group);

#endif
