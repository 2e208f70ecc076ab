/* SPDX-License-Identifier: Apache-2.0 */
#ifndef MODEL_LOCAL_PLANTED_H
#define MODEL_LOCAL_PLANTED_H

#include "base/arena.h"
#include "base/err.h"
#include "base/hash.h"
#include "model/reply.h"
#include "model/request.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A measuring instrument: a model with known weaknesses. It answers with the
 * key, or fails, with a wrong answer that was proved wrong, as often as its
 * file says:
 *
 *     seed: one                  # text or number
 *     base: 0.1                  # fails so often where nothing is planted
 *     weak:
 *       - {concepts: [Quadratic solving], fail: 0.6}
 *       - {concepts: [Probability, Combinatorics], fail: 0.9}
 *       - {words: {above: 60, below: 80}, fail: 0.4}
 *       - {concepts: [Probability], answer: fraction, fail: 0.9}
 *       - {contains: train, fail: 0.7}
 *       - {level: {half: 3, slope: 1}, fail: 1, how: abstained}
 *     truncated: 0.01            # other outcomes: so many of all attempts
 *     refused: 0.01              # are cut, refused, or without an answer
 *     silent: 0.01
 *     think: 2                   # words before an answer, for each of the
 *                                # worked solution; max_tokens cuts them
 *
 * An entry holds for problems that have all its concepts, whose factors are
 * above and below its bounds or are the word (or one of the words) that it
 * says, and whose statement contains its words; {factor: words, above: 60} is
 * {words: {above: 60}}. With `half` and `slope` its chance is
 * fail / (1 + exp(slope (half - factor))). Of several that hold the largest
 * chance counts, and never less than `base`. `how` an attempt fails is wrong
 * (a wrong answer), truncated, refused, abstained ("I don't know."), silent or
 * unreadable. Probabilities are for each attempt: what becomes of attempt k of
 * a problem is drawn from a hash of seed, problem and k, so that it is the same
 * on every machine and in every order of asking. Other outcomes are drawn
 * first; `fail` is of the attempts that remain.
 */

struct planted;

/* The factors that an entry may name, NULL-ended: run/planted/note.h. */
extern const char *const planted_factors[];

/* Read the file. `concept` returns the full name of a concept, or NULL for an
 * unknown one; if it is NULL, names are taken as they stand. `near` returns the
 * name that was likely meant by an unknown one, or NULL, and may be NULL
 * itself. `words` returns the words that a factor can be, NULL-ended, or NULL
 * for a number; if it is NULL, all factors are numbers. Fails with line and
 * column. */
MUST_USE bool planted_open(struct arena *a, const char *path,
                           const char *(*concept)(const char *name),
                           const char *(*near)(const char *name),
                           const char *const *(*words)(const char *factor),
                           struct planted **out, struct hash128 *content,
                           struct err *e);

/* Returns the probability that an attempt at this problem fails. */
double planted_chance(const struct planted *p, const struct note *note);

/* Answer a request. A problem without a key, or without an answer that can be
 * proved wrong, is an OUTCOME_ERROR. Any number of threads may ask at once. */
void planted_answer(struct arena *a, const struct planted *p,
                    const struct request *q, struct reply *out);

#endif
