/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_COUNT_TALLY_H
#define RUN_COUNT_TALLY_H

#include "base/arena.h"
#include "problem/problem.h"
#include "stats/prices.h"
#include "stats/tally.h"
#include "store/runs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Results of the store, as stats/tally.h counts them. */

/* The judge's "reason" for a reply without an answer that says that it does not
 * know. */
#define MARK_REASON_ABSTAINED "abstained"

/* Returns the mark of a result, by the strict or the lenient reading. A verdict
 * "no answer" whose `more` has the reason above is MARK_ABSTAINED; a result
 * whose `bad_key` is set is MARK_BAD_KEY, whatever became of it. */
enum mark mark_of(const struct result *r, bool strict);

/* Returns what is counted of each of r[0..n). */
const struct trial *tally_trials(struct arena *a, const struct result *r,
                                 size_t n);

/* Returns the place of the first result of all[0..n), which are sorted by
 * problem, model and attempt, that does not come before these; n if all do. */
size_t tally_first(const struct result *all, size_t n, size_t problem,
                   size_t model, uint64_t attempt);

/* Returns the first result of one problem and model among all[0..n), which are
 * sorted by problem, model and attempt, or NULL if there is none; *found of
 * them stand there. */
const struct result *tally_results(const struct result *all, size_t n,
                                   size_t problem, size_t model, size_t *found);

/* Returns what the reply of a result cost: one that came by a batch is paid at
 * PRICE_BATCH of the price. */
double result_cost(const struct price *p, const struct result *r);

/*
 * Problems whose key cannot be read. The judge says so of most replies, but not
 * of one with the key's own text, which it takes for correct, and nothing can
 * be said of a call that failed or is missing. A bad key is a property of the
 * problem: one that cannot be judged by is in no rate, for any model and
 * attempt, whatever was replied or failed. So the key itself is read wherever
 * no result shows that the judge could read it: 1 to 3 microseconds each, and
 * most problems have a result that does.
 */

/* Returns which of the n_problems problems have a bad key, in the arena, and
 * sets `bad_key` of their results; NULL if none has. `spec` is the run's, whose
 * options of the judge hold. `unreadable` says of each problem what the judge
 * says of its key by these options; NULL: keys are read here. */
const bool *bad_keys_mark(struct arena *a, const struct problem *problems,
                          size_t n_problems, const char *spec,
                          const bool *unreadable, struct result *results,
                          size_t n);

/* Lists the results of a run as runs_results() does, marked likewise. *bad is
 * what bad_keys_mark() returns. For a run whose problems are not held: those
 * whose key must be looked at are read one after the other. */
MUST_USE bool bad_keys_results(struct arena *a, struct store *s, int64_t run,
                               struct result **results, size_t *n,
                               const bool **bad, struct err *e);

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
