/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LINEAR_SAY_H
#define FAMILY_LINEAR_SAY_H

#include "base/arena.h"
#include "base/rng.h"
#include "base/str.h"
#include "family/linear/system.h"
#include "family/linear/theme.h"

/*
 * Equations as sentences, one each, by our own templates. Numbers are digits
 * and never negative: terms change sides. `style` chooses among the templates
 * that fit the equation's shape; the same style gives the same sentence.
 *
 * A slot is a number that is printed in the sentence: it may be hidden behind a
 * letter ("X times the price of the lamp", "X dollars more than").
 */

#define SAY_SLOTS 8

struct slots {
    size_t n;
    struct ratio value[SAY_SLOTS]; /* as printed: positive */
    /* Its role in the equation: the coefficient of variable var[i], or the
     * right side if var[i] == LINEAR_VARIABLES; sign[i] is 1 or -1: the
     * equation's number is sign * value. */
    size_t var[SAY_SLOTS];
    int sign[SAY_SLOTS];
};

struct say_options {
    const struct theme *theme;
    const size_t *thing; /* [variable]: its place in theme->things */
    unsigned style;
    size_t hidden;      /* the slot that `letter` stands for; SIZE_MAX: none */
    const char *letter; /* "X" */
};

/* Append the sentence, with its full stop; *slots (or NULL) gets its numbers
 * in the order in which they are printed. */
void linear_say(struct str *out, const struct equation *eq,
                const struct say_options *o, struct slots *slots);

/* Append the question for a variable: "How many dollars is the price of the
 * lamp?" */
void linear_ask(struct str *out, const struct say_options *o, size_t var);

/* ---- relations that say nothing for certain ---- */

/* Ambiguous relations between two sides: "is said to be roughly", "may or may
 * not have something to do with" ... There are at least eleven meanings
 * (roughly equal, perhaps more, perhaps less, related, perhaps related, could
 * follow from, could lead to, unclear, perhaps proportional, perhaps the same,
 * unknown), with some wordings each. */
extern const size_t n_vague_relations;

/* Append the equation as if it might be true; a reader who takes it for a fact
 * reads exactly that equation. `relation` is below n_vague_relations. */
void linear_say_vague(struct str *out, const struct equation *eq,
                      const struct say_options *o, size_t relation);

#endif
