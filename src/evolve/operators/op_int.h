/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_OPERATORS_OP_INT_H
#define EVOLVE_OPERATORS_OP_INT_H

#include "evolve/operators/operator.h"
#include "family/linear/read.h"
#include "family/linear/say.h"

/* What the operators on conditions have in common. */

/* ---- promises ---- */

/* Returns the i-th line of a step, or NULL if it has fewer. */
const struct individual_line *op_line(const struct individual *s, size_t step,
                                      size_t i);

/* Returns whether a later step of that name works on the same part. */
bool op_later(const struct individual *s, size_t step, const char *name);

/* ---- texts ---- */

/* Returns whether the phrase stands in the text as whole words, in any case. */
bool op_mentions(const char *text, const char *phrase);
/* Returns whether a line mentions the phrase, lines of step `but` left aside
 * (SIZE_MAX: none is). */
bool op_mentioned(const struct individual *s, const char *phrase, size_t but);

/* ---- what is said already ---- */

/* Returns whether two sentences that lure in the part say the same: in the same
 * words, up to numbers, or the same equation. */
bool op_same_lure(struct arena *a, const struct individual *s, size_t part,
                  const char *x, const char *y);

/* Returns whether a sentence that lures in the part says the same as the text.
 * `before` is a line: only sentences laid before it count (NULL: all do). */
#define OP_REPEATS "another sentence already says the same"
bool op_lures(struct arena *a, const struct individual *s, size_t part,
              const char *text, const struct individual_line *before);

/* Takes what is told in `other` too out of the step's idle text if a model wrote
 * it; else, and where nothing is left, draws another. Returns false if there is
 * none. */
bool op_text_apart(struct arena *a, struct rng *r, struct individual *s,
                   size_t step, const struct individual *other);

/* ---- lines and steps ---- */

/* Notes the step of the operator on o->part of s, with the writer if the text is
 * a writer's. Returns its number. */
size_t op_step(const struct operator_call *o, const struct operator_card *card,
               struct individual *s, const struct json *detail);

/* Inserts a line of noise of that step before line `at`. */
void op_insert(const struct operator_call *o, const struct operator_card *card,
               struct individual *s, size_t at, const char *text, size_t step);

/* Where a new line of noise goes: among the conditions of a linear structure,
 * whose sentences need no order; elsewhere before all of a structure's
 * sentences or right before its question (`late`: only there), since what lies
 * between hangs together ("then", "the rest"). Never behind the question: who
 * has been asked reads no further, and who does takes it for a second
 * question's. */
size_t op_place(const struct individual *s, size_t part, struct rng *r,
                bool late);

/* ---- structures ---- */

/* Replaces the structure of a part of s by what `change` (renumber or rename of
 * its kind) makes of it. Fails as these and individual_set_structure() do. */
bool op_change(const struct operator_call *o, struct individual *s, size_t part,
               bool (*change)(struct arena *a, const void *data, struct rng *r,
                              void **out, struct err *e),
               struct err *e);

/* Returns whether the number stands in the text, in digits or in words. */
bool op_prints(struct arena *a, const char *text, struct ratio x);

/* The quantities that sentences of the part speak of, as they are called in the
 * chain: "the answer to question 2" where the structure is no linear system,
 * and the part's letter where a phrase prints the number that is hidden ("the X
 * eggs"). */
size_t op_quantities(struct arena *a, const struct individual *s, size_t part,
                     struct quantity *out);

/* Returns whether the part's own sentences have commas in thousands. */
bool op_commas(const struct individual *s, size_t part);

/* Computes what a line of op_replacement leads to in s, which may have other
 * numbers than the one it was laid in. */
bool op_replacement_value(struct arena *a, const struct individual *s,
                          const struct individual_line *l, struct ratio *out);

/* Sets what is plausible beside a key: from half to double of it; of 0: 1 to 10.
 * Returns false if that does not fit. */
bool op_near_key(struct ratio key, struct ratio *lo, struct ratio *hi);

/* Returns whether the wrong answer is a plausible one for the part. */
bool op_plausible(const struct structure *b, struct ratio key,
                  struct ratio decoy);

/* ---- decoys ---- */

/* Draws a number from least to most that is about as round as x: of 30,000 one
 * in steps of 5,000. */
int64_t op_round_number(struct rng *r, int64_t x, int64_t least, int64_t most);

/* Returns whether a sentence lures to the value, or it follows from one. */
bool op_is_laid(const struct individual *s, size_t part, struct ratio value);

/* Notes that the step's sentence lures to the value: a slip's, or a hint. */
void op_lure(struct arena *a, struct individual *s, size_t part,
             struct ratio value, size_t step);

/* Returns the decoy of the step in the part, or NULL. What follows from a decoy
 * has the same step. */
const struct decoy *op_decoy(const struct individual *s, size_t step,
                             size_t part);

/* Returns what is wrong unless all that follows from the decoy is noted, and
 * nothing else, or NULL. */
const char *op_follow_fault(struct arena *a, const struct individual *s,
                            const struct decoy *d);

/* ---- equations over things ---- */

#define OP_THINGS 4 /* of useless conditions, most */

/* Things of a theme beside those of a structure. */
struct op_things {
    const struct theme *theme;
    const char *who; /* of the problem, whose things they are; NULL: nobody's */
    size_t thing[OP_THINGS];
    size_t n;
};

/* Variables of a linear structure first (none of another structure), then the
 * things (NULL: none). Read with the unit of the things when `units` is true,
 * else of the structure. */
void op_vocabulary(struct arena *a, const struct individual *s, size_t part,
                   const struct op_things *things, bool units,
                   struct linear_words *out);

/* Returns a copy of the detail of a step with new(..., s) for every string s but
 * those of members called "was": they were so. */
struct json *op_map(struct arena *a, const struct json *v,
                    const char *(*new)(struct arena *a, const char *s,
                                       const void *ctx),
                    const void *ctx);

/* ---- relations that say nothing for certain ---- */

/* A sentence, and the equation that it would be: "[A] = [B] + 4". */
struct op_hint {
    const char *text, *relation;
};

/* Tells the equation over the part's linear system without certainty. */
struct op_hint op_vague(const struct operator_call *o,
                        const struct equation *eq);

/* Reads such a sentence back. Returns false unless it is one. */
bool op_read_vague(struct arena *a, const struct individual *s, size_t part,
                   const char *text, struct equation *eq);

/* ---- useless conditions, told with other things: for crossover ---- */

/* Returns whether things of the useless step `step` stand in `text`. */
bool op_useless_clash(struct arena *a, const struct individual *s, size_t step,
                      const char *text);
/* Tells the step's equations with things that stand neither in s nor in `text`.
 * Returns false if none are left. */
bool op_useless_again(struct arena *a, struct rng *r, struct individual *s,
                      size_t step, const char *text);

/* ---- chains: crossover.c ---- */

/* Returns whether no thing of the part's linear structure stands in a line of
 * another part. */
bool cross_apart(const struct individual *s, size_t part);

/* Returns whether all crossovers of the chain keep their promise, and what is
 * useless in it is so still, for operators that replace a part's structure. */
bool cross_links_hold(struct arena *a, const struct individual *s);

#endif
