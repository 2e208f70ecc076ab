/* SPDX-License-Identifier: Apache-2.0 */
#ifndef RUN_JUDGE_H
#define RUN_JUDGE_H

#include "base/arena.h"
#include "grade/grade.h"
#include "grade/profile.h"
#include "problem/problem.h"
#include "store/journal.h"
#include "store/runs.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * From a reply to a result. A family that judges replies itself does so; for
 * all others the judge (src/grade) compares key and reply. A problem that asks
 * for several values hands over all its keys at once, and `more` then has the
 * verdict on each, as "parts" (see grade/jsonl.h). Only replies of outcome ok
 * are judged: a truncated or refused one has no verdict, whatever it says.
 * Where a confidence was asked for, `more` has it as "confidence", from 0 to 1.
 */

/* How replies are judged: options of a whole run. */
struct judge_options {
    const char *tolerance;         /* or NULL; see grade/request.h */
    int digits;                    /* 0: the default */
    const struct profile *profile; /* the law of a benchmark; NULL: ours */
    bool confidence; /* replies were asked how sure they are: this is read, and
                        is no part of the answer */
};

/* Fills outcome, verdicts, answer, why, more and judge of *out; the caller
 * fills in problem, model, attempt and call. Strings are in the arena. Any
 * number of threads may judge at once. */
void run_judge(struct arena *a, const struct problem *p,
               const struct judge_options *o, const struct reply *reply,
               struct result *out);

/* Is it 0, -7 or 42? Two such texts that differ are two numbers. */
bool is_plain_integer(const char *s);

/* Returns the confidence that a result's `more` has, or NaN if it has none. */
double run_confidence(const char *more);

/* Returns all that the judge says of a reply's text: where its answer stands,
 * how it was understood. `o` may be NULL. */
struct grade_result run_judge_text(struct arena *a, const struct problem *p,
                                   const struct judge_options *o,
                                   const char *text);

/* The same of an answer alone, which is not searched for in a reply. */
struct grade_result run_judge_answer(struct arena *a, const struct problem *p,
                                     const struct judge_options *o,
                                     const char *answer);

/* Returns whether replies can be judged by the problem's key. If not, every
 * reply would be a bad_key, and *why is a sentence about it, in the arena.
 * Costs about as much as reading the key. */
bool run_judge_key(struct arena *a, const struct problem *p,
                   const struct judge_options *o, const char **why);

/*
 * Does a reply contain the key of its problem, though the judge took something
 * else for the answer, or nothing? It is sought as text, as LaTeX and as a plain
 * fraction or decimal, in the part of the reply that counts (behind what was
 * thought aloud): blanks, $, \left, thousands' commas and kinds of \frac do not
 * matter, and it may not be a part of another number or word. That is no
 * verdict, but a reason for a person to look. It takes time linear in the reply.
 *
 * Nothing is said of keys that stand in any text: those of fewer than three
 * characters, letters of a choice, words, and what the statement itself has.
 */

#define KEY_SEEN_BYTES 2000 /* the end of a reply, in which it is sought */

/* Returns whether every key of the problem stands in the end of the text,
 * outside of the bytes from..to (equal: no such stretch). */
bool key_is_seen(struct arena *a, const struct problem *p, const char *text,
                 size_t from, size_t to);

#endif
