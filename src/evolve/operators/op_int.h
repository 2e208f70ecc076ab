/* SPDX-License-Identifier: Apache-2.0 */
#ifndef EVOLVE_OPERATORS_OP_INT_H
#define EVOLVE_OPERATORS_OP_INT_H

#include "evolve/operators/operator.h"
#include "family/linear/read.h"
#include "family/linear/say.h"

/* What the operators on conditions have in common. */

/* ---- promises ---- */

/* *why = text; false. */
bool op_broken(const char **why, const char *text);

/* The i-th line of a step; NULL: there are not so many. */
const struct individual_line *op_line(const struct individual *s, size_t step,
                                      size_t i);

/* Is there a step of that name, behind `step`, on the same part? */
bool op_later(const struct individual *s, size_t step, const char *name);

/* ---- texts ---- */

/* Does the phrase stand in the text as words of its own, small letters or
 * capital ones? */
bool op_mentions(const char *text, const char *phrase);
/* Does a line mention it, but for lines of step `but` (SIZE_MAX: of all)? */
bool op_mentioned(const struct individual *s, const char *phrase, size_t but);

/* ---- lines ---- */

/* Where a new line of noise goes: among the conditions of a linear body, whose
 * sentences need no order; elsewhere before all of a body's sentences or right
 * before its question (`late`: only there), since what lies between hangs
 * together ("then", "the rest"). Never behind the question: who has been asked
 * reads no further, and who does takes it for a second question's. */
size_t op_place(const struct individual *s, size_t part, struct rng *r,
                bool late);

/* ---- bodies ---- */

/* Does the number stand in the text, in digits or in words? */
bool op_prints(struct arena *a, const char *text, struct ratio x);

/* The value behind the letter of a part; false: it has none. */
bool op_letter_value(const struct individual *s, size_t part,
                     struct ratio *out);

/* The quantities that sentences of the part speak of, as they are called in the
 * chain: "the answer to question 2" where the body is no linear system, and
 * the part's letter where a phrase prints the number that is hidden ("the X
 * eggs"). */
size_t op_quantities(struct arena *a, const struct individual *s, size_t part,
                     struct quantity *out);

/* Could the wrong answer pass for the answer of the part? */
bool op_plausible(const struct structure *b, struct ratio key,
                  struct ratio decoy);

/* ---- equations over things ---- */

#define OP_THINGS 4 /* of useless conditions, most */

/* Things of a theme beside those of a body. */
struct op_things {
    const struct theme *theme;
    size_t thing[OP_THINGS];
    size_t n;
};

/* Variables of a linear body first (none of another body), then the things
 * (NULL: none). Read with the unit of the things when `units` is true, else of
 * the body. */
void op_vocabulary(struct arena *a, const struct individual *s, size_t part,
                   const struct op_things *things, bool units,
                   struct linear_words *out);

/* The equation for people: "2 [the price of the lamp] = 14". */
const char *op_equation(struct arena *a, const struct equation *eq,
                        const char *const *names, size_t n);

/* {"was": ..., "now": ...} of numbers or words as lists of strings. */
struct json *op_list(struct arena *a, const char *const *items, size_t n);

/* ---- useless conditions, told with other things: for crossover ---- */

/* Do things of useless step `step` stand in `text`? */
bool op_useless_clash(const struct individual *s, size_t step,
                      const char *text);
/* Tell the step's equations with things that stand neither in s nor in
 * `text`. False: none are left. */
bool op_useless_again(struct arena *a, struct rng *r, struct individual *s,
                      size_t step, const char *text);

#endif
