/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FAMILY_LINEAR_READ_H
#define FAMILY_LINEAR_READ_H

#include "base/arena.h"
#include "family/linear/system.h"
#include "family/linear/theme.h"
#include "text/span.h"

/*
 * Our own reader of sentences about things with values. It shares no table with
 * the writer except the themes' things: it knows words of arithmetic ("twice",
 * "3 times", "half of", "more than", "less than", "minus", "sum of",
 * "together", "equals", "is") and what they mean, so that it also reads
 * sentences that others wrote in such words. A sentence that it does not wholly
 * understand is never an equation.
 */

/* The things that sentences may name: variable i is names[i]. */
struct linear_words {
    const char *const *names;
    size_t n;                 /* at most LINEAR_VARIABLES */
    const struct span *plain; /* of linear_words_open(), or NULL */
    const char *unit, *one;
    /* Letters with values, as "X": a number given elsewhere. */
    const char *const *letters;
    const struct ratio *letter_values;
    size_t n_letters;
};

/* Make the names ready once for many sentences. They stay in the arena. */
void linear_words_open(struct arena *a, struct linear_words *v);

enum linear_reading {
    READING_NOTHING,  /* no statement about values */
    READING_EQUATION, /* *eq holds it */
    READING_VAGUE,    /* a relation without certainty; *eq is the equation that
                         it would be with it */
    READING_QUESTION, /* *asked is the variable asked for */
    READING_UNSURE,   /* names the things in words of arithmetic, but could not
                         be read: treated as dangerous */
};

enum linear_reading linear_read(const char *sentence, size_t n,
                                const struct linear_words *v,
                                struct equation *eq, size_t *asked);

/* Could a reader take this text (any number of sentences) for a condition: a
 * number in digits or words, a relation of arithmetic, a comparison? Returns
 * NULL if not, else the word that makes it so, in the arena. For text that must
 * have no meaning for the problem. */
const char *linear_read_danger(struct arena *a, const char *text, size_t n);

#endif
